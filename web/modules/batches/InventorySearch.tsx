// InventorySearch.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function InventorySearch() {
  return <PageTitle />
}
