// Sells goods that a supplier makes at the moment of sale: one piece of a code or a recharge, once per transaction key (decision 0075).

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { RechargeOffer } from '../../../../contract/till/recharges.ts'
import type { Context } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import {
  codesLive,
  delivered,
  dynamicNamed,
  type GoodsRow,
  goodsOf,
  isDialledIn,
  numberTwice,
  orderNow,
  recipientAs,
  refuseOther,
  sellLive,
  weatherAt,
} from '../live-selling/live-selling.ts'
import { codesByName, offersOf } from '../recharges/recharges.ts'
import type { SaleAnswer } from '../selling/selling.ts'

export const TYPE = 'dynamic'

type OnDemandSellInput = InputOf<Calls['onDemandSell']>
type OnDemandContext = Context<Calls['onDemandSell']>

export async function offersNow(context: Context<Calls['onDemandOffers']>): Promise<RechargeOffer[]> {
  const { actor, db } = context
  const [goods, codes] = await db.read(actor.tenant_id, async (q) => [await goodsOf(q, actor, TYPE), await codesLive(q, actor, TYPE)])
  const weather = await weatherAt(context, [...goods, ...codes])
  return offersOf({ goods, codes: codesByName([], codes), weather, isMasked: actor.mask_seller_discount })
}

/**
 * The live goods with this id that are on offer. `asStock`: the id may also be that of a card in stock; in that case the live code with the same brand and
 * value is returned.
 */
export const goodsFor = async (
  { actor, db }: Pick<OnDemandContext, 'actor' | 'db'>,
  configuration_id: string,
  asStock = false,
): Promise<GoodsRow | undefined> => (await db.read(actor.tenant_id, (q) => dynamicNamed(q, actor, configuration_id, asStock ? configuration_id : null)))[0]

/** The recipient: none for a code; otherwise the number, which must equal its repetition if one is sent, and must be of the country that the product is for. */
export function recipientOf(row: GoodsRow, asked: Pick<OnDemandSellInput, 'mobile_number' | 'mobile_number_again'>): Readonly<Record<string, string>> {
  if (!row.details.needs?.[0]?.[0]) return {}
  if (asked.mobile_number === undefined) throw refuseField('mobile_number', 'required')
  const { mobile_number } = numberTwice(asked, row.country)
  if (!isDialledIn(mobile_number, row.country)) throw refuseField('mobile_number', 'other_country', row.country)
  return recipientAs(row, mobile_number)
}

/** Sells one piece; returns null if the outcome is not known yet. */
export async function sellOnDemand(asked: OnDemandSellInput, context: OnDemandContext, row?: GoodsRow): Promise<SaleAnswer | null> {
  const { transaction_key, configuration_id, price_seen, once_more } = asked
  const key = keyOf(context, transaction_key)
  const earlier = await orderNow(context, key)
  const wanted = row ?? (await goodsFor(context, configuration_id))
  if (earlier) {
    refuseOther(earlier, context.actor, earlier.configuration_id === (wanted?.configuration_id ?? configuration_id))
    return delivered(key, context, false)
  }
  if (!wanted) throw new Refusal('not_on_offer')
  const recipient = recipientOf(wanted, asked)
  const isNew = await sellLive(context, {
    ...{ transaction_key, configuration_id: wanted.configuration_id, connection_id: wanted.connection_id, value: wanted.value, is_chosen: false },
    ...{ cost: wanted.cost_from, price_seen, once_more: once_more || Object.keys(recipient).length === 0, priceAt: () => null },
    order: { product_id: wanted.supplier_product, quantity: 1, amount: null, recipient },
  })
  return delivered(key, context, isNew)
}
