// Makes an export in this process after its request: pages of the list from one snapshot, written into a sealed file.
import type { Calls } from '../../../contract/index.ts'
import type { Page } from '../../http/lists.ts'
import type { Context } from '../../http/mount.ts'
import { codeOf, Refusal } from '../../kit/errors.ts'
import { createTurns } from '../../kit/turns.ts'
import { throughCursors } from '../../postgres/cursors.ts'
import type { Asker, Query } from '../../postgres/db.ts'
import { type Cell, type Column, cellsOf, csvHead, csvRows } from './cells.ts'
import { type Export, type State, saveProgress } from './exports.sql.ts'
import { createFile, type ExportFile, keyBound, removeFile } from './file.ts'
import { SHEET_ROWS_MAX, writeXlsx } from './xlsx.ts'

type Ground = Context<Calls['exportStart']> | Context<Calls['exportAgain']> | Context<Calls['salesDownload']>
export type Wanted = Pick<Export, 'id' | 'format' | 'file_key'> & {
  title: string
  columns: readonly Column[]
  read: (page: number, context: object) => Promise<Page>
}

/** Rows per page: few enough to be garbage-collected early, many enough to be quick. */
export const PAGE_ROWS = 2_000
/** Each export holds a connection while it reads, and a tenant leaves one place to others. How many may wait is limited per person (UNFINISHED_MAX). */
const turns = createTurns({ places: 3, tenant: 2, user: 2, waiting: 1_000, wait_ms: 24 * 60 * 60_000 })

class Stopped extends Error {}
const stops = new Set<AbortController>()
const running = new Set<Promise<void>>()

/** Starts an export without waiting for it. */
export function begin(wanted: Wanted, ground: Ground): void {
  const stop = new AbortController()
  stops.add(stop)
  const work = turns.inTurn(ground.actor, () => whole(wanted, ground, stop.signal))
  running.add(work)
  void work.finally(() => running.delete(work) && stops.delete(stop))
}

/** For shutdown: unfinished exports are marked as failed and can be started again. */
export async function stopExports(): Promise<void> {
  for (const stop of stops) stop.abort()
  await Promise.all(running)
}

async function whole(wanted: Wanted, ground: Ground, signal: AbortSignal): Promise<void> {
  const { actor, db, keys, log, dataDir } = ground
  const { home_tenant_id } = actor
  const figures = { rows_done: 0, rows_total: 0, bytes: 0 }
  const save = (state: State) => db.write(home_tenant_id, (q) => saveProgress(q, home_tenant_id, wanted.id, { state, ...figures }))
  try {
    const key = await keys.unwrap(wanted.file_key, keyBound(home_tenant_id, wanted.id))
    // When the connection breaks, the work is repeated from the beginning, with a new file.
    await db.reports(actor, async (q) => {
      const file = await createFile(dataDir, wanted.id, key)
      try {
        await write(
          wanted,
          pagesOf(wanted, inSnapshot(ground, throughCursors(q)), signal, (page, done) => progress(page, done)),
          file,
        )
        await file.end()
        figures.bytes = file.bytes()
      } catch (error) {
        await file.abandon()
        throw error
      }
    })
    await save('ready')
  } catch (error) {
    await removeFile(dataDir, wanted.id).catch(() => undefined)
    if (!(error instanceof Stopped)) log.error({ download_id: wanted.id, code: codeOf(error), stack: stackOf(error) }, 'an export failed')
    await save('failed').catch(() => undefined)
  }

  async function progress(total: number, rows_done: number) {
    Object.assign(figures, { rows_total: total, rows_done })
    await save('running')
  }
}

/** Stack lines only: an error's message may quote data. */
const stackOf = (error: unknown) => (error instanceof Error ? error.stack?.split('\n').slice(1, 6) : undefined)

/** Makes the list's handler read from the export's snapshot, so that all pages show the same moment. A list that also changes something may not do so here. */
function inSnapshot(ground: Ground, q: Query): Ground {
  const { db, actor } = ground
  const read = <T>(tenant_id: number, work: (q: Query) => Promise<T>) => (tenant_id === actor.tenant_id ? work(q) : db.read(tenant_id, work))
  const list = <T>(asker: Asker, work: (q: Query) => Promise<T>) => read(asker.tenant_id, work)
  return { ...ground, db: { ...db, read, list, reports: list, write: () => Promise.reject(new Refusal('forbidden')) } }
}

async function* pagesOf(wanted: Wanted, context: Ground, signal: AbortSignal, progress: (total: number, rows_done: number) => Promise<void>) {
  for (let [page, rows_done] = [0, 0]; ; page++) {
    if (signal.aborted) throw new Stopped()
    const { rows, total } = await wanted.read(page, context)
    if (wanted.format === 'xlsx' && total > SHEET_ROWS_MAX) throw new Error('more rows than a sheet holds')
    rows_done += rows.length
    await progress(total, rows_done)
    yield rows.map((row) => cellsOf(row, wanted.columns))
    if (rows.length < PAGE_ROWS || rows_done >= total) return
  }
}

async function write({ format, columns, title }: Wanted, pages: AsyncIterable<Cell[][]>, file: ExportFile): Promise<void> {
  if (format === 'xlsx') return await writeXlsx(title, columns, pages, file.write)
  await file.write(Buffer.from(csvHead(columns)))
  for await (const rows of pages) await file.write(Buffer.from(csvRows(rows)))
}
