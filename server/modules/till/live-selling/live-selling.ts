// Shared rules of selling over a supplier: once per key, a warning before the same goods go to the same number again, and a state in words for a shop. Has no
// calls of its own.
import type { FieldProblem } from '../../../../contract/kit/errors.ts'
import { AGAIN_MS, type LiveFailure, type TransactionOutcome } from '../../../../contract/kit/live.ts'
import { type Money, moneyText } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import type { LiveOutcome } from '../../../suppliers/live-sale.ts'
import { recipientIndex, tillOf } from '../../../suppliers/sealed-order.ts'
import type { Order, RefusedBy } from '../../../suppliers/supplier.ts'
import { readAgain } from '../../live/live-products/live-products.ts'
import { barredBy, pinsOf, type SaleAnswer, type Shower, setAside, show, slipAnswer } from '../selling/selling.ts'
import { type GoodsRow, goodsNamed, type Sent } from './goods.sql.ts'
import { type OrderRow, orderOf, soldSince } from './live-selling.sql.ts'
import { type ReadNumber, readNumber } from './numbers.ts'

export { type Arriving, amountProblem, costAt } from './amounts.ts'
export { codesLive, dynamicNamed, type GoodsRow, goodsNamed, goodsOf, goodsOfOperator, type SentRow } from './goods.sql.ts'
export { isDialledIn, type ReadNumber, readNumber } from './numbers.ts'
export { endOf, playedStanding } from './practice-outcome.ts'
export { type SentOne, sellerOf, sentOne, sentPage } from './sent-list.ts'
export { weatherAt } from './weather.ts'

type LiveSaleContext = Pick<Context, 'keys' | 'live' | 'now' | 'db'> & { actor: SignedIn }

/**
 * One piece of a configuration, as its connection sells it. `value`: its price at the counter; `is_chosen`: the customer chose the amount, it is not the
 * denomination's.
 */
type LiveOrder = {
  transaction_key: string
  configuration_id: string
  connection_id: string
  value: Money
  is_chosen: boolean
  cost: Money
  price_seen: Money | undefined
  order: Order
  /** The seller has confirmed sending the same to the same number again. */
  once_more: boolean
  /** The price the shop would see at another cost; null where the product is then no longer sold. */
  priceAt: (cost: Money) => Money | null
}

const FAILURES: Readonly<Record<RefusedBy, LiveFailure>> = {
  ...{ recipient: 'number', amount: 'amount', not_available: 'not_available', our_balance: 'not_now', our_mistake: 'not_now' },
  ...{ not_reached: 'not_now', over: 'not_now', never_seen: 'not_now', reversed: 'given_back' },
}

/** Our own lack of money at the supplier is never reported as the shop's. */
const failureOf = (code: string): LiveFailure => FAILURES[code as RefusedBy] ?? 'not_now'

const STATES: Readonly<Record<OrderRow['hold_state'], TransactionOutcome>> = { open: 'pending', posted: 'successful', void: 'failed' }

/** The state of an order, in words for a shop. */
export function standingOf({ hold_state, reason, is_by_hand }: Pick<OrderRow, 'hold_state' | 'reason' | 'is_by_hand'>): {
  state: TransactionOutcome
  failure: LiveFailure | null
} {
  const state = STATES[hold_state]
  if (state !== 'failed') return { state, failure: null }
  return { state, failure: is_by_hand ? 'given_back' : failureOf(reason.split(':')[0] ?? '') }
}

/** The shop's order under a key, after the supplier was asked where the outcome is unknown. */
export const orderNow = async (ground: Orders, key: string): Promise<OrderRow | undefined> => askedAfter(ground, await orderRead(ground, key))

type Orders = Pick<LiveSaleContext, 'actor' | 'live'> & { db: Pick<ReadDb, 'readAtOnce'> }

async function orderRead({ actor, db }: Orders, key: string): Promise<OrderRow | undefined> {
  const [[order]] = await db.readAtOnce(actor.tenant_id, (q) => [orderOf(q, actor, key)])
  return order
}

async function askedAfter(ground: Orders, order: OrderRow | undefined): Promise<OrderRow | undefined> {
  if (order?.hold_state !== 'open') return order
  await ground.live.ask(ground.actor.tenant_id, order.key)
  return orderRead(ground, order.key)
}

type GoodsRequest = { type: Sent; key: string; configuration_id: string; number: string }

/**
 * The goods, if on offer, or 'repeated': a repeated request gets the state of the first, whatever has changed since, and orders nothing new. Throws where the
 * key was used for something else, and the earlier refusal where nothing was sold.
 */
export async function goodsOrRepeated(
  ground: LiveSaleContext,
  { type, key, configuration_id, number }: GoodsRequest,
): Promise<GoodsRow | undefined | 'repeated'> {
  const { actor, keys, db } = ground
  const [[order], [row]] = await db.readAtOnce(actor.tenant_id, (q) => [orderOf(q, actor, key), goodsNamed(q, actor, type, configuration_id)])
  const before = await askedAfter(ground, order)
  if (!before) return row
  if (before.user_id !== actor.user_id) throw new Refusal('key_invalid')
  const index = recipientIndex(keys, actor.tenant_id, { number })
  const isSame = before.configuration_id === configuration_id && index !== null && before.recipient_index?.equals(index)
  if (!isSame) throw new Refusal('key_reused')
  const { state, failure } = standingOf(before)
  if (state === 'failed') throw new Refusal('supplier_refused', { detail: { failure: failure ?? 'not_now' } })
  return 'repeated'
}

