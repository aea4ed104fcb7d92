// An order at DT One: it is created with our reference as its external id, confirmed, and found again by the same reference.
import type { Delivery } from '../../kit/seal.ts'
import { named, notKnown, SEARCHED_MS } from '../answer-rules.ts'
import { done, type Failed, isGood, notOrdered, readAs, refused, unknown } from '../answers.ts'
import { euros, type Json, jsonNumber, unitsOf } from '../digits.ts'
import type { Answer, Order, OrderEcho, RefusedBy, Standing, Supplier } from '../supplier.ts'
import type { Wire, WireRequest } from '../wire.ts'
import type { Currency } from './products.ts'
import { allRows, CODES, failureIn } from './requests.ts'
import { Transaction } from './shapes.ts'

/** The classes of an order's states at DT One. The detailed states within a class only explain a refusal. */
const [CREATED, CONFIRMED, REJECTED, CANCELLED, SUBMITTED, COMPLETED, REVERSED, DECLINED] = ['1', '2', '3', '4', '5', '7', '8', '9'] as const
const UNDER_WAY: readonly string[] = [CONFIRMED, SUBMITTED]
const WHY: readonly (readonly [RegExp, RefusedBy])[] = [
  [/-CREDIT-PARTY$/, 'recipient'],
  [/-DEBIT-PARTY$/, 'our_mistake'],
  [/INSUFFICIENT-BALANCE/, 'our_balance'],
  [/AMOUNT$/, 'amount'],
]

export type OrdersDeps = { wire: Wire; account: () => Currency; now: () => Date; callbackUrl?: (reference: string) => string }

export function createOrders({ wire, account, now, callbackUrl }: OrdersDeps): Pick<Supplier, 'create' | 'confirm' | 'cancel' | 'status' | 'expects'> {
  const write = (call: string, path: string, reference: string, json?: unknown) =>
    wire.ask({ call, path, reference, method: 'POST', reads: false, ...(json ? { body: { json } } : {}) } satisfies WireRequest)

  const isOf = ({ id, external_id }: Transaction, reference: string, supplier_reference = id) => external_id === reference && id === supplier_reference
  const standing = (reference: string, body: Json, supplier_reference?: string): Answer<Standing> => {
    const transaction = readAs(Transaction, body)
    if (!transaction) return unknown('the answer cannot be read')
    return isOf(transaction, reference, supplier_reference) ? standingOf(transaction, account()) : unknown('an answer about another order')
  }

  async function status(reference: string, sent_at?: Date, supplier_reference?: string | null): Promise<Answer<Standing>> {
    if (supplier_reference) return stands(reference, supplier_reference)
    const query = { external_id: reference, ...(sent_at && around(sent_at)) }
    const found = await allRows(wire, { call: 'status', path: '/transactions', reference, query }, Transaction)
    if (found.outcome !== 'done') return found.outcome === 'refused' ? unknown(found.reason) : found
    const [transaction, another] = found.value
    if (another || (transaction && transaction.external_id !== reference)) return unknown('an answer about other orders')
    if (transaction) return standingOf(transaction, account())
    return notKnown(now(), sent_at)
  }

  async function stands(reference: string, supplier_reference: string): Promise<Answer<Standing>> {
    const path = `/transactions/${encodeURIComponent(supplier_reference)}`
    const heard = await wire.ask({ call: 'transaction', method: 'GET', path, reads: true, reference })
    if (heard.heard !== 'answer') return unknown(heard.reason)
    if (isGood(heard.status)) return standing(reference, heard.body, supplier_reference)
    const { code, answer } = failureIn(heard)
    return code === CODES.notThere ? notKnown(now(), undefined, supplier_reference) : unknown(answer.reason)
  }

  async function cancel(reference: string, supplier_reference: string): Promise<Answer<null>> {
    const heard = await write('cancel', `/transactions/${encodeURIComponent(supplier_reference)}/cancel`, reference)
    if (heard.heard !== 'answer') return unknown(heard.reason)
    if (isGood(heard.status)) {
      const transaction = readAs(Transaction, heard.body)
      const isCancelled = transaction?.status.class.id === CANCELLED && isOf(transaction, reference, supplier_reference)
      return isCancelled ? done(null) : unknown('not cancelled yet')
    }
    const { code, answer } = failureIn(heard)
    if (code === CODES.cancelled) return done(null)
    return code === CODES.notCancellable ? refused('over', 'can no longer be cancelled') : unknown(answer.reason)
  }

  /**
   * Cancels an order whose confirmation was refused. The order still exists and holds our money; only after the cancellation is it certain that it is not
   * delivered.
   */
  async function notConfirmed(reference: string, supplier_reference: string, refusal: Failed): Promise<Answer<Standing>> {
    const found = await stands(reference, supplier_reference)
    if (found.outcome !== 'done' || found.value.state !== 'created') return found
    const cancelled = await cancel(reference, supplier_reference)
    return cancelled.outcome === 'done' ? refusal : unknown('refused, and not cancelled yet')
  }

  return {
    status,
    cancel,
    expects: ({ product_id, recipient: { mobile_number }, arrives }) => ({
      ...{ product: product_id, number: mobile_number, amount: arrives?.amount, currency: arrives?.unit },
    }),
    async create(reference, order) {
      const json = orderWire(reference, order, account())
      if (!json) return refused('our_mistake', 'one piece of a product by its number, with an amount it can be asked for')
      const url = callbackUrl?.(reference)
      const heard = await write('create', '/async/transactions', reference, url ? { ...json, callback_url: url } : json)
      if (heard.heard !== 'answer') return notOrdered(heard)
      if (isGood(heard.status)) return standing(reference, heard.body)
      const { code, answer } = failureIn(heard)
      return code === CODES.used ? status(reference) : answer
    },
    async confirm(reference, supplier_reference) {
      const heard = await write('confirm', `/async/transactions/${encodeURIComponent(supplier_reference)}/confirm`, reference)
      if (heard.heard !== 'answer') return unknown(heard.reason)
      if (isGood(heard.status)) return standing(reference, heard.body, supplier_reference)
      const { code, answer } = failureIn(heard)
      if (code === CODES.confirmed) return stands(reference, supplier_reference)
      const refusal = code === CODES.tooLate ? refused('over', 'can no longer be confirmed') : answer
      return refusal.outcome === 'refused' ? notConfirmed(reference, supplier_reference, refusal) : refusal
    },
  }
}

