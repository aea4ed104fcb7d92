// Download.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function Download() {
  return <PageTitle />
}
