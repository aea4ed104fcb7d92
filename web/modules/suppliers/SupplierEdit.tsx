// SupplierEdit.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function SupplierEdit() {
  return <PageTitle />
}
