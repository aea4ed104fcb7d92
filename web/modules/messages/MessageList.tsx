// MessageList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function MessageList() {
  return <PageTitle />
}
