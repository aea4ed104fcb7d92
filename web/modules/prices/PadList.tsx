// PadList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function PadList() {
  return <PageTitle />
}
