import { expect, test } from 'vitest'
import { CallError } from '../../../../contract/kit/client.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import type { Offer, Sale } from '../../../../contract/till/selling.ts'
import { faceOf, givenOf, withChosen } from './basket.ts'
import { shownOf } from './customer-display.ts'
import { idle } from './display-channel.ts'
import { withNote } from './notes.ts'
import type { OpenSale } from './open-sales.ts'
import { isChecking, noSale, questionOf, type SaleAction, type SaleState, saleReducer } from './sale-state.ts'

const offerOf = (configuration_id: string, euro = 10): Offer => ({
  ...{ configuration_id, product_id: 'p', product_name: `Card ${configuration_id}`, product_type: 'cash_card', product_image: null, value: euro * EURO },
  ...{ info: '', ean: '', left: null, favorite: null, price: euro * 9_000, discount: 1000 },
})
const [a, b, c] = [offerOf('a'), offerOf('b', 20), offerOf('c', 5)]
const run = (actions: readonly SaleAction[], from: SaleState = noSale) => actions.reduce(saleReducer, from)
const scan = (offer: Offer): SaleAction => ({ type: 'choose', offer, adds: true })
const pick = (offer: Offer): SaleAction => ({ type: 'choose', offer })
const cards = (state: SaleState) => withChosen(state).map(({ offer, quantity }) => `${quantity} ${offer.configuration_id}`)
const three = run([scan(a), scan(b), scan(c)])

test('each scan adds a card to the basket; scanning a card that is already in it adds one more', () => {
  expect(cards(three)).toEqual(['1 a', '1 b', '1 c'])
  expect(cards(run([scan(a)], three))).toEqual(['1 b', '1 c', '2 a'])
})

test('choosing a tile replaces the chosen card and leaves the cards of the basket unchanged', () => {
  expect(cards(run([pick(a), pick(b)]))).toEqual(['1 b'])
  expect(cards(run([pick(a), { type: 'quantity', quantity: '3' }, { type: 'aside' }, pick(b), pick(c)]))).toEqual(['3 a', '1 c'])
})

test('Esc removes the cards of a basket one by one, the last card first', () => {
  expect(cards(run([{ type: 'cancel' }], three))).toEqual(['1 a', '1 b'])
  expect(run([{ type: 'cancel' }, { type: 'cancel' }, { type: 'cancel' }], three)).toEqual(noSale)
})

test('a card in the basket can be removed, or its quantity changed', () => {
  const changed = run(
    [
      { type: 'take', configuration_id: 'a' },
      { type: 'quantity', quantity: '4' },
    ],
    three,
  )
  expect(cards(changed)).toEqual(['1 b', '1 c', '4 a'])
  expect(cards(run([{ type: 'remove', configuration_id: 'b' }], changed))).toEqual(['1 c', '4 a'])
})

test('a basket of ten cards or of more than 200 € must be confirmed', () => {
  const nine = run([scan(a), { type: 'quantity', quantity: '5' }, scan(c)])
  expect([questionOf(nine, c, 4), questionOf(nine, c, 5)]).toEqual([undefined, 'large'])
  expect(questionOf(run([scan(offerOf('d', 150)), scan(offerOf('e', 51))]), offerOf('e', 51), 1)).toBe('large')
})

const order = { configuration_id: 'a', product_name: 'A', value: 10 * EURO, quantity: 1, bulk: false }
const open: OpenSale = { ...order, more: [{ configuration_id: 'b', product_name: 'B', value: 20 * EURO, quantity: 1 }], transaction_key: 'k', sent_at: 0 }
const sent: SaleAction[] = [
  { type: 'selling', order: open },
  { type: 'sent', open },
]

test('a basket whose sale has no answer is checked as one sale, and each of its cards counts as being checked', () => {
  const state = run([...sent, { type: 'unknown', open }], three)
  expect(state).toEqual({ checks: [{ open, outcome: 'unknown' }] })
  expect(['a', 'b', 'c'].map((id) => isChecking(state, id))).toEqual([true, true, false])
})

