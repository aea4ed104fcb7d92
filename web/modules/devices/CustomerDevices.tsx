// CustomerDevices.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CustomerDevices() {
  return <PageTitle />
}
