// The adapter of paysafecard's Pin-on-Demand, which makes a PIN for each order. The PIN can be read only once. So if the first answer to an order is lost, the
// order is found by our own reference (its Correlation-ID) and cancelled, and the sale is repeated under another reference.

import type { Money, Percent } from '../../../contract/kit/money.ts'
import { berlinOffset } from '../../kit/berlin.ts'
import { heardAs, map, notKnown, oneOnly, orderedAs, toldAs } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import { euros, jsonNumber } from '../digits.ts'
import { listedPrice, type OneStep, oneStep, type To } from '../one-step.ts'
import type { Answer, Order as Asked, Standing, SupplierProduct } from '../supplier.ts'
import { createWire } from '../wire.ts'
import type { Shown } from '../wire-mask.ts'
import { isNotFound, isOf, Made, madeOf, Order, refusals, standingOf } from './answers.ts'
import { dayOf, fileName, readFile } from './reconciliation.ts'

/** A product that our contract with paysafecard allows; there is no list to request. `values`: euros, as decimals. */
export type Agreed = { product_id: string; name: string; country: string; values: readonly string[]; commission: Percent }

export type PaysafecardOptions = To & {
  api_key: string
  distributor_id: string
  agreed: readonly Agreed[]
  /** Reads a file from the folder in which the supplier puts one each day; null if the file does not exist yet. */
  file: (name: string) => Promise<string | null>
}

const SHOWN: Shown = {
  plain: new Set([
    ...['body', 'amount', 'currency', 'country', 'product_id', 'delivery_type', 'utc_offset', 'shop_id', 'terminal_id', 'capture', 'customer', 'id_type'],
    ...['order_id', 'order_status', 'order_error_code', 'distributor_id', 'card', 'code', 'number', 'param'],
  ]),
  endings: new Set(['serial']),
}

/** Our cost of a face value; a fraction of a ten-thousandth is rounded up. */
const costOf = (face: Money, commission: Percent): Money => face - Math.floor((face * commission) / 10_000)

export function createPaysafecard({ api_key, distributor_id, agreed, file, now = () => new Date(), ...to }: PaysafecardOptions): OneStep {
  const wire = createWire({ ...to, supplier: 'paysafecard', shown: SHOWN })
  const authorization = `Basic ${Buffer.from(`${api_key}:`).toString('base64')}`
  const ask = (asked: { call: string; method: 'GET' | 'POST' | 'DELETE'; path: string; reads: boolean; body?: { json: unknown } }, reference: string) =>
    wire.ask({ ...asked, reference, headers: { authorization, 'correlation-id': reference } })
  const products = agreed.flatMap(productsOf)
  const list = async () => done(products)

  async function status(reference: string, sent_at?: Date, supplier_reference?: string | null): Promise<Answer<Standing>> {
    const path = `/v1/orders/${encodeURIComponent(supplier_reference ?? '')}`
    const heard = await ask({ call: 'status', method: 'GET', path, reads: true }, reference)
    return isNotFound(heard) ? notKnown(now(), sent_at, supplier_reference) : map(toldAs(heard, Order, refusals), (order) => standingOf(order, reference))
  }

  const linesOf = (text: string, day: string) =>
    readFile(text, {
      ...{ day, distributor_id },
      costOf: (face, product_id) => {
        const commission = agreed.find((one) => one.product_id === product_id)?.commission
        return commission === undefined ? undefined : costOf(face, commission)
      },
    })

  return {
    ...oneStep,
    ...{ name: 'paysafecard', list, status, close: wire.close },
    quote: (order) => listedPrice(list, order, now),
    expects: ({ product_id }) => ({ amount: product_id.split(':')[1], currency: 'EUR' }),
    create: async (reference, order) => {
      const wanted = wantedOf(order, agreed, now())
      if (wanted.outcome !== 'done') return wanted
      const heard = await ask({ call: 'order', method: 'POST', path: '/v1/orders/', body: { json: wanted.value }, reads: false }, reference)
      return map(orderedAs(heard, Made, refusals), (made) => madeOf(made, reference))
    },
    cancel: async (reference, supplier_reference) => {
      const path = `/v1/orders/${encodeURIComponent(supplier_reference)}`
      const heard = await ask({ call: 'cancel', method: 'DELETE', path, reads: false }, reference)
      const answer = heardAs(heard, Order, refusals)
      if (answer.outcome === 'refused' && answer.code === 'over') return answer
      if (answer.outcome === 'done' && answer.value.order_status === 'CANCELLED' && isOf(answer.value.order_id, reference)) return done(null)
      // The supplier did not confirm this cancellation. An earlier one may have succeeded although its answer was lost, so the order's present state decides.
      const stands = await status(reference, undefined, supplier_reference)
      if (stands.outcome === 'refused' && stands.code === 'over') return done(null)
      return unknown(answer.outcome === 'done' ? 'NOT_CANCELLED' : answer.reason)
    },
    balance: async () => refused('not_available', 'NO_SUCH_QUESTION'),
    statement: async (day) => {
      const text = await file(fileName(day, distributor_id))
      return text === null ? unknown('NO_FILE_YET') : linesOf(text, day)
    },
    statementIn: (text) => {
      const day = dayOf(text)
      return day === undefined ? unknown('NO_HEAD') : map(linesOf(text, day), (lines) => done({ day, lines }))
    },
  }
}

function productsOf({ product_id, name, country, values, commission }: Agreed): SupplierProduct[] {
  return values.flatMap((value) => {
    const face = euros(value, '1', 'nearest')
    if (face === undefined) return []
    const cost = costOf(face, commission)
    const money = { retail: { from: face, to: face }, cost: { from: cost, to: cost } }
    return [
      { ...money, product_id: `${product_id}:${value}`, name: `${name} ${value} EUR`, operator_id: product_id, operator_name: name, country, needs: [[]] },
    ]
  })
}

/** The order in the supplier's format. An order names a till, because limits are counted for each till. */
function wantedOf(order: Asked, agreed: readonly Agreed[], now: Date): Answer<Readonly<Record<string, unknown>>> {
  const [product_id, value = ''] = order.product_id.split(':')
  const found = agreed.find((one) => one.product_id === product_id)
  if (!found?.values.includes(value)) return refused('our_mistake', 'NO_SUCH_PRODUCT')
  if (!order.seller) return refused('our_mistake', 'NO_TERMINAL')
  const { shop: shop_id, terminal: terminal_id } = order.seller
  return (
    oneOnly(order) ??
    done({
      ...{ amount: jsonNumber(value), currency: 'EUR', country: found.country, product_id, delivery_type: 'RETURN', utc_offset: berlinOffset(now) },
      ...{ shop_id, terminal_id, customer: { id_type: 'NONE' }, capture: true },
    })
  )
}
