// StaffEdit.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StaffEdit() {
  return <PageTitle />
}
