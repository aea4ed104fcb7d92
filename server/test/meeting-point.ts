// A meeting point for the sides of a race, which are calls made at the same moment. Each side stops in the middle of a database function until all others have
// arrived. So the race happens at the first try, every time, and no race test depends on luck.
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { DEADLINES, type Deadlines, GRACE_MS } from '../postgres/pool.ts'
import { until } from './wait-for.ts'
import type { World } from './world.ts'

/**
 * Deadlines for worlds in which the sides of a race wait for each other, or in which a race has hundreds of sides. They are so long that no side is
 * refused because the machine is slow.
 */
const LONG_MS = 60_000
export const PATIENT: Deadlines = {
  ...DEADLINES,
  connect_ms: LONG_MS,
  lock_ms: LONG_MS,
  statement_ms: LONG_MS,
  answer_ms: LONG_MS + GRACE_MS,
  sale_ms: LONG_MS,
}

/** `at`: the number of sides at the meeting point. `behind`: the number of sides that wait for locks held by those at the meeting point. */
type Standing = { at: number; behind: number }
type Some = Partial<Standing>

/** Makes a meeting point in this world's database, separate from all others. */
export function meeting(w: Pick<World, 'ownerUrl'>) {
  const key = randomInt(1, 2 ** 31)
  return {
    /** A statement that a test inserts into a database function where all sides shall meet (`sabotage`); it stops a side only during a meeting. */
    stop: `perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock_shared(${key}); `,

    /**
     * Runs the work, whose sides stop at the meeting point, and releases them once `at` sides have arrived and `behind` more wait for their locks. Throws if
     * the work ends, or a minute passes, without a meeting, because then no race took place. `come`: called by the work, waits until this many sides have
     * arrived; `meanwhile`: runs while the sides are stopped.
     */
    async meet<T>(
      all: Some,
      work: (come: (some: Some) => Promise<unknown>) => Promise<T>,
      meanwhile: () => Promise<unknown> = async () => undefined,
    ): Promise<T> {
      const gate = new pg.Client({ connectionString: w.ownerUrl })
      await gate.connect()
      let isOver = false
      const come = async ({ at = 0, behind = 0 }: Some) => {
        let seen: Standing = { at: 0, behind: 0 }
        const said = () => `${at} at the meeting and ${behind} behind; there were ${seen.at} and ${seen.behind}`
        await until(said, async () => {
          seen = await standing(gate, key)
          const isMet = seen.at >= at && seen.behind >= behind
          if (isOver && !isMet) throw new Error(`the sides ended without ${said()}`)
          return isMet
        })
      }
      try {
        await gate.query('select pg_advisory_lock($1)', [key])
        const met = come(all)
          .then(meanwhile)
          .finally(() => gate.query('select pg_advisory_unlock($1)', [key]))
        const done = work(come).finally(() => {
          isOver = true
        })
        const [answer] = await Promise.all([done, met])
        return answer
      } finally {
        await gate.end()
      }
    },
  }
}

async function standing(client: pg.Client, key: number): Promise<Standing> {
  const { rows } = await client.query<Standing>(
    `select count(*) filter (where l.locktype = 'advisory' and l.classid = 0 and l.objid = $1::int8::oid)::int as at,
            count(*) filter (where l.locktype <> 'advisory')::int as behind
       from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
    [key],
  )
  return rows[0] ?? { at: 0, behind: 0 }
}

/** Waits until some connection to this world's database waits for a lock, or until `other` has ended. */
export async function somebodyWaits(w: Pick<World, 'owner'>, other?: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  other?.then(end, end)
  const text = 'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()'
  await until('somebody who waits for a lock', async () => isOver || (await w.owner.query(text)).rowCount)
}
