// The transactions of the simulated DT One. The last digits of a telephone number determine the outcome, as in DT One's sandbox, and the balance changes
// accordingly.
import type { Clock } from '../kit/clock.ts'
import { serial } from '../kit/serial.ts'
import { exactly } from '../kit/simulator.ts'
import { amount, benefitsOf, costOf, type Product, pricesOf, productShort, products } from './catalogue.ts'

const CLASS = { CREATED: 1, CONFIRMED: 2, REJECTED: 3, CANCELLED: 4, SUBMITTED: 5, COMPLETED: 7, REVERSED: 8, DECLINED: 9 } as const
type ClassName = keyof typeof CLASS
const FAILED: readonly ClassName[] = ['REJECTED', 'CANCELLED', 'DECLINED', 'REVERSED']
const FINAL: readonly ClassName[] = [...FAILED, 'COMPLETED']

export type Order = {
  id: number
  external_id: string
  product: Product
  number: string | null
  arrives: number
  cost: number
  is: ClassName
  status: string
  pin: { code: string; serial: string } | null
  created: Date
  confirmed: Date | null
  callback_url: string | null
}

const HOUR_MS = 3_600_000
/**
 * Why an order is declined, by the last two digits of its telephone number if the third digit from the end is 1, 2 or 3. Orders for any other number are
 * delivered.
 */
const DECLINES: Record<string, string> = {
  '02': 'DECLINED-INVALID-CREDIT-PARTY',
  '03': 'DECLINED-BARRED-CREDIT-PARTY',
  '04': 'DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE',
  '05': 'DECLINED-DUPLICATED-TRANSACTION',
  '06': 'DECLINED',
  '07': 'DECLINED-EXCEPTION',
}
/** The delay of an order in seconds, by the third digit from the end of its telephone number; any other digit delays it by DELAY_S. */
const DELAYS: Record<string, number> = { '1': 3, '2': 20, '3': 300 }
const [DELAY_S, START] = [1, 10_000 * 10_000]

const codes = {
  ...{ 1000400: 400, 1000401: 401, 1000404: 404, 1000429: 429, 1003001: 404, 1003002: 400, 1003003: 400, 1005003: 400, 1006001: 400 },
  ...{ 1007001: 400, 1007002: 400, 1007004: 400, 1007005: 400, 1007007: 400, 1008004: 404, 1009001: 500 },
}
export const failure = (code: keyof typeof codes, message: string) => ({ status: codes[code], body: { errors: [{ code: exactly(String(code)), message }] } })
type Failure = ReturnType<typeof failure>

export function createOrders(clock: Clock, called: (order: Order) => void) {
  let orders: Order[] = []
  let balance = { available: START, holding: 0 }
  let settings = { scale: 1, hasNumericPins: false, isOdd: false }

  function become(order: Order, is: ClassName, status: string = is): void {
    const { is: was, cost } = order
    const isHeld = !FINAL.includes(was)
    if (isHeld && FINAL.includes(is)) balance.holding -= cost
    if (isHeld && FAILED.includes(is)) balance.available += cost
    if (was === 'COMPLETED' && FAILED.includes(is)) balance.available += cost
    if (!isHeld && was !== 'COMPLETED' && is === 'COMPLETED') balance.available -= cost
    Object.assign(order, { is, status })
    if (is === 'COMPLETED' && order.product.type === 'FIXED_VALUE_PIN_PURCHASE') order.pin = { code: `00${order.id}77`, serial: `S0${order.id}` }
    if (is === 'COMPLETED' || is === 'DECLINED' || is === 'REVERSED') called(order)
  }

  function finish(order: Order): void {
    const suffix = order.number?.slice(-3) ?? '100'
    const declined = /^[123]/.test(suffix) ? DECLINES[suffix.slice(1)] : undefined
    if (/^[123]01$/.test(suffix)) order.pin = { code: `00${order.id}77`, serial: `S0${order.id}` }
    if (order.is === 'CONFIRMED' || order.is === 'SUBMITTED') become(order, declined ? 'DECLINED' : 'COMPLETED', declined)
  }

  function confirm(order: Order): Order {
    Object.assign(order, { is: 'CONFIRMED', status: 'CONFIRMED', confirmed: clock.now() })
    const suffix = order.number?.slice(-3) ?? ''
    const delay_ms = 1000 * settings.scale * (DELAYS[suffix[0] ?? ''] ?? DELAY_S)
    const before = { ...order }
    clock.after(delay_ms / 2, () => order.is === 'CONFIRMED' && become(order, 'SUBMITTED'))
    clock.after(delay_ms, () => finish(order))
    return before
  }

  const found = (id: string) => orders.find((order) => order.id === Number(id))
  const gone = () => failure(1008004, 'Transaction not found')

  return {
    create(given: Record<string, unknown>): Order | Failure {
      const read = readOrder(given)
      if ('status' in read) return read
      const { external_id } = read
      if (orders.some((order) => order.external_id === external_id)) return failure(1007001, 'External id already used')
      if (read.cost > balance.available) return failure(1006001, 'Insufficient balance')
      const order: Order = { ...read, id: 2_237_500_000 + serial(), is: 'CREATED', status: 'CREATED', pin: null, created: clock.now(), confirmed: null }
      orders.push(order)
      balance = { available: balance.available - order.cost, holding: balance.holding + order.cost }
      return given.auto_confirm === true ? confirm(order) : order
    },
    confirm(id: string): Order | Failure {
      const order = found(id)
      if (!order) return gone()
      const isLate = clock.now().getTime() > order.created.getTime() + HOUR_MS
      if (order.is === 'CREATED') return isLate ? failure(1007004, 'Transaction can no longer be confirmed') : confirm(order)
      return order.is === 'CANCELLED' ? failure(1007004, 'Transaction can no longer be confirmed') : failure(1007002, 'Transaction already confirmed')
    },
    cancel(id: string): Order | Failure {
      const order = found(id)
      if (!order) return gone()
      if (order.is === 'CANCELLED') return failure(1007005, 'Transaction already cancelled')
      if (order.is !== 'CREATED') return failure(1007007, 'Transaction can no longer be cancelled')
      become(order, 'CANCELLED')
      return order
    },
    /** Ends a confirmed order at once. */
    hurry: (id: string) => orders.filter((order) => order.id === Number(id)).forEach(finish),
    one: (id: string): Order | Failure => found(id) ?? gone(),
    all: () => orders,
    balance: () => balance,
    /** An order in the wire format; with the setting `isOdd`, optional fields have unexpected forms. */
    wire: (order: Order) => ({ ...orderWire(order, settings.hasNumericPins), ...(settings.isOdd ? ODD : {}) }),
    control: {
      balance: (given: Record<string, unknown>) => Object.assign(balance, { available: Number(given.available) * 10_000 }),
      settings: (given: Record<string, unknown>) => Object.assign(settings, given),
      /** Changes an order's state to any other: a success after a refusal, a reversal after a success. */
      turn({ external_id, to }: Record<string, unknown>) {
        const order = orders.find((each) => each.external_id === external_id)
        if (order && typeof to === 'string') become(order, to.split('-')[0] as ClassName, to)
        return { turned: Boolean(order) }
      },
    },
    reset(): void {
      orders = []
      balance = { available: START, holding: 0 }
      settings = { scale: 1, hasNumericPins: false, isOdd: false }
    },
  }
}