/** How far DT One's clock and ours may differ, in milliseconds. */
const APART_MS = 10 * 60_000

/** The period around the time at which an order was sent. A question without a period is answered by DT One for the last day only. */
function around(sent_at: Date): { from_date: string; to_date: string } {
  const from = sent_at.getTime() - APART_MS
  return { from_date: new Date(from).toISOString(), to_date: new Date(from + SEARCHED_MS).toISOString() }
}

function orderWire(external_id: string, { product_id, quantity, amount, recipient }: Order, { currency, rate }: Currency) {
  if (quantity !== 1 || !/^\d{1,15}$/.test(product_id)) return undefined
  const order = { external_id, product_id: jsonNumber(product_id), auto_confirm: false }
  const party = Object.keys(recipient).length > 0 ? { credit_party_identifier: recipient } : {}
  if (amount === null) return { ...order, ...party }
  const units = unitsOf(amount, rate)
  if (units === undefined) return undefined
  const source = { unit_type: 'CURRENCY', unit: currency, amount: jsonNumber(units) }
  return { ...order, ...party, calculation_mode: 'SOURCE_AMOUNT', source }
}

export function costOf({ prices }: Transaction, { currency, rate }: Currency): number | undefined {
  if (prices?.wholesale.unit !== currency) return undefined
  const [cost, fee] = [euros(prices.wholesale.amount, rate), euros(prices.wholesale.fee ?? '0', rate)]
  return cost === undefined || fee === undefined ? undefined : cost + fee
}

function standingOf(transaction: Transaction, account: Currency): Answer<Standing> {
  const { id: supplier_reference, status } = transaction
  const [of, reason] = [status.class.id, status.message]
  const said = { supplier_reference, cost: costOf(transaction, account) ?? null, told: toldOf(transaction) }
  if (of === CREATED) return done({ state: 'created', ...said })
  if (UNDER_WAY.includes(of)) return named(reason, supplier_reference)
  if (of === CANCELLED) return refused('over', reason, supplier_reference)
  if (of === REVERSED) return refused('reversed', reason, supplier_reference)
  if (of === REJECTED || of === DECLINED) return refused(WHY.find(([pattern]) => pattern.test(reason))?.[1] ?? 'not_available', reason, supplier_reference)
  if (of !== COMPLETED) return named(`class ${of}`, supplier_reference)
  const delivery = deliveryOf(transaction)
  return delivery ? done({ state: 'delivered', ...said, delivery }) : named('delivered without its PIN', supplier_reference)
}

/** DT One's description of an order. Of the arriving amount only the part without bonus and before taxes is used. */
function toldOf({ product, credit_party_identifier, benefits, adjusted_values }: Transaction): OrderEcho {
  const credit = benefits?.find(({ type }) => type === 'CREDITS')
  const arrived = adjusted_values?.destination ?? (credit && { amount: credit.amount.base, unit: credit.unit })
  return { product: product.id, number: credit_party_identifier?.mobile_number, amount: arrived?.amount, currency: arrived?.unit }
}

/** What was delivered; undefined if a PIN was bought and is missing in the answer. */
function deliveryOf({ pin, product, operator_reference, benefits, adjusted_values }: Transaction): Delivery | undefined {
  if (product.type.endsWith('PIN_PURCHASE') && !pin?.code) return undefined
  const [first] = benefits ?? []
  const arrived = adjusted_values?.destination ?? (first && { amount: first.amount.total_excluding_tax ?? first.amount.base ?? '', unit: first.unit })
  const facts = {
    product: product.name,
    ...(product.operator ? { operator: product.operator.name } : {}),
    ...(arrived ? { arrived: `${arrived.amount} ${arrived.unit}` } : {}),
    ...(operator_reference ? { operator_reference } : {}),
  }
  return { ...(pin?.code ? { pin: pin.code } : {}), ...(pin?.serial ? { serial: pin.serial } : {}), facts }
}
