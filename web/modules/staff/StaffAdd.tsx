// StaffAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StaffAdd() {
  return <PageTitle />
}
