// The database fails: a network loses packets, a lock is held, a statement never ends. Every wait has a deadline, and after the failure everything works again.

import { afterEach, describe, expect, test } from 'vitest'
import { CallError } from '../../contract/kit/client.ts'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, goods, rowsOf } from '../test/arrange.ts'
import { durable } from '../test/durable.ts'
import { type Line, openProxy } from '../test/proxy.ts'
import { until } from '../test/wait-for.ts'
import { type Person, type World, world } from '../test/world.ts'
import { reasonsNotToStart } from './boot-check.ts'
import { createDb, type DbOptions } from './db.ts'
import { DEADLINES, type Deadlines } from './pool.ts'

/** Deadlines long enough for a busy machine and short enough for a test. */
const SHORT: Deadlines = { connect_ms: 1_500, lock_ms: 700, statement_ms: 1_500, idle_ms: 5_000, answer_ms: 2_000, sale_ms: 1_500 }
const QUICK: Deadlines = { ...SHORT, connect_ms: 5_000, statement_ms: 1_000, answer_ms: 2_500, sale_ms: 2_500 }
const NONE: Deadlines = { connect_ms: 0, lock_ms: 0, statement_ms: 0, idle_ms: 0, answer_ms: 0, sale_ms: 0 }
const TILLS = 16

await durable()
const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function behindProxy(deadlines: Deadlines): Promise<{ w: World; proxy: Line }> {
  let proxy: Line | undefined
  const through = async (url: string): Promise<Partial<DbOptions>> => {
    proxy = await openProxy(url)
    return { url: proxy.urlOf(url), deadlines }
  }
  const w = await world({ db: through })
  if (!proxy) throw new Error('no proxy')
  const { close } = proxy
  // The proxy is closed first, so that hanging connections do not delay the end of the world.
  undo.push(w.end, close)
  return { w, proxy }
}

async function database(options: Partial<DbOptions> = {}) {
  const w = await world()
  const db = createDb({ url: w.url, deadlines: QUICK, ...options })
  undo.push(w.end, db.close)
  return { w, db }
}

