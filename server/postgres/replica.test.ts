// Reads from a replica: a standby made from the embedded PostgreSQL follows a primary, falls behind, stops and takes the primary's place.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAt } from '../http/ready.ts'
import { asked, type Pair, startPair } from '../test/standby.ts'
import { until } from '../test/wait-for.ts'
import { createDb } from './db.ts'
import { createPool, DEADLINES, type Pool } from './pool.ts'
import { createReplica, replicaDeadlines } from './replica.ts'

const ROOM = `create table notes (n int); grant select, insert on notes to portal_app; grant usage on schema public to portal_app`
let pair: Pair
beforeAll(async () => {
  pair = await startPair(async ({ ownerUrl }) => void (await asked(ownerUrl, ROOM)))
})
afterAll(() => pair?.end())

const ASKER = { tenant_id: 1, user_id: '' }
/** SQL: whether a list is read from the replica, and how many notes it finds. */
const SEEN = 'select pg_is_in_recovery() as on_replica, (select count(*)::int from notes) as notes'
type Seen = { on_replica: boolean; notes: number }
const opened = () => {
  const db = createDb({ url: pair.primary.url, reportsUrl: pair.standby.url, activity: null })
  return {
    db,
    list: async () => (await db.list(ASKER, (q) => q.query<Seen>(SEEN)))[0],
    report: async () => (await db.reports(ASKER, (q) => q.query<Seen>(SEEN)))[0],
    check: async () => (await lookAt(db.checks)).checks[0],
  }
}
const note = () => asked(pair.primary.ownerUrl, 'insert into notes values (1)')
const notes = async () => (await asked<{ n: number }>(pair.primary.ownerUrl, 'select count(*)::int as n from notes'))[0]?.n ?? 0

test('lists and reports are read from the replica, and each sees what was committed before it was requested', async () => {
  const { db, list, report, check } = opened()
  for (let i = 0; i < 20; i++) {
    await note()
    expect(await (i % 2 ? list : report)()).toEqual({ on_replica: true, notes: await notes() })
  }
  expect(await check()).toMatchObject({ name: 'replica', isAside: true, ok: true })
  await db.close()
})

test('control: a read that does not wait for the replica misses what was just committed', async () => {
  const replica = createPool(pair.standby.url, 1, DEADLINES)
  await asked(pair.standby.superuserUrl, 'select pg_wal_replay_pause()')
  await note()
  const [row] = await replica.query<Seen>({ name: '', text: SEEN, values: [] })
  expect(row?.notes).toBe((await notes()) - 1)
  await asked(pair.standby.superuserUrl, 'select pg_wal_replay_resume()')
  await replica.end()
})

test('while the replica is behind, the primary is read; once the replica has caught up, the replica is read again', async () => {
  const { db, list, report, check } = opened()
  await asked(pair.standby.superuserUrl, 'select pg_wal_replay_pause()')
  await note()
  expect([await list(), await report()]).toEqual(Array(2).fill({ on_replica: false, notes: await notes() }))
  expect(await check()).toMatchObject({ ok: false, detail: 'more than 300 ms behind' })
  // The answer of /ready stays good, because a server without its replica reads from the primary.
  expect((await lookAt(db.checks)).ok).toBe(true)
  await asked(pair.standby.superuserUrl, 'select pg_wal_replay_resume()')
  await until('the replica has caught up', async () => (await list())?.on_replica)
  expect(await list()).toEqual({ on_replica: true, notes: await notes() })
  await db.close()
})

test('a replica that does not answer is not asked for some seconds, and no read fails or waits for it', async () => {
  const [gone, primary] = [createPool('postgres://portal_app:x@127.0.0.1:1/portal', 1, DEADLINES), createPool(pair.primary.url, 2, DEADLINES)]
  const { read, checks } = createReplica(gone, primary)
  let tries = 0
  const counted: Pool = {
    ...gone,
    query: (statement) => {
      tries++
      return gone.query(statement)
    },
  }
  const resting = createReplica(counted, primary)
  for (let i = 0; i < 5; i++) expect(await resting.read(primary, async (pool) => pool === primary)).toBe(true)
  expect(tries).toBe(1)
  expect(await read(primary, async () => 'read')).toBe('read')
  expect((await lookAt(checks)).checks[0]).toMatchObject({ ok: false, detail: 'failed' })
  await Promise.all([gone.end(), primary.end()])
})

test('a read that PostgreSQL ends on the replica, because it holds up the replay, is made again on the primary', async () => {
  const { db } = opened()
  const places: boolean[] = []
  const seen = await db.reports(ASKER, async (q) => {
    const [row] = await q.query<Seen>(SEEN)
    places.push(row?.on_replica ?? false)
    if (row?.on_replica) throw Object.assign(new Error('canceling statement due to conflict with recovery'), { code: '40001' })
    return row
  })
  expect([places, seen?.notes]).toEqual([[true, false], await notes()])
  await db.close()
})

test('after a failover, a former replica that is a primary now is not read', async () => {
  const own = await startPair(async ({ ownerUrl }) => void (await asked(ownerUrl, ROOM)))
  try {
    const [replica, primary] = [createPool(own.standby.url, 1, DEADLINES), createPool(own.primary.url, 2, DEADLINES)]
    await own.standby.promote()
    const { read, checks } = createReplica(replica, primary)
    expect(await read(primary, async (pool) => pool === primary)).toBe(true)
    expect((await lookAt(checks)).checks[0]).toMatchObject({ ok: false, detail: 'not a replica of this primary' })
    await Promise.all([replica.end(), primary.end()])
  } finally {
    await own.end()
  }
})

