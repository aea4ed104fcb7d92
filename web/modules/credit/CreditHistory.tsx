// CreditHistory.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CreditHistory() {
  return <PageTitle />
}
