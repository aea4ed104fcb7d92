// Access to the database. A transaction sets its tenant first, so row level security applies; only reference tables are read without a tenant. Money functions
// are called outside explicit transactions, except in a rehearsal.
// Money, sign-ins, ordinary work and long reads each have connections of their own, so none of these waits for another (decision 0018).
import { type Asker, createTurns, LIST_SHARES, REPORT_SHARES, type Shares } from '../kit/turns.ts'
import { type Activity, createActivity, tenantOf } from './activity.ts'
import { createPool, DEADLINES, type Deadlines, GRACE_MS, isBroken, isLost, isUndone, type Named, type Pool } from './pool.ts'
import { createReplica, replicaDeadlines } from './replica.ts'
import { type Answered, atOnce, inTransaction, type Query, rehearsed } from './transactions.ts'

export type { Asker } from '../kit/turns.ts'
export type { Named } from './pool.ts'
export type { Query } from './transactions.ts'

/** Runs one named statement in autocommit. A money function needs this form so that the call is sent whole to the tenant's node (decision 0003). */
export type RunNamed = <Row>(statement: Named) => Promise<Row[]>

/** Several statements sent together on one connection in one round trip. Each commits by itself, in order; the first failure is thrown. */
export type RunTogether = <Rows extends unknown[][]>(...statements: { [K in keyof Rows]: Named }) => Promise<Rows>

/** One named statement in a transaction of one tenant, in one round trip. `settings`: `set local …; ` for this transaction only. */
export type RunOnce = <Row>(tenant_id: number, statement: Named, settings?: string) => Promise<Row[]>

/** Calls a money function and, once the call has committed, reads in the same tenant, in one round trip. */
export type RunThenRead = <Row, Read>(tenant_id: number, statement: Named, read: Named) => Promise<[Row[], Read[]]>

/** The ways of calling the money functions. */
export type MoneyDb = { call: RunNamed; callTogether: RunTogether; callThenRead: RunThenRead; once: RunOnce }

export type Db = ReturnType<typeof createDb>
/** The part of the database that a reading call gets. */
export type ReadDb = Omit<Db, 'write' | 'writeAtOnce' | 'tend'>

/** The number of connections of each kind; a server has 36 in all, beside those of its jobs and to a replica. */
const MONEY_MAX = 16
const DOOR_MAX = 4
const WORK_MAX = 12
const REPORTS_MAX = 4
/** How many connections for money, and for sign-ins, are never closed: as many as a server's sales and look-ups of sessions use at the same time. */
export const MONEY_KEPT = 2
const DOOR_KEPT = 1
const RETRIES = 3
const RETRY_DELAY_MS = 25
const REPORT_TIMEOUT_S = 120

/** Repeats work that is safe to repeat: reads, and calls with a key. With `once` the work is repeated only if the first try certainly did nothing. */
export async function retry<T>(work: () => Promise<T>, once = false): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt > RETRIES || !(isUndone(error) || (!once && isLost(error)))) throw error
      await new Promise((done) => setTimeout(done, RETRY_DELAY_MS * 2 ** attempt * (0.5 + Math.random())))
    }
  }
}

/** SQL: plans each query for its actual values. A generic plan, as the tills' queries use, would read a long table from end to end for `$n is null or …`. */
const PLAN_ANEW = 'set local plan_cache_mode = force_custom_plan'
export const planAnew = (q: Query) => q.query(PLAN_ANEW)

/**
 * How to open the database. `max`: the number of connections of each kind. `activity`: null for a server that notes no activity, as servers before version 0.4
 * do.
 */
export type DbOptions = { url: string; reportsUrl?: string; max?: number; deadlines?: Deadlines; lists?: Shares; activity?: Activity | null }

