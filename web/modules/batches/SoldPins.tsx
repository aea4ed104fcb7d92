// SoldPins.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function SoldPins() {
  return <PageTitle />
}
