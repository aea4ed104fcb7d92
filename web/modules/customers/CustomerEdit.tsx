// CustomerEdit.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CustomerEdit() {
  return <PageTitle />
}
