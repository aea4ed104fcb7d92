// Banknotes with which a customer may pay, shown as buttons in the payment panel.
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { givenOf, type Paid } from './basket.ts'

export const NOTES: readonly Money[] = [5, 10, 20, 50].map((euro) => euro * EURO)

/** Returns the amount given, as text, after one more banknote, because a customer may pay with several. */
export function withNote(paid: Paid | undefined, note: Money): string {
  const before = paid?.kind === 'cash' && paid.text.trim() !== '' ? givenOf(paid, 0) : 0
  return String(((before ?? 0) + note) / EURO).replace('.', ',')
}
