// SupplierList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function SupplierList() {
  return <PageTitle />
}
