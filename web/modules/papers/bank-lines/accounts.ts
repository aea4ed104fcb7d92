// Account numbers in statements. An account written in an older form is converted to its IBAN, so that it is the same in every format.
import { bareAccount } from './statement.ts'

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** Returns the remainder modulo 97 of a number with many digits; letters count from 10 (ISO 13616). */
function remainder(text: string): number {
  let rest = 0
  for (const sign of text) for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** Whether a text is an IBAN with correct check digits. */
export const isIban = (text: string): boolean => IBAN.test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1

/** Converts a German bank code and account number to an IBAN by the rule that most banks use; undefined for other numbers. */
export function germanIban(bank: string, account: string): string | undefined {
  if (!/^\d{8}$/.test(bank) || !/^\d{1,10}$/.test(account)) return undefined
  const number = bank + account.padStart(10, '0')
  return `DE${String(98 - remainder(`${number}DE00`)).padStart(2, '0')}${number}`
}

/** Reads an account as statements write it: an IBAN, perhaps followed by EUR, or a German bank code, a slash and an account number. */
export function accountOf(text: string): string {
  const written = text.trim()
  const [bank = '', number = ''] = written.split('/')
  const german = germanIban(bank.trim(), number.replace(/\s|[A-Z]{3}$/g, ''))
  return german ?? bareAccount(written).replace(/^([A-Z]{2}\d{2}[A-Z0-9]{11,30})EUR$/, '$1')
}
