// ProductDetails.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function ProductDetails() {
  return <PageTitle />
}
