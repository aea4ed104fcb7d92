import { expect, test } from 'vitest'
import { CallError, NoAnswer } from '../../../../contract/kit/client.ts'
import type { ErrorCode } from '../../../../contract/kit/errors.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import type { Offer, Sale } from '../../../../contract/till/selling.ts'
import { awaitsFile, isUnprinted, takesCash } from '../../../kit/counter/sold-cards.ts'
import type { OpenSale } from './open-sales.ts'
import { isLate, isRefusal, nextCheck, noSale, questionOf, type SaleAction, type SaleState, saleReducer } from './sale-state.ts'

const offer: Offer = {
  configuration_id: 'c',
  product_id: 'p',
  product_name: 'Lebara',
  product_type: 'cash_card',
  product_image: null,
  value: 10 * EURO,
  info: '',
  ean: '',
  left: 9,
  favorite: 1,
  price: 9 * EURO,
  discount: 1000,
}
const other: Offer = { ...offer, configuration_id: 'other' }
const order = { configuration_id: 'c', product_name: 'Lebara', value: 10 * EURO, quantity: 1, bulk: false }
const open = (transaction_key: string): OpenSale => ({ ...order, transaction_key, sent_at: 0 })
const sale: Sale = {
  sale_id: 's',
  training_no: null,
  created_at: '2026-11-21T13:05:00.000Z',
  product_name: 'Lebara',
  product_type: 'cash_card',
  configuration_id: 'c',
  value: 10 * EURO,
  info: '',
  quantity: 1,
  price_unit: 9 * EURO,
  amount_total: 9 * EURO,
  face_total: 10 * EURO,
  balance_before: null,
  balance_after: null,
  seller: { name: 'Kiosque Nord', address: '', city: '' },
  organisation_name: 'Comptoir Nord',
  username: 'kiosque',
  instructions: '',
  customer_care: '',
  pins: [],
  copy: 0,
}
const run = (actions: readonly SaleAction[], from: SaleState = noSale) => actions.reduce(saleReducer, from)
const choose = { type: 'choose', offer } satisfies SaleAction
const sending: SaleAction[] = [choose, { type: 'selling', order }, { type: 'sent', open: open('k') }]
const refusal = (code: ErrorCode, status = 409) => new CallError(status, { code })

test('a sale goes from chosen to sold, and the panel is then free for the next sale', () => {
  const state = run([...sending, { type: 'sold', transaction_key: 'k', sale }])
  expect(state).toEqual({ checks: [], sold: { sale, how: 'sold', download_id: undefined } })
})

test('if a sale is refused, its panel stays open and shows the reason', () => {
  const error = refusal('out_of_stock')
  const state = run([...sending, { type: 'refused', transaction_key: 'k', error, at_ms: 0 }])
  expect(state).toMatchObject({ chosen: { offer }, refusal: error, checks: [] })
})

test('a changed price is shown in the panel and must be confirmed', () => {
  const error = new CallError(409, { code: 'price_changed', detail: { price: '9.50' } })
  const refused = (chosen: Offer) =>
    run([
      { type: 'choose', offer: chosen },
      { type: 'selling', order },
      { type: 'sent', open: open('k') },
      { type: 'refused', transaction_key: 'k', error, at_ms: 7 },
    ])
  expect(refused(offer)).toMatchObject({ chosen: { offer: { ...offer, price: 95_000 }, asked: { question: 'price', at_ms: 7 } }, refusal: error })
  expect(refused({ ...offer, price: null }).chosen?.offer).toMatchObject({ price: null, value: 95_000 })
})

test('a sale made within two seconds of sending counts as made by the first request, a later one as made by a repeated request', () => {
  const sent_ms = Date.parse(sale.created_at)
  expect([isLate(sale, sent_ms - 900), isLate(sale, sent_ms - 2_000)]).toEqual([false, true])
})

test('the slips of a bulk sale can be printed only after its file was fetched', () => {
  expect([awaitsFile({ sale, how: 'sold' }), awaitsFile({ sale, how: 'sold', download_id: 'd' })]).toEqual([false, true])
  expect(awaitsFile({ sale, how: 'sold', download_id: 'd', is_fetched: true })).toBe(false)
})

