// DeviceList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function DeviceList() {
  return <PageTitle />
}
