// The clock, which is passed to app() so that a test may move it. The product uses the database's clock, so all servers of one database have the same time. A
// server whose machine's clock is far off refuses to work, so that it does not book on the wrong day (decision 0023).

import { Refusal } from '../kit/errors.ts'
import type { Db } from './db.ts'

export type Clock = () => Date
/** The parts that jobs and similar work need: the database and its clock. */
export type Timed = { db: Db; clock: Clock }

/** Up to this difference between the machine's and the database's clock, the database's time is used. Beyond it, it is unclear which of the two is wrong. */
const OFF_MAX_MS = 5_000
const EVERY_MS = 10_000
/** After this long without an answer the time counts as unknown. */
const STALE_MS = 60_000
/** A slow answer gives an inexact time. A measurement that took longer than this is dropped if the last good one is younger than YOUNG_MS. */
const SHORT_MS = 200
const YOUNG_MS = 30_000
/** If the machine's two clocks drift apart by more than this, the machine slept or somebody set its clock. */
const JUMP_MS = 1_000

/** The machine's clocks: `wall` can be set, `steady` only goes forwards. */
type Machine = { wall: () => number; steady: () => number }
type Measured = { database: number; wall: number; steady: number }

export type DatabaseClock = {
  /** Returns the time; throws `busy` while the time is not known. */
  clock: Clock
  /** Asks the database for its time. */
  measure: () => Promise<void>
  /** Returns the reason why the time is not known; null if it is known. */
  trouble: () => string | null
  /** The result of the clock's check, for /ready. */
  ready: () => { name: 'clock'; ok: boolean; detail: string }
  /** How far the machine's clock is ahead of the database's, in milliseconds. */
  off: () => number
  stop: () => void
}

export function createDatabaseClock(ask: () => Promise<number>, machine: Machine = { wall: Date.now, steady: () => performance.now() }): DatabaseClock {
  let last: Measured | undefined
  let told = 0
  let asking: Promise<void> | undefined

  async function askOnce(): Promise<void> {
    const start = machine.steady()
    const answer = await ask()
    const steady = machine.steady()
    const isYoung = last && steady - last.steady < YOUNG_MS && !hasJumped(last)
    if (steady - start > SHORT_MS && isYoung) return
    last = { database: answer + (steady - start) / 2, wall: machine.wall(), steady }
  }
  function measure(): Promise<void> {
    asking ??= askOnce().finally(() => {
      asking = undefined
    })
    return asking
  }

  const hasJumped = ({ wall, steady }: Measured) => Math.abs(machine.wall() - wall - (machine.steady() - steady)) > JUMP_MS
  const off = () => (last ? last.wall - last.database : 0)
  function trouble(): string | null {
    if (!last) return 'the database was not asked yet'
    if (hasJumped(last)) return 'this machine’s clock jumped, or it slept'
    if (machine.steady() - last.steady > STALE_MS) return 'the database did not tell its time for a minute'
    if (Math.abs(off()) > OFF_MAX_MS) return `this machine’s clock is ${Math.round(off() / 1000)} s ahead of the database’s`
    return null
  }

  const again = () => void measure().catch(() => undefined)
  const timer = setInterval(again, EVERY_MS).unref()
  return {
    clock: () => {
      if (!last || trouble() !== null) {
        again()
        throw new Refusal('busy')
      }
      const now = last.database + machine.steady() - last.steady
      // A slow answer makes the estimate inexact. The clock then stays at its last time until the estimate has caught up. It goes backwards only if the
      // estimate is more than OFF_MAX_MS behind.
      if (now > told || told - now > OFF_MAX_MS) told = now
      return new Date(told)
    },
    measure,
    trouble,
    off,
    ready: () => ({ name: 'clock', ok: trouble() === null, detail: trouble() ?? `${Math.round(off())} ms off` }),
    stop: () => clearInterval(timer),
  }
}

/** The database's time in milliseconds, at the moment it answers. */
export const timeOf = (db: Pick<Db, 'call'>) => async (): Promise<number> => {
  const [row] = await db.call<{ ms: number }>({
    name: 'time',
    text: `
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    values: [],
  })
  if (!row) throw new Error('the database does not tell its time')
  return row.ms
}

/** Starts the clock and measures once, so that a command or server knows from the start the time, or the reason why it is unknown. */
export async function startClock(db: Pick<Db, 'call'>): Promise<DatabaseClock> {
  const time = createDatabaseClock(timeOf(db))
  await time.measure()
  return time
}
