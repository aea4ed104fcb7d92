// CustomerPad.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function CustomerPad() {
  return <PageTitle />
}
