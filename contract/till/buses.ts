// Bus tickets: a journey is searched, seats are reserved for some minutes, passengers are entered, and the ticket is paid, printed and perhaps cancelled.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost, broken, matches } from '../kit/rules.ts'

/** The most seats and bicycles of one booking, more than any supplier accepts. */
const [SEATS_MAX, BIKES_MAX] = [20, 10]
const [ID_MAX, NAME_MAX] = [200, 60]
/** The number of days in the row of prices, with the requested day in the middle. */
export const STRIP_DAYS = 7

/** The kinds of passengers: children are 0 to 14 years old, adults 15 and older. */
export const passengerKinds = ['adult', 'child'] as const

const Party = z.object({ adults: z.int(), children: z.int(), bikes: z.int() })

export const City = z.object({
  city_id: z.string(),
  name: z.string(),
  country: z.string(),
  /** Cities that can be reached from this city. */ reaches: z.array(z.string()),
})
export type City = z.output<typeof City>

export const Trip = z.object({
  trip_id: z.string(),
  from: z.string(),
  to: z.string(),
  departs: instant,
  arrives: instant,
  changes: z.int(),
  operated_by: z.array(z.string()),
  /** The price for all passengers together. */
  price: money,
  seats: z.int(),
  bikes: z.int(),
  /** Whether there is room for all passengers. */
  is_free: z.boolean(),
})
export type Trip = z.output<typeof Trip>

const Ride = z.object({ trip_id: z.string(), from: z.string(), to: z.string(), departs: instant, arrives: instant })

/** The document that the passenger shows to the driver. */
export const Ticket = z.object({
  order_id: z.string(),
  /** The content of the QR code. */
  code: z.string(),
  pdf_url: z.nullable(z.string()),
  rides: z.array(z.object({ ...Ride.shape, line: z.string(), seats: z.array(z.string()) })),
  passengers: z.array(contact),
  taxes: z.array(z.object({ country: z.string(), percent: z.string(), tax: money, net: money })),
})
export type Ticket = z.output<typeof Ticket>

/**
 * The states of a booking. reserved: seats are held, names are missing. filled: it can be paid. checking: it is paid, and the supplier has not answered yet
 * whether it sold. sold: the ticket was sold. over: the seats are free again. refused: the supplier sold nothing, and the money was refunded. cancelling: the
 * supplier has not answered yet whether it cancelled. cancelled: the ticket was cancelled.
 */
export const bookingStates = ['reserved', 'filled', 'checking', 'sold', 'over', 'refused', 'cancelling', 'cancelled'] as const
export type BookingState = (typeof bookingStates)[number]

export const Booking = z.object({
  booking_id: z.string(),
  state: z.enum(bookingStates),
  /** The time at which the reservation of the seats ends, by this server's clock and not the supplier's. */
  ends_at: instant,
  party: Party,
  trips: z.array(z.object({ ...Ride.shape, price: money })),
  /** What the passenger pays, with the voucher deducted; `discount` is the voucher's amount. */
  price: money,
  discount: money,
  /** The price that the shop pays; null if prices are hidden from the shop. */
  price_own: z.nullable(money),
  sale_id: z.nullable(z.string()),
  /** The passenger's refund; null if nothing was cancelled. */
  refunded: z.nullable(money),
})
export type Booking = z.output<typeof Booking>

/** Access to bookings: only shops sell tickets; support can see bookings in a support view, but changes nothing. */
const shop = { only: ['seller'], roles: ['seller'], flags: ['has_flixbus'] } as const
/** Support can search trips as a shop does, but not book them. */
const finding = { only: ['seller', 'web_support'], roles: ['seller', 'web_support'], flags: ['has_flixbus'] } as const

const key = field.text(100)
/** A passenger of a round trip is listed once. */
const Passenger = z.object({
  kind: field.oneOf(passengerKinds),
  first_name: field.text(NAME_MAX),
  last_name: field.text(NAME_MAX),
  phone: z.optional(field.orNone(field.mobile())),
  birth_date: z.optional(field.orNone(field.day())),
})
export type Passenger = z.output<typeof Passenger>
const passengers = field.json(z.array(Passenger).check(atMost(2 * SEATS_MAX, 'too_big')))

/** The fields that each step of a booking needs. */
const needed = {
  search: ['from', 'to', 'day'],
  days: ['from', 'to', 'day'],
  reserve: ['transaction_key', 'trip_ids'],
  passengers: ['transaction_key', 'passengers'],
  voucher: ['transaction_key', 'voucher'],
  pay: ['transaction_key', 'price_seen'],
} as const
export const bookingSteps = ['search', 'days', 'reserve', 'passengers', 'voucher', 'pay'] as const

