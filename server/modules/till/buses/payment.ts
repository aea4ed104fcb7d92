// Pays a booking: holds the price in the wallets, commits the order at the supplier, and then posts the hold or releases it (decision 0029).
import { type Money, moneyText } from '../../../../contract/kit/money.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { sealDelivery } from '../../../kit/seal.ts'
import type { MoneyDoor } from '../../../money/money.ts'
import { done, unknown } from '../../../suppliers/answers.ts'
import { NOT_SEARCHED } from '../../../suppliers/endings.ts'
import type { LiveOutcome, LiveSales } from '../../../suppliers/live-sale.ts'
import type { Steps } from '../../../suppliers/order-dialogue.ts'
import type { HoldName, TripOrder } from '../../../suppliers/trips.ts'
import { isShut } from '../../people/settings/settings.ts'
import { type BookingContext, change, heard, type Standing, standing } from './booking.ts'
import { buyingDiscount, emailOf } from './buses.sql.ts'
import { told } from './desk.ts'
import { openAs, sealAs } from './sealed-content.ts'

export type PayGround = BookingContext & { money: MoneyDoor; live: LiveSales }
type Paying = { price_seen: Money; email: string | null }

/**
 * Throws if nothing may be sold at this time or in this browser: outside binding opening hours, or in a browser that is not paired while the shop sells only
 * on its own devices.
 */
function refuseBarred({ actor, now }: PayGround): void {
  const why = isShut(actor.shop_timings, now()) ? 'shop_closed' : actor.till_barred
  if (why) throw new Refusal(why)
}

/** Pays a booking. A repeated request makes no second sale, because what is bought under the key was fixed when the seats were reserved. */
export async function pay(ground: PayGround, key: string, paying: Paying): Promise<Standing> {
  const row = await standing(ground, key)
  if (row.hold_state === null) {
    refuseBarred(ground)
    if (row.state === 'over') throw new Refusal('seats_over')
    if (!row.is_filled) throw refuseField('passengers', 'required')
    await start(ground, row, paying.email)
  }
  if (row.hold_state === null || row.hold_state === 'open') refuseUnsold(ground, await buy(ground, key, paying.price_seen))
  return standing(ground, key)
}

/** Starts a payment at the supplier. Starting it charges nothing; only committing the payment later makes the order. */
async function start(ground: PayGround, { key, held, payment_id }: Standing, given: string | null): Promise<void> {
  if (payment_id) return
  const { actor, db, desk, keys } = ground
  const email = given || (await db.read(actor.tenant_id, (q) => emailOf(q, actor)))
  if (!email) throw refuseField('email', 'required')
  const name = openAs<HoldName>(keys, actor.tenant_id, key, 'held', held)
  const started = await heard(ground, key, async () => told(await desk.trips.start(name, email), { over: 'seats_over' }))
  await change(ground, key, { payment_id: started.payment_id })
}

async function buy(ground: PayGround, key: string, price_seen: Money): Promise<LiveOutcome> {
  const { actor, db, live, desk } = ground
  const { tenant_id, user_id, session_id, organisation_id: seller_id } = actor
  const row = await standing(ground, key)
  if (row.hold_state === 'open' && row.ordered) return bought(ground, row, row.ordered)
  if (!desk.configuration_id) throw new Refusal('not_on_offer')
  const kept = await db.read(tenant_id, (q) => buyingDiscount(q, tenant_id, desk.supplier_id))
  const cost = row.price - Math.floor((row.price * kept) / 10_000)
  return live.sell(
    {
      ...{ tenant_id, key, user_id, session_id, seller_id, configuration_id: desk.configuration_id, price_seen, value: row.price },
      ...{ supplier_id: desk.supplier_id, cost },
    },
    { product_id: row.trips.map(({ trip_id }) => trip_id).join(' '), quantity: 1, amount: row.price, recipient: {} },
    { recipient_end: row.route },
    stepsOf(ground, row),
  )
}

const deliveryOf = ({ order_id, secret }: TripOrder) => ({ facts: { order_id, secret } })

/** Posts the sale of a ticket that the supplier has already sold, for the case that the server was stopped between the order and the posting. */
async function bought({ actor, keys, money }: PayGround, { key }: Standing, ordered: Buffer): Promise<LiveOutcome> {
  const { tenant_id } = actor
  const order = openAs<TripOrder>(keys, tenant_id, key, 'ordered', ordered)
  const payload = sealDelivery(keys, tenant_id, key, deliveryOf(order))
  return { outcome: 'sold', sale_id: await money.post(tenant_id, key, { reference: order.order_id, payload }) }
}

/**
 * The steps of buying a booking as an order at a supplier. The order's name is stored before the sale is posted. If a purchase gets no answer, the supplier
 * cannot be asked about it, so a user of the platform has to end the order.
 */
function stepsOf(ground: PayGround, { key, held, payment_id }: Standing): Steps {
  const { actor, keys, desk } = ground
  const { tenant_id } = actor
  const none = async () => unknown(NOT_SEARCHED)
  return {
    ...{ status: none, confirm: none, cancel: none },
    async create() {
      const said = await desk.trips.buy(key, openAs<HoldName>(keys, tenant_id, key, 'held', held), payment_id ?? '')
      // The supplier cannot be asked about this order, so waiting would not help, and a user of the platform has to end the order.
      if (said.outcome === 'unknown') return unknown(NOT_SEARCHED)
      if (said.outcome === 'refused') return said
      await change(ground, key, { ordered: sealAs(keys, tenant_id, key, 'ordered', said.value) })
      return done({ state: 'delivered', supplier_reference: said.value.order_id, delivery: deliveryOf(said.value) })
    },
  }
}

/** Throws if nothing was bought. An unknown outcome is not a refusal: the booking's state shows it. */
function refuseUnsold({ actor }: PayGround, sold: LiveOutcome): void {
  if (sold.outcome === 'refused') {
    const over = sold.code === 'over' ? 'seats_over' : undefined
    throw new Refusal(over ?? (sold.code === 'not_reached' ? 'supplier_silent' : 'supplier_refused'))
  }
  if (sold.outcome !== 'not_held') return
  const figures = Object.entries({ available: sold.available, missing: sold.missing, price: sold.price })
  const shown = figures.flatMap(([name, amount]) => (amount === null || (actor.mask_seller_discount && name !== 'price') ? [] : [[name, moneyText(amount)]]))
  throw new Refusal(sold.code, { detail: Object.fromEntries(shown) })
}
