// The adapter of DT One DVS, for international top-up. It only translates: it reports about an order what DT One says, or `unknown`.
import { dayAfter, dayBegins } from '../../kit/berlin.ts'
import { done, isGood, readAs, refused, unknown } from '../answers.ts'
import { inThreeLetters } from '../countries.ts'
import { balanceOf, euros, readJson } from '../digits.ts'
import type { Answer, StatementLine, SupplierBalance, TopUps } from '../supplier.ts'
import { createWire, type Wire, type WireOptions } from '../wire.ts'
import { costOf, createOrders } from './orders.ts'
import { type Currency, operatorOf, productOf } from './products.ts'
import { allRows, failureIn } from './requests.ts'
import { Balances, Operator, Product, SHOWN, Transaction } from './shapes.ts'

/** DT One's service for airtime, bundles and data; we sell none of its other services. */
const SERVICE_MOBILE = '1'
const QUOTE_MS = 10 * 60_000
/** The longest period that DT One answers in one request, in milliseconds. */
const SPAN_MS = 86_400_000
const [COMPLETED, REVERSED] = ['7', '8']

export type DtOneOptions = Omit<WireOptions, 'supplier' | 'shown'> & {
  api_key: string
  api_secret: string
  /** The account's currency, and its present rate. */
  account: () => Currency
  /** The URL to which DT One reports an order's end; it contains a secret of the connection. */
  callbackUrl?: (reference: string) => string
  now?: () => Date
}

export function createDtOne({ api_key, api_secret, account, callbackUrl, now = () => new Date(), ...to }: DtOneOptions): TopUps & { close: Wire['close'] } {
  const authorization = `Basic ${Buffer.from(`${api_key}:${api_secret}`).toString('base64')}`
  const bare = createWire({ ...to, supplier: 'DT One', shown: SHOWN })
  const wire: Wire = { ...bare, ask: (asked) => bare.ask({ ...asked, headers: { ...asked.headers, authorization } }) }

  const listed = async <T, U>(rows: Promise<Answer<readonly T[]>>, translate: (row: T) => U | undefined): Promise<Answer<readonly U[]>> => {
    const found = await rows
    if (found.outcome !== 'done') return found
    const translated: U[] = []
    for (const row of found.value) {
      const ours = translate(row)
      if (ours !== undefined) translated.push(ours)
    }
    return done(translated)
  }
  const products = (query: Record<string, string>) =>
    listed(allRows(wire, { call: 'products', path: '/products', query: { service_id: SERVICE_MOBILE, ...query } }, Product, true), (row) =>
      productOf(row, account()),
    )

  /**
   * The lines of a period short enough for one request to DT One. Lines outside the period are left out by us, because it is not known which end of a period DT
   * One includes.
   */
  async function linesOf(from: Date, to_date: Date): Promise<Answer<readonly StatementLine[]>> {
    const query = { from_date: from.toISOString(), to_date: to_date.toISOString() }
    const found = await allRows(wire, { call: 'statement', path: '/transactions', query }, Transaction)
    if (found.outcome !== 'done') return found
    const lines: StatementLine[] = []
    for (const transaction of found.value) {
      const { id: supplier_reference, external_id: reference, status, creation_date } = transaction
      const [at, cost] = [new Date(creation_date), costOf(transaction, account()) ?? null]
      if (at < from || at >= to_date || ![COMPLETED, REVERSED].includes(status.class.id)) continue
      lines.push({ reference, supplier_reference, cost, at, is_reversal: false })
      if (status.class.id === REVERSED) lines.push({ reference, supplier_reference, cost, at, is_reversal: true })
    }
    return done(lines)
  }

  return {
    ...{ name: 'DT One', close: bare.close },
    ...createOrders({ wire, account, now, ...(callbackUrl ? { callbackUrl } : {}) }),

    async lookUp(number) {
      const json = { mobile_number: number }
      const found = await listed(allRows(wire, { call: 'look up', path: '/lookup/mobile-number', json }, Operator, true), operatorOf)
      return found.outcome === 'done' ? done([...found.value].sort((a, b) => Number(b.is_likely) - Number(a.is_likely))) : found
    },
    async operators(country) {
      const country_iso_code = inThreeLetters(country)
      if (!country_iso_code) return done([])
      return listed(allRows(wire, { call: 'operators', path: '/operators', query: { country_iso_code } }, Operator, true), operatorOf)
    },
    list: (of?: { operator_id: string }) => products(of ? { operator_id: of.operator_id } : {}),

    async quote({ product_id, quantity, amount }) {
      if (quantity !== 1 || !/^\d{1,15}$/.test(product_id)) return refused('our_mistake', 'one piece of a product by its number')
      const heard = await wire.ask({ call: 'product', method: 'GET', path: `/products/${product_id}`, reads: true })
      if (heard.heard !== 'answer') return unknown(heard.reason)
      if (!isGood(heard.status)) return failureIn(heard).answer
      const read = readAs(Product, heard.body)
      const product = read && productOf(read, account())
      if (!product) return read ? refused('not_available', 'nothing we can sell') : unknown('the answer cannot be read')
      const { cost, retail } = product
      const isOne = cost.from === cost.to
      if (isOne !== (amount === null) || (amount !== null && (amount < cost.from || amount > cost.to))) return refused('amount', `${cost.from} to ${cost.to}`)
      const price = amount ?? cost.from
      // For a product with a range of amounts, the retail price grows in proportion to our cost.
      const shown = retail && !isOne ? Number((BigInt(price) * BigInt(retail.from)) / BigInt(Math.max(cost.from, 1))) : retail?.from
      return done({ cost: price, retail: shown ?? price, valid_until: new Date(now().getTime() + QUOTE_MS) })
    },

    async balance(): Promise<Answer<SupplierBalance>> {
      const heard = await wire.ask({ call: 'balance', method: 'GET', path: '/balances', query: { unit_type: 'CURRENCY' }, reads: true })
      if (heard.heard !== 'answer') return unknown(heard.reason)
      if (!isGood(heard.status)) return failureIn(heard).answer
      const { currency, rate } = account()
      const own = readAs(Balances, heard.body)?.find(({ unit_type, unit }) => unit_type === 'CURRENCY' && unit === currency)
      const [available, held] = own ? [balanceOf(own.available, rate), euros(own.holding, rate, 'nearest')] : []
      return available === undefined || held === undefined ? unknown('no balance in our currency') : done({ available, held, as_of: now() })
    },

    async statement(day) {
      const lines = new Map<string, StatementLine>()
      const end = dayBegins(dayAfter(day))
      for (let from = dayBegins(day); from < end; from = new Date(from.getTime() + SPAN_MS)) {
        const found = await linesOf(from, new Date(Math.min(from.getTime() + SPAN_MS, end.getTime())))
        if (found.outcome !== 'done') return found
        for (const line of found.value) lines.set(`${line.supplier_reference}${line.is_reversal}`, line)
      }
      return done([...lines.values()])
    },

    hintIn(body) {
      const said = readJson(body)
      const reference = said && typeof said === 'object' && 'external_id' in said ? said.external_id : null
      return typeof reference === 'string' ? reference : null
    },
  }
}
