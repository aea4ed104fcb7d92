// Writes bookings in DATEV's format EXTF (docs/domain.md, DATEV): Windows-1252, semicolons, decimal commas, CRLF.
import { harmless } from '../../../contract/kit/csv.ts'
import type { Money } from '../../../contract/kit/money.ts'

export type Booking = {
  /** Whole cents; below zero: the other side. */
  amount: Money
  account: string
  contra: string
  day: string
  document_no: string
  text: string
  due_on: string | null
}
export type Head = { consultant_no: number; client_no: number; account_length: number; date_from: string; date_to: string; made_at: Date }

const VERSION = 13
const COLUMNS = 125
/** By its place in DATEV's list, counted from 1. */
const AT = { amount: 1, side: 2, currency: 3, account: 7, contra: 8, day: 10, document: 11, text: 14, fixed: 114, due: 117 } as const
const TEXT_MAX = 60
const AMOUNT_MAX = 9_999_999_999_99

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
/** One line, and no formula for whoever opens the file with a spreadsheet. */
const plain = (text: string) => harmless(text.replace(/\p{Cc}+/gu, ' ').trim())
/** 2026-01-31 as 3101. */
const dayMonth = (day: string) => day.slice(8) + day.slice(5, 7)
const compact = (day: string) => day.replaceAll('-', '')

/** DATEV takes no more than these signs in a document's number, and no more than 36 of them. */
const NUMBER = /^[A-Za-z0-9$&%*+\-/]{1,36}$/

/** Why DATEV would refuse this booking; undefined: it takes it. */
export function refused({ amount, account, contra, document_no }: Booking, account_length: number): 'amount' | 'account' | 'document_no' | undefined {
  if (amount === 0 || amount % 100 !== 0 || Math.abs(amount / 100) > AMOUNT_MAX) return 'amount'
  // A debtor's account has one digit more.
  const isAccount = (text: string, more = 0) => /^[1-9]\d*$/.test(text) && text.length >= account_length && text.length <= account_length + more
  if (!isAccount(account, 1) || !isAccount(contra)) return 'account'
  return NUMBER.test(document_no) ? undefined : 'document_no'
}

export function extf(head: Head, bookings: readonly Booking[]): Buffer {
  const lines = [headOf(head), Array.from({ length: COLUMNS }, (_, i) => quoted(NAMES[i + 1] ?? `Feld ${i + 1}`)), ...bookings.map(rowOf)]
  return windows1252(`${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`)
}

const NAMES: Record<number, string> = {
  ...{ 1: 'Umsatz (ohne Soll/Haben-Kz)', 2: 'Soll/Haben-Kennzeichen', 3: 'WKZ Umsatz', 7: 'Konto', 8: 'Gegenkonto (ohne BU-Schlüssel)' },
  ...{ 9: 'BU-Schlüssel', 10: 'Belegdatum', 11: 'Belegfeld 1', 12: 'Belegfeld 2', 14: 'Buchungstext', 114: 'Festschreibung', 117: 'Fälligkeit' },
}

/** Thirty-one fields; the year begins in January. */
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

function rowOf({ amount, account, contra, day, document_no, text, due_on }: Booking): string[] {
  const cells = new Array<string>(COLUMNS).fill('')
  const set = (at: number, cell: string) => {
    cells[at - 1] = cell
  }
  const cents = Math.abs(amount) / 100
  set(AT.amount, `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`)
  set(AT.side, quoted(amount < 0 ? 'H' : 'S'))
  set(AT.currency, quoted('EUR'))
  set(AT.account, account)
  set(AT.contra, contra)
  set(AT.day, dayMonth(day))
  set(AT.document, quoted(document_no))
  set(AT.text, quoted([...plain(text)].slice(0, TEXT_MAX).join('')))
  set(AT.fixed, '0')
  if (due_on) set(AT.due, dayMonth(due_on) + due_on.slice(0, 4))
  return cells
}

/** Beyond Latin-1, the few signs that Windows puts where Latin-1 has none. Letters it lacks lose their marks, the rest becomes a question mark. */
const WINDOWS: Record<string, number> = {
  '€': 0x80,
  '‚': 0x82,
  '„': 0x84,
  '…': 0x85,
  Š: 0x8a,
  Œ: 0x8c,
  Ž: 0x8e,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
  š: 0x9a,
  œ: 0x9c,
  ž: 0x9e,
}
const PLAIN: Record<string, string> = { ı: 'i' }

function windows1252(text: string): Buffer {
  const byte = (sign: string): number => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
    return WINDOWS[sign] ?? -1
  }
  return Buffer.from(
    [...text].map((sign) => {
      const found = byte(sign)
      if (found >= 0) return found
      const base = byte(PLAIN[sign] ?? [...sign.normalize('NFD')][0] ?? '?')
      return base >= 0 ? base : 0x3f
    }),
  )
}
