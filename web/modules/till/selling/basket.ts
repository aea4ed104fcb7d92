// The cards being sold: the chosen card, whose quantity is typed, and the basket that is sold with it. All of them are sold or none. Each card occurs once.
import { type Money, parseMoney } from '../../../../contract/kit/money.ts'
import { type Offer, type PaymentKind, QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import { readQuantity, readTillInput } from '../../../kit/counter/till-input.ts'

/** The way in which the customer pays, and the typed amount given; a blank text means the exact amount. */
export type Paid = { kind: PaymentKind; text: string }
/**
 * Questions before a sale is sent: `again`: sell the same card again? `large`: is this large amount right? `price`: accept the changed price? `collect`: how
 * much does the customer give, and how?
 */
export type Question = 'again' | 'large' | 'price' | 'collect'
export type Chosen = {
  /** The offer, with the price that was shown when it was chosen. That price is sent with the sale. */
  offer: Offer
  quantity: string
  asked?: { question: Question; at_ms: number; paid?: Paid } | undefined
  /** Increases each time the quantity field should get the focus. */
  picked: number
  /** The quantity at the time when the card was chosen. It is used while the typed quantity is not valid. */
  counted: number
}
/** A card in the basket. */
export type Line = { offer: Offer; quantity: number }
export type Choice = { chosen?: Chosen | undefined; basket?: readonly Line[] | undefined }

export const isOf = ({ offer }: Line, configuration_id: string) => offer.configuration_id === configuration_id
export const basketOf = ({ basket = [] }: Choice): readonly Line[] => basket

/** Returns all cards being sold: the cards of the basket, then the chosen one. */
export function withChosen({ chosen, basket = [] }: Choice): readonly Line[] {
  if (!chosen) return basket
  const read = readQuantity(chosen.quantity, QUANTITY_MAX)
  return [...basket, { offer: chosen.offer, quantity: read.kind === 'quantity' ? read.quantity : chosen.counted }]
}

export const countOf = (lines: readonly Line[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Returns the amount that the customer pays for these cards. */
export const faceOf = (lines: readonly Line[]): Money => lines.reduce((sum, { offer, quantity }) => sum + offer.value * quantity, 0)

/** Returns the amount that the customer gives. Undefined if the typed text is no amount, such as a scanned barcode: its Enter must not sell. */
export function givenOf(paid: Paid | undefined, total: Money): Money | undefined {
  if (paid?.kind !== 'cash' || paid.text.trim() === '') return total
  return readTillInput(paid.text).kind === 'scan' ? undefined : parseMoney(paid.text.replace(',', '.'))
}

const choiceOf = ({ offer, quantity }: Line, basket: readonly Line[], before: Chosen | undefined): Choice => ({
  chosen: { offer, quantity: String(quantity), counted: quantity, picked: (before?.picked ?? 0) + 1 },
  ...(basket.length > 0 ? { basket } : {}),
})

/**
 * Chooses a card. With `adds`, the card chosen before goes into the basket; otherwise it is replaced. A card that is in the basket already is taken out and
 * chosen, with one more of it if `adds` is set.
 */
export function chooseAmong(choice: Choice, offer: Offer, adds: boolean): Choice {
  const kept = adds ? withChosen(choice) : basketOf(choice)
  const again = kept.find((line) => isOf(line, offer.configuration_id))
  const line = again ? { offer: again.offer, quantity: again.quantity + Number(adds) } : { offer, quantity: 1 }
  return choiceOf(
    line,
    kept.filter((one) => one !== again),
    choice.chosen,
  )
}

/** Chooses a card of the basket; the card chosen before goes into the basket. */
export function takeOut(choice: Choice, configuration_id: string): Choice {
  const line = basketOf(choice).find((one) => isOf(one, configuration_id))
  if (!line) return choice
  const rest = withChosen(choice).filter((one) => !isOf(one, configuration_id))
  return choiceOf(line, rest, choice.chosen)
}

/** Removes the chosen card, as Esc does; the last card of the basket is then chosen. */
export function takeLast({ chosen, basket = [] }: Choice): Choice {
  const last = basket.at(-1)
  return last ? choiceOf(last, basket.slice(0, -1), chosen) : {}
}
