// Notices a database that is older than this server has seen. Every few seconds the server raises a count in the database; once that is committed, it writes
// the count into a file beside the database. So the file is never ahead of a database that only moved forwards: a database whose count is behind the file was
// restored, copied back, or lost data in a failover. `npm run restore` leaves a mark as well.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Instant } from '../../contract/kit/field.ts'
import { newId } from '../kit/ids.ts'
import type { Db } from './db.ts'

export const RESTORED = 'restored.json'
const WATERMARK = 'watermark.json'
export const BEAT_MS = 5_000

/** The content of the file. `is_over`: the server shut down in order. */
const Mark = z.object({ server_id: z.uuid(), beat: z.int(), at: z.iso.datetime(), is_over: z.optional(z.boolean()) })
type Mark = z.output<typeof Mark>
const RestoredMark = z.object({ id: z.uuid(), point: z.nullable(z.iso.datetime()), restored_at: z.iso.datetime() })

/** Why stock is held back. `since`: if a restore was noticed after this instant already, this is the same restore, and nothing more is held back. */
export type Setback = { id: string; cause: 'restored' | 'older'; point: Instant | null; since: Instant }

type WatchServices = {
  db: Pick<Db, 'call'>
  dataDir: string
  /** Whether the database is in this directory together with the file. If so, a missing file means that the database was copied here. */
  isOwn: boolean
  /** Holds the stock back; returns once all of it is held. */
  setBack: (setback: Setback) => Promise<void>
  log: { error: (fields: object, text: string) => void }
}

type Row = { beat: number; at: Instant }

/** Compares the counts once, before anything can be sold, and then again every few seconds. */
export async function watch({ db, dataDir, isOwn, setBack, log }: WatchServices): Promise<{ look: () => Promise<void>; stop: () => void }> {
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, WATERMARK)
  const markFile = join(dataDir, RESTORED)
  let mark = readMark(file)

  const noticed = restoredMark(markFile) ?? (mark ? await behind(mark) : isOwn ? await copied() : undefined)
  if (noticed) await settle(noticed)
  else if (!mark) mark = await begin(newId(), 0)
  else if (mark.is_over) mark = write({ server_id: mark.server_id, beat: mark.beat, at: mark.at })

  async function behind({ server_id, beat, at }: Mark): Promise<Setback | undefined> {
    const [row] = await db.call<Row>({
      name: 'watermark',
      text: `
      select beat, at from watermarks where server_id = :server_id`,
      values: { server_id },
    })
    return row && row.beat >= beat ? undefined : { id: newId(), cause: 'older', point: row?.at ?? null, since: at }
  }

  async function copied(): Promise<Setback | undefined> {
    const [row] = await db.call<Row>({
      name: 'watermark_newest',
      text: `
      select beat, at from watermarks order by at desc limit 1`,
      values: [],
    })
    return row && { id: newId(), cause: 'older', point: row.at, since: row.at }
  }

  /** Starts a new count under a new server id, because a server that is still running may use the old id. */
  async function settle(setback: Setback): Promise<void> {
    log.error({ setback }, 'THE DATABASE IS AN OLDER ONE: what may have been sold since is held back')
    await setBack(setback).catch((error: unknown) => {
      log.error({ said: String(error) }, 'stock could not be held back, and is tried again')
      throw error
    })
    mark = await begin(newId(), 0)
    rmSync(markFile, { force: true })
  }

  async function begin(server_id: string, beat: number): Promise<Mark> {
    const [row] = await db.call<Row>({
      name: 'watermark_begin',
      text: `insert into watermarks (server_id, beat, at) values (:server_id, :beat, now())
             on conflict (server_id) do update set at = now() returning beat, at`,
      values: { server_id, beat },
    })
    return write({ server_id, beat, at: row?.at ?? new Date().toISOString() })
  }

  function write(next: Mark): Mark {
    writeFileSync(`${file}.new`, JSON.stringify(next), { mode: 0o600 })
    renameSync(`${file}.new`, file)
    return next
  }

  /**
   * Compares the counts and raises them. Raising the count again after a lost answer is safe, because the statement accepts that the stored count already has
   * the new value.
   */
  async function look(): Promise<void> {
    if (!mark) return
    const next = mark.beat + 1
    const [row] = await db.call<Row>({
      name: 'watermark_beat',
      text: `update watermarks set beat = :next, at = now()
              where server_id = :server_id and beat between :next::bigint - 1 and :next returning beat, at`,
      values: { server_id: mark.server_id, next },
    })
    if (row) mark = write({ server_id: mark.server_id, beat: next, at: row.at })
    else await settle((await behind(mark)) ?? { id: newId(), cause: 'older', point: null, since: mark.at })
  }

  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // Another check reports a database that does not answer; the counts are compared again in the next round.
    void look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }, BEAT_MS)
  timer.unref()
  function stop(): void {
    clearInterval(timer)
    if (mark && existsSync(dataDir)) write({ ...mark, is_over: true })
  }
  return { look, stop }
}

/** The watermark of the server whose directory this is. */
export const markIn = (dataDir: string): Mark | undefined => readMark(join(dataDir, WATERMARK))

/** Reads a watermark; a half-written file (power loss) is ignored. */
function readMark(file: string): Mark | undefined {
  if (!existsSync(file)) return undefined
  const read = z.safeParse(Mark, parsed(readFileSync(file, 'utf8')))
  return read.success ? read.data : undefined
}

function restoredMark(file: string): Setback | undefined {
  if (!existsSync(file)) return undefined
  const read = z.safeParse(RestoredMark, parsed(readFileSync(file, 'utf8')))
  const { id, point, restored_at } = read.success ? read.data : { id: newId(), point: null, restored_at: new Date().toISOString() }
  return { id, cause: 'restored', point, since: restored_at }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
