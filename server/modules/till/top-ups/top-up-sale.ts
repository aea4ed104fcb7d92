// Sends a top-up. The chosen product must fit the number, the price must be the one that the shop has seen, and under one key only one top-up is sent.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { livePrice } from '../../../../contract/kit/live-price.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Change } from '../../../postgres/audit.ts'
import {
  amountProblem,
  type GoodsRow,
  goodsOrRepeated,
  isDialledIn,
  numberTwice,
  type ReadNumber,
  recipientAs,
  sellLive,
} from '../live-selling/live-selling.ts'
import { arrivesOf, costsOf, isChosen, isFor, operatorId, shownPrice } from './top-ups.ts'

type DtOneInput = InputOf<Calls['dtOne']>

export const TYPE = 'international_top_up'

/** Whether a product fits the number. With another operator, country or region the top-up would be lost or reach somebody else. */
const isMeantFor = (row: GoodsRow, number: ReadNumber, { operator_id, region }: DtOneInput): boolean =>
  (operator_id === undefined || operator_id === operatorId(row.connection_id, row.operator)) &&
  isDialledIn(number.mobile_number, row.country) &&
  isFor(row, region)

/** Sends a top-up; returns its key, and what to write to the audit log if this call sent it. Throws if nothing was sent. */
export async function sendTopUp(asked: DtOneInput, context: Context<Calls['dtOne']>): Promise<{ key: string; change?: Change }> {
  const { actor } = context
  if (actor.view) throw new Refusal('view_only', { detail: { organisation: actor.view.organisation_name } })
  const { transaction_key = '', configuration_id = '', amount, price_seen, once_more } = asked
  if (!transaction_key) throw refuseField('transaction_key', 'required')
  const key = keyOf(context, transaction_key)
  const number = numberTwice(asked, asked.country)
  const row = await goodsOrRepeated(context, { type: TYPE, key, configuration_id, number: number.mobile_number })
  if (row === 'repeated') return { key }
  if (!row || !isMeantFor(row, number, asked)) throw new Refusal('not_on_offer')
  const wrong = amountProblem(arrivesOf(row), amount)
  if (wrong) throw refuseField('amount', wrong.code, wrong.limit)
  const { cost, value } = costsOf(row, amount)
  if (value === null) throw new Refusal('not_on_offer')
  const is_chosen = isChosen(row)
  const { from, unit } = arrivesOf(row)
  const arrives = { amount: is_chosen ? null : from, unit }
  await sellLive(context, {
    ...{ transaction_key, configuration_id, connection_id: row.connection_id, value, is_chosen, cost, price_seen, once_more },
    priceAt: (now) => {
      const at = livePrice(row, row, now)
      return at === null ? null : shownPrice(row, at, actor.mask_seller_discount)
    },
    order: { product_id: row.supplier_product, quantity: 1, amount: is_chosen ? cost : null, recipient: recipientAs(row, number.mobile_number), arrives },
  })
  const name = `${row.operator_name} ${row.name} …${number.mobile_number.slice(-3)}`
  return { key, change: { subject: { kind: 'configuration', id: configuration_id, name }, after: { amount: moneyText(value) } } }
}
