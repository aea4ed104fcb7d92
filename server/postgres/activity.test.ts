// Jobs visit the tenants in which something happened. No change is missed, whichever server made it and however it ended; and a job that finds nothing to do
// leaves no note of activity.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { soldJobs } from '../figures/sold-by-day.ts'
import { housekeeping } from '../housekeeping.ts'
import type { Services } from '../http/services.ts'
import { creditJobs, creditRunJobs } from '../modules/customers/credit/credit.ts'
import { batchJobs } from '../modules/goods/batches/batches.ts'
import { resumeJobs } from '../modules/goods/stock/stock.ts'
import { connectionJobs } from '../modules/live/connections/connections.ts'
import { catalogueJobs } from '../modules/live/live-products/live-products.ts'
import { messageJobs } from '../modules/messages/messages/messages.ts'
import { checkedMoney } from '../modules/papers/books/minute.ts'
import { invoiceJobs } from '../modules/papers/invoices/invoices.ts'
import { monthPackJobs } from '../modules/papers/month-packs/month-packs.ts'
import { auditJobs } from '../modules/people/audit/audit.ts'
import { liveOrderJobs } from '../modules/sales/live-orders/live-orders.ts'
import { createMoney } from '../money/money.ts'
import { seeded } from '../sweeps/dice.ts'
import { swallowing } from '../test/swallow.ts'
import { fileWorld } from '../test/world.ts'
import { createActivity } from './activity.ts'
import { createDb, type Db } from './db.ts'
import { rounds } from './each-tenant.ts'
import type { JobList } from './jobs.ts'

// In this world every change is noted, so that no test has to wait until a minute has passed.
const w = await fileWorld({ db: { activity: createActivity(0) } })
const old = createDb({ url: w.url, max: 2, activity: null })
afterAll(() => old.close())
beforeEach(() => forget())

const ALL = (await w.owner.query<{ tenant_id: number }>('select tenant_id from tenants order by 1')).rows.map((row) => row.tenant_id)
const forget = async () => void (await w.owner.query('delete from tenant_activity'))
const noted = async () => (await w.owner.query<{ tenant_id: number }>('select tenant_id from tenant_activity order by 1')).rows.map((row) => row.tenant_id)
const CHANGE = `update users set full_name = full_name || '.' where tenant_id = :tenant_id and username = 'nord'`
const CHANGE_IN = (tenant_id: number) => `update users set full_name = full_name || '.' where tenant_id = ${tenant_id}`
const SAYS = { name: '', text: 'select :tenant_id::int as said', values: { tenant_id: 1 } }

const jobsOf = (needs: Services): JobList => ({
  ...housekeeping(needs),
  check_money: { work: checkedMoney(needs) },
  ...messageJobs(needs),
  ...auditJobs(needs),
  ...creditJobs(needs),
  ...creditRunJobs(needs),
  ...invoiceJobs(needs),
  ...monthPackJobs(needs),
  ...batchJobs(needs),
  ...resumeJobs(needs),
  ...soldJobs(needs),
  ...liveOrderJobs(needs),
  ...connectionJobs(needs),
  ...catalogueJobs(needs),
})

