// The current sale as a state machine, and beside it the sales whose outcome is not known yet. Nothing is assumed about money: only answers change it.
import { CallError } from '../../../contract/kit/client.ts'
import { EURO, type Money, parseMoney } from '../../../contract/kit/money.ts'
import type { Offer, Sale } from '../../../contract/selling.ts'
import type { OpenSale, Order } from './open-sales.ts'

export type Question = 'again' | 'large' | 'price'
export type Chosen = {
  /** With the price shown when it was chosen, which is sent along with the sale. */
  offer: Offer
  quantity: string
  asked?: { question: Question; at_ms: number } | undefined
  /** Increases whenever the quantity field is to take the focus, */
  picked: number
  /** and the quantity it showed then. */
  counted: number
}
/** `found`: the answer had been lost. `late`: the sale was made only when it was sent again. */
export type Sold = { sale: Sale; how: 'sold' | 'found' | 'late' | 'copy'; download_id?: string | undefined; is_fetched?: true }
/** How the last print of a slip ended; browsers do not tell whether paper came out. */
export type Printed = { sale: Sale; outcome: 'closed' | 'failed' }
export type Check = { open: OpenSale; outcome: 'unknown' | 'not_sold' | 'given_up' | Sold }

export type SaleState = {
  chosen?: Chosen | undefined
  /** The sale being sent; its key is missing until it has been fetched. */
  selling?: (Order & { transaction_key?: string }) | undefined
  refusal?: unknown
  sold?: Sold | undefined
  checks: readonly Check[]
}

export type SaleAction =
  | { type: 'choose'; offer: Offer }
  | { type: 'quantity'; quantity: string }
  | { type: 'count'; quantity: number }
  | { type: 'ask'; question: Question; at_ms: number }
  | { type: 'cancel' }
  | { type: 'selling'; order: Order }
  | { type: 'sent'; open: OpenSale }
  | { type: 'sold'; transaction_key: string; sale: Sale; is_late?: boolean; download_id?: string | undefined }
  | { type: 'refused'; transaction_key?: string; error: unknown; at_ms: number }
  | { type: 'unknown'; open: OpenSale }
  | { type: 'not_sold' | 'given_up'; transaction_key: string }
  | { type: 'show'; transaction_key: string }
  | { type: 'dismiss'; transaction_key: string }
  | { type: 'copied'; sale: Sale }
  | { type: 'fetched' }

export const noSale: SaleState = { checks: [] }

export function saleReducer(state: SaleState, action: SaleAction): SaleState {
  switch (action.type) {
    case 'choose':
      return choose(state, action.offer)
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
      return state.chosen?.asked ? { ...state, chosen: { ...state.chosen, asked: undefined } } : { checks: state.checks }
    case 'selling':
      return { ...state, selling: action.order, refusal: undefined }
    case 'sent':
      return { ...state, selling: action.open }
    case 'sold':
      return sold(state, action.transaction_key, { sale: action.sale, how: action.is_late ? 'late' : 'found', download_id: action.download_id })
    case 'refused':
      if (state.selling?.transaction_key !== action.transaction_key) return resolve(state, action.transaction_key, 'not_sold')
      return {
        ...state,
        selling: undefined,
        refusal: action.error,
        chosen: state.chosen && { ...pickedAgain(state.chosen), ...repriced(state.chosen, action) },
      }
    case 'unknown':
      return unknown(state, action.open)
    case 'not_sold':
    case 'given_up':
      return resolve(state, action.transaction_key, action.type)
    case 'show': {
      const found = state.checks.find(({ open }) => open.transaction_key === action.transaction_key)?.outcome
      return typeof found === 'object' ? { ...without(state, action.transaction_key), chosen: undefined, refusal: undefined, sold: found } : state
    }
    case 'dismiss':
      return without(state, action.transaction_key)
    case 'copied':
      return isIdle(state) ? { ...state, sold: { sale: action.sale, how: 'copy' } } : state
    case 'fetched':
      return state.sold ? { ...state, sold: { ...state.sold, is_fetched: true } } : state
  }
}

/** Choosing another product moves a sale that was sent aside; one that is not sent yet cannot be moved. */
function choose(state: SaleState, offer: Offer): SaleState {
  if (state.selling && !isSent(state.selling)) return state
  const aside: Check[] = state.selling ? [{ open: state.selling, outcome: 'unknown' }] : []
  return { checks: [...state.checks, ...aside], chosen: { offer, quantity: '1', counted: 1, picked: (state.chosen?.picked ?? 0) + 1 } }
}