const ready = async (w: World) => {
  const answer = await w.fetch('/ready')
  const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
  return { status: answer.status, red: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
}

describe('sixteen tills behind a network that loses all data', () => {
  /** Each till sells once. The network then loses the till's second sale, and the till repeats the request with the same key until it gets an answer. */
  async function tills(deadlines: Deadlines) {
    const { w, proxy } = await behindProxy(deadlines)
    const people = await Promise.all(['kiosque', 'kiosque-caisse', 'gare', 'port'].map((name) => w.signIn(name)))
    const { configuration_id } = await goods(w, { pins: 100 })
    for (const person of people) await giveWallet(w, person.customer_id, 1_000 * EURO)
    const all = Array.from({ length: TILLS }, (_, i) => people[i % 4] as Person)
    const keys = await Promise.all(all.map(async ({ calls }) => (await calls.transactionKey({})).transaction_key))
    const meanwhile = new Set<string>()
    let sold = 0
    let isOver = false
    undo.push(async () => {
      isOver = true
    })
    proxy.swallow()
    all.map(async ({ calls }, i) => {
      while (!isOver) {
        try {
          await calls.sell({ transaction_key: keys[i] as string, configuration_id, quantity: 1 })
          sold++
          return
        } catch (error) {
          meanwhile.add(error instanceof CallError ? error.code : String(error))
        }
      }
    })
    return { w, proxy, meanwhile, sold: () => sold, booked: () => rowsOf(w, 'select 1 from sales where configuration_id = $1', [configuration_id]) }
  }

  test('sell again once the network is back, each sale once; meanwhile no till is told that a sale failed, and the server is not ready', async () => {
    const { w, proxy, meanwhile, sold, booked } = await tills(SHORT)
    expect(await ready(w)).toEqual({ status: 503, red: ['database', 'jobs'] })
    expect((await w.fetch('/health')).status).toBe(200)
    proxy.heal()
    await until('all tills to have sold', () => sold() === TILLS)
    expect(await booked()).toHaveLength(TILLS)
    expect([...meanwhile].filter((code) => code !== 'in_progress' && code !== 'busy')).toEqual([])
    await until('the server to be ready', async () => (await ready(w)).status === 200)
  })

  test('control: wait for ever if there are no deadlines', async () => {
    const { w, proxy, sold } = await tills(NONE)
    await until('a sale to be older than any may be', () => w.services.money.oldest_ms() > SHORT.sale_ms)
    proxy.heal()
    // Waits twice as long as the tills with deadlines need to recover. A till without deadlines is still waiting then, even on a slow machine.
    await expect(until('a sale', () => sold() > 0, { most_ms: 2 * SHORT.sale_ms })).rejects.toThrow('not within')
  })
})

describe('a connection', () => {
  test('that did not answer is not used again, and neither is any connection that was opened before the failure', async () => {
    const { w } = await database()
    const proxy = await openProxy(w.url)
    const db = createDb({ url: proxy.urlOf(w.url), deadlines: QUICK })
    undo.push(proxy.close, db.close)
    const read = () => db.read(1, (q) => q.query('select 1'))
    await Promise.all(Array.from({ length: 5 }, read))
    proxy.swallow()
    proxy.heal()
    await expect(read()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    for (let i = 0; i < 5; i++) expect(await read()).toHaveLength(1)
  })

  test('has its deadlines from the pool, and a server without them does not start', async () => {
    const { w, db } = await database({ deadlines: DEADLINES })
    const settings = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const [row] = await db.read(1, (q) => q.query(`select ${settings.map((name) => `current_setting('${name}')`).join(` || ' ' || `)} as all`))
    expect(row).toEqual({ all: '15s 3s 10s' })
    expect(await reasonsNotToStart(db)).toEqual([])
    const bare = createDb({ url: `${w.url}?options=${encodeURIComponent('-c lock_timeout=0')}` })
    undo.push(bare.close)
    expect(await reasonsNotToStart(bare)).toEqual([expect.stringContaining('lock_timeout is off')])
  })
})

describe('a database statement', () => {
  test('that does not end by itself is ended by the database, and its connection can be used again', async () => {
    const { db } = await database({ max: 1 })
    await expect(db.read(1, (q) => q.query('select pg_sleep(60)'))).rejects.toMatchObject({ code: '57014' })
    expect(await db.read(1, (q) => q.query('select 1'))).toHaveLength(1)
  })

  test('may take longer if its caller says so', async () => {
    const { db } = await database()
    const text = 'select 1 as n from pg_sleep(1.2)'
    const long = db.once(1, { name: 'long', text, values: [], query_timeout: 10_000 }, `set local statement_timeout = '9s'; `)
    expect(await Promise.all([long, db.reports({ tenant_id: 1, user_id: '' }, (q) => q.query(text))])).toEqual([[{ n: 1 }], [{ n: 1 }]])
  })

  test('that must not be repeated (`once`) is not sent again if its answer was lost; control: any other statement is sent again', async () => {
    const { w, db } = await database()
    await w.owner.query('create sequence runs; grant usage on sequence runs to portal_app')
    // A sequence is not reset when its transaction is rolled back, so it shows how often the statement ran.
    const text = `select nextval('runs'), pg_terminate_backend(pg_backend_pid())`
    const runs = async () => Number((await w.owner.query<{ n: string }>('select last_value as n from runs')).rows[0]?.n)
    await expect(db.call({ name: 'once', text, values: [], once: true })).rejects.toMatchObject({ code: '57P01' })
    expect(await runs()).toBe(1)
    await expect(db.call({ name: 'again', text, values: [] })).rejects.toMatchObject({ code: '57P01' })
    expect(await runs()).toBe(5)
  })
})

test('a lock held on one tenant’s wallets keeps no other tenant’s sale waiting', async () => {
  // With these long deadlines the stuck requests fail only long after the other tenant has sold, even on a slow machine.
  const w = await world({ db: { deadlines: { ...SHORT, lock_ms: 5_000, statement_ms: 7_000, answer_ms: 9_000, sale_ms: 8_000 } } })
  undo.push(w.end)
  const [kiosque, gare, dom] = await Promise.all([w.signIn('kiosque'), w.signIn('gare'), w.signIn('dom', { host: 'rhein.localhost' })])
  const { configuration_id } = await goods(w, { pins: 10 })
  for (const { customer_id } of [kiosque, gare]) await giveWallet(w, customer_id, 1_000 * EURO)
  const offers = (await dom.calls.sellerProductsV2({})).content
  const blocker = await w.owner.connect()
  await blocker.query(`begin; set local app.tenant = '1'`)
  await blocker.query('select 1 from wallets where tenant_id = 1 for update')
  try {
    const ended: string[] = []
    const buy = async (name: string, person: Person, configuration_id: string) => {
      const { transaction_key } = await person.calls.transactionKey({})
      const answer = await person.calls.sell({ transaction_key, configuration_id, quantity: 1 }).then(
        () => 'sold',
        ({ code }: CallError) => code,
      )
      ended.push(`${name} ${answer}`)
    }
    const stuck = [kiosque, gare, kiosque, gare].map((person) => buy('here', person, configuration_id))
    await until('sales that are late', () => w.services.money.oldest_ms() > 300)
    await buy('there', dom, offers[0]?.configuration_id ?? '')
    expect(ended).toEqual(['there sold'])
    await Promise.all(stuck)
    expect(ended.slice(1)).toEqual(Array.from({ length: 4 }, () => 'here in_progress'))
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
})
