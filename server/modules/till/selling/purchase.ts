// Buys PINs from stock: checks who may buy, and whether selling is allowed at this hour and on this device, and sells once per transaction key.
import { type Money, moneyText } from '../../../../contract/kit/money.ts'
import { type StockType, stockTypes } from '../../../../contract/kit/product-types.ts'
import type { PaymentKind } from '../../../../contract/till/selling.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { Outcome } from '../../../money/money.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Slip } from '../../../money/slips.ts'
import { makeDuePrices } from '../../goods/prices/prices.ts'
import { isShut } from '../../people/settings/settings.ts'
import { setAside } from './key-limit.ts'
import { typeOf } from './selling.sql.ts'

export type Buyer = Pick<Context, 'db' | 'keys' | 'money' | 'now'> & { actor: SignedIn }
export type PurchaseInput = {
  transaction_key: string
  configuration_id: string
  quantity: number
  price_seen?: Money | undefined
  payment?: PaymentKind | undefined
}

/** The slip of a purchase that succeeded; throws a refusal otherwise, with the figures that the shop needs for its next step. */
export function slipOf(outcome: Outcome): Slip {
  if (outcome.code === 'sold') return outcome.slip
  const { code, available, missing, left_over, price } = outcome
  throw new Refusal(code, {
    detail: {
      ...(available === null ? {} : { available: moneyText(available) }),
      ...(missing === null ? {} : { missing: moneyText(missing) }),
      ...(left_over === null ? {} : { left_over }),
      ...(price === null ? {} : { price: moneyText(price) }),
    },
  })
}

export type Barred = 'shop_closed' | NonNullable<SignedIn['till_barred']>

/**
 * Why nothing may be sold now or in this browser: it is outside binding opening hours, or the shop sells only on its own devices and this browser is not
 * paired with one. Null if selling is allowed.
 */
export function barredBy({ shop_timings, till_barred }: Pick<SignedIn, 'shop_timings' | 'till_barred'>, now: Date): Barred | null {
  return isShut(shop_timings, now) ? 'shop_closed' : till_barred
}

/**
 * The product types that this user may sell: a manager all types, staff according to their flags (has_gift_card for gift cards, has_cash_card for all other
 * types).
 */
export const sellableTypes = (actor: SignedIn): StockType[] =>
  stockTypes.filter((type) => (actor.role === 'seller' && actor.is_manager) || actor.flags.includes(type === 'gift_card' ? 'has_gift_card' : 'has_cash_card'))

/** Refuses goods whose flag the user lacks. Most users have all flags of the till, and for them no query is made. */
export async function refuseOtherTypes(configuration_id: string, { actor, db }: Buyer) {
  const types = sellableTypes(actor)
  if (types.length === stockTypes.length) return
  const [goods] = await db.read(actor.tenant_id, (q) => typeOf(q, actor, configuration_id))
  if (goods && !types.includes(goods.type)) throw new Refusal('not_on_offer')
}

/**
 * Voids the key, so that nothing can be sold under it. If the same sale was made under it before, returns that sale's slip, as for any repeated request; if
 * nothing was sold under it, throws `why`. Throws key_invalid for another user's key, and key_reused for a key under which something else was sold or booked.
 */
async function soldBefore(key: string, { configuration_id, quantity }: PurchaseInput, why: Barred, { actor, money }: Buyer): Promise<Slip> {
  const { outcome, sale_id, basket } = await money.settle(actor.tenant_id, key, actor.user_id)
  if (outcome === 'key_invalid' || outcome === 'key_reused') throw new Refusal(outcome)
  if (basket) throw new Refusal('key_reused')
  const slip = sale_id && (await money.slips(actor.tenant_id, [sale_id])).get(sale_id)
  if (!slip) throw new Refusal(why)
  if (slip.facts.configuration_id !== configuration_id || slip.facts.quantity !== quantity) throw new Refusal('key_reused')
  return slip
}

/** What the function that applies planned prices needs from the context. */
export const priced = ({ db, keys, now: clock }: Buyer) => ({ db, keys, clock })

/** The slip of a purchase. `isFresh`: this call made the sale, not an earlier call with the same key. */
export type Bought = { slip: Slip; isFresh: boolean }

export async function buy(input: PurchaseInput, context: Buyer, download_id: string | null): Promise<Bought> {
  const key = keyOf(context, input.transaction_key)
  await refuseOtherTypes(input.configuration_id, context)
  try {
    const why = barredBy(context.actor, context.now())
    if (why) return { slip: await soldBefore(key, input, why, context), isFresh: false }
    return await sellOnce(key, input, context, download_id)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Sells within the API key's daily limit. If the sale answers busy, planned prices may be due: they are applied, and the sale is tried once more. */
async function sellOnce(key: string, input: PurchaseInput, context: Buyer, download_id: string | null): Promise<Bought> {
  const { tenant_id, user_id, session_id, organisation_id: seller_id } = context.actor
  const { configuration_id, quantity, price_seen, payment } = input
  const sale_id = newIdAt(context.now())
  const purchase = { tenant_id, user_id, session_id, seller_id, key, configuration_id, quantity, price_seen, payment, sale_id, download_id }
  const limit = await setAside(context, key, input)
  try {
    let outcome = await context.money.sell(purchase)
    if (outcome.code === 'busy') {
      await makeDuePrices(priced(context), tenant_id)
      outcome = await context.money.sell(purchase)
    }
    const slip = slipOf(outcome)
    await limit.keep()
    return { slip, isFresh: slip.facts.sale_id === sale_id }
  } catch (error) {
    await limit.release(error)
    throw error
  }
}
