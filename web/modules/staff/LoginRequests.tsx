// LoginRequests.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function LoginRequests() {
  return <PageTitle />
}
