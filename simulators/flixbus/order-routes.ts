// The routes about a paid order: reading its tickets, reading the terms of its cancellation, and cancelling it.
import { exactly, type Route } from '../kit/simulator.ts'
import { type Carts, type Doors, ok, type PaidCart, route } from './doors.ts'
import { major, station, time } from './network.ts'

export const orderRoutes = (carts: Carts, { signedIn, ofOrder }: Doors): Route[] => [
  route(
    ...(['order', 'GET', /^\/public\/v2\/orders\/(\d+)\/info\.json$/] as const),
    ofOrder('download_hash', (cart) => ok({ order_uid: cart.order.uid, order: info(cart) })),
  ),
  route(
    ...(['terms', 'GET', /^\/public\/v2\/orders\/(\d+)\/cancellation\.json$/] as const),
    signedIn(
      ofOrder('order_hash', (cart) => {
        const { isPossible, until, cash, voucher } = carts.terms(cart)
        return ok({ cancellable: isPossible, until: time(until), currency: 'EUR', refunds: { cash: major(cash), voucher: major(voucher) } })
      }),
    ),
  ),
  route(
    ...(['cancel', 'PUT', /^\/public\/v2\/orders\/(\d+)\/cancel$/] as const),
    signedIn(
      ofOrder('order_hash', (cart, query) => {
        const { cash, voucher } = carts.terms(cart)
        const refund = query.get('refund_type') === 'cash' ? cash : voucher
        return carts.cancel(cart) ?? ok({ result: true, refund: { type: query.get('refund_type'), currency: 'EUR', total: major(refund) } })
      }),
    ),
  ),
]

const info = ({ order, items, slots }: PaidCart) => ({
  ...{ id: order.id, order_uid: order.uid, download_hash: order.hash, qr_data: `FLIX${order.id}${order.hash}`, invoices: [] },
  trips: items.map(({ trip, party }) => ({
    ...{ order_status: order.status, trip_uid: trip.uid, line_direction: `N5 ${station(trip.to).name}`, bike_slots_count: party.bikes },
    ...{ departure_station: station(trip.from), arrival_station: station(trip.to), departure: time(trip.leaves), arrival: time(trip.arrives) },
    passengers: slots.filter(({ trip_uid }) => trip_uid === trip.uid).map(({ type, firstname, lastname, phone }) => ({ type, firstname, lastname, phone })),
    seats_per_relation: [{ from: 1, to: 2, seats: slots.flatMap(({ trip_uid }, i) => (trip_uid === trip.uid ? [{ label: `${i + 1}A`, deck: '1' }] : [])) }],
  })),
  attachments: [{ title: 'Ticket', rel: 'ticket', href: `https://example.com/tickets/${order.id}.pdf`, type: 'application/pdf' }],
  taxes: [taxOf(order.cents)],
})
const taxOf = (cents: number) => {
  const [tax, country] = [Math.round(cents - cents / 1.19), { name: 'Germany', alpha2_code: 'DE' }]
  return { percentage: exactly('19.0'), country, tax: { currency: 'EUR', value: major(tax) }, foundation: { currency: 'EUR', value: major(cents - tax) } }
}
