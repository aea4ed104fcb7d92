// DevicesAssign.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DevicesAssign() {
  return <PageTitle />
}
