// SupportViews.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function SupportViews() {
  return <PageTitle />
}
