// Connections to the database; every query has a deadline. PostgreSQL itself ends statements that take too long. If no answer comes at all (a network that
// loses packets, a stopped process), the connection is thrown away together with all connections that were made before.
import pg from 'pg'
import type { Instant } from '../../contract/kit/field.ts'
import { codeOf } from '../kit/errors.ts'
import { onePacket } from './one-packet.ts'
import { positional, type Values } from './parameters.ts'

/** A prepared statement: parsed and planned once per connection. */
export type Named = {
  name: string
  text: string
  /** The values by name, or in the order of $1, $2, … */
  values: Values | readonly unknown[]
  /** The statement must not be repeated, because no key tells whether it was carried out. It is never sent again once an answer to it was lost. */
  once?: true
  /** The statement changes nothing that a job has to see (activity.ts). */
  isQuiet?: true
  /** The statement reads one page of a list (list-query.ts); with a limit and an offset of null it reads the whole list. */
  isPage?: true
  /** A deadline longer than the default, in milliseconds; the server's own deadline must be set with it. */
  query_timeout?: number
}

export type Deadlines = {
  /** The longest wait for a free connection, or for making one. */
  connect_ms: number
  /** The longest wait for a single lock. */
  lock_ms: number
  statement_ms: number
  /** The longest time for which a transaction may be idle. */
  idle_ms: number
  /** The longest wait for the answer: longer than the server's own deadline, so that PostgreSQL normally answers first. */
  answer_ms: number
  /** The longest wait for the answer of a sale. It is short, because a till asks again with its key. */
  sale_ms: number
}

export const DEADLINES: Deadlines = { connect_ms: 5_000, lock_ms: 3_000, statement_ms: 15_000, idle_ms: 10_000, answer_ms: 17_000, sale_ms: 8_000 }
/** How many milliseconds after PostgreSQL's deadline the client gives up. */
export const GRACE_MS = DEADLINES.answer_ms - DEADLINES.statement_ms

/** PostgreSQL's names for these deadlines. They are sent with every connection, and set on the role for poolers that do not pass settings on. */
export const settingsOf = ({ lock_ms, statement_ms, idle_ms }: Deadlines): Record<string, number> => ({
  statement_timeout: statement_ms,
  lock_timeout: lock_ms,
  idle_in_transaction_session_timeout: idle_ms,
})
/** With these settings PostgreSQL drops a connection whose client is gone, and so releases its locks. */
const NETWORK = { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3, tcp_user_timeout: 20_000 }
const KEEP_ALIVE_MS = 15_000

/** Options of every pool. The deadline for an answer counts only while a query is open, so a listening connection may be silent for any time. */
export const connectionOptions = (connectionString: string, max: number, deadlines: Deadlines): pg.PoolConfig => ({
  connectionString,
  stream: onePacket,
  max,
  connectionTimeoutMillis: deadlines.connect_ms,
  query_timeout: deadlines.answer_ms,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  options: Object.entries({ ...settingsOf(deadlines), ...NETWORK })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

/**
 * The code of an error after which it is not known whether the statement was carried out: no answer came in time, or the connection broke while
 * waiting for it.
 */
export const NO_ANSWER = 'ETIMEDOUT'
const BROKEN = '08006'
const NO_CONNECTION = '53300'
/** Error messages to which `pg` gives no code, with the code that we give them. */
const spoken: [RegExp, string][] = [
  [/^Query read timeout/, NO_ANSWER],
  [/^timeout exceeded when trying to connect|^Connection terminated due to connection timeout|^timeout expired/, NO_CONNECTION],
  [/^Connection terminated|^Client has encountered a connection error|^Client was closed/, BROKEN],
]

export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || codeOf(error)) return error
  const code = spoken.find(([said]) => said.test(error.message))?.[1]
  return code ? Object.assign(error, { code }) : error
}

/** Error codes that say nothing was done, so the statement may be repeated as it is. */
const UNDONE = /^(40001|40P01|25006|ECONNREFUSED)$/
/** Error codes of a connection that broke while a statement was under way. */
const LOST = /^(08...|57P01|ECONNRESET|EPIPE)$/
export const isUndone = (error: unknown): boolean => UNDONE.test(codeOf(error))
export const isLost = (error: unknown): boolean => LOST.test(codeOf(error))

