// Does work for every tenant, one after the other. In rounds, the work is done only for the tenants in which something happened.
import type { Timed } from './clock.ts'

/** After a run, a job that reads much pauses for this many times the run's duration. */
const REST = 20
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * SQL: tenants with activity in the last three hours. No transaction takes longer than that, and no message is retried for longer. The hours are counted by the
 * database's clock, as the notes are.
 */
const STIRRED = `select tenant_id from tenant_activity where at > now() - interval '3 hours' order by tenant_id`
const ALL = 'select tenant_id from tenants order by tenant_id'

export type Work = (tenant_id: number) => Promise<void>
/**
 * How often a round visits all tenants, whether or not a note of activity exists. These visits find work that becomes due by time alone, and changes that a
 * server of an older version wrote.
 */
type Walk = 'hourly' | 'nightly'

/**
 * A job's round: the tenants where something happened lately, and those where the job failed the last time. It visits all tenants the first time in a
 * process, and then every hour or every night, at a minute that depends on the job's name.
 */
export function rounds({ db, clock }: Timed, name: string, work: Work, walk: Walk = 'hourly'): () => Promise<void> {
  const every_ms = walk === 'hourly' ? HOUR_MS : DAY_MS
  // Nightly jobs are spread over the two hours from 00:00 UTC.
  const offset_ms = (sumOf(name) % (walk === 'hourly' ? 60 : 120)) * 60_000
  let walked = Number.NaN
  let failed: ReadonlySet<number> = new Set()
  return async () => {
    const turn = Math.floor((clock().getTime() - offset_ms) / every_ms)
    const tenants = turn === walked ? [...new Set([...(await listed(db, STIRRED)), ...failed])] : await listed(db, ALL)
    walked = turn
    const failures = await oneByOne(tenants, work)
    failed = new Set(failures.keys())
    tell(failures)
  }
}

const sumOf = (name: string) => [...name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 100_003

/**
 * Limits a job whose work grows with the tenant to a share of the machine's time: after a run the tenant is left alone for a while, and a round that comes too
 * early skips it.
 */
export function inTurn({ clock }: Pick<Timed, 'clock'>, work: Work): Work {
  const restsUntil = new Map<number, number>()
  return async (tenant_id) => {
    const start = clock().getTime()
    if (start < (restsUntil.get(tenant_id) ?? 0)) return
    await work(tenant_id)
    const end = clock().getTime()
    restsUntil.set(tenant_id, end + REST * (end - start))
  }
}

/** Does the work in every tenant. A failure in one tenant does not keep the job from the next; failures are thrown at the end, by tenant. */
export async function eachTenant({ db }: Pick<Timed, 'db'>, work: Work): Promise<void> {
  tell(await oneByOne(await listed(db, ALL), work))
}

const listed = async (db: Timed['db'], which: string): Promise<number[]> =>
  (await db.reference((q) => q.query<{ tenant_id: number }>(which))).map(({ tenant_id }) => tenant_id)

async function oneByOne(tenants: readonly number[], work: Work): Promise<Map<number, unknown>> {
  const failures = new Map<number, unknown>()
  for (const tenant_id of tenants) await work(tenant_id).catch((error: unknown) => failures.set(tenant_id, error))
  return failures
}

/** How many failures are listed with their messages; the rest are only counted. */
const TOLD = 10

/** Throws a single failure as it is, and several failures as a list by tenant. */
function tell(failures: ReadonlyMap<number, unknown>): void {
  const [first, ...more] = failures
  if (!first) return
  if (more.length === 0) throw first[1]
  const said = [first, ...more].slice(0, TOLD).map(([tenant_id, error]) => `tenant ${tenant_id}: ${error instanceof Error ? error.message : String(error)}`)
  throw new Error(`${failures.size} tenants failed: ${said.join('; ')}`, { cause: first[1] })
}
