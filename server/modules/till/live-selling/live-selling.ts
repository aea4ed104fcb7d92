// The module's public interface for selling live goods of every kind. A sale takes these steps: goods, telephone numbers and amounts, the earlier order under
// the same key, the purchase, its delivery. The interface also has the list of what was sent. The module has no calls of its own.
import type { Order } from '../../../suppliers/supplier.ts'
import type { GoodsRow } from './goods.sql.ts'

export { type Arriving, amountProblem, costAt } from './amounts.ts'
export { delivered } from './delivery.ts'
export { goodsOrRepeated, orderNow, refuseOther } from './earlier-order.ts'
export { codesLive, dynamicNamed, type GoodsRow, goodsNamed, goodsOf, goodsOfOperator, type SentRow } from './goods.sql.ts'
export { sellLive } from './live-purchase.ts'
export { isDialledIn, numberTwice, type ReadNumber, readNumber } from './numbers.ts'
export { refuseFailed, standingOf } from './order-standing.ts'
export { endOf, playedStanding } from './practice-outcome.ts'
export { type SentOne, sellerOf, sentOne, sentPage } from './sent-list.ts'
export { weatherAt } from './weather.ts'

/** The order's recipient: the number, under the field name that the product's supplier uses for it. */
export const recipientAs = ({ details }: GoodsRow, number: string): Order['recipient'] => ({ [details.needs?.[0]?.[0] ?? 'number']: number })
