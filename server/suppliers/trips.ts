// The interface of a supplier of journeys. A trip is no product: it is found by its day, held for minutes while passengers are entered, and becomes an order
// with a ticket. One order may have several tickets: for the way there and the way back. Answers are those of supplier.ts, with the same meaning. Only `buy`
// and `cancel` change money, and no supplier of trips that we know can find an order by a reference of ours. So the seller stores the hold and the payment
// before `buy`, and a person settles a purchase without an answer.
import type { Money } from '../../contract/kit/money.ts'
import type { Answer } from './supplier.ts'

/** A city from which or to which trips go. `reaches`: the cities to which trips go from it. */
export type City = { city_id: string; name: string; country: string; reaches: readonly string[] }

/** Travellers: adults are 15 and over, children younger. */
export type Party = { adults: number; children: number; bikes: number }
export type TripSearch = { from: string; to: string; day: string; party: Party; language: string }

export type Trip = {
  trip_id: string
  from: string
  to: string
  departs: Date
  arrives: Date
  changes: number
  operated_by: readonly string[]
  /** The price for all passengers together. */
  price: Money
  seats: number
  bikes: number
  /** Whether there is room for all passengers, and the trip may be sold. */
  is_free: boolean
}

/** The name of a hold at the supplier. `secret` opens the reservation; it is stored sealed and never logged. */
export type HoldName = { hold_id: string; secret: string }
export type HeldTrips = HoldName & {
  /** The end of the hold, by the supplier's clock. */
  runs_out: Date
  /** The time left until the hold ends, in milliseconds, for a countdown that depends on no clock. */
  left_ms: number
  price: Money
  discount: Money
  trips: readonly { trip_id: string; from: string; to: string; departs: Date; arrives: Date; price: Money; party: Party }[]
}

/** A passenger's seat on one trip; the way back has seats of its own. `place_id` and `kind` are sent back exactly as the supplier sent them. */
export type Place = { trip_id: string; place_id: string; kind: string; needs: readonly string[] }
export type Passenger = { place_id: string; kind: string; first_name: string; last_name: string; phone: string; birth_date: string | null }

/** The name of an order at the supplier. `secret` opens the order to anyone who has it. */
export type TripOrder = { order_id: string; secret: string }

export type TripTicket = {
  is_cancelled: boolean
  /** The text that the ticket's QR code contains. */
  code: string
  /** The URL of the ticket as a PDF at the supplier. */
  pdf_url: string | null
  trips: readonly { trip_id: string; line: string; from: string; to: string; departs: Date; arrives: Date; seats: readonly string[]; passengers: number }[]
  /** The taxes as the supplier states them; `percent` is a decimal. */
  taxes: readonly { country: string; percent: string; tax: Money; net: Money }[]
}

export type RefundKind = 'cash' | 'voucher'
export type CancelTerms = { is_possible: boolean; until: Date | null; refunds: Readonly<Record<RefundKind, Money | null>> }

export type Trips = {
  name: string

  // The following requests only read.
  cities: () => Promise<Answer<readonly City[]>>
  search: (asked: TripSearch) => Promise<Answer<readonly Trip[]>>
  places: (held: HoldName) => Promise<Answer<readonly Place[]>>
  ticket: (order: TripOrder) => Promise<Answer<TripTicket>>
  terms: (order: TripOrder) => Promise<Answer<CancelTerms>>

  // The following requests hold a trip, which costs nothing and expires by itself. `refused` with `not_available`: the trip is fully booked; with `over`: the
  // hold has expired.
  hold: (trip_id: string, party: Party, into?: HoldName) => Promise<Answer<HeldTrips>>
  fill: (held: HoldName, passengers: readonly Passenger[]) => Promise<Answer<HeldTrips>>
  /** Applies the code of a voucher. `refused` with `not_available`: the code is not valid. */
  voucher: (held: HoldName, code: string) => Promise<Answer<HeldTrips>>
  /** Returns the payment that `buy` needs. This call pays nothing. */
  start: (held: HoldName, email: string) => Promise<Answer<{ payment_id: string }>>

  // The following requests change something. `buy` is sent only once; `cancel` may be sent again if the answer was lost.
  buy: (reference: string, held: HoldName, payment_id: string) => Promise<Answer<TripOrder>>
  cancel: (order: TripOrder, refund: RefundKind) => Promise<Answer<{ refund: Money }>>
}
