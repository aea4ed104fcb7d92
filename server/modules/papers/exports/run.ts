// Writes a sealed file in this process, after the request for it has been answered, and saves the progress. The caller supplies the content.
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { codeOf } from '../../../kit/errors.ts'
import { createTurns } from '../../../kit/turns.ts'
import { type Export, LEASE_MS, type State, saveProgress, stillAtIt } from './exports.sql.ts'
import { createFile, keyBound, removeFile, type Write } from './file.ts'

export type ExportServices = Pick<Services, 'db' | 'keys' | 'log' | 'filesDir' | 'clock'> & { actor: SignedIn }

/** What writing a file needs. Of the user who requested the file only the ids are needed. */
type For = Omit<ExportServices, 'actor'> & { actor: Pick<SignedIn, 'tenant_id' | 'home_tenant_id' | 'user_id'> }

export type Making = {
  /** Creates the file and calls `write`, which writes the content through `out`. A second call of `into` starts again with a new file. */
  into: (write: (out: Write) => Promise<void>) => Promise<void>
  /** Saves the progress. Throws when this server is shutting down or another server has taken over the file. */
  progress: (rows_total: number, rows_done: number) => Promise<void>
}
export type FileJob = Pick<Export, 'id' | 'file_key'> & {
  make: (making: Making) => Promise<void>
  /** When this server's claim on the file ends. Set only for a file that another server continues if this one stops. */
  claimed?: Date
}

/**
 * Each file needs a connection to the database while it is written. So a server writes only three files at once: at most two of one tenant and one of
 * one user, so that other users' files get a turn too. UNFINISHED_MAX limits how many files one user may have waiting.
 */
const turns = createTurns({ places: 3, tenant: 2, user: 1, waiting: 1_000, wait_ms: 24 * 60 * 60_000 })

/** The pause between two renewals of a claim, so short that the claim survives if one renewal is lost. */
const BEAT_MS = LEASE_MS / 4

class Stopped extends Error {}
class TakenOver extends Error {}
const stops = new Set<AbortController>()
const running = new Set<Promise<void>>()
const here = new Set<string>()

/** The ids of files that this process is writing or has queued. No other server has to continue these, even if they wait for a long time. */
export const madeHere = (): string[] => [...here]

/** Starts writing a file, and returns without waiting until it is complete. */
export function begin(wanted: FileJob, ground: For): void {
  const stop = new AbortController()
  stops.add(stop)
  here.add(wanted.id)
  const { clock, db } = ground
  const { home_tenant_id } = ground.actor
  const beat = setInterval(() => {
    db.write(home_tenant_id, (q) => stillAtIt(q, home_tenant_id, wanted.id, clock())).catch(() => undefined)
  }, BEAT_MS)
  const work = turns.inTurn(ground.actor, () => whole(wanted, ground, stop.signal))
  running.add(work)
  void work.finally(() => {
    clearInterval(beat)
    here.delete(wanted.id)
    stops.delete(stop)
    running.delete(work)
  })
}

/**
 * Stops all writing, for a shutdown. A file that another server can continue is left to that server; any other is marked as failed, and its user can request
 * it again.
 */
export async function stopExports(): Promise<void> {
  for (const stop of stops) stop.abort()
  await Promise.all(running)
}

async function whole(wanted: FileJob, { actor, db, keys, log, filesDir, clock }: For, signal: AbortSignal): Promise<void> {
  const { home_tenant_id } = actor
  const { id, file_key, make } = wanted
  const figures = { rows_done: 0, rows_total: 0, bytes: 0 }
  let claimed = wanted.claimed ?? null
  const leased = () => claimed && new Date(clock().getTime() + LEASE_MS)

  async function save(state: State, until: Date | null): Promise<void> {
    const isSaved = await db.write(home_tenant_id, (q) => saveProgress(q, home_tenant_id, id, { state, ...figures }, { claimed, until }))
    if (!isSaved) throw new TakenOver()
    claimed = until
  }
  async function progress(rows_total: number, rows_done: number): Promise<void> {
    if (signal.aborted) throw new Stopped()
    Object.assign(figures, { rows_total, rows_done })
    await save('running', leased())
  }
  async function into(write: (out: Write) => Promise<void>): Promise<void> {
    const file = await createFile(filesDir, id, await keys.unwrap(file_key, keyBound(home_tenant_id, id)))
    try {
      await write(file.write)
      await file.end()
      figures.bytes = file.bytes()
    } catch (error) {
      await file.abandon()
      throw error
    }
  }

  try {
    if (signal.aborted) throw new Stopped()
    await make({ into, progress })
    await save('ready', null)
  } catch (error) {
    // The file is left alone, because the server that took over is writing it.
    if (error instanceof TakenOver) return
    await removeFile(filesDir, id).catch(() => undefined)
    const isStopped = error instanceof Stopped
    if (!isStopped) log.error({ download_id: id, code: codeOf(error), stack: stackOf(error) }, 'an export failed')
    await (isStopped && claimed ? save('waiting', clock()) : save('failed', null)).catch(() => undefined)
  }
}

/** Only the lines of the stack are logged, because an error's message may quote data. */
const stackOf = (error: unknown) => (error instanceof Error ? error.stack?.split('\n').slice(1, 6) : undefined)
