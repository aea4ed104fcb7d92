// The supplier's own books: orders it received, the state it reports for each, and the amounts that truly reached a phone. This file was written from the
// published description of DT One's DVS v1 before our adapter or our simulator was read.
import type { Becomes, Fate } from './faults.ts'
import { type OrderInput, productOf, productTold } from './goods.ts'

/** A delivery that reached a phone, and whether it was reversed. `amount` is in `unit`, the currency that arrives. */
export type Delivery = { account: number; external_id: string; reference: string; number: string; product_id: number; amount: number; unit: string }
export type Truth = Delivery & { cost: number; is_back: boolean }

export type Taken = OrderInput & {
  account: number
  /** The order's id: digits in a text, because some ids are longer than a number can hold. */
  id: string
  is: Becomes
  word: string
  created: number
  confirmed: number | null
  /** The coming changes of state, each with its time. */
  coming: { at: number; is: Becomes; word?: string }[]
  fate: Fate
  /** How often each play of the order's fault was carried out, by the play's index. */
  struck: Map<number, number>
}

const CLASSES: Readonly<Record<Becomes, number>> = { CREATED: 1, CONFIRMED: 2, REJECTED: 3, CANCELLED: 4, SUBMITTED: 5, COMPLETED: 7, REVERSED: 8, DECLINED: 9 }
const HOUR_MS = 3_600_000
const SOON_MS = 250

/** Times in the published format: UTC, with fractional seconds. */
export const written = (ms: number) => new Date(ms).toISOString().replace('Z', '000000Z')

/** `changed`: called for each state that the supplier reports by a callback. */
export function createBooks(now: () => number, changed: (order: Taken) => void) {
  const orders: Taken[] = []
  const truths: Truth[] = []
  let next = 2_237_512_891

  function becomes(order: Taken, is: Becomes, word: string = is): void {
    order.is = is
    order.word = word
    const truth = truths.findLast(({ reference }) => reference === order.id)
    const product = productOf(order.product_id)
    if (is === 'COMPLETED' && product && !truth) {
      const { account, external_id, number, product_id, id: reference } = order
      const honest = { account, external_id, reference, number, product_id, amount: product.sends, unit: 'SGD' }
      truths.push({ ...honest, ...order.fate.delivers, cost: product.costs, is_back: false })
    }
    if (truth) truth.is_back = is === 'REVERSED' || (truth.is_back && is !== 'COMPLETED')
    if (is === 'COMPLETED' || is === 'DECLINED' || is === 'REVERSED') changed(order)
  }

  function begin(order: Taken, on: NonNullable<Fate['begins']>): void {
    const { begins = 'confirm', steps = [{ is: 'COMPLETED', after_ms: SOON_MS }] } = order.fate
    if (begins === on) order.coming = steps.map(({ after_ms, ...step }) => ({ ...step, at: now() + after_ms }))
  }

  return {
    orders,
    truths,
    take(account: number, wanted: OrderInput, fate: Fate): Taken {
      next += 7
      const { id = String(next) } = fate
      const order: Taken = { ...wanted, account, id: id.replace('#', String(next).slice(-6)), is: 'CREATED', word: 'CREATED', created: now(), ...NEW(), fate }
      orders.push(order)
      begin(order, 'create')
      return order
    },
    confirm(order: Taken): void {
      order.confirmed = now()
      becomes(order, 'CONFIRMED')
      begin(order, 'confirm')
    },
    cancel(order: Taken): void {
      becomes(order, 'CANCELLED')
      begin(order, 'cancel')
    },
    /** Makes the changes of state that are due, and cancels orders that were not confirmed within an hour. */
    tick(): void {
      for (const order of orders) {
        if (order.is === 'CREATED' && now() > order.created + HOUR_MS) becomes(order, 'CANCELLED')
        for (let due = order.coming[0]; due && due.at <= now(); due = order.coming[0]) {
          order.coming.shift()
          becomes(order, due.is, due.word)
        }
      }
    },
    /** Delivers an order a second time, which no supplier may do; used by the control. */
    again: (truth: Truth) => void truths.push({ ...truth }),
  }
}

const NEW = () => ({ confirmed: null, coming: [] as Taken['coming'], struck: new Map<number, number>() })

/** The order as the supplier reports it: a transaction in JSON. */
export function told(order: Taken): string {
  const product = productOf(order.product_id)
  const { delivers = {} } = order.fate
  const isOut = order.is === 'COMPLETED'
  const { amount, unit, number = order.number, product_id = order.product_id } = isOut ? delivers : ({} as NonNullable<Fate['delivers']>)
  const arrives = { unit_type: 'CURRENCY', unit: unit ?? 'SGD', amount: amount ?? product?.sends ?? 0 }
  const about = {
    ...{ id: '@', external_id: order.external_id, creation_date: written(order.created), confirmation_expiration_date: written(order.created + HOUR_MS) },
    confirmation_date: order.confirmed === null ? null : written(order.confirmed),
    status: { id: CLASSES[order.is] * 10_000, message: order.word, class: { id: CLASSES[order.is], message: order.is } },
    ...{ operator_reference: isOut ? `OP${order.id}` : null, pin: null, credit_party_identifier: { mobile_number: number } },
    product: { ...productTold(product_id), rates: undefined, prices: undefined },
    prices: {
      wholesale: { unit_type: 'CURRENCY', unit: 'EUR', amount: product?.costs, fee: 0 },
      retail: { unit_type: 'CURRENCY', unit: 'EUR', amount: 7, fee: 0 },
    },
    rates: { base: 1.48, wholesale: 1.48, retail: 1.14 },
    benefits: [
      { ...arrives, type: 'CREDITS', amount: { base: arrives.amount, promotion_bonus: 0, total_excluding_tax: arrives.amount }, additional_information: null },
    ],
    ...{ promotions: null, requested_values: null, adjusted_values: amount !== undefined || unit ? { source: null, destination: arrives } : null },
  }
  return JSON.stringify(about).replace('"@"', order.id)
}