describe('a tenant’s activity', () => {
  const ways: [string, (db: Db) => Promise<unknown>][] = [
    ['a transaction that changed something', (db) => db.write(1, (q) => q.query(CHANGE, { tenant_id: 1 }))],
    ['statements sent at once', (db) => db.writeAtOnce(1, (q) => [q.query(CHANGE, { tenant_id: 1 })])],
    ['a money function', (db) => db.call(SAYS)],
    ['a money function sent together with a second one', (db) => db.callTogether(SAYS, SAYS)],
    ['a money function and a read of its tenant', (db) => db.callThenRead(1, SAYS, SAYS)],
  ]
  test.each(ways)('is noted by %s; control: an older server notes nothing', async (_, way) => {
    await way(old)
    expect(await noted()).toEqual([])
    await way(w.db)
    expect(await noted()).toEqual([1])
  })

  const quiet: [string, (db: Db) => Promise<unknown>][] = [
    ['only reads', (db) => db.read(1, (q) => q.query('select 1'))],
    ['looks and finds nothing to change', (db) => db.write(1, (q) => q.query(`${CHANGE} and false`, { tenant_id: 1 }))],
    ['writes rows that only its own job needs', (db) => db.tend(1, (q) => q.query(CHANGE, { tenant_id: 1 }))],
    ['marks its call as one that no job has to see', (db) => db.call({ ...SAYS, isQuiet: true })],
    ['makes a change and rolls it back', (db) => db.rehearse(1, (q) => q.query(CHANGE, { tenant_id: 1 }))],
  ]
  test.each(quiet)('is not noted by a session that %s', async (_, way) => {
    await way(w.db)
    expect(await noted()).toEqual([])
  })

  test('is noted once a minute, not with every change', async () => {
    const db = createDb({ url: w.url, max: 2 })
    await db.write(1, (q) => q.query(CHANGE, { tenant_id: 1 }))
    await forget()
    await db.write(1, (q) => q.query(CHANGE, { tenant_id: 1 }))
    await db.call(SAYS)
    await db.write(2, (q) => q.query(CHANGE_IN(2)))
    expect(await noted()).toEqual([2])
    await db.close()
  })

  test('is noted before the change becomes visible; control: if it is noted afterwards, the change is seen first', async () => {
    const UNNOTED = `
      select u.full_name like '%!' and a.tenant_id is null as is_unnoted from users u left join tenant_activity a on a.tenant_id = 1
       where u.tenant_id = 1 and u.username = 'nord'`
    const look = async () => (await old.read(1, (q) => q.query<{ is_unnoted: boolean }>(UNNOTED)))[0]?.is_unnoted
    const change = (name: string) => (db: Db) =>
      db.write(1, (q) => q.query(`update users set full_name = :name where tenant_id = 1 and username = 'nord'`, { name }))
    let seenUnnoted = 0
    for (let i = 0; i < 40; i++) {
      await change('nord')(old)
      await forget()
      let isOver = false
      const changing = change('nord!')(w.db).finally(() => {
        isOver = true
      })
      while (!isOver) if (await look()) seenUnnoted++
      await changing
    }
    expect(seenUnnoted).toBe(0)
    await forget()
    await change('nord!')(old)
    expect(await look()).toBe(true)
  })

  test('is noted even if the answer to the note is lost, and the change is made once', async () => {
    const wire = await swallowing(w.url)
    const db = createDb({ url: wire.url, max: 1, activity: createActivity(0) })
    wire.next('note_activity')
    expect(await db.call(SAYS)).toEqual([{ said: 1 }])
    expect(await noted()).toEqual([1])
    await forget()
    wire.next('note_activity')
    await db.write(2, (q) => q.query(CHANGE_IN(2)))
    expect([wire.swallowed(), await noted()]).toEqual([2, [2]])
    await db.close()
    await wire.end()
  })

  test('need not be noted for a change to succeed: if the note fails, the change is made', async () => {
    await w.owner.query('revoke insert, update on tenant_activity from portal_app')
    await w.db.write(1, (q) => q.query(`update users set full_name = 'noted not' where tenant_id = 1 and username = 'nord'`))
    expect(await w.db.call(SAYS)).toEqual([{ said: 1 }])
    await w.owner.query('grant insert, update on tenant_activity to portal_app')
    expect(await noted()).toEqual([])
    const [row] = await old.read(1, (q) => q.query<{ full_name: string }>(`select full_name from users where tenant_id = 1 and username = 'nord'`))
    expect(row?.full_name).toBe('noted not')
  })

  test('is noted without waiting for an earlier note, however long a transaction of the tenant takes', async () => {
    await w.db.write(1, async (q) => {
      await q.query(CHANGE, { tenant_id: 1 })
      await Promise.all(Array.from({ length: 20 }, () => w.db.call({ ...SAYS, query_timeout: 2_000 })))
      expect(await noted()).toEqual([1])
    })
  })
})

