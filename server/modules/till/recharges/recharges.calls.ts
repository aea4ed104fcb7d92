// Calls about direct recharge: offers, selling a code, sending to a telephone number, the state of a recharge, the list and the summary.

import { moneyText } from '../../../../contract/kit/money.ts'
import type { Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import {
  goodsOf,
  goodsOrRepeated,
  isDialledIn,
  numberTwice,
  orderNow,
  recipientAs,
  sellerOf,
  sellLive,
  sentOne,
  sentPage,
  weatherAt,
} from '../live-selling/live-selling.ts'
import { codesFor, sellCode } from './codes.ts'
import { countryOf } from './recharges.sql.ts'
import { offersOf, rechargeAnswer } from './recharges.ts'
import { summed, summedCount } from './summary.sql.ts'

export const TYPE = 'direct_recharge'

export const recharges: Pick<Handlers, 'rechargeOffers' | 'rechargeSend' | 'rechargeCode' | 'rechargeStatus' | 'rechargeSummary' | 'rechargesList'> = {
  rechargeOffers: async (_, context) => {
    const { actor, db } = context
    const goods = await db.read(actor.tenant_id, (q) => goodsOf(q, actor, TYPE))
    const codes = await codesFor(context, goods)
    const live = [...codes.values()].flatMap((code) => code.live ?? [])
    const weather = await weatherAt(context, [...goods, ...live])
    return { content: offersOf({ goods, codes, weather, isMasked: actor.mask_seller_discount }) }
  },

  rechargeCode: sellCode,

  rechargeSend: async (asked, context) => {
    const { actor, db, audit } = context
    const { transaction_key, configuration_id, price_seen, once_more } = asked
    if (actor.view) throw new Refusal('view_only', { detail: { organisation: actor.view.organisation_name } })
    const key = keyOf(context, transaction_key)
    const number = numberTwice(asked, await db.read(actor.tenant_id, (q) => countryOf(q, actor.tenant_id, configuration_id)))
    const answer = async () => ({ recharge: rechargeAnswer(await sentOne(context, TYPE, key), actor.mask_seller_discount) })
    const row = await goodsOrRepeated(context, { type: TYPE, key, configuration_id, number: number.mobile_number })
    if (row === 'repeated') return answer()
    if (!row) throw new Refusal('not_on_offer')
    if (!isDialledIn(number.mobile_number, row.country)) throw refuseField('mobile_number', 'other_country', row.country)
    await sellLive(context, {
      ...{ transaction_key, configuration_id, connection_id: row.connection_id, value: row.value, is_chosen: false, cost: row.cost_from },
      ...{ price_seen, once_more, priceAt: () => null },
      order: { product_id: row.supplier_product, quantity: 1, amount: null, recipient: recipientAs(row, number.mobile_number) },
    })
    const name = `${row.operator_name} ${row.name} …${number.mobile_number.slice(-3)}`
    const change = { subject: { kind: 'configuration', id: configuration_id, name }, after: { amount: moneyText(row.value) } }
    const [answered] = await Promise.all([answer(), audit(change)])
    return answered
  },

  rechargeStatus: async ({ recharge_id }, context) => {
    await orderNow(context, recharge_id)
    const sent = await sentOne(context, TYPE, recharge_id)
    const facts = Object.entries(sent.facts).map(([name, text]) => ({ name, text }))
    return { recharge: rechargeAnswer(sent, context.actor.mask_seller_discount), ...(await sellerOf(context, sent.row)), facts }
  },

  rechargeSummary: async (asked, { actor, db }) =>
    db.list(actor, async (q) => listed(asked, await summed(q, actor, asked), await summedCount(q, actor, asked))),

  rechargesList: async (asked, context) => {
    const { sent, count } = await sentPage(context, { ...asked, type: TYPE })
    return listed(
      asked,
      sent.map((each) => rechargeAnswer(each, context.actor.mask_seller_discount)),
      count,
    )
  },
}
