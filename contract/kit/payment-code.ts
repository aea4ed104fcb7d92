// The text of the QR code from which a banking app fills in a transfer ("Girocode"): EPC069-12, version 2.1 of 2012, of the European Payments Council.
import { EURO, type Money } from './money.ts'

/** A transfer to be made. `amount`: in ten-thousandths of a euro. `reference`: the text by which the payee recognises the payment. */
export type Transfer = { name: string; iban: string; bic: string; amount: Money; reference: string }

/** Limits of the guideline: characters of the payee's name and of the reference, bytes of the whole text, and the amounts that a code may hold. */
const NAME = 70
const REFERENCE = 140
const BYTES = 331
const [LEAST, MOST] = [EURO / 100, 999_999_999.99 * EURO]

/** The form of an IBAN (ISO 13616). A masked IBAN, as in a support view, gives no payment code. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

const oneLine = (text: string, most: number) => [...text.replace(/\s+/g, ' ').trim()].slice(0, most).join('').trim()

/**
 * The text of the payment code; undefined if the guideline allows no code for this transfer: without an IBAN or a name, for an amount outside the limits or
 * with a fraction of a cent, or if the text is too long.
 */
export function paymentCode({ name, iban, bic, amount, reference }: Transfer): string | undefined {
  const account = iban.replace(/\s/g, '')
  const payee = oneLine(name, NAME)
  if (!IBAN.test(account) || payee === '' || amount < LEAST || amount > MOST || amount % LEAST !== 0) return undefined
  const euros = `EUR${(amount / EURO).toFixed(2)}`
  // The two blank lines are the purpose and the structured reference. A code contains either a structured or a free reference.
  const text = ['BCD', '002', '1', 'SCT', bic.replace(/\s/g, ''), payee, account, euros, '', '', oneLine(reference, REFERENCE)].join('\n')
  return new TextEncoder().encode(text).length > BYTES ? undefined : text
}

/** Whether a text is that of a payment code. */
export const isPaymentCode = (text: string): boolean => text.startsWith('BCD\n')