test('a refused basket keeps all its cards, and the card whose price changed shows the new price', () => {
  const error = new CallError(409, { code: 'price_changed', detail: { price: '17.00', configuration_id: 'b', lines: ['b'] } })
  const state = run([...sent, { type: 'refused', transaction_key: 'k', error, at_ms: 7 }], three)
  expect(withChosen(state).map(({ offer }) => offer.price)).toEqual([90_000, 17 * EURO, 45_000])
  expect(state.chosen?.asked).toEqual({ question: 'price', at_ms: 7 })
})

const PIN = '0450119822317754'
const saleOf = (offer: Offer): Sale => ({
  ...{ sale_id: 's', training_no: null, created_at: '2026-11-21T13:05:00.000Z', product_name: offer.product_name, product_type: 'cash_card' },
  ...{ configuration_id: offer.configuration_id, value: offer.value, info: '', quantity: 1, price_unit: 91_234, amount_total: 91_234, face_total: offer.value },
  ...{ balance_before: 77_777_777, balance_after: 66_666_666, seller: { name: 'Kiosque', address: '', city: '' }, organisation_name: 'Nord' },
  ...{ username: 'kiosque', instructions: '', customer_care: '', copy: 0 },
  pins: [{ pin_id: '1', pin: PIN, serial: 'SERIAL', batch: 'LOT', expires_on: null }],
})

test('the customer’s display shows the change to give back until the next sale begins', () => {
  const asked = run(
    [
      { type: 'ask', question: 'collect', at_ms: 1 },
      { type: 'paid', paid: { kind: 'cash', text: '50' } },
    ],
    three,
  )
  let shown = shownOf(asked, shownOf(three, idle))
  expect(shown).toMatchObject({ state: 'sale', total: 35 * EURO, given: 50 * EURO, cards: [{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }] })
  const selling = run(sent, asked)
  shown = shownOf(selling, shown)
  expect(shown.given).toBe(50 * EURO)
  const sold = run([{ type: 'sold', transaction_key: 'k', sale: saleOf(a), more: [saleOf(b), saleOf(c)] }], selling)
  shown = shownOf(sold, shown)
  expect(shown).toMatchObject({ state: 'sold', total: 35 * EURO, given: 50 * EURO })
  expect(shownOf(run([pick(a)], sold), shown)).toMatchObject({ state: 'sale', total: 10 * EURO, given: null })
})

/** Finds secrets that the display must never show: a PIN, a serial, a lot number, the shop's price, its balance. */
const secrets = (shown: object) => [PIN, 'SERIAL', 'LOT', '91234', '90000', '77777777', '66666666'].filter((text) => JSON.stringify(shown).includes(text))

test('the customer’s display gets no PIN, no serial and no price that the shop pays; control: the sale itself contains them', () => {
  const sold = run([...sent, { type: 'sold', transaction_key: 'k', sale: saleOf(a), more: [saleOf(b)] }], three)
  expect(secrets(shownOf(sold, idle))).toEqual([])
  expect(secrets(shownOf(three, idle))).toEqual([])
  expect(secrets(sold)).not.toEqual([])
})

test('an empty field for the amount given, or payment by card, means the exact amount; an unreadable text or a scan is no amount', () => {
  const total = faceOf(withChosen(three))
  expect(givenOf(undefined, total)).toBe(total)
  expect(givenOf({ kind: 'cash', text: ' ' }, total)).toBe(total)
  expect(givenOf({ kind: 'cash', text: '40,50' }, total)).toBe(40.5 * EURO)
  expect(givenOf({ kind: 'card', text: '' }, total)).toBe(total)
  expect(givenOf({ kind: 'cash', text: 'x' }, total)).toBeUndefined()
  expect(givenOf({ kind: 'cash', text: '3760123100' }, total)).toBeUndefined()
})

test('each press on a banknote adds its value to the cash given; the first after another way of paying starts a new amount', () => {
  expect(withNote(undefined, 20 * EURO)).toBe('20')
  expect(withNote({ kind: 'cash', text: '20' }, 5 * EURO)).toBe('25')
  expect(withNote({ kind: 'cash', text: '2,50' }, 10 * EURO)).toBe('12,5')
  expect(withNote({ kind: 'cash', text: 'x' }, 10 * EURO)).toBe('10')
  expect(withNote({ kind: 'card', text: '' }, 50 * EURO)).toBe('50')
})
