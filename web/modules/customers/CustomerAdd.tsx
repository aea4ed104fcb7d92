// CustomerAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CustomerAdd() {
  return <PageTitle />
}
