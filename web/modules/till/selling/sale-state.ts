// The current sale as a state machine, and beside it the sales of unknown outcome. Only an answer of the server says whether a sale was made; the till
// assumes nothing about money.
import { CallError } from '../../../../contract/kit/client.ts'
import { EURO, type Money, parseMoney } from '../../../../contract/kit/money.ts'
import type { Offer, Sale } from '../../../../contract/till/selling.ts'
import { firstShown, type Sold } from '../../../kit/counter/sold-cards.ts'
import { basketOf, type Choice, type Chosen, chooseAmong, countOf, faceOf, isOf, type Paid, type Question, takeLast, takeOut, withChosen } from './basket.ts'
import { cardsOf, type OpenSale, type Order } from './open-sales.ts'

export type Check = { open: OpenSale; outcome: 'unknown' | 'not_sold' | 'given_up' | Sold }

export type SaleState = Choice & {
  /** The sale that is being sent; its key is missing until it has been fetched. */
  selling?: (Order & { transaction_key?: string }) | undefined
  refusal?: unknown
  sold?: Sold | undefined
  checks: readonly Check[]
}

export type SaleAction =
  | { type: 'choose'; offer: Offer; adds?: boolean }
  | { type: 'aside' }
  | { type: 'take' | 'remove'; configuration_id: string }
  | { type: 'paid'; paid: Paid }
  | { type: 'quantity'; quantity: string }
  | { type: 'count'; quantity: number }
  | { type: 'ask'; question: Question; at_ms: number }
  | { type: 'cancel' }
  | { type: 'selling'; order: Order }
  | { type: 'sent'; open: OpenSale }
  | { type: 'sold'; transaction_key: string; sale: Sale; more?: readonly Sale[]; is_late?: boolean; download_id?: string | undefined }
  | { type: 'refused'; transaction_key?: string; error: unknown; at_ms: number }
  | { type: 'unknown'; open: OpenSale }
  | { type: 'not_sold' | 'given_up'; transaction_key: string }
  | { type: 'show'; transaction_key: string }
  | { type: 'dismiss'; transaction_key: string }
  | { type: 'copied'; sale: Sale; more?: readonly Sale[] }
  | { type: 'fetched' }

export const noSale: SaleState = { checks: [] }

export function saleReducer(state: SaleState, action: SaleAction): SaleState {
  switch (action.type) {
    case 'choose':
      return choose(state, action.offer, action.adds)
    case 'aside':
      return state.selling || !state.chosen ? state : { checks: state.checks, basket: withChosen(state) }
    case 'take':
      return state.selling ? state : { checks: state.checks, ...takeOut(state, action.configuration_id) }
    case 'remove':
      return state.selling ? state : { ...state, basket: basketOf(state).filter((line) => !isOf(line, action.configuration_id)), ...unasked(state) }
    case 'paid':
      return state.chosen?.asked ? { ...state, chosen: { ...state.chosen, asked: { ...state.chosen.asked, paid: action.paid } } } : state
    case 'quantity':
      return state.chosen ? { ...state, refusal: undefined, chosen: { ...state.chosen, quantity: action.quantity, asked: undefined } } : state
    case 'count':
      return state.chosen
        ? {
            ...state,
            refusal: undefined,
            chosen: { ...pickedAgain(state.chosen), quantity: String(action.quantity), counted: action.quantity, asked: undefined },
          }
        : state
    case 'ask':
      return state.chosen ? { ...state, chosen: { ...state.chosen, asked: action } } : state
    case 'cancel':
      if (state.selling) return state
      if (state.chosen?.asked) return { ...state, chosen: { ...state.chosen, asked: undefined } }
      return { checks: state.checks, ...takeLast(state) }
    case 'selling':
      return { ...state, selling: action.order, refusal: undefined }
    case 'sent':
      return { ...state, selling: action.open }
    case 'sold':
      return sold(state, action.transaction_key, {
        sale: firstShown(action.sale),
        ...(action.more?.length ? { more: action.more.map(firstShown) } : {}),
        how: action.is_late ? 'late' : 'found',
        download_id: action.download_id,
      })
    case 'refused':
      if (state.selling?.transaction_key !== action.transaction_key) return resolve(state, action.transaction_key, 'not_sold')
      return {
        ...state,
        selling: undefined,
        refusal: action.error,
        ...repriced(state, action),
      }
    case 'unknown':
      return unknown(state, action.open)
    case 'not_sold':
    case 'given_up':
      return resolve(state, action.transaction_key, action.type)
    case 'show': {
      const found = state.checks.find(({ open }) => open.transaction_key === action.transaction_key)?.outcome
      return typeof found === 'object'
        ? { ...without(state, action.transaction_key), chosen: undefined, basket: undefined, refusal: undefined, sold: found }
        : state
    }
    case 'dismiss':
      return without(state, action.transaction_key)
    case 'copied':
      return isIdle(state) ? { ...state, sold: { sale: action.sale, ...(action.more?.length ? { more: action.more } : {}), how: 'copy' } } : state
    case 'fetched':
      return state.sold ? { ...state, sold: { ...state.sold, is_fetched: true } } : state
  }
}

/** Chooses a product. This sets a sent sale aside. While a sale is about to be sent but has no key yet, the choice is ignored. */
function choose(state: SaleState, offer: Offer, adds = false): SaleState {
  const { selling, checks, chosen } = state
  if (!selling) return { checks, ...chooseAmong(state, offer, adds) }
  if (!isSent(selling)) return state
  return { checks: [...checks, { open: selling, outcome: 'unknown' }], ...chooseAmong({ chosen }, offer, false) }
}

