// Buys one piece from its supplier. Checks whether the piece may be sold at this time and in this browser, and whether the same product was sent to the same
// number a moment ago; then sells within the limit of the API key.
import { AGAIN_MS } from '../../../../contract/kit/live.ts'
import { type Money, moneyText } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { LiveOutcome } from '../../../suppliers/live-sale.ts'
import { recipientIndex, tillOf } from '../../../suppliers/sealed-order.ts'
import type { Order } from '../../../suppliers/supplier.ts'
import { readAgain } from '../../live/live-products/live-products.ts'
import { barredBy, setAside } from '../selling/selling.ts'
import { soldSince } from './live-selling.sql.ts'
import { failureOf } from './order-standing.ts'

type LiveContext = Pick<Context, 'keys' | 'live' | 'now' | 'db'> & { actor: SignedIn }

/** A purchase of one piece. `value`: the price at the shop's counter; `is_chosen`: the customer chose the amount, so `value` is not the denomination's. */
type LivePurchase = {
  transaction_key: string
  configuration_id: string
  connection_id: string
  value: Money
  is_chosen: boolean
  cost: Money
  price_seen: Money | undefined
  order: Order
  /** Whether the seller has confirmed that the same product is sent to the same number again. */
  once_more: boolean
  /** The price that the shop would see if this were the supplier's cost; null if the product would then not be sold. */
  priceAt: (cost: Money) => Money | null
}

/**
 * Sells the piece, or throws the refusal. Returns when the piece is delivered or the outcome is unknown: true if this call ordered the piece, false if an
 * earlier call with this key did.
 */
export async function sellLive(context: LiveContext, purchase: LivePurchase): Promise<boolean> {
  const key = keyOf(context, purchase.transaction_key)
  const why = barredBy(context.actor, context.now())
  if (why) throw new Refusal(why)
  if (!purchase.once_more) await refuseSentBefore(key, purchase, context)
  return sellOnce(key, purchase, context)
}

async function refuseSentBefore(key: string, { configuration_id, value, order }: LivePurchase, { actor, keys, now, db }: LiveContext): Promise<void> {
  const { tenant_id } = actor
  const recipient_index = recipientIndex(keys, tenant_id, order.recipient)
  if (!recipient_index) return
  const since = new Date(now().getTime() - AGAIN_MS)
  const [[before]] = await db.readAtOnce(tenant_id, (q) => [soldSince(q, actor, { key, configuration_id, value, recipient_index, since })])
  if (before) throw new Refusal('sent_before', { detail: { at: before.created_at, is_pending: before.hold_state === 'open' } })
}

/** Sells within the API key's daily limit, at the price that the till has shown. */
async function sellOnce(key: string, purchase: LivePurchase, context: LiveContext): Promise<boolean> {
  const { actor, keys, now, db, live } = context
  const { tenant_id, user_id, session_id, organisation_id: seller_id } = actor
  const { configuration_id, connection_id: supplier_id, value, is_chosen, cost, price_seen, order } = purchase
  const asked = { tenant_id, key, user_id, session_id, seller_id, configuration_id, price_seen, value: is_chosen ? value : null, supplier_id, cost }
  const limit = await setAside(context, key, { configuration_id, quantity: 1, value })
  try {
    const outcome = await live.sell(asked, { ...order, seller: tillOf(keys, actor) })
    // The supplier's cost differs from that in the catalogue, so the catalogue is read again soon, and the next view shows the current price.
    if (outcome.outcome === 'refused' && outcome.cost !== undefined) await db.write(tenant_id, (q) => readAgain(q, tenant_id, now()))
    refuseUnsold(outcome, purchase)
    await limit.keep()
    return outcome.outcome !== 'not_held' && outcome.is_new === true
  } catch (error) {
    await limit.release(error)
    throw refusalOf(error)
  }
}

/** Throws if nothing was sold, with the figures that the shop needs for its next step. */
function refuseUnsold(outcome: LiveOutcome, { priceAt }: Pick<LivePurchase, 'priceAt'>): void {
  if (outcome.outcome === 'not_held') {
    const { code, ...figures } = outcome
    const detail = Object.fromEntries(
      (['available', 'missing', 'price'] as const).flatMap((name) => (figures[name] === null ? [] : [[name, moneyText(figures[name])]])),
    )
    throw new Refusal(code, { detail })
  }
  if (outcome.outcome !== 'refused') return
  // A refusal with a cost means that the supplier's cost was higher than in the catalogue.
  const price = outcome.cost === undefined ? null : priceAt(outcome.cost)
  if (price !== null) throw new Refusal('price_changed', { detail: { price: moneyText(price) } })
  throw new Refusal('supplier_refused', { detail: { failure: failureOf(outcome.code) } })
}
