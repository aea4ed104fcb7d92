// Background work of this process: checks and imports of uploads. Every half second each run stores that it is alive, and finds out at the same time whether
// it was cancelled.

import type { Services } from '../../../http/services.ts'
import { codeOf } from '../../../kit/errors.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { fileKeyBound, filesOf, removeFiles, type UploadFiles } from './files.ts'
import { failUpload, saveProgress, type Upload, uploadById } from './upload.sql.ts'

export type RunServices = Pick<Services, 'db' | 'keys' | 'clock' | 'filesDir'> & { log: Pick<Services['log'], 'error'> }
/** The services for reading uploads; their database can only read, so they cannot change an upload. */
export type Reading = Omit<RunServices, 'db'> & { db: ReadDb }

/** What the work on one upload needs. `progress` throws Stopped once the upload was cancelled or the work was stopped. */
export type Run = RunServices & { tenant_id: number; upload: Upload; key: Buffer; files: UploadFiles; progress: (rows_done: number) => Promise<void> }

/** Thrown when the upload was cancelled or the work was stopped; this is not a failure. */
export class Stopped extends Error {
  override name = 'Stopped'
}

const PROGRESS_MS = 500

const running = new Map<string, { stop: AbortController; done: Promise<void> }>()

/** Starts work on an upload and returns immediately. If the work of the previous step has not ended yet, this work begins after it. */
export function begin(ground: RunServices, tenant_id: number, upload_id: string, work: (run: Run) => Promise<void>): void {
  const stop = new AbortController()
  const run = { stop, done: ended(upload_id).then(() => whole(ground, tenant_id, upload_id, stop.signal, work)) }
  running.set(upload_id, run)
  void run.done.finally(() => running.get(upload_id) === run && running.delete(upload_id))
}

export const isRunning = (upload_id: string): boolean => running.has(upload_id)

/** Stops the work on an upload in this process, if there is any, and waits until it has ended. */
export async function stop(upload_id: string): Promise<void> {
  const run = running.get(upload_id)
  run?.stop.abort()
  await run?.done
}

/** Resolves when this process no longer works on the upload. */
export const ended = (upload_id: string): Promise<void> => running.get(upload_id)?.done ?? Promise.resolve()

/** For shutdown: stops all work in this process. The work is continued when a server starts again. */
export const stopAll = async (): Promise<void> => void (await Promise.all([...running.keys()].map(stop)))

async function whole(ground: RunServices, tenant_id: number, upload_id: string, signal: AbortSignal, work: (run: Run) => Promise<void>): Promise<void> {
  const { db, keys, clock, log, filesDir } = ground
  try {
    const [upload] = await db.read(tenant_id, (q) => uploadById(q, tenant_id, upload_id))
    if (!upload) return
    const key = await keys.unwrap(upload.file_key, fileKeyBound(tenant_id, upload_id))
    await work({ ...ground, tenant_id, upload, key, files: filesOf(filesDir, upload_id), progress: heartbeat(ground, tenant_id, upload_id, signal) })
  } catch (error) {
    if (error instanceof Stopped) return await removeIfGone(ground, tenant_id, upload_id).catch(() => undefined)
    // Only the code and the stack are logged, because a database's message may quote data.
    log.error({ upload_id, code: codeOf(error), stack: error instanceof Error ? error.stack?.split('\n').slice(1, 6) : undefined }, 'work on an upload failed')
    await db.write(tenant_id, (q) => failUpload(q, tenant_id, clock(), upload_id)).catch(() => undefined)
  }
}

/** If another server has cancelled the upload, deletes the files that this server has written since. */
async function removeIfGone({ db, filesDir }: RunServices, tenant_id: number, upload_id: string): Promise<void> {
  const [upload] = await db.read(tenant_id, (q) => uploadById(q, tenant_id, upload_id))
  if (!upload) await removeFiles(filesDir, upload_id)
}

function heartbeat({ db, clock }: RunServices, tenant_id: number, upload_id: string, signal: AbortSignal) {
  let next = performance.now() + PROGRESS_MS
  return async (rows_done: number) => {
    if (signal.aborted) throw new Stopped()
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_MS
    const [row] = await db.write(tenant_id, (q) => saveProgress(q, tenant_id, clock(), upload_id, rows_done))
    if (!row) throw new Stopped()
  }
}
