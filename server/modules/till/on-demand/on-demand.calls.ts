// Calls about goods that are made on demand, and the call with which the till sells, which uses such goods if stock is empty.

import type { Calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { onDemandSell } from '../../../../contract/till/on-demand.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { type GoodsRow, orderNow, sentPage } from '../live-selling/live-selling.ts'
import { rechargeAnswer } from '../recharges/recharges.ts'
import { buy, isMadeOnDemand, nextSale, pinsOf, type SaleAnswer, show, slipAnswer } from '../selling/selling.ts'
import { goodsFor, offersNow, sellOnDemand, TYPE } from './on-demand.ts'

/**
 * The live goods to sell in place of stock, if certainly nothing was sold from stock; undefined if there are none. They are also looked for after the refusal
 * `price_changed`, because the till may have shown the supplier's price.
 */
async function madeInstead(code: string, { configuration_id, transaction_key }: SellInput, context: Context<Calls['sell']>): Promise<GoodsRow | undefined> {
  if (code === 'not_on_offer') return goodsFor(context, configuration_id)
  if (code === 'key_reused' && !(await orderNow(context, keyOf(context, transaction_key)))) return undefined
  const isShort = SHORT.includes(code) || (code === 'price_changed' && (await isMadeOnDemand(context, configuration_id)))
  return isShort ? goodsFor(context, configuration_id, true) : undefined
}

type SellInput = InputOf<Calls['sell']>

/** Refusals after which certainly nothing was sold from stock: none or too few are left, or the key belongs to a supplier's sale. */
const SHORT: readonly string[] = ['out_of_stock', 'taken_a_moment_ago', 'key_reused']

export const onDemand: Pick<Handlers, 'onDemandOffers' | 'onDemandSell' | 'onDemandSold' | 'sell'> = {
  onDemandOffers: async (_, context) => ({ content: await offersNow(context) }),

  onDemandSell: async (asked, context) => ({ sale: await sellOnDemand(asked, context) }),

  onDemandSold: async (asked, context) => {
    const { sent, count } = await sentPage(context, { ...asked, type: TYPE })
    return listed(
      asked,
      sent.map((each) => rechargeAnswer(each, context.actor.mask_seller_discount)),
      count,
    )
  },

  sell: async (input, context) => {
    const sale = await sellAny(input, context)
    return input.with_next ? { ...sale, next: await nextSale(context, [sale]) } : sale
  },
}

/** Sells any goods that the till lists with a price: from stock, or, one piece at a time, from a supplier. */
async function sellAny(input: SellInput, context: Context<Calls['sell']>): Promise<SaleAnswer> {
  try {
    const { slip, isFresh } = await buy(input, context, null)
    return isFresh ? slipAnswer(slip, await pinsOf(slip, context), 0) : await show(slip, 'repeated', context)
  } catch (error) {
    if (!(error instanceof Refusal) || !allows(onDemandSell.access, context.actor)) throw error
    const row = await madeInstead(error.code, input, context)
    if (!row) throw error
    // A supplier makes one piece at a time, so a request for several is refused: with `too_big` for goods that only the supplier has, otherwise with
    // stock's own refusal, which says how many are left.
    if (input.quantity > 1) throw row.configuration_id === input.configuration_id ? refuseField('quantity', 'too_big', 1) : error
    const sale = await sellOnDemand({ ...input, once_more: false }, context, row)
    // The outcome is not known yet; a later request with the same key returns it.
    if (!sale) throw new Refusal('in_progress')
    return sale
  }
}
