// GiftCardList.
import { PageTitle } from '../../kit/PageTitle.tsx'

export default function GiftCardList() {
  return <PageTitle />
}
