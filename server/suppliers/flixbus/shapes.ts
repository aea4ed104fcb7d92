// The parts of FlixBus's answers that we read. Numbers arrive as their texts (digits.ts), and ids may be a number or a text.
import * as z from 'zod/mini'
import type { Shown } from '../wire-mask.ts'

const digits = z.string()
/** A time in seconds since 1970. The time zone beside it tells how the supplier would print the time, and does not change the time. */
const time = z.object({ timestamp: z.string().check(z.regex(/^\d{1,12}$/)) })
const named = z.object({ name: z.string() })

export const Failure = z.object({ code: digits, message: z.nullish(z.string()) })
export const Session = z.object({ token: z.string().check(z.minLength(1)) })

export const Cities = z.object({
  cities: z.array(z.object({ id: digits, name: z.string(), country: z.object({ alpha2_code: z.string() }), pairs: z.nullish(z.array(digits)) })),
})

const offer = z.object({
  ...{ uid: z.string(), status: z.string(), sale_restriction: z.nullish(z.boolean()), price_total_sum: digits },
  ...{ departure: time, arrival: time, available: z.object({ seats: digits, slots: digits }) },
  operated_by: z.nullish(z.array(z.object({ label: z.string() }))),
  interconnection_transfers: z.nullish(z.array(z.unknown())),
})
export type Offer = z.output<typeof offer>
export const Search = z.object({ trips: z.array(z.object({ from: named, to: named, items: z.array(offer) })) })

const item = z.object({
  ...{ trip: z.object({ uid: z.string() }), from: named, to: named, departure: time, arrival: time, price: z.object({ currency: z.string(), total: digits }) },
  reserved: z.object({ adult: digits, children: digits, bike_slot: digits }),
})
export const Cart = z.object({
  result: z.boolean(),
  cart: z.object({
    items: z.record(z.string(), item),
    price: z.object({ total: digits, discount: z.nullish(digits) }),
    reservation: z.object({ id: digits, token: z.string(), expired_at: time }),
  }),
})
export type Cart = z.output<typeof Cart>

/** One passenger's seat. It has further fields: one for each name, and one for each detail that the route requires. */
const place = z.looseObject({ type: z.string(), reference_id: z.string() })
export const Places = z.object({ trips: z.array(z.object({ real_trip_uid: z.string(), passengers: z.array(place) })) })

export const Payment = z.object({ result: z.boolean(), payment_id: digits })
export const Bought = z.object({ result: z.boolean(), order_id: digits, download_hash: z.string() })

const amount = z.object({ currency: z.string(), value: digits })
export const OrderInfo = z.object({
  order: z.object({
    qr_data: z.string(),
    trips: z.array(
      z.object({
        ...{ order_status: z.string(), trip_uid: z.string(), line_direction: z.nullish(z.string()), departure_station: named, arrival_station: named },
        ...{ departure: time, arrival: time, passengers: z.array(z.unknown()) },
        seats_per_relation: z.nullish(z.array(z.object({ seats: z.array(z.object({ label: z.string() })) }))),
      }),
    ),
    attachments: z.nullish(z.array(z.object({ rel: z.string(), href: z.string(), type: z.string() }))),
    taxes: z.nullish(z.array(z.object({ percentage: digits, country: z.object({ alpha2_code: z.string() }), tax: amount, foundation: amount }))),
  }),
})
export type OrderInfo = z.output<typeof OrderInfo>

export const Terms = z.object({
  ...{ cancellable: z.boolean(), until: z.nullish(time), currency: z.string() },
  refunds: z.object({ cash: z.nullish(digits), voucher: z.nullish(digits) }),
})
export const Cancelled = z.object({ result: z.boolean(), refund: z.object({ currency: z.string(), total: digits }) })

/** The fields that may be logged: no names, telephone numbers, birth dates or mail addresses, no token, no hash, no code of a ticket or voucher. */
export const SHOWN: Shown = {
  plain: new Set([
    ...['body', 'message', 'result', 'id', 'order_id', 'order_uid', 'payment_id', 'reservation', 'cart', 'items', 'trip', 'trips', 'uid', 'trip_uid'],
    ...['real_trip_uid', 'from', 'to', 'departure', 'arrival', 'departure_date', 'timestamp', 'tz', 'price', 'total', 'discount', 'price_total_sum'],
    ...['currency', 'available', 'seats', 'slots', 'status', 'order_status', 'order', 'adult', 'children', 'bikes', 'bike_slot', 'reserved', 'ttl'],
    ...['expired_at', 'created_at', 'search_by', 'psp', 'method', 'refund_type', 'refund', 'refunds', 'cancellable', 'until', 'type', 'taxes'],
    ...['percentage', 'tax', 'foundation', 'value', 'with_donation', 'reference_id'],
  ]),
  endings: new Set(['phone']),
}
