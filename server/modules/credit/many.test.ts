// Many top-ups in one call: a result for each row, and all sent again books what failed and nothing twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOOKING_MAX } from '../../../contract/credit.ts'
import { newId } from '../../kit/ids.ts'
import { giveWallet, organisationId, rowsOf, sabotage, wrongs } from '../../test/arrange.ts'
import { type Person, type World, world } from '../../test/world.ts'

const EURO = 10_000
const RUNS = 200
let w: World
let nord: Person
let kiosque: string
beforeAll(async () => {
  w = await world()
  nord = await w.signIn('nord')
  kiosque = await organisationId(w, 'kiosque')
})
afterAll(() => w.end())

type Rows = Parameters<Person['calls']['walletChangeMany']>[0]['rows']
const keys = async (count: number) => (await nord.calls.transactionKeys({ count })).transaction_keys
const send = async (rows: Rows) => (await nord.calls.walletChangeMany({ rows, payment_mode: 'bank_transfer' })).rows
const balances = async () =>
  new Map(
    (await rowsOf<{ id: string; balance: number }>(w, 'select organisation_id as id, balance from wallets where tenant_id = 1')).map((one) => [
      one.id,
      one.balance,
    ]),
  )

test('each row says what became of it: booked, or why not', async () => {
  const [a, b, c, d, e, f] = (await keys(6)) as [string, string, string, string, string, string]
  const before = await balances()
  const rows = await send([
    { transaction_key: a, username: 'kiosque', amount: 20 * EURO },
    { transaction_key: b, username: 'nobody-here', amount: 20 * EURO },
    { transaction_key: c, username: 'port', amount: 20 * EURO },
    { transaction_key: d, customer_id: await organisationId(w, 'gare'), amount: 0 },
    { transaction_key: e, customer_id: newId(), amount: EURO },
    { transaction_key: 'made up', customer_id: kiosque, amount: EURO },
    { transaction_key: f, customer_id: kiosque, amount: BOOKING_MAX + 1 },
  ])
  expect(rows.map(({ outcome, code }) => code || outcome)).toEqual([
    ...['booked', 'not_found', 'not_found', 'amount_out_of_range', 'not_found', 'key_invalid', 'amount_out_of_range'],
  ])
  expect(rows[0]).toMatchObject({ row: 0, customer_id: kiosque, balance_after: (before.get(kiosque) ?? 0) + 20 * EURO })
  expect(rows[0]?.customer_name).not.toBe('')
  const audited = await rowsOf(w, `select 1 from audit where tenant_id = 1 and action = 'walletChangeMany'`)
  expect(audited).toHaveLength(1)
})

test('sent again, nothing is booked and nothing is written twice; a row in it that is new is booked', async () => {
  const [a, b] = (await keys(2)) as [string, string]
  const first = { transaction_key: a, username: 'kiosque', amount: 7 * EURO }
  const [booked] = await send([first])
  const again = await send([first, { ...first, transaction_key: b, amount: EURO }])
  expect(again[0]).toEqual(booked)
  expect(again[1]).toMatchObject({ outcome: 'booked', balance_after: (booked?.balance_after ?? 0) + EURO })
  expect(await send([{ ...first, amount: 8 * EURO }])).toMatchObject([{ outcome: 'refused', code: 'key_reused' }])
  expect(await rowsOf(w, `select 1 from audit where tenant_id = 1 and action = 'walletChangeMany' and subject_id = $1`, [kiosque])).toHaveLength(3)
})

/** Rows that fail by chance: the trigger stands for whatever breaks between a booking's start and its end. */
async function breakSometimes(share: number) {
  await w.owner.query(`create or replace function break_sometimes() returns trigger language plpgsql as
    $$ begin if new.kind = 'top_up' and random() < ${share} then raise exception 'broken'; end if; return new; end $$`)
  await w.owner.query(
    'drop trigger if exists break_sometimes on transfers; create trigger break_sometimes before insert on transfers for each row execute function break_sometimes()',
  )
}

/** Sends the same rows until all are booked; answers how much was booked beyond once each. */
async function bookedTooMuch(count: number): Promise<number> {
  const targets = [kiosque, await organisationId(w, 'gare'), await organisationId(w, 'sud')]
  const rows = (await keys(count)).map((transaction_key, i) => ({ transaction_key, customer_id: targets[i % 3] as string, amount: (i + 1) * EURO }))
  const before = [...(await balances()).values()].reduce((sum, one) => sum + one, 0)
  for (let tries = 0; tries < 60; tries++) {
    const results = await send(rows)
    if (results.every(({ outcome }) => outcome === 'booked')) break
  }
  const after = [...(await balances()).values()].reduce((sum, one) => sum + one, 0)
  return after - before - rows.reduce((sum, { amount }) => sum + amount, 0)
}

test(`in ${RUNS} runs with rows failing by chance, each row is credited once`, async () => {
  await breakSometimes(0.3)
  for (let run = 0; run < RUNS; run++) expect(await bookedTooMuch(1 + (run % 6))).toBe(0)
  expect(await wrongs(w)).toEqual([])
}, 120_000)

test('the same runs see a key that does not hold (negative control)', async () => {
  await sabotage(w, 'change_wallet', 'if v_key.cause_id <> p_id then', 'if false then')
  await breakSometimes(0.5)
  let wrong = 0
  for (let run = 0; run < 20; run++) wrong += await bookedTooMuch(4)
  expect(wrong).toBeGreaterThan(0)
}, 60_000)

test('a thousand rows take seconds', async () => {
  await w.owner.query('drop trigger break_sometimes on transfers')
  await giveWallet(w, kiosque, 0)
  const rows = (await keys(1_000)).map((transaction_key) => ({ transaction_key, customer_id: kiosque, amount: EURO }))
  const start = performance.now()
  const results = await send(rows)
  expect(results.filter(({ outcome }) => outcome === 'booked')).toHaveLength(1_000)
  expect(performance.now() - start).toBeLessThan(20_000)
}, 60_000)