test('a replica that still follows the primary of before a restore is not read, although it is ahead of the restored primary', async () => {
  const own = await startPair(async ({ ownerUrl }) => void (await asked(ownerUrl, ROOM)))
  try {
    // The standby stands for a primary that was restored up to now: it leaves the history which the second standby goes on following.
    await own.standby.promote()
    for (let i = 0; i < 50; i++) await asked(own.primary.ownerUrl, 'insert into notes values (1)')
    const [replica, primary] = [createPool(own.second.url, 1, DEADLINES), createPool(own.standby.url, 2, DEADLINES)]
    const read = async (pool: Pool, sql: string) => (await pool.query<{ lsn: string; n: number }>({ name: '', text: sql, values: [] }))[0]
    const written = await read(primary, 'select pg_current_wal_lsn()::text as lsn')
    // Control: by its place in the log alone, the replica is current, and it has rows that the restored primary does not have.
    await until('the second standby is ahead', async () => (await read(replica, `select (pg_last_wal_replay_lsn() > '${written?.lsn}')::int as n`))?.n)
    expect(await read(replica, 'select count(*)::int as n from notes')).not.toEqual(await read(primary, 'select count(*)::int as n from notes'))
    expect(await createReplica(replica, primary).read(primary, async (pool) => pool === primary)).toBe(true)
    await Promise.all([replica.end(), primary.end()])
  } finally {
    await own.end()
  }
})

test('a standby that no longer receives the log is not read, although it has replayed all of it', async () => {
  const [replica, primary] = [createPool(pair.second.url, 1, DEADLINES), createPool(pair.primary.url, 2, DEADLINES)]
  const isRead = () => createReplica(replica, primary).read(primary, async (pool) => pool === replica)
  expect(await isRead()).toBe(true)
  await asked(pair.second.superuserUrl, `alter system set primary_conninfo = ''`)
  await asked(pair.second.superuserUrl, 'select pg_reload_conf()')
  await until('the standby receives nothing', async () => (await asked(pair.second.superuserUrl, 'select from pg_stat_wal_receiver')).length === 0)
  expect(await isRead()).toBe(false)
  await Promise.all([replica.end(), primary.end()])
})

test('a replica that takes connections but never answers delays one read by a second or two, and the reads after it not at all', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `postgres://portal_app:x@127.0.0.1:${(silent.address() as AddressInfo).port}/portal`
  const [gone, primary] = [createPool(url, 1, replicaDeadlines(DEADLINES)), createPool(pair.primary.url, 2, DEADLINES)]
  const { read } = createReplica(gone, primary)
  let tries = 0
  silent.on('connection', () => tries++)
  for (let i = 0; i < 20; i++) expect(await read(primary, async (pool) => pool === primary)).toBe(true)
  expect(tries).toBe(1)
  silent.close()
  await Promise.all([gone.end(), primary.end()])
})

/** Writes numbers one after the other until the primary is gone; returns those whose commit was acknowledged. */
async function acknowledged(url: string, stop: () => Promise<void>): Promise<number[]> {
  const clients = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      await client.connect()
      return client
    }),
  )
  const done: number[] = []
  let next = 0
  const writing = clients.map(async (client) => {
    for (;;) {
      const n = next++
      if (
        !(await client.query('insert into notes values ($1)', [n]).then(
          () => true,
          () => false,
        ))
      )
        return client.end().catch(() => undefined)
      done.push(n)
    }
  })
  await until('two hundred commits are acknowledged', () => done.length > 200)
  await stop()
  await Promise.all(writing)
  return done
}

/** Kills the primary while it works and lets the standby take its place; returns how many commits were acknowledged, and how many of them are gone. */
async function failover(own: Pair): Promise<{ acknowledged: number; lost: number }> {
  const done = await acknowledged(own.primary.url, own.kill)
  await own.standby.promote()
  const rows = await asked<{ n: number }>(own.standby.superuserUrl.replace(/postgres$/, 'portal'), 'select n from notes')
  const kept = new Set(rows.map(({ n }) => n))
  return { acknowledged: done.length, lost: done.filter((n) => !kept.has(n)).length }
}

test('with a synchronous standby, nothing that was acknowledged is lost when the primary fails and the standby takes its place', async () => {
  const own = await startPair(async ({ ownerUrl }) => void (await asked(ownerUrl, ROOM)), { isSynchronous: true })
  try {
    const found = await failover(own)
    expect(found.acknowledged).toBeGreaterThan(200)
    expect(found.lost).toBe(0)
  } finally {
    await own.end()
  }
})

test('control: with a standby that is not synchronous and has lost its connection, acknowledged commits are lost', async () => {
  const own = await startPair(async ({ ownerUrl }) => void (await asked(ownerUrl, ROOM)))
  try {
    await asked(own.standby.superuserUrl, `alter system set primary_conninfo = ''`)
    await asked(own.standby.superuserUrl, 'select pg_reload_conf()')
    await until(
      'the standby has no connection',
      async () => (await asked(own.primary.superuserUrl, `select pid from pg_stat_replication where application_name = 'standby'`)).length === 0,
    )
    expect((await failover(own)).lost).toBeGreaterThan(0)
  } finally {
    await own.end()
  }
})
