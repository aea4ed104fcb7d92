// A list read page after page out of one snapshot: sorted once and read on where the last page ended, instead of begun anew for each. What it was asked is the
// list's own statement, so what it answers is what the list would.
import type { Query } from './db.ts'

/** How every list ends that the database pages. */
const PAGED = /\blimit \$(\d+) offset \$(\d+)\s*$/
const READS = /^\s*(select|with)\b/i
/** Of one list: more are read plainly. */
const CURSORS_MAX = 4
const KNOWN_MAX = 50

type Cursor = { name: string; at: number; isThrough: boolean }

/** Only within one read-only transaction of one snapshot: there the same question has the same answer, a count for instance. */
export function throughCursors(q: Query): Query {
  const cursors = new Map<string, Cursor>()
  const known = new Map<string, unknown[]>()

  async function page<Row>(text: string, values: readonly unknown[], [limitAt, offsetAt]: readonly [number, number]): Promise<Row[]> {
    const [limit, offset] = [Number(values[limitAt]), Number(values[offsetAt])]
    const whole = values.map((value, i) => (i === limitAt || i === offsetAt ? null : value))
    const key = JSON.stringify([text, whole])
    const cursor = cursors.get(key) ?? (await opened(text, whole, key))
    if (cursor?.isThrough && offset >= cursor.at) return []
    if (!cursor || cursor.at !== offset || !Number.isInteger(limit)) return q.query<Row>(text, values)
    const rows = await q.query<Row>(`fetch forward ${limit} from ${cursor.name}`)
    cursor.at += rows.length
    cursor.isThrough = rows.length < limit
    return rows
  }

  /** No limit and nothing left out: that is what null says. All of it is wanted, not the first rows soon. */
  async function opened(text: string, values: readonly unknown[], key: string): Promise<Cursor | undefined> {
    if (cursors.size >= CURSORS_MAX) return undefined
    const cursor = { name: `pages_${cursors.size}`, at: 0, isThrough: false }
    await q.query('set local cursor_tuple_fraction = 1')
    await q.query(`declare ${cursor.name} no scroll cursor for ${text}`, values)
    cursors.set(key, cursor)
    return cursor
  }

  async function query<Row>(statement: Parameters<Query['query']>[0], given: readonly unknown[] = []): Promise<Row[]> {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement
    if (!READS.test(text)) return q.query<Row>(statement, given)
    const [, limit, offset] = PAGED.exec(text) ?? []
    if (limit && offset) return page<Row>(text, values, [Number(limit) - 1, Number(offset) - 1])
    const key = JSON.stringify([text, values])
    const before = known.get(key)
    if (before) return before as Row[]
    const rows = await q.query<Row>(statement, given)
    if (rows.length <= 1 && known.size < KNOWN_MAX) known.set(key, rows)
    return rows
  }
  return { query }
}
