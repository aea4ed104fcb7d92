// StaffList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StaffList() {
  return <PageTitle />
}
