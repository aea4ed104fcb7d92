// TerminalList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function TerminalList() {
  return <PageTitle />
}
