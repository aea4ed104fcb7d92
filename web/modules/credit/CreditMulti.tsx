// CreditMulti.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CreditMulti() {
  return <PageTitle />
}
