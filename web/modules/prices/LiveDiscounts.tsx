// LiveDiscounts.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function LiveDiscounts() {
  return <PageTitle />
}