/** A sale found later is shown at once, unless another customer's sale is on the screen; if the same card was chosen again, this is the answer it waits for. */
function sold(state: SaleState, transaction_key: string, answer: Sold): SaleState {
  if (state.selling?.transaction_key === transaction_key) return { checks: state.checks, sold: { ...answer, how: 'sold' } }
  const isFree = isIdle(state) ? !state.sold : !state.selling && state.chosen?.offer.configuration_id === answer.sale.configuration_id
  return isFree ? { checks: without(state, transaction_key).checks, sold: answer } : resolve(state, transaction_key, answer)
}

function unknown(state: SaleState, open: OpenSale): SaleState {
  if (state.checks.some((check) => check.open.transaction_key === open.transaction_key)) return state
  const checks: readonly Check[] = [...state.checks, { open, outcome: 'unknown' }]
  return state.selling?.transaction_key === open.transaction_key ? { checks } : { ...state, checks }
}

/** The price has changed: the panel shows the new one, and selling at it takes another Enter. */
function repriced({ offer }: Chosen, { error, at_ms }: { error: unknown; at_ms: number }): Pick<Chosen, 'offer' | 'asked'> {
  const price = error instanceof CallError && error.code === 'price_changed' ? parseMoney(String(error.detail.price)) : undefined
  if (price === undefined) return { offer, asked: undefined }
  return { offer: offer.price === null ? { ...offer, value: price } : { ...offer, price }, asked: { question: 'price', at_ms } }
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
const pickedAgain = (chosen: Chosen): Chosen => ({ ...chosen, picked: chosen.picked + 1 })
const isSent = (selling: NonNullable<SaleState['selling']>): selling is OpenSale => selling.transaction_key !== undefined
const isIdle = ({ chosen, selling }: SaleState) => !chosen && !selling

/** What the shop pays for one, or its value where the price is masked. */
export const priceOfOffer = ({ price, value }: Offer): Money => price ?? value

export const isChecking = ({ checks }: SaleState, configuration_id: string) =>
  checks.some(({ open, outcome }) => outcome === 'unknown' && open.configuration_id === configuration_id)

/** The file of a bulk sale is fetched first, then slips can be printed. */
export const awaitsFile = ({ download_id, is_fetched }: Sold) => download_id !== undefined && !is_fetched

/** Printing then makes no copy: the sale was found after its answer was lost, or the printer failed. */
export function isUnprinted({ sale, how }: Sold, printed: Printed | undefined): boolean {
  const outcome = printed?.sale === sale ? printed.outcome : undefined
  return sale.pins.length > 0 && (outcome === 'failed' || ((how === 'found' || how === 'late') && outcome === undefined))
}

const LARGE_TOTAL: Money = 200 * EURO
const LARGE_QUANTITY = 10

/** Asked before sending: the card may have been sold already, or the customer pays a large amount. */
export function questionOf(state: SaleState, offer: Offer, quantity: number): Question | undefined {
  if (isChecking(state, offer.configuration_id)) return 'again'
  return quantity >= LARGE_QUANTITY || offer.value * quantity > LARGE_TOTAL ? 'large' : undefined
}

/** A second Enter within this time counts as the same one: scanners and bouncing fingers send two. */
export const ENTER_AFTER_MS = 250
/** An answer to a question counts only after the question can have been read. */
export const CONFIRM_AFTER_MS = 400

/** Only a clear refusal by the server counts as refused; after anything else the sale may have been made. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status < 500 && error.code !== 'internal' && error.code !== 'in_progress'

/** A sale made this long after it was first sent was made by sending it again, which first happens after two seconds. */
const LATE_MS = 1_900
/** Compares two moments of the server's clock. */
export const isLate = (sale: Sale, sent_ms: number) => Date.parse(sale.created_at) - sent_ms > LATE_MS

const LADDER_MS = [2_000, 5_000, 10_000, 20_000, 40_000]

/** When to ask again: by sending the same sale, with growing pauses, and after that by settling, which also ends it. */
export const nextCheck = (attempt: number): { wait_ms: number; by: 'sell' | 'settle' } => {
  const wait_ms = LADDER_MS[attempt]
  return wait_ms === undefined ? { wait_ms: 40_000, by: 'settle' } : { wait_ms, by: 'sell' }
}
