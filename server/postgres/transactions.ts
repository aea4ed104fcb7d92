// Transactions on a connection of a pool: statement by statement, all statements sent together, or rolled back in the end.
import { codeOf } from '../kit/errors.ts'
import type { Values } from './parameters.ts'
import { isBroken, type Named, type Pool } from './pool.ts'

export type Query = {
  /**
   * Runs a query and returns its rows, typed as the caller says. A sum of money needs `::bigint`, because sum() of a bigint is numeric, which arrives
   * as text.
   */
  query: <Row>(statement: string | Named, values?: Values | readonly unknown[]) => Promise<Row[]>
}

export type Answered<Answers> = { -readonly [K in keyof Answers]: Awaited<Answers[K]> }

export async function inTransaction<T>(pool: Pick<Pool, 'connect'>, begin: string, ask: (q: Query) => Promise<T>, query_timeout?: number): Promise<T> {
  const connection = await pool.connect()
  let isOver = false
  try {
    const begun = connection.query(begin)
    begun.catch(() => undefined)
    const result = await ask(query_timeout ? patient(connection, query_timeout) : connection)
    await begun
    await connection.query('commit')
    return result
  } catch (error) {
    isOver = isBroken(error)
    // A connection that does not answer cannot be told to roll back, so it is only closed.
    if (!isOver || !codeOf(error))
      await connection.query('rollback').catch(() => {
        isOver = true
      })
    throw error
  } finally {
    connection.release(isOver)
  }
}

/**
 * Runs a transaction whose statements are sent together. If it fails, the connection is closed, because statements after the failed one may not be
 * prepared there, although the client believes that they are.
 */
export async function atOnce<Answers extends readonly unknown[] | []>(pool: Pool, begin: string, ask: (q: Query) => Answers): Promise<Answered<Answers>> {
  const connection = await pool.connect()
  let isOver = true
  try {
    const begun = connection.query(begin)
    begun.catch(() => undefined)
    const asked = Promise.all(ask(connection))
    const all = await Promise.allSettled([begun, asked, connection.query('commit')])
    const failed = all.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    isOver = false
    return await asked
  } finally {
    connection.release(isOver)
  }
}

/** Returns the same connection with a longer deadline for every statement. */
const patient = ({ query }: Query, query_timeout: number): Query => ({
  query: (statement, values = []) =>
    query(typeof statement === 'string' ? { name: '', text: statement, values, query_timeout } : { query_timeout, ...statement }),
})

/** Makes a change in a transaction and rolls it back, so nothing of it stays. */
export const rehearsed = <T>(pool: Pick<Pool, 'connect'>, begin: string, ask: (q: Query) => Promise<T>): Promise<T> =>
  inTransaction(pool, begin, async (q) => {
    await q.query('savepoint as_it_is')
    try {
      return await ask(q)
    } finally {
      await q.query('rollback to savepoint as_it_is')
    }
  })