export function createDb({ url, reportsUrl, max, deadlines = DEADLINES, lists: shares = LIST_SHARES, activity = createActivity() }: DbOptions) {
  const poolOf = (most: number, kept = 0) => createPool(url, Math.min(max ?? most, most), deadlines, Math.min(max ?? kept, kept))
  const [money, door, work, reports] = [poolOf(MONEY_MAX, MONEY_KEPT), poolOf(DOOR_MAX, DOOR_KEPT), poolOf(WORK_MAX), poolOf(REPORTS_MAX)]
  const replica = createReplica(reportsUrl ? createPool(reportsUrl, Math.min(max ?? WORK_MAX, WORK_MAX), replicaDeadlines(deadlines)) : undefined, work)
  const pools = [money, door, work, reports, ...replica.pools]
  const [lists, looks] = [createTurns(shares), createTurns(REPORT_SHARES)]
  return {
    /** Reads in a read-only transaction of one tenant. */
    read: <T>(tenant_id: number, ask: (q: Query) => Promise<T>): Promise<T> => retry(() => inTransaction(work, `begin read only; ${tenant(tenant_id)}`, ask)),

    /** Like `read`, for queries that do not need each other's answers: they are sent together with `begin` and `commit` in one round trip. */
    readAtOnce: <Answers extends readonly unknown[] | []>(tenant_id: number, ask: (q: Query) => Answers): Promise<Answered<Answers>> =>
      retry(() => atOnce(work, `begin read only; ${tenant(tenant_id)}`, ask)),

    /**
     * Like `read`, for filtered and searched lists, but from the replica if there is one. Each query gets a plan of its own, each asker a share of the
     * connections.
     */
    list: <T>(asker: Asker, ask: (q: Query) => Promise<T>): Promise<T> =>
      lists.inTurn(asker, () => retry(() => replica.read(work, (pool) => inTransaction(pool, `${LIST}; ${tenant(asker.tenant_id)}`, ask)))),

    /** Writes in a transaction of one tenant, which is never repeated. */
    write: <T>(tenant_id: number, ask: (q: Query) => Promise<T>): Promise<T> =>
      inTransaction(work, `begin; ${tenant(tenant_id)}`, async (q) => {
        const answer = await ask(q)
        if (activity?.isDue(tenant_id) && (await hasWritten(q))) await activity.noteOn(door, tenant_id)
        return answer
      }),

    /** Like `write`, for a job's own notes. It notes no activity, because no other job has to see these changes. */
    tend: <T>(tenant_id: number, ask: (q: Query) => Promise<T>): Promise<T> => inTransaction(work, `begin; ${tenant(tenant_id)}`, ask),

    /** Like `write`, for statements that do not need each other's answers: they are sent together with `begin` and `commit` in one round trip. */
    writeAtOnce: async <Answers extends readonly unknown[] | []>(tenant_id: number, ask: (q: Query) => Answers): Promise<Answered<Answers>> => {
      if (activity?.isDue(tenant_id)) await activity.noteOn(door, tenant_id)
      return atOnce(work, `begin; ${tenant(tenant_id)}`, ask)
    },

    /** Makes a change, reads the result and rolls the change back in the same transaction, so nothing of it stays. */
    rehearse: <T>(tenant_id: number, ask: (q: Query) => Promise<T>): Promise<T> => rehearsed(work, `begin; ${tenant(tenant_id)}`, ask),

    /**
     * Runs money functions on as many connections as are never closed, on one after the other, and rolls their work back. Afterwards these connections
     * have planned the functions' statements.
     */
    rehearseMoney: async <T>(ask: (money: MoneyDb) => Promise<T>): Promise<T[]> => {
      const opened = await Promise.allSettled(Array.from({ length: Math.min(max ?? MONEY_KEPT, MONEY_KEPT) }, () => money.connect()))
      const answers: Promise<T>[] = []
      for (const result of opened) {
        if (result.status === 'rejected') continue
        answers.push(rehearsed({ connect: async () => result.value }, `begin; ${NO_LONG_WAIT}`, (q) => ask(callsOn(q))))
        await Promise.allSettled(answers)
      }
      return Promise.all(answers)
    },

    /** Makes a longer read of one snapshot, from the replica if there is one. */
    reports: <T>(asker: Asker, ask: (q: Query) => Promise<T>): Promise<T> =>
      looks.inTurn(asker, () =>
        retry(() => replica.read(reports, (pool) => inTransaction(pool, `${REPORT}; ${tenant(asker.tenant_id)}`, ask, REPORT_TIMEOUT_S * 1000 + GRACE_MS))),
      ),

    /** Reads reference tables (tenants, hosts), which belong to no tenant. */
    reference: <T>(ask: (q: Query) => Promise<T>): Promise<T> => retry(() => inTransaction(work, 'begin read only', ask)),

    ...moneyDb(money, { door, work, sale_ms: deadlines.sale_ms, activity }),
    ping: async (query_timeout: number): Promise<void> => void (await door.query({ name: 'ping', text: 'select 1', values: [], query_timeout })),
    figures: () => pools.map((pool) => pool.figures()).reduce((a, b) => ({ total: a.total + b.total, idle: a.idle + b.idle, waiting: a.waiting + b.waiting })),
    checks: replica.checks,
    close: async (): Promise<void> => void (await Promise.all(pools.map((pool) => pool.end()))),
  }
}

