// CustomerPage.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CustomerPage() {
  return <PageTitle />
}
