// DeviceEdit.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DeviceEdit() {
  return <PageTitle />
}
