// CreditAuto.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CreditAuto() {
  return <PageTitle />
}