/**
 * Shows at once a sale that was found later, unless another customer's sale is on the screen. If the same card has been chosen again but not sent, the found
 * sale replaces that choice.
 */
function sold(state: SaleState, transaction_key: string, answer: Sold): SaleState {
  if (state.selling?.transaction_key === transaction_key) return { checks: state.checks, sold: { ...answer, how: 'sold', payment: state.selling.payment } }
  const isWaitedFor = !state.selling && !basketOf(state).length && state.chosen?.offer.configuration_id === answer.sale.configuration_id
  const isFree = isIdle(state) ? !state.sold : isWaitedFor
  return isFree ? { checks: without(state, transaction_key).checks, sold: answer } : resolve(state, transaction_key, answer)
}

function unknown(state: SaleState, open: OpenSale): SaleState {
  if (state.checks.some((check) => check.open.transaction_key === open.transaction_key)) return state
  const checks: readonly Check[] = [...state.checks, { open, outcome: 'unknown' }]
  return state.selling?.transaction_key === open.transaction_key ? { checks } : { ...state, checks }
}

/** Called when the server refused a sale because a price had changed: shows the card's new price; another Enter sells at that price. */
function repriced({ chosen, basket }: SaleState, { error, at_ms }: { error: unknown; at_ms: number }): Pick<SaleState, 'chosen' | 'basket'> {
  const price = error instanceof CallError && error.code === 'price_changed' ? parseMoney(String(error.detail.price)) : undefined
  const asked = price === undefined ? undefined : ({ question: 'price', at_ms } as const)
  const meant = error instanceof CallError ? (error.detail.configuration_id ?? chosen?.offer.configuration_id) : undefined
  const at = (offer: Offer): Offer => {
    if (price === undefined || offer.configuration_id !== meant) return offer
    return offer.price === null ? { ...offer, value: price } : { ...offer, price }
  }
  return {
    chosen: chosen && { ...pickedAgain(chosen), offer: at(chosen.offer), asked },
    ...(basket && { basket: basket.map((line) => ({ ...line, offer: at(line.offer) })) }),
  }
}

const resolve = (state: SaleState, transaction_key: string | undefined, outcome: Check['outcome']): SaleState => ({
  ...state,
  chosen: state.chosen?.asked?.question === 'again' ? { ...state.chosen, asked: undefined } : state.chosen,
  checks: state.checks.map((check) => (check.open.transaction_key === transaction_key ? { ...check, outcome } : check)),
})

const without = (state: SaleState, transaction_key: string): SaleState => ({
  ...state,
  checks: state.checks.filter(({ open }) => open.transaction_key !== transaction_key),
})
const unasked = ({ chosen }: SaleState) => ({ refusal: undefined, chosen: chosen && { ...pickedAgain(chosen), asked: undefined } })
const pickedAgain = (chosen: Chosen): Chosen => ({ ...chosen, picked: chosen.picked + 1 })
const isSent = (selling: NonNullable<SaleState['selling']>): selling is OpenSale => selling.transaction_key !== undefined
const isIdle = (state: SaleState) => !state.chosen && !state.selling && basketOf(state).length === 0

/** Returns the shop's price for one piece, or the card's face value if the shop may not see its price. */
export const priceOfOffer = ({ price, value }: Offer): Money => price ?? value

export const isChecking = ({ checks }: SaleState, configuration_id: string) =>
  checks.some(({ open, outcome }) => outcome === 'unknown' && cardsOf(open).some((card) => card.configuration_id === configuration_id))

const LARGE_TOTAL: Money = 200 * EURO
const LARGE_QUANTITY = 10

/** Returns the question to ask before sending, if one is needed: the same card may just have been sold, or the quantity or the amount is large. */
export function questionOf(state: SaleState, offer: Offer, quantity: number): Question | undefined {
  const all = [...basketOf(state), { offer, quantity }]
  if (all.some((line) => isChecking(state, line.offer.configuration_id))) return 'again'
  return countOf(all) >= LARGE_QUANTITY || faceOf(all) > LARGE_TOTAL ? 'large' : undefined
}

/** An answer to a question counts only after this time, because nobody can have read the question in less. */
export const CONFIRM_AFTER_MS = 400

/** Only a clear refusal by the server counts as refused; after any other error the sale may have been made. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && error.code !== 'internal' && error.code !== 'in_progress'

/** A sale that was made more than this time after its first sending was made by the second sending, which happens after two seconds. */
const LATE_MS = 1_900
/** Whether a sale was made by a repeated request; `sent_ms` is the time of its first sending by the server's clock. */
export const isLate = (sale: Sale, sent_ms: number) => Date.parse(sale.created_at) - sent_ms > LATE_MS

const LADDER_MS = [2_000, 5_000, 10_000, 20_000, 40_000]

/**
 * When and how to ask for a sale's outcome: first by sending the same sale again, with growing pauses, then by settling it, after which it can no longer be
 * made.
 */
export const nextCheck = (attempt: number): { wait_ms: number; by: 'sell' | 'settle' } => {
  const wait_ms = LADDER_MS[attempt]
  return wait_ms === undefined ? { wait_ms: 40_000, by: 'settle' } : { wait_ms, by: 'sell' }
}
