// AuditList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function AuditList() {
  return <PageTitle />
}