test('a sale without an answer moves to a panel of its own, and further sales can be made', () => {
  const state = run([...sending, { type: 'unknown', open: open('k') }, { type: 'unknown', open: open('k') }, choose])
  expect(state.checks).toEqual([{ open: open('k'), outcome: 'unknown' }])
  expect(state.chosen?.offer).toBe(offer)
  expect(state.selling).toBeUndefined()
})

test('a lost sale that is found later is shown immediately if the till is free; otherwise it waits in the panel of lost sales until the user opens it', () => {
  const lost: SaleAction[] = [...sending, { type: 'unknown', open: open('k') }]
  const found: SaleAction = { type: 'sold', transaction_key: 'k', sale }
  expect(run([...lost, { ...found, is_late: true }])).toMatchObject({ checks: [], sold: { how: 'late' } })
  expect(run([...lost, found])).toMatchObject({ checks: [], sold: { how: 'found' } })
  expect(run([...lost, choose, { type: 'ask', question: 'again', at_ms: 1 }, found])).toEqual({
    checks: [],
    sold: { sale, how: 'found', download_id: undefined },
  })
  const busy = run([...lost, { ...choose, offer: other }, found])
  expect(busy).toMatchObject({ chosen: { offer: other }, checks: [{ outcome: { how: 'found' } }] })
  expect(busy.sold).toBeUndefined()
  expect(run([{ type: 'show', transaction_key: 'k' }], busy)).toMatchObject({ checks: [], sold: { sale, how: 'found' } })
})

test('the first slip of a found sale is an original, although the lost answer was counted; after two showings or a reprint it is a copy', () => {
  const found = (copy: number) => run([...sending, { type: 'sold', transaction_key: 'k', sale: { ...sale, copy }, more: [{ ...sale, copy }] }]).sold
  expect([0, 1, 2].map((copy) => [found(copy)?.sale.copy, found(copy)?.more?.[0]?.copy])).toEqual([0, 0, 2].map((copy) => [copy, copy]))
  expect(run([{ type: 'copied', sale: { ...sale, copy: 1 } }]).sold).toMatchObject({ sale: { copy: 1 }, how: 'copy' })
})

test('the panel of a lost sale that was certainly not made says so until the user has read it', () => {
  const state = run([...sending, { type: 'unknown', open: open('k') }, { type: 'not_sold', transaction_key: 'k' }])
  expect(state.checks).toMatchObject([{ outcome: 'not_sold' }])
  expect(run([{ type: 'dismiss', transaction_key: 'k' }], state).checks).toEqual([])
  expect(run([...sending, { type: 'unknown', open: open('k') }, { type: 'given_up', transaction_key: 'k' }]).checks).toMatchObject([{ outcome: 'given_up' }])
  const asked = run([
    ...sending,
    { type: 'unknown', open: open('k') },
    choose,
    { type: 'ask', question: 'again', at_ms: 1 },
    { type: 'not_sold', transaction_key: 'k' },
  ])
  expect(asked.chosen).toMatchObject({ offer, asked: undefined })
})

test('choosing the next product while a sale is being sent sets that sale aside, and its answer is shown in a panel of its own', () => {
  const aside = run([...sending, choose])
  expect(aside.selling).toBeUndefined()
  expect(aside).toMatchObject({ checks: [{ open: { transaction_key: 'k' }, outcome: 'unknown' }] })
  expect(run([{ type: 'refused', transaction_key: 'k', error: refusal('out_of_stock'), at_ms: 0 }], aside).checks).toMatchObject([{ outcome: 'not_sold' }])
  const unsent = run([choose, { type: 'selling', order }])
  expect(run([choose], unsent)).toBe(unsent)
})

test('a sale that is being sent cannot be cancelled; before it is sent, Esc first closes a question, then removes the chosen card', () => {
  const selling = run(sending)
  expect(run([{ type: 'cancel' }], selling)).toBe(selling)
  const asked = run([choose, { type: 'ask', question: 'large', at_ms: 1 }])
  const answered = run([{ type: 'cancel' }], asked)
  expect(answered.chosen?.asked).toBeUndefined()
  expect(run([{ type: 'cancel' }], answered).chosen).toBeUndefined()
})

