// giftCards.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const giftCards: Pick<Handlers, 'giftCardBatchSearch' | 'giftCardDetails' | 'giftCardsAdd' | 'giftCardsList' | 'giftCardsUpdate'> = {
  giftCardBatchSearch: open,
  giftCardDetails: open,
  giftCardsAdd: open,
  giftCardsList: open,
  giftCardsUpdate: open,
}
