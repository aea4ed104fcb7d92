// Migrations beside tills that sell, and the planner's statistics after a migration. Which migrations run and which are refused is tested in
// sweeps/migrations.test.ts.
import pg from 'pg'
import { expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { giveWallet, goods } from '../test/arrange.ts'
import { until } from '../test/wait-for.ts'
import { fileWorld } from '../test/world.ts'
import { givingWay, lookAnew, migrate } from './migrate.ts'

const w = await fileWorld()

test('an upgrade analyzes the new columns of every table; a start without an upgrade analyzes none', async () => {
  const owner = new pg.Client({ connectionString: w.ownerUrl })
  await owner.connect()
  try {
    const looks = async () =>
      (await owner.query<{ n: number }>(`select analyze_count::int as n from pg_stat_user_tables where schemaname = 'public' order by relname`)).rows
    const before = await looks()
    await migrate(w.ownerUrl)
    expect(await looks()).toEqual(before)
    await lookAnew(owner)
    expect(await looks()).toEqual(before.map(({ n }) => ({ n: n + 1 })))
  } finally {
    await owner.end()
  }
})

/** What a migration does to a table that every sale writes, and how it is undone. */
const [CHANGE, BACK] = ['alter table sales add column trial int', 'alter table sales drop column trial']

const connected = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** Lets a report read the sales for as long as `during` takes, while `change` wants the whole table; `during` begins once the change waits. */
async function besideReport<T>(change: (owner: pg.Client) => Promise<unknown>, during: () => Promise<T>): Promise<T> {
  const [report, owner] = [await connected(w.ownerUrl), await connected(w.ownerUrl)]
  try {
    await report.query(`begin; set local app.tenant = '1'; select count(*) from sales`)
    const changing = change(owner)
    changing.catch(() => undefined)
    const waits = `select 1 from pg_locks where not granted and relation = 'sales'::regclass`
    await until('the change waits for the table', async () => (await w.owner.query(waits)).rows.length > 0)
    const result = await during()
    await report.query('commit')
    await changing
    return result
  } finally {
    await Promise.all([report.end(), owner.end()])
  }
}

const seller = await w.signIn('kiosque')
const sale = async () => {
  const { transaction_key } = await seller.calls.transactionKey({})
  return seller.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
}
const corner = await goods(w, { pins: 20 })
await giveWallet(w, seller.customer_id, 1_000 * EURO)

test('a migration that waits for a long report keeps no till from selling, says what it waits for, and is made once the report has ended', async () => {
  const told: string[] = []
  const options = { lock_ms: 500, pause_ms: 300, tell: (what: string) => void told.push(what) }
  await besideReport(
    (owner) => givingWay(owner, () => owner.query(CHANGE), options),
    async () => {
      for (let i = 0; i < 3; i++) expect((await sale()).pins).toHaveLength(1)
      await until('the migration was tried again', () => told.length > 1)
    },
  )
  expect(told[0]).toContain('waits for a table')
  await w.owner.query(BACK)
})

test('control: if a change waits without giving way, sales queue behind it and are not made', async () => {
  await besideReport(
    (owner) => owner.query(CHANGE),
    () => expect(sale()).rejects.toMatchObject({ code: expect.stringMatching(/^(busy|in_progress)$/) }),
  )
  await w.owner.query(BACK)
})

test('a migration gives up if a table is in use too long, and leaves nothing half done', async () => {
  const twice = async (owner: pg.Client) => {
    await owner.query('begin; create table half (n int)')
    await owner.query(CHANGE)
  }
  await besideReport(
    (owner) => expect(givingWay(owner, () => twice(owner), { lock_ms: 50, pause_ms: 50, most_ms: 100 })).rejects.toThrow('a table was in use'),
    () => until('nothing waits any more', async () => (await w.owner.query('select 1 from pg_locks where not granted')).rows.length === 0, { every_ms: 300 }),
  )
  expect((await w.owner.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])
})
