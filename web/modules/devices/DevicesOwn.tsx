// DevicesOwn.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DevicesOwn() {
  return <PageTitle />
}
