// The adapter of the neutral format, an interface that many suppliers share. PINs are delivered at once, a recharge of a number ends after a while. An order
// takes one step, under our own reference. A product that the supplier sells both as a PIN and as a recharge becomes two products of ours.

import { allPages, allRead, heardAs, instantOf, map, notKnown, oneOnly, orderedAs, toldAs } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import { listedPrice, type OneStep, oneStep, type To } from '../one-step.ts'
import { balanceIn, inEuros, type RateOf } from '../rates.ts'
import type { Answer, Order as Asked, Standing, StatementLine, SupplierProduct } from '../supplier.ts'
import { type Token, withToken } from '../token.ts'
import { createWire, type Heard } from '../wire.ts'
import type { Shown } from '../wire-mask.ts'
import { Balance, Cancelled, isNotFound, type Line, Lines, Order, Orders, type Product, Products, refusals, Signed, standingOf } from './answers.ts'

export type SoftApiOptions = To & {
  /** The name of the supplier, because many suppliers use this format. */
  name: string
  username: string
  password: string
  /** The country in which the products are sold, in two letters. */
  country: string
  rateOf: RateOf
}

const SHOWN: Shown = {
  plain: new Set([
    ...['items', 'total', 'page', 'per_page', 'day', 'body', 'error', 'code', 'param', 'status', 'mode', 'quantity', 'delivery', 'type', 'kind'],
    ...['order_id', 'client_ref', 'denomination_id', 'denominations', 'product_id', 'name', 'value', 'cost', 'currency', 'in_stock', 'at', 'expires_in'],
    ...['shop_id', 'terminal_id', 'operator_reference', 'balance_after', 'available', 'credit_limit', 'pins', 'batch_number', 'expiry_date'],
  ]),
  endings: new Set(['msisdn', 'serial']),
}

const PER_PAGE = 100

export function createSoftApi({ name, username, password, country, rateOf, now = () => new Date(), ...to }: SoftApiOptions): OneStep {
  const wire = createWire({ ...to, supplier: name, shown: SHOWN })
  const ask = withToken(wire.ask, signIn, now)

  async function signIn(): Promise<Answer<Token>> {
    const heard = await wire.ask({ call: 'sign in', method: 'POST', path: '/v1/login', body: { json: { username, password } }, reads: true })
    return map(heardAs(heard, Signed, refusals), ({ token, expires_in }) => done({ token, lasts_s: Number(expires_in) || 0 }))
  }
  const get = (call: string, path: string, query: Record<string, string> = {}, reference?: string): Promise<Heard> =>
    ask({ call, method: 'GET', path, query, reads: true, ...(reference && { reference }) })
  const paging = (page: number) => ({ page: String(page), per_page: String(PER_PAGE) })

  async function list(): Promise<Answer<readonly SupplierProduct[]>> {
    const all = await allPages(async (page) => heardAs(await get('products', '/v1/products', paging(page)), Products, refusals))
    return map(all, (products) => done(products.flatMap((product) => (product ? sold(product, country, rateOf) : []))))
  }

  return {
    ...oneStep,
    ...{ name, list, close: wire.close },
    quote: (order) => listedPrice(list, order, now),
    expects: ({ product_id, recipient: { number } }) => ({ product: product_id.replace(/^\w+:/, ''), number }),
    create: async (reference, order) => {
      const wanted = wantedOf(reference, order)
      if (wanted.outcome !== 'done') return wanted
      const body = { json: wanted.value }
      const heard = await ask({ call: 'order', method: 'POST', path: '/v1/orders', headers: { 'idempotency-key': reference }, body, reads: false, reference })
      return map(orderedAs(heard, Order, refusals), (made) => standingOf(made, reference, rateOf))
    },
    cancel: async (reference, supplier_reference) => {
      const path = `/v1/orders/${encodeURIComponent(supplier_reference)}`
      const heard = await ask({ call: 'cancel', method: 'DELETE', path, reads: false, reference })
      const answer = map(heardAs(heard, Cancelled, refusals), ({ order_id, client_ref }) =>
        (order_id ?? supplier_reference) === supplier_reference && (client_ref ?? reference) === reference ? done(null) : unknown('ANOTHER_ORDER'),
      )
      return answer.outcome === 'refused' && answer.code !== 'over' ? unknown(answer.reason) : answer
    },
    status: async (reference, sent_at, supplier_reference) => {
      if (supplier_reference) {
        const heard = await get('order status', `/v1/orders/${encodeURIComponent(supplier_reference)}`, {}, reference)
        return isNotFound(heard)
          ? notKnown(now(), sent_at, supplier_reference)
          : map(toldAs(heard, Order, refusals), (order) => standingOf(order, reference, rateOf))
      }
      const heard = await get('status', '/v1/orders', { client_ref: reference }, reference)
      return map(
        toldAs(heard, Orders, refusals),
        ({ items: [order] }): Answer<Standing> => (order ? standingOf(order, reference, rateOf) : notKnown(now(), sent_at)),
      )
    },
    balance: async () =>
      map(heardAs(await get('balance', '/v1/balance'), Balance, refusals), ({ available, currency }) => {
        const money = balanceIn(available, currency, rateOf)
        return money === undefined ? unknown('NO_AMOUNT') : done({ available: money, held: 0, as_of: now() })
      }),
    statement: async (day) => {
      const all = await allPages(async (page) => heardAs(await get('statement', '/v1/statement', { day, ...paging(page) }), Lines, refusals))
      return map(all, (lines) => allRead(lines.map((line) => lineOf(line, rateOf))))
    },
  }
}

