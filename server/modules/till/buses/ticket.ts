// Shows the ticket of a booking, and cancels it. The supplier's refund is booked once, divided in proportion to the prices of the sale.

import { type Money, moneyText } from '../../../../contract/kit/money.ts'
import type { Ticket } from '../../../../contract/till/buses.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { MoneyDoor } from '../../../money/money.ts'
import type { CancelTerms, TripOrder, TripTicket } from '../../../suppliers/trips.ts'
import { type BookingContext, change, type Looking, passengersOf, type Standing, standing } from './booking.ts'
import { dropCancellation, putCancellation } from './buses.sql.ts'
import { ticketAnswer } from './buses.ts'
import { told } from './desk.ts'
import { openAs, sealAs } from './sealed-content.ts'

/** How long one cancellation request to the supplier blocks another. */
const AGAIN_MS = 60_000

const orderOf = ({ actor, keys }: Looking, { key, ordered }: Standing): TripOrder => {
  if (!ordered) throw new Refusal('not_found')
  return openAs<TripOrder>(keys, actor.tenant_id, key, 'ordered', ordered)
}

/**
 * The ticket, if it was sold. A stored ticket is shown again without asking the supplier. Null if nothing was sold, if a user ended the order by hand, or if
 * the supplier does not answer.
 */
export async function ticketOf(ground: Looking, row: Standing): Promise<Ticket | null> {
  if (row.hold_state !== 'posted' || !row.ordered) return null
  const order = orderOf(ground, row)
  const ticket = row.ticket ? openAs<TripTicket>(ground.keys, ground.actor.tenant_id, row.key, 'ticket', row.ticket) : await fetched(ground, order)
  return ticket && ticketAnswer(order.order_id, ticket, passengersOf(ground, row))
}

async function fetched({ desk }: Looking, order: TripOrder): Promise<TripTicket | null> {
  const said = await desk.trips.ticket(order)
  return said.outcome === 'done' ? said.value : null
}

/**
 * The supplier's order number if a user ended the order as sold; otherwise null. The portal has no access to such an order, so its ticket and its
 * cancellation must be requested from the supplier by that number.
 */
export const endedByHand = ({ state, ordered, reference }: Standing): string | null => (state === 'sold' && !ordered ? (reference ?? '') : null)

/** Stores the ticket as soon as it is sold, so that it can be printed later even if the supplier does not answer at that time. */
export async function keepTicket(ground: BookingContext, row: Standing): Promise<void> {
  if (row.state !== 'sold' || row.ticket || !row.ordered) return
  const ticket = await fetched(ground, orderOf(ground, row))
  if (ticket) await change(ground, row.key, { ticket: sealAs(ground.keys, ground.actor.tenant_id, row.key, 'ticket', ticket) })
}

export async function termsOf(ground: Looking, row: Standing): Promise<CancelTerms> {
  if (row.state !== 'sold' || !row.ordered) return { is_possible: false, until: null, refunds: { cash: null, voucher: null } }
  return told(await ground.desk.trips.terms(orderOf(ground, row)))
}

export type CancelGround = BookingContext & { money: MoneyDoor }

/**
 * Cancels a ticket. A second request does not cancel again. If the answer to the first request was lost, the request is repeated, and the ticket then shows
 * whether the first was carried out.
 */
export async function cancel(ground: CancelGround, key: string, refund_seen: Money): Promise<Standing> {
  const row = await standing(ground, key)
  if (row.state === 'cancelled') return row
  if ((row.state !== 'sold' && row.state !== 'cancelling') || !row.ordered) throw new Refusal('not_cancellable')
  const order = orderOf(ground, row)
  if (row.state === 'sold') await refuseOtherTerms(ground, order, refund_seen)
  const terms = await asking(ground, key, refund_seen)
  const said = await ground.desk.trips.cancel(order, 'cash')
  if (said.outcome === 'done') return booked(ground, key, said.value.refund)
  if (said.outcome === 'unknown') return standing(ground, key)
  const ticket = await ground.desk.trips.ticket(order)
  if (ticket.outcome !== 'done') return standing(ground, key)
  if (ticket.value.is_cancelled) return booked(ground, key, terms)
  await ground.db.write(ground.actor.tenant_id, (q) => dropCancellation(q, ground.actor.tenant_id, key))
  throw new Refusal('not_cancellable')
}

async function refuseOtherTerms({ desk }: BookingContext, order: TripOrder, refund_seen: Money): Promise<void> {
  const { is_possible, refunds } = told(await desk.trips.terms(order))
  if (!is_possible || refunds.cash === null) throw new Refusal('not_cancellable')
  if (refunds.cash !== refund_seen) throw new Refusal('price_changed', { detail: { price: moneyText(refunds.cash) } })
}

/** Records the cancellation before the supplier is asked; returns the refund that the supplier promised at the first request. */
async function asking({ actor, db, now }: BookingContext, key: string, terms: Money): Promise<Money> {
  const { tenant_id, user_id } = actor
  const asked = { tenant_id, key, id: newId(), terms, user_id, now: now(), again: new Date(now().getTime() - AGAIN_MS) }
  const [noted] = await db.write(tenant_id, (q) => putCancellation(q, asked))
  if (!noted) throw new Refusal('in_progress')
  return noted.terms
}

/** Books the refund that the supplier gave, but never more than was paid. */
async function booked(ground: CancelGround, key: string, given: Money): Promise<Standing> {
  const { actor, db, money } = ground
  const { price } = await standing(ground, key)
  await db.write(actor.tenant_id, (q) => money.refundTrip(q, { tenant_id: actor.tenant_id, key, user_id: actor.user_id, given: Math.min(given, price) }))
  return standing(ground, key)
}
