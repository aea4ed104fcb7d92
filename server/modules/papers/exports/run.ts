// Writes a sealed file after its request, in this process; its progress is saved. The caller supplies the content.
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { codeOf } from '../../../kit/errors.ts'
import { createTurns } from '../../../kit/turns.ts'
import { type Export, LEASE_MS, type State, saveProgress, stillAtIt } from './exports.sql.ts'
import { createFile, keyBound, removeFile, type Write } from './file.ts'

export type ExportServices = Pick<Services, 'db' | 'keys' | 'log' | 'filesDir' | 'clock'> & { actor: SignedIn }

/** What writing a file needs to know about the person who asked. */
type For = Omit<ExportServices, 'actor'> & { actor: Pick<SignedIn, 'tenant_id' | 'home_tenant_id' | 'user_id'> }

export type Making = {
  /** Writes the content. A second call starts again with a new file. */
  into: (write: (out: Write) => Promise<void>) => Promise<void>
  /** Saves the progress; throws when the server stops or another one has taken over. */
  progress: (rows_total: number, rows_done: number) => Promise<void>
}
export type FileJob = Pick<Export, 'id' | 'file_key'> & {
  make: (making: Making) => Promise<void>
  /** The end of this server's claim, for a file that another server continues if this one stops. */
  claimed?: Date
}

/**
 * Each file holds a database connection while it reads, so few are written at once: a tenant leaves one place to other tenants, a person leaves one to
 * colleagues. The number waiting per person is limited (UNFINISHED_MAX).
 */
const turns = createTurns({ places: 3, tenant: 2, user: 1, waiting: 1_000, wait_ms: 24 * 60 * 60_000 })

/** The pause between renewals, short enough that one renewal may be lost. */
const BEAT_MS = LEASE_MS / 4

class Stopped extends Error {}
class TakenOver extends Error {}
const stops = new Set<AbortController>()
const running = new Set<Promise<void>>()
const here = new Set<string>()

/** Files that this process writes, or will write in their turn: no other server has to continue them, even if they wait for long. */
export const madeHere = (): string[] => [...here]

/** Starts the job without waiting for its end. */
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

/** For shutdown: unfinished files are marked as failed and can be requested again, or are left to another server. */
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
    // The server that took over writes the same file.
    if (error instanceof TakenOver) return
    await removeFile(filesDir, id).catch(() => undefined)
    const isStopped = error instanceof Stopped
    if (!isStopped) log.error({ download_id: id, code: codeOf(error), stack: stackOf(error) }, 'an export failed')
    await (isStopped && claimed ? save('waiting', clock()) : save('failed', null)).catch(() => undefined)
  }
}

/** Stack lines only: an error's message may quote data. */
const stackOf = (error: unknown) => (error instanceof Error ? error.stack?.split('\n').slice(1, 6) : undefined)
