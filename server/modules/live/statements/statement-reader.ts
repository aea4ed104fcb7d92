// Reads a supplier's statement: parses the text of its file and checks the lines. If one line is invalid, no line is stored.
import { createHash } from 'node:crypto'
import type { Money } from '../../../../contract/kit/money.ts'
import { dayAfter, dayBefore, dayBegins } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { StatementLine } from '../../../suppliers/supplier.ts'
import type { Lines } from './compare.sql.ts'

/** The largest file that is read. It has about sixty thousand lines, many times as many as our busiest day. */
const BYTES_MAX = 8_000_000
const LINES_MAX = 100_000
const COST_MAX: Money = 1_000_000 * 10_000
const REFERENCE_MAX = 200

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const isStorable = (text: string) => text !== '' && text.length <= REFERENCE_MAX && !text.includes('\0') && text.isWellFormed()

/** The whole text of a file; reading stops at the limit. Throws too_large, file_empty or file_encoding. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [text, size] = ['', 0]
  try {
    for await (const chunk of bytes) {
      size += chunk.length
      if (size > BYTES_MAX) throw new Refusal('too_large')
      text += decoder.decode(chunk, { stream: true })
    }
    text += decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? new Refusal('file_encoding') : error
  }
  if (text.trim() === '') throw new Refusal('file_empty')
  return text
}

/**
 * Whether a line is possible: its reference can be stored, its time is on this or a neighbouring day, and its amount is possible or unreadable. One
 * impossible line invalidates the whole statement.
 */
function isSensible({ supplier_reference, cost, at }: StatementLine, day: string): boolean {
  const time = at.getTime()
  const isNear = time >= dayBegins(dayBefore(day)).getTime() && time < dayBegins(dayAfter(dayAfter(day))).getTime()
  return isStorable(supplier_reference) && (cost === null || (Number.isSafeInteger(cost) && cost >= 0 && cost <= COST_MAX)) && isNear
}

/**
 * The lines in the form in which they are stored. Their order is fixed, so that the same statement always has the same digest. Undefined if a line is
 * impossible or there are too many lines.
 */
export function keptLines(statement: readonly StatementLine[], day: string): { lines: Lines; digest: Buffer } | undefined {
  if (statement.length > LINES_MAX || !statement.every((line) => isSensible(line, day))) return undefined
  const rows = statement
    .map(({ reference, supplier_reference, cost, at, is_reversal }) => {
      const key = reference !== null && UUID.test(reference) ? reference : null
      return { key, reference: supplier_reference, cost, is_reversal, at: at.toISOString() }
    })
    .map((row) => ({ row, text: JSON.stringify(row) }))
    .sort((one, other) => (one.text < other.text ? -1 : 1))
  const hash = createHash('sha256')
  for (const { text } of rows) hash.update(`${text}\n`)
  const of = <K extends keyof (typeof rows)[number]['row']>(name: K) => rows.map(({ row }) => row[name])
  const lines = { line: rows.map((_, i) => i), key: of('key'), reference: of('reference'), cost: of('cost'), is_reversal: of('is_reversal'), at: of('at') }
  return { lines, digest: hash.digest() }
}
