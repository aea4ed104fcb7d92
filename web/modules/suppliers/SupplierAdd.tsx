// SupplierAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function SupplierAdd() {
  return <PageTitle />
}
