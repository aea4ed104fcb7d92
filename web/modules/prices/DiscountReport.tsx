// DiscountReport.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DiscountReport() {
  return <PageTitle />
}