/** Makes our products from one of the supplier's: one for each denomination that is in stock, or two if the product is sold both as a PIN and as a recharge. */
function sold({ product_id, name, delivery, denominations }: Product, country: string, rateOf: RateOf): SupplierProduct[] {
  const modes = delivery === 'both' ? (['pin', 'recharge'] as const) : [delivery]
  return denominations
    .filter(({ in_stock }) => in_stock !== false)
    .flatMap(({ denomination_id, value, currency, cost }) => {
      const [retail, price] = [inEuros(value, currency, rateOf, 'nearest'), inEuros(cost, currency, rateOf)]
      if (retail === undefined || price === undefined) return []
      const both = {
        name: `${name} ${value} ${currency}`,
        operator_id: product_id,
        operator_name: name,
        country,
        retail: { from: retail, to: retail },
        cost: { from: price, to: price },
      }
      return modes.map((mode) => ({ ...both, product_id: `${mode}:${denomination_id}`, needs: mode === 'pin' ? [[]] : [['number']] }))
    })
}

/** The order in the supplier's format; refused if its product is not one of ours, or if a recharge has no number. */
function wantedOf(reference: string, order: Asked): Answer<Readonly<Record<string, unknown>>> {
  const [, mode, denomination_id] = /^(pin|recharge):(.+)$/.exec(order.product_id) ?? []
  if (!mode) return refused('our_mistake', 'NO_SUCH_PRODUCT')
  const msisdn = order.recipient.number
  if (mode === 'recharge' && !msisdn) return refused('recipient', 'NO_NUMBER')
  const wanted = {
    client_ref: reference,
    denomination_id,
    quantity: 1,
    mode,
    ...(order.seller && { shop_id: order.seller.shop, terminal_id: order.seller.terminal }),
  }
  return oneOnly(order) ?? done(mode === 'recharge' ? { ...wanted, msisdn } : wanted)
}

function lineOf({ order_id, client_ref, kind, cost, currency, at }: Line, rateOf: RateOf): StatementLine | undefined {
  const [money, instant] = [inEuros(cost ?? '', currency ?? '', rateOf) ?? null, instantOf(at)]
  if (!instant) return undefined
  return { reference: client_ref ?? null, supplier_reference: order_id, cost: money, at: instant, is_reversal: kind === 'cancellation' }
}
