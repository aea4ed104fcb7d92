// PJ Telesoft's second generation: a token instead of the password, products that contain denominations, and errors as numbers beside the word
// "declined".
import * as z from 'zod/mini'
import { allRead, heardAs, instantOf, map, notKnown, orderedAs, orNull, type Refusals, toldAs } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import { balanceOf, euros, jsonNumber } from '../digits.ts'
import type { Answer, StatementLine, SupplierProduct } from '../supplier.ts'
import { type Token, withToken } from '../token.ts'
import type { Heard, Wire } from '../wire.ts'
import { COUNTRY, CURRENCY, meant, NO_RECORDS, standingOf, type Till } from './till.ts'

const text = z.string()
const maybe = z.nullish(text)
const shown = orNull(text)
const approved = { message: z.literal('approved') }

const Signed = z.object({ ...approved, token: text })
const Denomination = z.object({ denomination_id: text, value: text, purchase_price: text })
const Products = z.object({ products: z.array(z.object({ product_id: text, product_name: text, product_denominations: z.array(orNull(Denomination)) })) })
type Product = z.infer<typeof Products>['products'][number]
const Balance = z.object({ ...approved, balance: text })
const Pin = z.object({ denomination_id: shown, purchase_price: shown, pin_number: maybe, batch_number: shown, expiry_date: shown, instruction: shown })
const Purchase = z.object({ ...approved, transaction_id: text, client_transaction_id: maybe, pins: z.tuple([Pin]) })
const Line = z.object({ client_transaction_id: maybe, transaction_id: text, purchase_price: shown, date: text })
const Report = z.object({ ...approved, transactions: z.array(Line) })
const Failure = z.object({ message: z.literal('declined'), error_code: text, error: shown })

const refusals: Refusals = (body) => {
  const read = Failure.safeParse(body)
  return read.success ? meant(read.data.error_code, read.data.error ?? undefined) : undefined
}
const hasNoRecords = (heard: Heard): boolean => heard.heard === 'answer' && heard.status < 500 && Failure.safeParse(heard.body).data?.error_code === NO_RECORDS

/** For how many seconds a token is used. PJ Telesoft does not say how long a token lasts, so it is used for a day, or until it is refused. */
const DAY_S = 86_400

export function secondGeneration(wire: Pick<Wire, 'ask'>, credentials: { username: string; password: string }, now: () => Date): Till {
  const ask = withToken(wire.ask, signIn, now)
  async function signIn(): Promise<Answer<Token>> {
    const heard = await wire.ask({ call: 'login', method: 'POST', path: '/api/login/', body: { json: credentials }, reads: true })
    return map(heardAs(heard, Signed, refusals), ({ token }) => done({ token, lasts_s: DAY_S }))
  }
  const get = (call: string, query: Record<string, string> = {}, reference = '') =>
    ask({ call, method: 'GET', path: `/api/${call}/`, query, reads: true, ...(reference && { reference }) })
  const boughtAs = (reference: string) => (made: z.infer<typeof Purchase>) => {
    if (made.client_transaction_id && made.client_transaction_id !== reference) return unknown('ANOTHER_ORDER')
    const [
      {
        denomination_id: product,
        purchase_price,
        pin_number: pin = null,
        batch_number: batch = null,
        expiry_date: expires_on = null,
        instruction: instructions = null,
      },
    ] = made.pins
    const cost = euros(purchase_price ?? '') ?? null
    return standingOf({ supplier_reference: made.transaction_id, cost, product, pin, batch, expires_on, instructions })
  }
  return {
    list: async () =>
      map(heardAs(await get('products', { product_type: 'cash card' }), Products, refusals), ({ products }) => done(products.flatMap(productsOf))),
    buy: async (client_id, denomination_id) => {
      if (!/^\d{1,15}$/.test(denomination_id)) return refused('our_mistake', 'NO_SUCH_PRODUCT')
      const body = { json: { denomination_id: jsonNumber(denomination_id), quantity: 1, client_transaction_id: client_id } }
      const heard = await ask({ call: 'purchase', method: 'POST', path: '/api/purchase/', body, reads: false, reference: client_id })
      return map(orderedAs(heard, Purchase, refusals), boughtAs(client_id))
    },
    status: async (client_id, sent_at, supplier_reference) => {
      const heard = await get('transactions', { client_transaction_id: client_id }, client_id)
      return hasNoRecords(heard) ? notKnown(now(), sent_at, supplier_reference) : map(toldAs(heard, Purchase, refusals), boughtAs(client_id))
    },
    balance: async () =>
      map(heardAs(await get('balance'), Balance, refusals), ({ balance }) => {
        const money = balanceOf(balance)
        return money === undefined ? unknown('NO_AMOUNT') : done(money)
      }),
    statement: async (day) => map(heardAs(await get('report', { date: day }), Report, refusals), ({ transactions }) => allRead(transactions.map(lineOf))),
  }
}

const productsOf = ({ product_name, product_denominations }: Product): SupplierProduct[] =>
  product_denominations.flatMap((denomination) => {
    if (!denomination) return []
    const { denomination_id, value, purchase_price } = denomination
    const [retail, cost] = [euros(value, '1', 'nearest'), euros(purchase_price)]
    if (retail === undefined || cost === undefined) return []
    const both = { retail: { from: retail, to: retail }, cost: { from: cost, to: cost } }
    const named = { name: `${product_name} ${value} ${CURRENCY}`, operator_id: product_name, operator_name: product_name }
    return [{ ...both, ...named, product_id: denomination_id, country: COUNTRY, needs: [[]] }]
  })

function lineOf({ client_transaction_id, transaction_id, purchase_price, date }: z.infer<typeof Line>): StatementLine | undefined {
  const [cost, at] = [euros(purchase_price ?? '') ?? null, instantOf(date)]
  if (!at) return undefined
  return { reference: client_transaction_id ?? null, supplier_reference: transaction_id, cost, at, is_reversal: false }
}
