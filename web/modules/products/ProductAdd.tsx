// ProductAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function ProductAdd() {
  return <PageTitle />
}
