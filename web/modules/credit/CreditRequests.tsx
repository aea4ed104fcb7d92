// CreditRequests.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CreditRequests() {
  return <PageTitle />
}
