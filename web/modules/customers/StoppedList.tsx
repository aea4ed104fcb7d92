// StoppedList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function StoppedList() {
  return <PageTitle />
}