type NumberAsked = { mobile_number?: string | undefined; mobile_number_again?: string | undefined }

/** Both numbers in international form, however they are written. A number given only once was not typed, so there is nothing to compare. */
export function numberTwice({ mobile_number = '', mobile_number_again = mobile_number }: NumberAsked, country: string | undefined): ReadNumber {
  const [number, again] = [readNumber(mobile_number, country), readNumber(mobile_number_again, country)]
  if (!number) throw problem('mobile_number', 'not_a_phone_number')
  if (number.mobile_number !== again?.mobile_number) throw problem('mobile_number_again', 'mobile_not_matched')
  return number
}

export const problem = (field: string, code: FieldProblem['code'], limit?: string) =>
  new Refusal('invalid_input', { problems: [{ field, code, ...(limit ? { limit } : {}) }] })

/** The number under the field name that the product's supplier uses. */
export const recipientAs = ({ details }: GoodsRow, number: string): Order['recipient'] => ({ [details.needs?.[0]?.[0] ?? 'number']: number })

/**
 * Sells, or throws why not. Returns when it is delivered, and also when the outcome is unknown; true: ordered by this call, not by an earlier one under the
 * key.
 */
export async function sellLive(ground: LiveSaleContext, wanted: LiveOrder): Promise<boolean> {
  const { actor, keys, now, db, live } = ground
  const { tenant_id, user_id, session_id, organisation_id: seller_id } = actor
  const { configuration_id, connection_id: supplier_id, value, is_chosen, cost, price_seen, order } = wanted
  const key = keyOf(ground, wanted.transaction_key)
  const why = barredBy(actor, now())
  if (why) throw new Refusal(why)
  const recipient_index = recipientIndex(keys, tenant_id, order.recipient)
  if (recipient_index && !wanted.once_more) {
    const since = new Date(now().getTime() - AGAIN_MS)
    const [[before]] = await db.readAtOnce(tenant_id, (q) => [soldSince(q, actor, { key, configuration_id, value, recipient_index, since })])
    if (before) throw new Refusal('sent_before', { detail: { at: before.created_at, is_pending: before.hold_state === 'open' } })
  }
  const asked = { tenant_id, key, user_id, session_id, seller_id, configuration_id, price_seen, value: is_chosen ? value : null, supplier_id, cost }
  const limit = await setAside(ground, key, { configuration_id, quantity: 1, value })
  try {
    const outcome = await live.sell(asked, { ...order, seller: tillOf(keys, actor) })
    // The catalogue is outdated: it is read again at once, so that the next view shows the current price.
    if (outcome.outcome === 'refused' && outcome.cost !== undefined) await db.write(tenant_id, (q) => readAgain(q, tenant_id, now()))
    refuseUnsold(outcome, wanted)
    await limit.keep()
    return outcome.outcome !== 'not_held' && outcome.is_new === true
  } catch (error) {
    await limit.release(error)
    throw refusalOf(error)
  }
}

/** Throws why nothing was sold, with figures for the next step. */
function refuseUnsold(outcome: LiveOutcome, { priceAt }: Pick<LiveOrder, 'priceAt'>): void {
  if (outcome.outcome === 'not_held') {
    const { code, ...figures } = outcome
    const detail = Object.fromEntries(
      (['available', 'missing', 'price'] as const).flatMap((name) => (figures[name] === null ? [] : [[name, moneyText(figures[name])]])),
    )
    throw new Refusal(code, { detail })
  }
  if (outcome.outcome !== 'refused') return
  // The supplier's cost was higher than in the catalogue.
  const price = outcome.cost === undefined ? null : priceAt(outcome.cost)
  if (price !== null) throw new Refusal('price_changed', { detail: { price: moneyText(price) } })
  throw new Refusal('supplier_refused', { detail: { failure: failureOf(outcome.code) } })
}

type Delivering = Shower & Pick<Context, 'live' | 'db'> & { actor: SignedIn }

/** The delivery, or undefined while the outcome is unknown. Throws why nothing was sold. `isFresh`: ordered by this call, so its code was not shown yet. */
export async function delivered(key: string, context: Delivering, isFresh: boolean): Promise<SaleAnswer | null> {
  const { actor, money } = context
  const order = await orderNow(context, key)
  if (!order) throw new Refusal('not_on_offer')
  const { state, failure } = standingOf(order)
  if (state === 'failed') throw new Refusal('supplier_refused', { detail: { failure: failure ?? 'not_now' } })
  const slip = order.sale_id && (await money.slips(actor.tenant_id, [order.sale_id])).get(order.sale_id)
  if (!slip) return null
  return isFresh ? slipAnswer(slip, await pinsOf(slip, context), 0) : show(slip, 'repeated', context)
}
