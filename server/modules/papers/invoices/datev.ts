// Writes bookings in DATEV's format EXTF (docs/domain.md, DATEV): in Windows-1252, with semicolons, decimal commas and CRLF.
import { harmless } from '../../../../contract/kit/csv.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { windows1252 } from './code-pages.ts'
import { datevColumns } from './datev-columns.ts'

export type Booking = {
  /** In ten-thousandths of a euro, as all amounts, but always a whole number of cents. A negative amount is booked on the opposite side. */
  amount: Money
  /** The number of the customer's account. */
  account: string
  contra: string
  /** The name of the setting that `contra` was read from; an error names this setting. */
  contra_of: string
  /** DATEV's tax key; set if the account alone does not say which tax applies. */
  key?: string
  day: string
  document_no: string
  text: string
  due_on: string | null
  /** `supplied_on` is the day of the supply. `taxed_on` is a day in the month whose tax return includes the supply. */
  supplied_on?: string
  taxed_on?: string
  /**
   * For a supply taxed in another country: that country; its rate in hundredths of a percent is in `abroad_rate`. If a customer in another country owes the
   * tax: only the customer's VAT id.
   */
  abroad?: string
  abroad_rate?: number
}
export type Head = { consultant_no: number; client_no: number; account_length: number; date_from: string; date_to: string; made_at: Date }

const VERSION = 13
/** The positions of the fields in DATEV's list, counted from 1. */
const AT = {
  ...{ amount: 1, side: 2, currency: 3, account: 7, contra: 8, key: 9, day: 10, document: 11, text: 14, abroad: 40, abroad_rate: 41 },
  ...{ fixed: 114, supplied: 115, taxed: 116, due: 117 },
} as const
const TEXT_MAX = 60
const AMOUNT_MAX = 9_999_999_999_99

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Puts a text on one line, and makes sure that a spreadsheet does not run it as a formula. */
const plain = (text: string) => harmless(text.replace(/\p{Cc}+/gu, ' ').trim())
/** Writes a day as DATEV does without the year: 2026-01-31 becomes 3101. */
const dayMonth = (day: string) => day.slice(8) + day.slice(5, 7)
/** Writes a day as DATEV does with the year: 2026-01-31 becomes 31012026. */
const wholeDay = (day: string) => dayMonth(day) + day.slice(0, 4)
const compact = (day: string) => day.replaceAll('-', '')

/** The form of a document number: only characters that DATEV allows, and at most 36 of them. */
const NUMBER = /^[A-Za-z0-9$&%*+\-/]{1,36}$/

/** Accounts of customers have one digit more than other accounts, and begin with 1 to 6. */
export const debtorPattern = (account_length: number) => new RegExp(`^[1-6]\\d{${account_length}}$`)

/** Why DATEV would refuse this booking; undefined if DATEV accepts it. */
export function refused(
  { amount, account, contra, document_no }: Booking,
  account_length: number,
): 'amount' | 'debtor' | 'account' | 'document_no' | undefined {
  if (amount === 0 || amount % 100 !== 0 || Math.abs(amount / 100) > AMOUNT_MAX) return 'amount'
  if (!debtorPattern(account_length).test(account)) return 'debtor'
  if (!/^[1-9]\d*$/.test(contra) || contra.length !== account_length) return 'account'
  return NUMBER.test(document_no) ? undefined : 'document_no'
}

export function extf(head: Head, bookings: readonly Booking[]): Buffer {
  const lines = [headOf(head), datevColumns.map(quoted), ...bookings.map(rowOf)]
  return windows1252(`${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`)
}

/** The file's header of 31 fields. The business year begins in January. */
function headOf({ consultant_no, client_no, account_length, date_from, date_to, made_at }: Head): string[] {
  const made = made_at.toISOString().replace(/\D/g, '')
  const year = `${date_from.slice(0, 4)}0101`
  return [
    ...[quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), String(VERSION), made, '', quoted('PO'), quoted('Portal'), quoted('')],
    ...[String(consultant_no), String(client_no), year, String(account_length), compact(date_from), compact(date_to)],
    ...[quoted(`Rechnungen ${date_from.slice(0, 7)}`), quoted(''), '1', '0', '0', quoted('EUR'), quoted(''), quoted(''), quoted('')],
    ...[quoted(''), quoted(''), '', '', quoted(''), quoted('Portal')],
  ]
}

function rowOf({ amount, account, contra, key = '', day, document_no, text, due_on, supplied_on, taxed_on, abroad, abroad_rate }: Booking): string[] {
  const cells = new Array<string>(datevColumns.length).fill('')
  const set = (at: number, cell: string) => {
    cells[at - 1] = cell
  }
  const cents = Math.abs(amount) / 100
  set(AT.amount, `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`)
  set(AT.side, quoted(amount < 0 ? 'H' : 'S'))
  set(AT.currency, quoted('EUR'))
  set(AT.account, account)
  set(AT.contra, contra)
  if (key) set(AT.key, quoted(key))
  set(AT.day, dayMonth(day))
  set(AT.document, quoted(document_no))
  set(AT.text, quoted([...plain(text)].slice(0, TEXT_MAX).join('')))
  set(AT.fixed, '0')
  if (abroad) set(AT.abroad, quoted(abroad))
  if (abroad_rate !== undefined) set(AT.abroad_rate, (abroad_rate / 100).toFixed(2).replace('.', ','))
  if (supplied_on) set(AT.supplied, wholeDay(supplied_on))
  if (supplied_on && taxed_on) set(AT.taxed, wholeDay(taxed_on))
  if (due_on) set(AT.due, wholeDay(due_on))
  return cells
}
