// StaffHistory.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StaffHistory() {
  return <PageTitle />
}