export type Connection = {
  query: <Row>(statement: string | Named, values?: Values | readonly unknown[]) => Promise<Row[]>
  /** Gives the connection back to the pool. `isBroken`: the connection is closed and not used again. */
  release: (isBroken: boolean) => void
}

export type Pool = ReturnType<typeof createPool>

/** `kept`: how many connections stay open, however long they are not used. A new connection plans each statement anew, and its first requests wait for that. */
export function createPool(connectionString: string, max: number, deadlines: Deadlines, kept = 0) {
  // Statements are pipelined: `begin` and the first statements are sent together, which takes one round trip instead of three.
  return poolOn(new pg.Pool({ ...connectionOptions(connectionString, max, deadlines), min: kept, pipeline: true, types: portalTypes() }))
}

export function poolOn(pool: pg.Pool) {
  const born = new WeakMap<pg.PoolClient, number>()
  const silent = new WeakSet<pg.PoolClient>()
  let generation = 0
  // An idle connection that breaks is replaced at the next checkout. Without this listener, the error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    born.set(client, generation)
    // An error of a client that is closing, and no longer belongs to the pool, must not end the process either.
    client.on('error', () => undefined)
  })

  /**
   * Marks a connection as silent if it did not answer. A silent connection shows that the network or the server failed, so all connections made before the
   * failure are discarded.
   */
  function failed(client: pg.PoolClient, error: unknown): unknown {
    const coded = withCode(error)
    // Other statements on the connection that did not answer fail for the same reason.
    if (silent.has(client)) return Object.assign(coded as object, { code: NO_ANSWER })
    if (codeOf(coded) !== NO_ANSWER) return coded
    silent.add(client)
    if (born.get(client) === generation) generation++
    return coded
  }

  async function fresh(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(withCode(error)))
      if ((born.get(client) ?? generation) === generation) return client
      client.release(true)
    }
  }

  async function connect(): Promise<Connection> {
    const client = await fresh()
    return {
      query: async <Row>(statement: string | Named, values: Values | readonly unknown[] = []) => {
        const sent = sentOf(typeof statement === 'string' ? { text: statement, values } : statement)
        try {
          return (await client.query(sent)).rows as Row[]
        } catch (error) {
          throw failed(client, error)
        }
      },
      release: (isBroken) => client.release(isBroken),
    }
  }

  return {
    connect,
    query: async <Row>(statement: string | Named): Promise<Row[]> => {
      const connection = await connect()
      try {
        const rows = await connection.query<Row>(statement)
        connection.release(false)
        return rows
      } catch (error) {
        connection.release(isBroken(error))
        throw error
      }
    },
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    end: () => pool.end(),
  }
}

/** Converts a statement to the form that `pg` takes. */
const sentOf = <S extends Pick<Named, 'text' | 'values'>>(statement: S) => ({
  ...statement,
  ...(isNamed(statement.values) ? positional(statement.text, statement.values) : { values: [...statement.values] }),
})
const isNamed = (values: Named['values']): values is Values => !Array.isArray(values)

/** Whether a failure broke the connection, which is then thrown away. A connection on which a statement was merely refused is kept. */
export const isBroken = (failure: unknown): boolean =>
  (isLost(failure) || !/^[0-9A-Z]{5}$/.test(codeOf(failure))) && !(failure instanceof Error && failure.name === 'Refusal')

/**
 * How values arrive: whole numbers as safe integers, days as their text, instants as ISO text in UTC, cut to milliseconds. Answers send values in the same
 * form.
 */
export function portalTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins
  types.setTypeParser(INT8, safeInteger)
  types.setTypeParser(DATE, (text: string) => text)
  types.setTypeParser(TIMESTAMPTZ, instantText)
  return types
}

const parseInstant: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')

/**
 * Turns PostgreSQL's text of an instant into ours. In UTC, the database's time zone, the text only needs cutting, which takes a tenth of the time of parsing; a
 * sale reads half a dozen instants. 'infinity' is not an instant and stays as it is.
 */
function instantText(text: string): Instant {
  if (text.endsWith('+00') && text[4] === '-') return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
  const at = parseInstant(text)
  return at instanceof Date ? at.toISOString() : text
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('a bigint of the database is no safe integer')
  return value
}
