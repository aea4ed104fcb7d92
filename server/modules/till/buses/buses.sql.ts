// Queries about bookings of bus tickets. A shop sees its own bookings only.

import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { BookingState, busTickets } from '../../../../contract/till/buses.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { searchFor } from '../../../postgres/search.ts'
import type { HeldTrips, Place } from '../../../suppliers/trips.ts'

export type HeldTrip = Omit<HeldTrips['trips'][number], 'departs' | 'arrives' | 'party'> & { departs: Instant; arrives: Instant }

export type BookingRow = {
  key: string
  seller_id: string
  user_id: string
  supplier_id: string
  adults: number
  children: number
  bikes: number
  trips: HeldTrip[]
  route: string
  departs_at: Instant
  price: Money
  discount: Money
  is_filled: boolean
  ends_at: Instant
  held: Buffer
  places: Place[]
  passengers: Buffer | null
  payment_id: string | null
  ordered: Buffer | null
  ticket: Buffer | null
  created_at: Instant
  hold_state: 'open' | 'posted' | 'void' | null
  sale_id: string | null
  /** The number that the supplier gave the sold order. If a user ended the order by hand, it is what the user entered as proof. */
  reference: string | null
  /** The price the shop pays; null if the ticket is not on offer to it. */
  price_own: Money | null
  cancel_state: 'asked' | 'done' | null
  given: Money | null
}

const COLUMNS = [
  ...['seller_id', 'user_id', 'supplier_id', 'adults', 'children', 'bikes', 'trips', 'route', 'departs_at', 'price', 'discount', 'is_filled', 'ends_at'],
  ...['held', 'places', 'passengers', 'payment_id', 'ordered', 'ticket', 'created_at'],
]

/** SQL: the state of a booking (contract/till/buses.ts) at the time :now. */
const STATE = `
  case when c.state = 'done' then 'cancelled' when c.state = 'asked' then 'cancelling'
       when h.state = 'posted' then 'sold'
       when h.state = 'open' then 'checking' when h.state = 'void' then 'refused' when b.ends_at <= :now then 'over'
       when b.is_filled then 'filled' else 'reserved' end`

const FROM = `
  bus_bookings b
  left join holds h on h.tenant_id = :tenant_id and h.key = b.key
  left join bus_cancellations c on c.tenant_id = :tenant_id and c.key = b.key`

type At = { actor: SignedIn; now: Date; configuration_id: string | null }