test('a sale of ten cards, of more than 200 €, or of a card whose earlier sale is being checked must be confirmed', () => {
  expect(questionOf(noSale, offer, 9)).toBeUndefined()
  expect(questionOf(noSale, offer, 10)).toBe('large')
  expect(questionOf(noSale, { ...offer, value: 100 * EURO }, 2)).toBeUndefined()
  expect(questionOf(noSale, { ...offer, value: 100 * EURO + 1 }, 2)).toBe('large')
  expect(questionOf(noSale, { ...offer, price: 1, value: 201 * EURO }, 1)).toBe('large')
  expect(questionOf({ checks: [{ open: open('k'), outcome: 'unknown' }] }, offer, 1)).toBe('again')
  expect(questionOf({ checks: [{ open: open('k'), outcome: 'not_sold' }] }, offer, 1)).toBeUndefined()
})

test('only a clear refusal of the server counts as a refusal; after another error or a lost answer the sale may have been made', () => {
  for (const code of ['out_of_stock', 'credit_limit_reached', 'key_void', 'customer_stopped'] as const) expect(isRefusal(refusal(code))).toBe(true)
  expect(isRefusal(refusal('in_progress'))).toBe(false)
  expect(isRefusal(refusal('busy', 503))).toBe(false)
  expect(isRefusal(new CallError(502, {}))).toBe(false)
  expect(isRefusal(new CallError(408, {}))).toBe(false)
  expect(isRefusal(new NoAnswer('timeout'))).toBe(false)
  expect(isRefusal(new Error('unreadable'))).toBe(false)
})

test('a lost sale is sent again after 2, 5, 10, 20 and 40 seconds; after that the till only asks for its outcome', () => {
  expect([0, 1, 2, 3, 4].map((attempt) => nextCheck(attempt).wait_ms)).toEqual([2_000, 5_000, 10_000, 20_000, 40_000])
  expect(nextCheck(4).by).toBe('sell')
  expect(nextCheck(5).by).toBe('settle')
  expect(nextCheck(Number.POSITIVE_INFINITY).by).toBe('settle')
})

test('the slip of a sale found later, or a slip not printed yet, is printed once as an original and does not count as a copy', () => {
  const pin = { pin_id: '1', pin: '0450119822317754', serial: '', batch: '', expires_on: null }
  const withPin = { ...sale, pins: [pin] }
  for (const how of ['found', 'late'] as const) expect(isUnprinted({ sale: withPin, how }, undefined)).toBe(true)
  expect(isUnprinted({ sale: withPin, how: 'found' }, { sale: withPin, outcome: 'closed' })).toBe(false)
  expect(isUnprinted({ sale: withPin, how: 'sold' }, { sale: withPin, outcome: 'failed' })).toBe(true)
  expect(isUnprinted({ sale: withPin, how: 'sold' }, { sale: withPin, outcome: 'closed' })).toBe(false)
  expect(isUnprinted({ sale, how: 'found' }, undefined)).toBe(false)
})

test('a slip of which part may be on paper is printed again as a copy', () => {
  const withPin = { ...sale, pins: [{ pin_id: '1', pin: '0450119822317754', serial: '', batch: '', expires_on: null }] }
  for (const how of ['sold', 'found', 'late'] as const) expect(isUnprinted({ sale: withPin, how }, { sale: withPin, outcome: 'doubtful' })).toBe(false)
})

test('the drawer opens for a sale made just now that was paid in cash or has no noted payment, never for a sale found later or a copy', () => {
  const soldBy = (payment?: 'cash' | 'card') => {
    const sending: SaleState = { ...noSale, selling: { ...open('k'), ...(payment && { payment }) } }
    return saleReducer(sending, { type: 'sold', transaction_key: 'k', sale }).sold
  }
  for (const payment of ['cash', undefined] as const) expect(takesCash(soldBy(payment) ?? { sale, how: 'copy' })).toBe(true)
  expect(takesCash(soldBy('card') ?? { sale, how: 'sold' })).toBe(false)
  for (const how of ['found', 'late', 'copy'] as const) expect(takesCash({ sale, how })).toBe(false)
})