describe('a job’s round over the tenants', () => {
  const age = () => w.owner.query(`update tenant_activity set at = at - interval '4 hours'`)
  const lookedAt: number[] = []
  // The clock stands still in this test, because a round in the next hour would visit all tenants.
  let moment = w.clock.now()
  const clock = () => moment
  const round = (fails: readonly number[] = []) =>
    rounds({ db: w.db, clock }, 'of a test', async (tenant_id) => {
      lookedAt.push(tenant_id)
      if (fails.includes(tenant_id)) throw new Error('on purpose')
    })
  const looks = async (run: () => Promise<void>) => {
    lookedAt.length = 0
    await run()
    return [...lookedAt].sort((a, b) => a - b)
  }

  test('visits all tenants the first time and afterwards exactly those with writes; control: it misses writes of an older server, which notes no activity', async () => {
    const dice = seeded(7)
    const run = round()
    expect(await looks(run)).toEqual(ALL)
    let missed = 0
    for (let i = 0; i < 30; i++) {
      await age()
      const changed = ALL.filter(() => dice.chance(1 / 3))
      for (const tenant_id of changed) {
        if (dice.chance(1 / 2)) await w.db.write(tenant_id, (q) => q.query(CHANGE_IN(tenant_id)))
        else await w.db.call({ ...SAYS, values: { tenant_id } })
      }
      expect(await looks(run)).toEqual(changed)
      await age()
      for (const tenant_id of changed) await old.write(tenant_id, (q) => q.query(CHANGE_IN(tenant_id)))
      if ((await looks(run)).length < changed.length) missed++
    }
    expect(missed).toBeGreaterThan(10)
  })

  test('visits all tenants again within the hour, and so finds writes of an older server', async () => {
    const run = round()
    await run()
    await old.write(2, (q) => q.query(CHANGE_IN(2)))
    expect(await looks(run)).toEqual([])
    moment = new Date(moment.getTime() + 60 * 60_000)
    expect(await looks(run)).toEqual(ALL)
    expect(await looks(run)).toEqual([])
  })

  test('repeats tenants in which the work failed, and the error names them', async () => {
    const run = round([1, 2])
    await expect(run()).rejects.toThrow('2 tenants failed: tenant 1: on purpose; tenant 2: on purpose')
    await looks(() => expect(run()).rejects.toThrow())
    expect(lookedAt).toEqual([1, 2])
  })

  test('writes no note of activity if it finds nothing to do, whichever job it is, because otherwise jobs would always visit an idle tenant', async () => {
    const jobs = () => jobsOf({ ...w.services, clock })
    // The test runs only one tally, because all tallies share one function.
    const asked = () => Object.entries(jobs()).filter(([name, { cron }]) => cron && (!name.startsWith('tally_') || name === 'tally_sold'))
    // Finishes first what the demo world has left to do: alerts, seals, deliveries.
    for (const [, { work }] of asked()) await work({})
    await forget()
    const left: Record<string, number[]> = {}
    for (const [name, { work }] of asked()) {
      await work({})
      const found = await noted()
      if (found.length > 0) left[name] = found
      await forget()
    }
    expect(asked().length).toBeGreaterThan(15)
    expect(left).toEqual({})
  })

  test('over fifty idle tenants costs each job a transaction or two; control: a round that visits all tenants costs one transaction for each', async () => {
    await w.owner.query(`insert into tenants select 100 + g, 'Sleeper', now() from generate_series(1, 50) g`)
    let asked = 0
    const db = new Proxy(w.db, {
      get: (target, name, receiver) => {
        const way: unknown = Reflect.get(target, name, receiver)
        if (typeof way !== 'function') return way
        return (...given: unknown[]) => {
          asked++
          return way(...given) as unknown
        }
      },
    })
    const jobs = Object.entries(jobsOf({ ...w.services, db, clock, money: createMoney(db, clock) }))
    const perMinute = jobs.filter(([, { cron }]) => cron?.startsWith('* ') || cron?.startsWith('*/'))
    for (const [, { work }] of perMinute) await work({})
    const everywhere = asked
    await forget()
    asked = 0
    for (const [, { work }] of perMinute) await work({})
    await w.owner.query('delete from tenants where tenant_id > 100')
    expect(perMinute.length).toBeGreaterThan(10)
    expect(everywhere).toBeGreaterThan(50 * perMinute.length)
    expect(asked).toBeLessThanOrEqual(2 * perMinute.length)
  })
})