/** The booking under this key, if it is of the actor's own shop. */
export const bookingOf = (q: Query, { actor, now, configuration_id }: At, key: string) =>
  q.query<BookingRow & { state: BookingState }>(
    `select b.key, ${COLUMNS.map((name) => `b.${name}`)}, ${STATE} as state, h.state as hold_state,
            h.sale_id, h.reference,
            case when h.key is null then price_of(b.price, own.discount) else h.price_unit end as price_own,
            c.state as cancel_state, c.given
       from ${FROM}
       left join configurations g on g.tenant_id = :tenant_id and g.id = :configuration_id
       left join lateral offer_of(:tenant_id, b.seller_id, g.product_id, g.id, 'flixbus') own on true
      where b.tenant_id = :tenant_id and b.key = :key and b.seller_id = :organisation_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, key, now, configuration_id },
  )

export type NewBooking = Pick<
  BookingRow,
  'seller_id' | 'user_id' | 'supplier_id' | 'adults' | 'children' | 'bikes' | 'route' | 'price' | 'discount' | 'held'
> & {
  key: string
  trips: string
  route_search: string
  departs_at: Date
  ends_at: Date
  created_at: Date
}

/** Stores a booking. A key reserves only once: of two simultaneous requests the second changes nothing. */
export const putBooking = (q: Query, tenant_id: number, booking: NewBooking) => {
  const columns = Object.keys(booking)
  return q.query(`insert into bus_bookings ${columnsAndValues(['tenant_id', ...columns])} on conflict do nothing`, { tenant_id, ...booking })
}

export type BookingChange = Partial<{
  price: Money
  discount: Money
  ends_at: Date
  is_filled: boolean
  places: string
  passengers: Buffer
  payment_id: string
  ordered: Buffer
  ticket: Buffer
}>

/** Changes these fields of a booking; all other fields stay as they are. */
export const changeBooking = (q: Query, tenant_id: number, key: string, change: BookingChange) =>
  q.query(
    `update bus_bookings set ${Object.keys(change).map((name) => `${name} = :${name}`)}
      where tenant_id = :tenant_id and key = :key`,
    { ...change, tenant_id, key },
  )

/** Bookings that were paid, whatever their state is now. */
const LIST = {
  from: FROM,
  where: `b.tenant_id = :tenant_id and b.seller_id = :organisation_id and h.key is not null
          and (:state::text is null or ${STATE} = :state)
          and (:search::text is null or strpos(b.route_search, :search) > 0)
          and (:date_from::date is null or b.created_at >= ${dayStart(':date_from')})
          and (:date_to::date is null or b.created_at < ${dayEnd(':date_to')})`,
}

export type ListedRow = {
  booking_id: string
  state: BookingState
  created_at: Instant
  route: string
  departs: Instant
  passengers: number
  price: Money
  refunded: Money | null
  username: string
}

export async function bookings(q: Query, { tenant_id, organisation_id }: SignedIn, now: Date, asked: InputOf<typeof busTickets>) {
  const { filters, search_text } = asked
  const values = {
    ...{ tenant_id, organisation_id, now, search: searchFor(search_text) },
    ...{ state: filters.state ?? null, date_from: filters.date_from ?? null, date_to: filters.date_to ?? null },
  }
  const select = `b.key as booking_id, ${STATE} as state, b.created_at, b.route, b.departs_at as departs,
                  b.adults + b.children as passengers, b.price, c.given as refunded,
                  coalesce(u.username, '') as username`
  const from = `${LIST.from} left join users u on u.tenant_id = :tenant_id and u.id = b.user_id`
  const rows = await q.query<ListedRow>(pageOf({ ...LIST, from, select, order: 'b.created_at desc, b.key' }, values, asked))
  return { rows, total_count: await countOf(q, LIST, values) }
}

/** The number of bookings whose seats this user holds and has not paid for. */
export const openBookings = async (q: Query, { tenant_id, organisation_id, user_id }: SignedIn, now: Date): Promise<number> =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from bus_bookings b
        where b.tenant_id = :tenant_id and b.seller_id = :organisation_id and b.user_id = :user_id and b.ends_at > :now
          and b.created_at > :now::timestamptz - interval '1 day'
          and not exists (select from holds h where h.tenant_id = :tenant_id and h.key = b.key)`,
      { tenant_id, organisation_id, user_id, now },
    )
  )[0]?.n ?? 0

/** The user's mail address, to which a supplier writes about the user's sales. */
export const emailOf = async (q: Query, { tenant_id, user_id }: SignedIn): Promise<string> =>
  (await q.query<{ email: string }>('select email from users where tenant_id = :tenant_id and id = :user_id', { tenant_id, user_id }))[0]?.email ?? ''

/** The discount that this supplier gives on what is bought from it, in hundredths of a percent. */
export const buyingDiscount = async (q: Query, tenant_id: number, supplier_id: string): Promise<number> =>
  (
    await q.query<{ buying_discount: number }>(
      `select buying_discount from suppliers
        where tenant_id = :tenant_id and id = :supplier_id`,
      { tenant_id, supplier_id },
    )
  )[0]?.buying_discount ?? 0

/** Records that a cancellation was requested. Returns no row if an earlier request was made after `:again`, because that request may still be under way. */
export const putCancellation = (q: Query, values: { tenant_id: number; key: string; id: string; terms: Money; user_id: string; now: Date; again: Date }) =>
  q.query<{ terms: Money }>(
    `insert into bus_cancellations as c (tenant_id, key, id, terms, asked_by, asked_at)
     values (:tenant_id, :key, :id, :terms, :user_id, :now)
     on conflict (tenant_id, key) do update set asked_by = :user_id, asked_at = :now
      where c.state = 'asked' and c.asked_at < :again
     returning c.terms`,
    values,
  )

/** Deletes the request for a cancellation that the supplier refused. */
export const dropCancellation = (q: Query, tenant_id: number, key: string) =>
  q.query(`delete from bus_cancellations where tenant_id = :tenant_id and key = :key and state = 'asked'`, { tenant_id, key })