/** SQL: a rehearsal soon fails if somebody else holds a lock that it needs. */
const NO_LONG_WAIT = `set local lock_timeout = '100ms'`

/** The calls of money functions inside a transaction. Calls with a transaction of their own are refused, because their commit would end this one. */
function callsOn({ query }: Query): MoneyDb {
  const refuse = () => Promise.reject(new Error('this call has a transaction of its own'))
  return {
    call: (statement) => query(statement),
    callTogether: async <Rows extends unknown[][]>(...statements: { [K in keyof Rows]: Named }) =>
      (await Promise.all((statements as readonly Named[]).map((statement) => query(statement)))) as Rows,
    callThenRead: refuse,
    once: refuse,
  }
}

/** SQL: a list uses one processor and starts no parallel workers, because it reads few rows and other users ask at the same time. */
const LIST = `begin read only; ${PLAN_ANEW}; set local max_parallel_workers_per_gather = 0`
const REPORT = `begin isolation level repeatable read read only; set local statement_timeout = '${REPORT_TIMEOUT_S}s'; ${PLAN_ANEW}`

/** Whether a transaction has changed or locked anything yet. */
async function hasWritten(q: Query): Promise<boolean> {
  const [row] = await q.query<{ has: boolean }>(`select pg_current_xact_id_if_assigned() is not null as has`)
  return row?.has ?? true
}

type Beside = { door?: Pool; work?: Pool; sale_ms?: number; activity?: Activity | null }

/**
 * Calls money functions as prepared statements in autocommit. Most calls have a key or only read, and are repeated when the connection fails; the others set
 * `once`.
 */
export const moneyDb = (money: Pool, { door = money, work = money, sale_ms = DEADLINES.sale_ms, activity = null }: Beside = {}): MoneyDb => ({
  call: <Row>(statement: Named) =>
    retry(
      async () => (isToNote(activity, statement) ? ((await together(money, [statement], activity))[0] as Row[]) : money.query<Row>(statement)),
      statement.once,
    ),
  callTogether: <Rows extends unknown[][]>(...statements: { [K in keyof Rows]: Named }) => {
    const timed = (statements as readonly Named[]).map((statement) => ({ ...statement, query_timeout: statement.query_timeout ?? sale_ms }))
    return retry(async () => (await together(money, timed, activity)) as Rows)
  },
  callThenRead: <Row, Read>(tenant_id: number, statement: Named, read: Named) =>
    retry(async () => {
      const [rows = [], , found = []] = await together(money, [statement, bare(`begin read only; ${tenant(tenant_id)}`), read, bare('commit')], activity)
      return [rows as Row[], found as Read[]]
    }),
  once: async <Row>(tenant_id: number, statement: Named, settings = '') => {
    const { query_timeout } = statement
    const around = (text: string): Named => ({ ...bare(text), ...(query_timeout ? { query_timeout } : {}) })
    const all = [around(`begin; ${settings}${tenant(tenant_id)}`), statement, around('commit')]
    // A call that may take long does not use the connections reserved for sign-ins.
    return retry(async () => (await together(query_timeout ? work : door, all))[1] as Row[])
  },
})

const bare = (text: string): Named => ({ name: '', text, values: [] })

const isToNote = (activity: Activity | null, statement: Named | undefined): boolean => {
  const tenant_id = statement && tenantOf(statement)
  return activity !== null && tenant_id !== undefined && activity.isDue(tenant_id)
}

/**
 * Sends statements together on one connection. With `activity`, the tenant of the first statement is noted as active before that statement runs, in
 * the same round trip.
 */
async function together(pool: Pool, statements: readonly Named[], activity: Activity | null = null): Promise<unknown[][]> {
  const connection = await pool.connect()
  const [first] = statements
  if (activity && first && isToNote(activity, first)) void activity.noteOn(connection, tenantOf(first) ?? 0)
  const results = await Promise.allSettled(statements.map((statement) => connection.query<unknown>(statement)))
  const failed = results.find((result) => result.status === 'rejected')
  connection.release(Boolean(failed && isBroken(failed.reason)))
  if (failed) throw failed.reason
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

function tenant(tenant_id: number): string {
  if (!Number.isSafeInteger(tenant_id) || tenant_id < 0) throw new Error('no tenant')
  return `set local app.tenant = '${tenant_id}'`
}
