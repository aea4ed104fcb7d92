// prices.
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'

const open = async () => {
  throw new Refusal('internal')
}

export const prices: Pick<
  Handlers,
  | 'assignedChange'
  | 'assignedList'
  | 'assignedProducts'
  | 'liveDiscounts'
  | 'liveDiscountsPlatform'
  | 'planAdd'
  | 'planUpdate'
  | 'plansList'
  | 'priceEffect'
  | 'priceWhy'
> = {
  assignedChange: open,
  assignedList: open,
  assignedProducts: open,
  liveDiscounts: open,
  liveDiscountsPlatform: open,
  planAdd: open,
  planUpdate: open,
  plansList: open,
  priceEffect: open,
  priceWhy: open,
}
