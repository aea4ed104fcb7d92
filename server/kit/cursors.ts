// Reads a list page after page out of one snapshot: it is sorted once and each page continues where the last one ended. The cursor runs the list's own
// statement, so it answers what the list would.
import type { Query } from './db.ts'

const PAGING = /\blimit \$(\d+) offset \$(\d+)/g
/** Clauses whose result differs between all rows and one page of them. */
const OF_THE_PAGE = /\b(over|count|sum|limit|group by)\b/i
const READS = /^\s*(select|with)\b/i
/** Cursors per transaction; further lists are read without one. */
const CURSORS_MAX = 4
const KNOWN_MAX = 50

type Cursor = { name: string; at: number; isThrough: boolean }

/** Only for a read-only transaction on one snapshot: there a repeated question, such as a count, has the same answer. */
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

  /** Opens the whole list: limit and offset are null. The planner is told that all rows are wanted, not the first ones soon. */
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
    const places = placesOf(text)
    if (places) return page<Row>(text, values, places)
    const key = JSON.stringify([text, values])
    const before = known.get(key)
    if (before) return before as Row[]
    const rows = await q.query<Row>(statement, given)
    if (rows.length <= 1 && known.size < KNOWN_MAX) known.set(key, rows)
    return rows
  }
  return { query }
}

/** The positions of limit and offset among the parameters. Paging stands at the very end, or inside when the page is only sorted again outside. */
function placesOf(text: string): [number, number] | undefined {
  const [found, ...more] = text.matchAll(PAGING)
  if (!found || more.length > 0) return undefined
  const after = text.slice(found.index + found[0].length)
  const isPlain = after.trim() === '' || (/\border by\b/i.test(after) && !OF_THE_PAGE.test(after))
  return isPlain ? [Number(found[1]) - 1, Number(found[2]) - 1] : undefined
}
