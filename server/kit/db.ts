// The way to the database. Every transaction says its tenant first, so row level security holds; money functions are called bare.

import pg from 'pg'
import { codeOf } from './errors.ts'

/** A prepared statement: parsed and planned once per connection. */
export type Named = { name: string; text: string; values: unknown[] }

/** Runs one named statement bare, in autocommit: the shape a money function is shipped whole in (docs/decisions/0003). */
export type RunNamed = <Row>(statement: Named) => Promise<Row[]>

/** Several on one connection, sent together: one round trip. Each commits by itself, in this order; the first failure is thrown. */
export type RunTogether = <Rows extends unknown[][]>(...statements: { [K in keyof Rows]: Named }) => Promise<Rows>

/** One statement known beforehand, in a transaction of one tenant: one round trip. `settings`: `set local …; ` for it alone. */
export type RunOnce = <Row>(tenant_id: number, statement: Named, settings?: string) => Promise<Row[]>

/** What the money functions are called through. */
export type MoneyDb = { call: RunNamed; callTogether: RunTogether; once: RunOnce }

export type Query = {
  /** Rows as the caller says they are. Money sums need `::bigint`: sum() of a bigint is numeric, which arrives as text. */
  query: <Row>(statement: string | Named, values?: readonly unknown[]) => Promise<Row[]>
}

export type Db = ReturnType<typeof createDb>

const POOL_MAX = 20
const REPORTS_MAX = 4
const CONNECT_TIMEOUT_MS = 5_000
const RETRIES = 3
const RETRY_DELAY_MS = 25
const REPORT_TIMEOUT_S = 120

/** States after which the same statement may run again: serialisation, deadlock, lost connection, failover. */
const AGAIN = /^(40001|40P01|08...|57P01|25006|ECONNREFUSED|ECONNRESET|EPIPE)$/

/** Only for work that is safe to repeat: reads, and calls that carry a key. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > RETRIES || !AGAIN.test(codeOf(error))) throw error
      await new Promise((done) => setTimeout(done, RETRY_DELAY_MS * 2 ** attempt * (0.5 + Math.random())))
    }
  }
}

/** Values at hand instead of the plans made once for all, which serve the tills: those read a long table from end to end for `$n is null or …`. */
const PLAN_ANEW = 'set local plan_cache_mode = force_custom_plan'
export const planAnew = (q: Query) => q.query(PLAN_ANEW)

export function createDb({ url, reportsUrl, max = POOL_MAX }: { url: string; reportsUrl?: string; max?: number }) {
  const pool = createPool(url, max)
  const reportsPool = reportsUrl ? createPool(reportsUrl, REPORTS_MAX) : pool
  return {
    /** A read-only transaction in one tenant. */
    read: <T>(tenant_id: number, work: (q: Query) => Promise<T>): Promise<T> => retry(() => inTransaction(pool, `begin read only; ${tenant(tenant_id)}`, work)),

    /** The same for a list that is filtered and searched: each question gets a plan of its own. */
    list: <T>(tenant_id: number, work: (q: Query) => Promise<T>): Promise<T> =>
      retry(() => inTransaction(pool, `begin read only; ${PLAN_ANEW}; ${tenant(tenant_id)}`, work)),

    /** A transaction in one tenant. Not repeated by itself. */
    write: <T>(tenant_id: number, work: (q: Query) => Promise<T>): Promise<T> => inTransaction(pool, `begin; ${tenant(tenant_id)}`, work),

    /** A consistent, longer look, on the replica where there is one. */
    reports: <T>(tenant_id: number, work: (q: Query) => Promise<T>): Promise<T> =>
      retry(() =>
        inTransaction(
          reportsPool,
          `begin isolation level repeatable read read only; set local statement_timeout = '${REPORT_TIMEOUT_S}s'; ${PLAN_ANEW}; ${tenant(tenant_id)}`,
          work,
        ),
      ),

    /** Reference tables (tenants, hosts), which belong to no tenant. */
    reference: <T>(work: (q: Query) => Promise<T>): Promise<T> => retry(() => inTransaction(pool, 'begin read only', work)),

    ...moneyDb(pool),
    ping: async (): Promise<void> => void (await pool.query('select 1')),
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async (): Promise<void> => {
      await pool.end()
      if (reportsPool !== pool) await reportsPool.end()
    },
  }
}

/** Money functions, bare and prepared, in autocommit. They carry a key or only read, so they are repeated when the connection fails. */
export const moneyDb = (pool: pg.Pool): MoneyDb => ({
  call: <Row>(statement: Named) => retry(async () => (await pool.query(statement)).rows as Row[]),
  callTogether: <Rows extends unknown[][]>(...statements: { [K in keyof Rows]: Named }) => retry(async () => (await together(pool, statements)) as Rows),
  once: <Row>(tenant_id: number, statement: Named, settings = '') =>
    retry(async () => (await together(pool, [`begin; ${settings}${tenant(tenant_id)}`, statement, 'commit']))[1] as Row[]),
})

async function together(pool: pg.Pool, statements: readonly (string | Named)[]): Promise<unknown[][]> {
  const client = await pool.connect()
  const results = await Promise.allSettled(statements.map((statement) => client.query(statement)))
  const failed = results.find((result) => result.status === 'rejected')
  client.release(failed && isBroken(failed.reason))
  if (failed) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.rows] : []))
}

function createPool(connectionString: string, max: number): pg.Pool {
  // Pipelined: `begin` and the first statements travel together, one round trip instead of three.
  const pool = new pg.Pool({ connectionString, max, pipeline: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: portalTypes() })
  // An idle connection that breaks is replaced at the next checkout; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The same while it is closing: the pool has let go of it by then.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Whole numbers arrive as safe integers, days as their text, instants as Date. */
export function portalTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  const { INT8, DATE } = pg.types.builtins
  types.setTypeParser(INT8, safeInteger)
  types.setTypeParser(DATE, (text: string) => text)
  return types
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('a bigint of the database is no safe integer')
  return value
}

function tenant(tenant_id: number): string {
  if (!Number.isSafeInteger(tenant_id) || tenant_id < 0) throw new Error('no tenant')
  return `set local app.tenant = '${tenant_id}'`
}

async function inTransaction<T>(pool: pg.Pool, begin: string, work: (q: Query) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: unknown
  try {
    const begun = client.query(begin)
    begun.catch(() => undefined)
    const result = await work(queryOn(client))
    await begun
    await client.query('commit')
    return result
  } catch (error) {
    failure = error
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release(failure !== undefined && isBroken(failure))
  }
}

/** A connection that broke is thrown away, one that was only refused something goes back. */
const isBroken = (failure: unknown) => !/^[0-9A-Z]{5}$/.test(codeOf(failure)) && !(failure instanceof Error && failure.name === 'Refusal')

const queryOn = (client: pg.PoolClient): Query => ({
  query: async <Row>(statement: string | Named, values: readonly unknown[] = []) =>
    (await client.query(typeof statement === 'string' ? { text: statement, values: [...values] } : statement)).rows as Row[],
})
