// Writes a list to a file, as CSV, as a workbook, or as an account statement. All its pages are read from one snapshot of the database.
import type { Page, WireRow } from '../../../http/lists.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { throughCursors } from '../../../postgres/cursors.ts'
import type { Asker, Query, ReadDb } from '../../../postgres/db.ts'
import { writeAccountStatement } from './account-statement.ts'
import { type Cell, type Column, cellsOf, csvHead, csvRows } from './cells.ts'
import type { Write } from './file.ts'
import type { Making } from './run.ts'
import { SHEET_ROWS_MAX, writeXlsx } from './xlsx.ts'

/** What this file itself needs of the context; a list's handler is passed the whole context. */
type ListContext = { db: ReadDb; actor: SignedIn }
type ListFile = {
  format: 'csv' | 'xlsx' | 'pdf'
  title: string
  columns: readonly Column[]
  made_at: Date
  read: (page: number, context: object) => Promise<Page>
}

/** How many rows a page has: few enough that they are garbage-collected early, many enough to be fast. */
export const PAGE_ROWS = 2_000

/** Returns the work that writes the list. If the connection to the database breaks, the work is done again from the beginning, with a new file. */
export const listFile =
  <G extends ListContext>(wanted: ListFile, ground: G) =>
  ({ into, progress }: Making): Promise<void> =>
    ground.db.reports(ground.actor, (q) => into((out) => write(wanted, pagesOf(wanted, inSnapshot(ground, throughCursors(q)), progress), out)))

/**
 * Makes the list's handler read from the export's snapshot, so that all pages show the same moment. The handler of a list may not write, so writing
 * is refused.
 */
function inSnapshot<G extends ListContext>(ground: G, q: Query): G {
  const { db, actor } = ground
  const read = <T>(tenant_id: number, work: (q: Query) => Promise<T>) => (tenant_id === actor.tenant_id ? work(q) : db.read(tenant_id, work))
  const list = <T>(asker: Asker, work: (q: Query) => Promise<T>) => read(asker.tenant_id, work)
  return { ...ground, db: { ...db, read, list, reports: list, write: () => Promise.reject(new Refusal('forbidden')) } }
}

async function* pagesOf({ read, format }: ListFile, context: ListContext, progress: Making['progress']) {
  for (let [page, rows_done] = [0, 0]; ; page++) {
    const { rows, total } = await read(page, context)
    if (format === 'xlsx' && total > SHEET_ROWS_MAX) throw new Error('more rows than a sheet holds')
    rows_done += rows.length
    await progress(total, rows_done)
    yield rows
    if (rows.length < PAGE_ROWS || rows_done >= total) return
  }
}

async function* cellsIn(pages: AsyncIterable<readonly WireRow[]>, columns: readonly Column[]): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map((row) => cellsOf(row, columns))
}

async function write({ format, columns, title, made_at }: ListFile, pages: AsyncIterable<readonly WireRow[]>, out: Write): Promise<void> {
  if (format === 'pdf') return await writeAccountStatement({ title, columns, made_at }, pages, out)
  const cells = cellsIn(pages, columns)
  if (format === 'xlsx') return await writeXlsx(title, columns, cells, out)
  await out(Buffer.from(csvHead(columns)))
  for await (const rows of cells) await out(Buffer.from(csvRows(rows)))
}
