// Calls about bus tickets: searching trips, booking and paying in steps, listing tickets, showing one, and cancelling one.

import type { Handlers } from '../../../http/mount.ts'
import type { Services } from '../../../http/services.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { fill, type Looking, redeem, reserve, type Standing, standing } from './booking.ts'
import { bookings } from './buses.sql.ts'
import { bookingAnswer, tripAnswer } from './buses.ts'
import { openDesk } from './desk.ts'
import { type PayGround, pay } from './payment.ts'
import { cancel, endedByHand, keepTicket, termsOf, ticketOf } from './ticket.ts'
import { citiesOf, pricesAround, tripsOf } from './trip-search.ts'

type Own = Pick<Handlers, 'flixbus' | 'flixbusCities' | 'busTickets' | 'busTicket' | 'busTerms' | 'busCancel'>
type FlixbusInput = Parameters<Own['flixbus']>[0]

const groundOf = async <G extends Omit<Looking, 'desk'> & Pick<Services, 'suppliers'>>(context: G) => {
  const { actor, keys, now, db } = context
  return { actor, keys, now, db: db as G['db'], desk: await openDesk(context, actor.tenant_id) }
}

const answer = ({ actor }: Looking, row: Standing) => ({ booking: bookingAnswer(row, actor.mask_seller_discount) })
const subject = ({ actor }: Looking, { key, route }: Standing) => ({ kind: 'bus_booking', id: key, name: route, organisation_id: actor.organisation_id })
const NONE = '' as const

async function booked(ground: PayGround, key: string, asked: FlixbusInput): Promise<Standing> {
  const { step, trip_ids = [], passengers = [], voucher = NONE, price_seen = 0, email = null, adults, children, bikes } = asked
  if (step === 'reserve') return reserve(ground, key, trip_ids, { adults, children, bikes })
  if (step === 'passengers') return fill(ground, key, passengers)
  if (step === 'voucher') return redeem(ground, key, voucher)
  const row = await pay(ground, key, { price_seen, email })
  await keepTicket(ground, row)
  return row
}

export const buses: Own = {
  flixbusCities: async (_, context) => ({ content: await citiesOf((await openDesk(context, context.actor.tenant_id)).trips) }),

  flixbus: async (asked, context) => {
    const ground = { ...(await groundOf(context)), money: context.money, live: context.live }
    const { step, transaction_key, from = NONE, to = NONE, day = NONE } = asked
    if (step === 'search' || step === 'days') {
      const [wanted, { language }] = [{ ...asked, from, to, day }, context.actor]
      const { trips } = ground.desk
      if (step === 'days') return { days: await pricesAround(trips, wanted, language, context.now()) }
      return { trips: (await tripsOf(trips, wanted, language, context.now())).map(tripAnswer) }
    }
    const { role, organisation_name } = context.actor
    if (role === 'web_support') throw new Refusal('view_only', { detail: { organisation: organisation_name } })
    const row = await booked(ground, keyOf(ground, transaction_key ?? NONE), asked)
    await context.audit({ subject: subject(ground, row), after: { step, state: row.state } })
    return answer(ground, row)
  },

  busTickets: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const { rows, total_count } = await bookings(q, actor, now(), asked)
      return listed(asked, rows, total_count)
    }),

  busTicket: async ({ booking_id, transaction_key }, context) => {
    const ground = await groundOf(context)
    const row = await standing(ground, booking_id ?? keyOf(ground, transaction_key ?? NONE))
    return { ...answer(ground, row), ticket: await ticketOf(ground, row), ask_with: endedByHand(row) }
  },

  busTerms: async ({ booking_id }, context) => {
    const ground = await groundOf(context)
    const row = await standing(ground, booking_id)
    const { is_possible, until, refunds } = await termsOf(ground, row)
    return { is_possible: is_possible && refunds.cash !== null, until: until?.toISOString() ?? null, price: row.price, refund: refunds.cash }
  },

  busCancel: async ({ booking_id, refund_seen }, context) => {
    const ground = { ...(await groundOf(context)), money: context.money }
    const before = await standing(ground, booking_id)
    const row = await cancel(ground, booking_id, refund_seen)
    const after = { state: row.state, refunded: row.given }
    await context.audit({ subject: subject(ground, row), before: { state: before.state, refunded: before.given }, after })
    return answer(ground, row)
  },
}
