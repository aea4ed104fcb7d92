// What a shop or reseller may sell from a provider now, with the price at the shop's counter and the price that the asker itself pays.

import type { Provider } from '../../../../contract/goods/live-prices.ts'
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { livePrice } from '../../../../contract/kit/live-price.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { type OfferRow, offerCount, offerRows } from './offers.sql.ts'

type SoftApiOffersInput = InputOf<Calls['softApiOffers']>
type Answer = OutputOf<Calls['softApiOffers']>

export async function offers(q: Query, actor: SignedIn, provider: Provider, asked: SoftApiOffersInput): Promise<Answer> {
  const rows = await offerRows(q, actor, provider, asked)
  return listed(
    asked,
    rows.map((row) => offerOf(row, actor)),
    await offerCount(q, actor, provider, asked),
  )
}

function offerOf(row: OfferRow, { mask_seller_discount }: SignedIn): Answer['content'][number] {
  const { configuration_id, product_id, product_name, name, country, value, price, discount, needs } = row
  const [value_to, seen] = [row.cost_to > row.cost_from ? livePrice(row, row, row.cost_to) : null, !mask_seller_discount]
  return {
    ...{ configuration_id, product_id, product_name, name, country, value, value_to, needs },
    price: seen ? price : null,
    discount: seen ? discount : null,
  }
}
