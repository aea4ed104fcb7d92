// Reads sessions from the database. Sessions that are needed at the same time are read by one statement per tenant; a second statement notes that
// they are in use.
import type { SessionRow } from '../kit/actor.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db } from '../postgres/db.ts'
import { createGatherer } from '../postgres/gatherer.ts'
import { isLocked, isOpen, isToNote } from './session-rules.ts'
import { FIND, TOUCH } from './sessions.sql.ts'

export type SessionLookUp = { hash: Buffer; idle_ms: number; address: string }
type Used = Map<string, { at: Date; address: string }>

/** The most sessions that one statement looks up. */
const TOGETHER_MAX = 200

export function createSessionLookUps(db: Pick<Db, 'once'>, clock: Clock) {
  const lookUps = new Map<number, (asked: SessionLookUp) => Promise<SessionRow | undefined>>()

  function lookUp(tenant_id: number, asked: SessionLookUp): Promise<SessionRow | undefined> {
    const gathered = lookUps.get(tenant_id) ?? createGatherer((all: readonly SessionLookUp[]) => rowsOf(tenant_id, all), TOGETHER_MAX)
    lookUps.set(tenant_id, gathered)
    return gathered(asked)
  }

  /** Reads the rows of these sessions, and notes that they are in use, for each session at most once a minute. */
  async function rowsOf(tenant_id: number, asked: readonly SessionLookUp[]): Promise<(SessionRow | undefined)[]> {
    const rows = await db.once<SessionRow>(tenant_id, { name: 'session', text: FIND, values: { tenant_id, hashes: asked.map(({ hash }) => hash) } })
    const now = clock().getTime()
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
    const found = asked.map(({ hash }) => byHash.get(hash.toString('base64')))
    const used: Used = new Map()
    for (const [i, row] of found.entries()) {
      const { idle_ms = 0, address = '' } = asked[i] ?? {}
      const at = now - idle_ms
      const isInUse = row && isOpen(row, now) && row.user_active && row.line_active && !isLocked(row, now)
      if (isInUse && isToNote(row, at)) used.set(row.session_id, { at: new Date(at), address })
    }
    if (used.size > 0) await touch(tenant_id, used)
    return found
  }

  /** Notes that sessions are in use. It does not wait for the disk: a crash loses at most the notes of the last minute. */
  function touch(tenant_id: number, used: Used) {
    const [session_ids, uses] = [[...used.keys()], [...used.values()]]
    const values = { tenant_id, session_ids, used_at: uses.map(({ at }) => at), used_from: uses.map(({ address }) => address) }
    return db.once(tenant_id, { name: 'touch', text: TOUCH, values }, 'set local synchronous_commit = off; ')
  }

  return lookUp
}
