// Reads a list page after page out of one snapshot. The list is sorted once, and each page continues where the page before ended. The cursor runs the list's
// own statement, so it returns the same rows.
import type { Named, Query } from './db.ts'
import type { Values } from './parameters.ts'

/** The most cursors per transaction; further lists are read without a cursor. */
const CURSORS_MAX = 4
const KNOWN_MAX = 50

type Cursor = { name: string; at: number; isThrough: boolean }

/**
 * Makes a Query that reads lists through cursors. Only for a read-only transaction on one snapshot, in which a repeated query, such as a count, has
 * the same answer.
 */
export function throughCursors(q: Query): Query {
  const cursors = new Map<string, Cursor>()
  const known = new Map<string, unknown[]>()

  async function page<Row>(statement: Named): Promise<Row[]> {
    const { text, values } = statement as { text: string; values: Values }
    const [limit, offset] = [Number(values.limit), Number(values.offset)]
    const whole = { ...values, limit: null, offset: null }
    const key = JSON.stringify([text, whole])
    const cursor = cursors.get(key) ?? (await opened(text, whole, key))
    if (cursor?.isThrough && offset >= cursor.at) return []
    if (!cursor || cursor.at !== offset || !Number.isInteger(limit)) return q.query<Row>(statement)
    const rows = await q.query<Row>(`fetch forward ${limit} from ${cursor.name}`)
    cursor.at += rows.length
    cursor.isThrough = rows.length < limit
    return rows
  }

  /** Opens a cursor on the whole list. The planner is told to optimise for all rows, not for the first ones. */
  async function opened(text: string, whole: Values, key: string): Promise<Cursor | undefined> {
    if (cursors.size >= CURSORS_MAX) return undefined
    const cursor = { name: `pages_${cursors.size}`, at: 0, isThrough: false }
    await q.query('set local cursor_tuple_fraction = 1')
    await q.query(`declare ${cursor.name} no scroll cursor for ${text}`, whole)
    cursors.set(key, cursor)
    return cursor
  }

  async function query<Row>(statement: string | Named, given?: Named['values']): Promise<Row[]> {
    const { text, values, isPage = false } = typeof statement === 'string' ? { text: statement, values: given } : statement
    // Statements without values are settings and are sent as they are; every query has values.
    if (!values) return q.query<Row>(statement)
    if (isPage) return page<Row>(statement as Named)
    const key = JSON.stringify([text, values])
    const before = known.get(key)
    if (before) return before as Row[]
    const rows = await q.query<Row>(statement, given)
    if (rows.length <= 1 && known.size < KNOWN_MAX) known.set(key, rows)
    return rows
  }
  return { query }
}