const flixbusInput = z
  .object({
    step: field.oneOf(bookingSteps),
    from: z.optional(z.string().check(atMost(ID_MAX))),
    to: z.optional(z.string().check(atMost(ID_MAX))),
    day: z.optional(field.day()),
    adults: z._default(field.int(1, SEATS_MAX), 1),
    children: z._default(field.int(0, SEATS_MAX), 0),
    bikes: z._default(field.int(0, BIKES_MAX), 0),
    /** A booking has one key from its reservation to its ticket, so a repeated request is about the same booking. */
    transaction_key: z.optional(key),
    /** The outward trip and, for a round trip, the return trip. */
    trip_ids: z.optional(field.json(z.array(field.text(ID_MAX)).check(atMost(2, 'too_big')))),
    passengers: z.optional(passengers),
    voucher: z.optional(z.string().check(z.trim(), atMost(40), matches(/^[\w-]+$/, 'invalid_value'))),
    /** The price that the shop saw: its own, or the passenger's if its own is hidden. At a different price nothing is sold. */
    price_seen: z.optional(field.money(0)),
    /** The mail address that the supplier writes to; if left out, the seller's. */
    email: z.optional(field.orNone(field.email())),
  })
  .check((checked) => {
    const given = checked.value as Record<string, unknown>
    for (const name of needed[checked.value.step]) if (given[name] === undefined) checked.issues.push(broken('required', undefined, [name]))
  })

export const flixbus = call({
  path: '/flixbus_api/',
  summary: 'Bus tickets, by step: search trips, the cheapest price of each day, reserve seats, name passengers, redeem a voucher, pay. With a key it books',
  access: finding,
  asksSupplier: true,
  input: flixbusInput,
  output: z.object({
    trips: z.optional(z.array(Trip)),
    days: z.optional(z.array(z.object({ day, /** Null: no trip has room for all passengers. */ price: z.nullable(money) }))),
    booking: z.optional(Booking),
  }),
  errors: [
    ...(['trip_full', 'seats_over', 'voucher_wrong', 'supplier_silent', 'supplier_refused', 'key_invalid', 'key_reused', 'key_void', 'in_progress'] as const),
    ...(['not_found', 'not_on_offer', 'price_changed', 'credit_limit_reached', 'reseller_limit', 'below_cost_limit', 'customer_stopped'] as const),
    ...(['shop_closed', 'device_not_assigned', 'terminal_inactive', 'busy', 'view_only'] as const),
  ],
  changes: { with: 'transaction_key' },
})

export const flixbusCities = call({
  path: '/get_flixbus_cities/',
  summary: 'Cities a bus goes from, and where one can go from each',
  access: finding,
  asksSupplier: true,
  input: z.object({}),
  output: z.object({ content: z.array(City) }),
  errors: ['supplier_silent', 'supplier_refused', 'not_on_offer'],
})

export const BookingRow = z.object({
  booking_id: z.string(),
  state: z.enum(bookingStates),
  created_at: instant,
  route: z.string(),
  departs: instant,
  passengers: z.int(),
  price: money,
  refunded: z.nullable(money),
  username: contact,
})

export const busTickets = call({
  path: '/view_bus_tickets/',
  summary: 'Bus tickets that were paid here, newest first (a call of our own)',
  access: shop,
  input: z.object({
    ...paging(20),
    filters: field.filters({ date_from: z.optional(field.day()), date_to: z.optional(field.day()), state: z.optional(z.enum(bookingStates)) }),
    search_text: field.search(),
  }),
  output: listOf(BookingRow),
})

export const busTicket = call({
  path: '/bus_ticket_details/',
  summary: 'How a booking stands, by its id or its key: the ticket to print again (a call of our own)',
  access: shop,
  asksSupplier: true,
  input: z.object({ booking_id: z.optional(field.id()), transaction_key: z.optional(key) }),
  output: z.object({
    booking: Booking,
    /** The ticket; null while nothing is sold, or if the supplier does not answer. */
    ticket: z.nullable(Ticket),
    /** The reference with which the ticket must be requested from the supplier, for a booking that a user ended. Null: the portal has the ticket. */
    ask_with: z.nullable(z.string()),
  }),
  errors: ['not_found', 'key_invalid'],
})

export const busTerms = call({
  path: '/bus_ticket_terms/',
  summary: 'What cancelling a ticket costs now (a call of our own)',
  access: shop,
  asksSupplier: true,
  input: z.object({ booking_id: field.id() }),
  output: z.object({
    is_possible: z.boolean(),
    until: z.nullable(instant),
    price: money,
    /** The passenger's refund, in cash. */
    refund: z.nullable(money),
  }),
  errors: ['not_found', 'supplier_silent', 'supplier_refused'],
})

export const busCancel = call({
  path: '/cancel_bus_ticket/',
  summary: 'Cancels a ticket at the supplier, and gives back what it gives back, once (a call of our own)',
  access: shop,
  asksSupplier: true,
  /** `refund_seen`: the refund that was shown to the user. If the present refund differs, nothing is cancelled. */
  input: z.object({ booking_id: field.id(), refund_seen: field.money(0) }),
  output: z.object({ booking: Booking }),
  errors: ['not_found', 'not_cancellable', 'price_changed', 'supplier_silent', 'supplier_refused', 'in_progress'],
  changes: true,
})
