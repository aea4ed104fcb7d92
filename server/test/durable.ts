// For test files that check whether a server may start: while one of them runs, the tests' cluster waits for its disk as a server requires (test/cluster.ts).
import pg from 'pg'
import { afterAll, inject, vi } from 'vitest'

const DURABLE = ['fsync', 'full_page_writes']
/**
 * A lock that all test files which start a server share. A file that gets the lock exclusively at its end is the last of them, so it switches the waiting for
 * the disk off again.
 */
const LOCK = 7_301

export async function durable(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('cluster').superuserUrl })
  await client.connect()
  const set = async (to: 'on' | 'off') => {
    for (const name of DURABLE) await client.query(`alter system set ${name} = ${to}`)
    await client.query('select pg_reload_conf()')
    const { rows } = await client.query('select setting from pg_settings where name = any ($1)', [DURABLE])
    return rows.every(({ setting }) => setting === to)
  }
  await client.query(`select pg_advisory_lock_shared(${LOCK})`)
  await vi.waitUntil(() => set('on'), { timeout: 30_000 })
  afterAll(async () => {
    await client.query(`select pg_advisory_unlock_shared(${LOCK})`)
    const { rows } = await client.query<{ is_last: boolean }>(`select pg_try_advisory_lock(${LOCK}) as is_last`)
    if (rows[0]?.is_last) await set('off')
    await client.end()
  })
}
