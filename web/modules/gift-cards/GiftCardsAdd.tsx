// GiftCardsAdd.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function GiftCardsAdd() {
  return <PageTitle />
}
