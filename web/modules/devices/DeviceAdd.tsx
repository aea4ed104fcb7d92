// DeviceAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DeviceAdd() {
  return <PageTitle />
}
