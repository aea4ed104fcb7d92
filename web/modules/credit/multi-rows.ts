// The rows of a multi top-up: read from a spreadsheet, kept in this browser until all outcomes are known, so that a reload goes on with the same keys.
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../../../contract/credit.ts'
import { field, money } from '../../../contract/kit/field.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { readAmount } from '../../kit/amount.ts'

const outcomes = ['open', 'booked', 'refused', 'approval'] as const

const MultiRow = z.object({
  /** The line in the file or in the pasted text; null for a row chosen by hand. */
  line: z.nullable(z.int()),
  username: z.string(),
  /** The text as typed. */
  amount: z.string(),
  note: z.string(),
  /** Assigned and stored before the first sending, so that sending again books nothing twice. */
  key: z.string(),
  outcome: z.enum(outcomes),
  code: z.string(),
  balance_after: z.nullable(money),
  /** The server's run that books this row, and its index in that run; empty until the run has begun. */
  run_id: z._default(z.string(), ''),
  run_row: z._default(z.int(), 0),
})
export type MultiRow = z.output<typeof MultiRow>

const Multi = z.object({ user_id: z.string(), payment_mode: z.string(), was_sent: z.boolean(), rows: z.array(MultiRow) })
export type Multi = z.output<typeof Multi>

const KEY = 'multi_top_up'
const written = field.json(Multi)

export const keepMulti = (multi: Multi, storage: Storage = localStorage) => storage.setItem(KEY, z.encode(written, multi))
export const dropMulti = (storage: Storage = localStorage) => storage.removeItem(KEY)

/** Only this user's rows: a key works only for the user it was issued to. */
export function keptMulti(user_id: string, storage: Storage = localStorage): Multi | undefined {
  const text = storage.getItem(KEY)
  const read = text === null ? undefined : z.safeDecode(written, text)
  return read?.success && read.data.user_id === user_id ? read.data : undefined
}

const blank: MultiRow = { line: null, username: '', amount: '', note: '', key: '', outcome: 'open', code: '', balance_after: null, run_id: '', run_row: 0 }
export const newRow = (username: string): MultiRow => ({ ...blank, username })

export const portionsOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/** User names by their folded spelling, to find the one a file means. */
export type Names = ReadonlyMap<string, readonly string[]>
export function namesOf(usernames: readonly string[]): Names {
  const names = new Map<string, string[]>()
  for (const name of usernames) names.set(fold(name), [...(names.get(fold(name)) ?? []), name])
  return names
}

/** The typed name if it exists, else the only one that differs in case or accents alone; with several candidates the typed text stays. */
function nameIn(names: Names, typed: string): string {
  const alike = names.get(fold(typed)) ?? []
  const [only] = alike
  return alike.length === 1 && only !== undefined && !alike.includes(typed) ? only : typed
}

/**
 * User name, amount and an optional note, separated by tab or semicolon, or by comma where neither occurs. Every line with content becomes a row; a row that
 * cannot be booked says why. Only blank lines and a heading are left out.
 */
export function readRows(text: string, names: Names): MultiRow[] {
  const rows = linesIn(text).map((row) => ({ ...row, username: nameIn(names, row.username) }))
  const [first] = rows
  const isHeading = first && rows.length > 1 && !/\d/.test(first.amount) && !names.has(fold(first.username))
  return isHeading ? rows.slice(1) : rows
}

/** The texts in the column of user names, a heading included. */
export const namesIn = (text: string): string[] => linesIn(text).map(({ username }) => username)

function linesIn(text: string): MultiRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const split = /[;\t]/.test(text) ? (line: string) => line.split(/[;\t]/) : atFirstComma
  return lines.flatMap((line, i): MultiRow[] => {
    if (/^[\s;,"]*$/.test(line)) return []
    const [name = '', amount = '', ...note] = split(line).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    return [{ ...blank, line: i + 1, username: name, amount, note: note.join(' ').trim() }]
  })
}

/** Only the first comma separates: the amount may contain one. */
function atFirstComma(line: string): string[] {
  const at = line.indexOf(',')
  return at < 0 ? [line] : [line.slice(0, at), line.slice(at + 1)]
}

/** The amount to book; undefined when the text is no amount or an ambiguous one. */
export function amountOf({ amount }: Pick<MultiRow, 'amount'>): Money | undefined {
  const reading = readAmount(amount)
  return reading.kind === 'amount' && reading.amount > 0 && reading.amount <= BOOKING_MAX ? reading.amount : undefined
}

/** After these refusals the key stands for another booking or for none. */
const SPENT = ['key_reused', 'key_invalid', 'key_void', 'request_over']

export const openAgain = (row: MultiRow): MultiRow =>
  row.outcome === 'refused' ? { ...row, outcome: 'open', code: '', run_id: '', key: SPENT.includes(row.code) ? '' : row.key } : row

/** What keeps a row from being sent; undefined where nothing does. */
export const faultOf = (row: MultiRow): 'no_name' | 'no_amount' | 'not_an_amount' | undefined => {
  if (row.username === '') return 'no_name'
  if (amountOf(row) !== undefined) return undefined
  return row.amount.trim() === '' ? 'no_amount' : 'not_an_amount'
}

/** Refusals after which the row is certainly not booked: it may be corrected and sent under a new key. */
const CERTAIN = ['not_found', 'amount_out_of_range', 'key_invalid', 'key_void', 'request_over']
export const isRefused = ({ outcome, code }: MultiRow) => outcome === 'refused' && CERTAIN.includes(code)
export const putRight = ({ line, username, amount, note }: MultiRow): MultiRow => ({ ...blank, line, username, amount, note })

/** Rows whose user name occurs in an earlier row. */
export function repeated(rows: readonly MultiRow[]): Set<number> {
  const seen = new Set<string>()
  return new Set(rows.flatMap(({ username }, i) => (seen.size === seen.add(username).size ? [i] : [])))
}