type Read = Pick<Order, 'external_id' | 'product' | 'number' | 'arrives' | 'cost' | 'callback_url'>
type Amount = { unit?: unknown; amount?: unknown } | undefined

function readOrder(given: Record<string, unknown>): Read | Failure {
  const { external_id, product_id, callback_url } = given
  if (typeof external_id !== 'string' || !/^.{1,40}$/.test(external_id)) return failure(1000400, 'external_id is wrong')
  const product = products.find(({ id }) => id === product_id)
  if (!product) return failure(1003001, 'Product not available to the account')
  const number = (given.credit_party_identifier as { mobile_number?: unknown } | undefined)?.mobile_number ?? null
  const isPin = product.type === 'FIXED_VALUE_PIN_PURCHASE'
  if (!isPin && !/^\+[1-9][0-9]{6,14}$/.test(String(number))) return failure(1005003, 'Credit party mobile number is invalid')
  const arrives = arrivesOf(product, given)
  if (typeof arrives !== 'number') return arrives
  const said = { external_id, product, number: isPin ? null : String(number), callback_url: typeof callback_url === 'string' ? callback_url : null }
  const source = Math.round(Number((given.source as Amount)?.amount) * 10_000)
  return { ...said, arrives, cost: given.calculation_mode === 'SOURCE_AMOUNT' ? source : costOf(product, arrives) }
}

/** The amount that arrives, in ten-thousandths; for a ranged product it is computed from the source or destination amount in the request. */
function arrivesOf({ type, arrives: [from, to], operator: { country } }: Product, given: Record<string, unknown>): number | Failure {
  if (type !== 'RANGED_VALUE_RECHARGE') return from
  const isSource = given.calculation_mode === 'SOURCE_AMOUNT'
  const side = (isSource ? given.source : given.destination) as Amount
  if (!side || (!isSource && given.calculation_mode !== 'DESTINATION_AMOUNT')) return failure(1000400, 'calculation_mode is wrong')
  if (side.unit !== (isSource ? 'EUR' : country.currency)) return failure(1003003, 'Unit is wrong')
  const units = Math.round(Number(side.amount) * 10_000 * (isSource ? country.per_euro / 1.08 : 1))
  return units >= from && units <= to ? units : failure(1003002, 'Amount is out of range')
}

const ODD = { benefits: 'none', prices: null, adjusted_values: [], operator_reference: 7 }

function orderWire(order: Order, isNumeric: boolean) {
  const { id, external_id, product, number, arrives, cost, is, status, pin, created, confirmed } = order
  const unit = product.operator.country.currency
  const delivered = { source: null, destination: { unit_type: 'CURRENCY', unit, amount: amount(arrives) } }
  return {
    ...{ id, external_id, creation_date: created.toISOString().replace('Z', '561000Z'), confirmation_date: confirmed?.toISOString() ?? null },
    confirmation_expiration_date: new Date(created.getTime() + HOUR_MS).toISOString(),
    status: { id: CLASS[is] * 10_000, message: status, class: { id: CLASS[is], message: is } },
    operator_reference: is === 'COMPLETED' ? `OP${id}` : null,
    pin: is === 'COMPLETED' && pin ? { code: isNumeric ? exactly(pin.code) : pin.code, serial: pin.serial } : null,
    credit_party_identifier: number ? { mobile_number: number } : null,
    ...{ product: productShort(product), prices: pricesOf(cost), benefits: benefitsOf(product, arrives), promotions: null },
    ...{ requested_values: null, adjusted_values: product.type === 'RANGED_VALUE_RECHARGE' ? delivered : null },
  }
}
