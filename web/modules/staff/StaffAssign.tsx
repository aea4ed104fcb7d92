// StaffAssign.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StaffAssign() {
  return <PageTitle />
}
