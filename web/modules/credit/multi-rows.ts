// The rows of a multi top-up: read from a spreadsheet, kept in this tab until all of them are known, so that a reload goes on with the same keys.
import * as z from 'zod/mini'
import { field, money } from '../../../contract/kit/field.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { readAmount } from '../../kit/amount.ts'

const outcomes = ['open', 'booked', 'refused', 'approval'] as const

const MultiRow = z.object({
  username: z.string(),
  /** As typed. */
  amount: z.string(),
  /** Given before the first sending and kept: sending again books nothing twice. */
  key: z.string(),
  outcome: z.enum(outcomes),
  code: z.string(),
  balance_after: z.nullable(money),
})
export type MultiRow = z.output<typeof MultiRow>

const Multi = z.object({ user_id: z.string(), payment_mode: z.string(), was_sent: z.boolean(), rows: z.array(MultiRow) })
export type Multi = z.output<typeof Multi>

const KEY = 'multi_top_up'
const written = field.json(Multi)

export const keepMulti = (multi: Multi, storage: Storage = sessionStorage) => storage.setItem(KEY, z.encode(written, multi))
export const dropMulti = (storage: Storage = sessionStorage) => storage.removeItem(KEY)

/** Only this user's: keys belong to whom they were issued to. */
export function keptMulti(user_id: string, storage: Storage = sessionStorage): Multi | undefined {
  const text = storage.getItem(KEY)
  const read = text === null ? undefined : z.safeDecode(written, text)
  return read?.success && read.data.user_id === user_id ? read.data : undefined
}

export const newRow = (username: string, amount = ''): MultiRow => ({ username, amount, key: '', outcome: 'open', code: '', balance_after: null })

/** Two columns, user name and amount, by tab or semicolon; a heading and blank lines are left out. */
export function readRows(text: string): MultiRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const cells = lines.map((line) => line.split(/[;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  return cells.flatMap(([username = '', amount = ''], i) => {
    const isHeading = i === 0 && !/\d/.test(amount)
    return username === '' || (isHeading && cells.length > 1) ? [] : [newRow(username, amount)]
  })
}

/** What is booked; undefined for what is none, or could mean two amounts. */
export function amountOf({ amount }: Pick<MultiRow, 'amount'>): Money | undefined {
  const reading = readAmount(amount)
  return reading.kind === 'amount' && reading.amount > 0 ? reading.amount : undefined
}

/** After these the key stands for something else. */
const SPENT = ['key_reused', 'key_invalid', 'key_void', 'request_over']

export const openAgain = (row: MultiRow): MultiRow =>
  row.outcome === 'refused' ? { ...row, outcome: 'open', code: '', key: SPENT.includes(row.code) ? '' : row.key } : row

/** Rows whose user name stands there before. */
export function repeated(rows: readonly MultiRow[]): Set<number> {
  const seen = new Set<string>()
  return new Set(rows.flatMap(({ username }, i) => (seen.size === seen.add(username).size ? [i] : [])))
}
