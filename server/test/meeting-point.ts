// Where the sides of a race meet: each stops in the middle of a database function, and none goes on before the others have come. So a race is shown at the
// first try, every time, and no test of one needs luck.
import { randomInt } from 'node:crypto'
import pg from 'pg'
import { DEADLINES, type Deadlines, GRACE_MS } from '../postgres/pool.ts'
import { until } from './wait-for.ts'
import type { World } from './world.ts'

/** For worlds whose sides wait for each other, or come by the hundred: nobody is sent away because the machine is slow. */
const LONG_MS = 60_000
export const PATIENT: Deadlines = {
  ...DEADLINES,
  connect_ms: LONG_MS,
  lock_ms: LONG_MS,
  statement_ms: LONG_MS,
  answer_ms: LONG_MS + GRACE_MS,
  sale_ms: LONG_MS,
}

/** How many stand at the meeting, and how many wait behind them for what they hold. */
type Standing = { at: number; behind: number }
type Some = Partial<Standing>

/** A meeting of its own in this world's database. */
export function meeting(w: Pick<World, 'ownerUrl'>) {
  const key = randomInt(1, 2 ** 31)
  return {
    /** What `sabotage` puts before the statement the sides shall reach together: it lets everybody pass unless a meeting is on. */
    stop: `perform set_config('lock_timeout', '0', true); perform pg_advisory_xact_lock_shared(${key}); `,

    /**
     * Does the work, whose sides stop there, and lets them go once as many have come and as many more wait behind them. It is an error when they end, or a
     * minute passes, without having met: then nothing was raced. `come`: waits within the work until so many are there, before the next side begins;
     * `meanwhile`: what is done while they stand there.
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

/** Until somebody waits for a lock in this world's database, or `other` is over without having had to. */
export async function somebodyWaits(w: Pick<World, 'owner'>, other?: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  other?.then(end, end)
  const text = 'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()'
  await until('somebody who waits for a lock', async () => isOver || (await w.owner.query(text)).rowCount)
}
