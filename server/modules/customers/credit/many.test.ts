// Many top-ups in one call: each row has a result. Sending all rows again books those that failed, and no row twice.

import { expect, test } from 'vitest'
import { BOOKING_MAX } from '../../../../contract/customers/credit.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { type Dice, seeded } from '../../../sweeps/dice.ts'
import { giveWallet, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const RUNS = 60
const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await organisationId(w, 'kiosque')

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

test('each row of a call has its own result: booked, or the reason why not', async () => {
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

test('rows sent again are neither booked nor logged twice; a new row is booked', async () => {
  const [a, b] = (await keys(2)) as [string, string]
  const first = { transaction_key: a, username: 'kiosque', amount: 7 * EURO }
  const [booked] = await send([first])
  const again = await send([first, { ...first, transaction_key: b, amount: EURO }])
  expect(again[0]).toEqual(booked)
  expect(again[1]).toMatchObject({ outcome: 'booked', balance_after: (booked?.balance_after ?? 0) + EURO })
  expect(await send([{ ...first, amount: 8 * EURO }])).toMatchObject([{ outcome: 'refused', code: 'key_reused' }])
  expect(await rowsOf(w, `select 1 from audit where tenant_id = 1 and action = 'walletChangeMany' and subject_id = $1`, [kiosque])).toHaveLength(3)
})

test('the same row given twice in one call is booked once and logged once', async () => {
  const [key] = (await keys(1)) as [string]
  const row = { transaction_key: key, username: 'gare', amount: 3 * EURO, remarks: 'pasted twice' }
  const rows = await send([row, row, row])
  expect(new Set(rows.map(({ outcome, balance_after }) => `${outcome} ${balance_after}`)).size).toBe(1)
  expect(await rowsOf(w, `select 1 from transfers where tenant_id = 1 and remarks = 'pasted twice'`)).toHaveLength(1)
  expect(await rowsOf(w, `select 1 from audit where tenant_id = 1 and reason = 'pasted twice'`)).toHaveLength(1)
})

test('a row that cannot be logged is not booked', async () => {
  await w.owner.query(`create function break_log() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`)
  await w.owner.query('create trigger break_log before insert on audit for each row execute function break_log()')
  const before = await balances()
  const [key] = (await keys(1)) as [string]
  const row = { transaction_key: key, username: 'gare', amount: 3 * EURO }
  expect(await send([row])).toMatchObject([{ outcome: 'refused', code: 'internal' }])
  expect(await balances()).toEqual(before)
  await w.owner.query('drop trigger break_log on audit')
  expect(await send([row])).toMatchObject([{ outcome: 'booked' }])
})

/** Makes a share of the rows fail at random. The database trigger that does this stands for any failure within a booking. */
async function breakSometimes(share: number) {
  await w.owner.query(`create or replace function break_sometimes() returns trigger language plpgsql as
    $$ begin if new.kind = 'top_up' and random() < ${share} then raise exception 'broken'; end if; return new; end $$`)
  await w.owner.query(
    'drop trigger if exists break_sometimes on transfers; create trigger break_sometimes before insert on transfers for each row execute function break_sometimes()',
  )
}

type Sent = Rows[number] & { remarks: string }
type Report = 'booked' | undefined

/**
 * Behaves like a browser with a bad connection: sends rows until it knows that they are booked, sometimes in two simultaneous calls or all of them again, and
 * loses answers. Each row has a remark of its own, by which the test finds it; some rows occur twice under the same key. Returns the rows.
 */
async function sendUntilKnown(count: number, name: string, dice: Dice): Promise<Sent[]> {
  const targets = [kiosque, await organisationId(w, 'gare'), await organisationId(w, 'sud')]
  const rows: Sent[] = (await keys(count)).map((transaction_key, i) => ({
    ...{ transaction_key, customer_id: targets[i % 3] as string, amount: (i + 1) * EURO, remarks: `${name} ${i}` },
  }))
  const known: Report[] = rows.map(() => undefined)
  for (let tries = 0; tries < 60 && known.some((told) => !told); tries++) {
    const open = rows.flatMap((row, i) => (!known[i] || dice.chance(0.2) ? [{ row, i }] : []))
    if (dice.chance(0.3) && open[0]) open.push(open[0])
    const sending = () => send(open.map(({ row }) => row))
    const [answer] = await Promise.all(dice.chance(0.3) ? [sending(), sending()] : [sending()])
    const isLost = dice.chance(0.3)
    if (!isLost) for (const [at, { i }] of open.entries()) if (answer?.[at]?.outcome === 'booked') known[i] = 'booked'
  }
  expect(known).toEqual(rows.map(() => 'booked'))
  return rows
}

/** How many of the rows are not booked exactly once (`books`), and how many are not logged exactly once (`log`). */
async function notOnce(name: string, rows: readonly Sent[]): Promise<{ books: number; log: number }> {
  const counts = async (sql: string) => new Map((await rowsOf<{ note: string; n: number }>(w, sql, [`${name}%`])).map(({ note, n }) => [note, n]))
  const books = await counts('select remarks as note, count(*)::int as n from transfers where tenant_id = 1 and remarks like $1 group by 1')
  const log = await counts('select reason as note, count(*)::int as n from audit where tenant_id = 1 and reason like $1 group by 1')
  const wrong = (found: Map<string, number>) => rows.filter(({ remarks }) => found.get(remarks) !== 1).length
  return { books: wrong(books), log: wrong(log) }
}

test(`in ${RUNS} runs with failing rows, lost answers and repeated keys, each row is booked once and logged once`, async () => {
  await breakSometimes(0.3)
  const dice = seeded(20_261_121)
  const rows: Sent[] = []
  for (let run = 0; run < RUNS; run++) rows.push(...(await sendUntilKnown(1 + (run % 6), `run ${run},`, dice)))
  expect(rows.length).toBeGreaterThan(RUNS)
  expect(await notOnce('run', rows)).toEqual({ books: 0, log: 0 })
  expect(await wrongs(w)).toEqual([])
}, 300_000)

test('a booking statement that is repeated after its answer was lost gives the first answer, and books once', async () => {
  const [user] = await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord'`)
  const asked = { ...{ tenant_id: 1, key: newId(), user_id: user?.id ?? '', actor_id: nord.customer_id, customer_id: kiosque, id: newId() } }
  const again = () => w.services.money.changeWallet({ ...asked, type: 'top_up', amount: EURO, payment_mode: 'cash', remarks: 'repeated', hands: [] })
  await w.owner.query('drop trigger if exists break_sometimes on transfers')
  const answer = await again()
  expect(await again()).toEqual(answer)
  expect(await rowsOf(w, `select 1 from transfers where tenant_id = 1 and remarks = 'repeated'`)).toHaveLength(1)
  const byName = 'if found or exists (select from transaction_keys k where k.key = p_key and k.cause_id = p_id) then'
  await sabotage(w, 'booked_before', 'if found then', byName)
  await expect(again(), 'a key told by its booking’s name is taken for new (negative control)').rejects.toThrow()
  await sabotage(w, 'booked_before', byName, 'if found then')
})

test('a thousand rows in one call are all booked', async () => {
  await giveWallet(w, kiosque, 0)
  const rows = (await keys(1_000)).map((transaction_key) => ({ transaction_key, customer_id: kiosque, amount: EURO }))
  expect((await send(rows)).filter(({ outcome }) => outcome === 'booked')).toHaveLength(1_000)
  expect((await balances()).get(kiosque)).toBe(1_000 * EURO)
}, 300_000)

test('control: if a used key did not prevent a second booking, the test of random runs would find rows booked twice', async () => {
  await sabotage(w, 'booked_before', 'if found then', 'if true then')
  await breakSometimes(0.3)
  const dice = seeded(1)
  const rows: Sent[] = []
  // Chance decides whether a run sends a row twice; more than one run in ten does. The probability that two hundred runs all send no row twice is
  // below one in a thousand million.
  let books = 0
  for (let run = 0; books === 0 && run < 200; run++) {
    rows.push(...(await sendUntilKnown(2, `control ${run},`, dice)))
    books = (await notOnce('control', rows)).books
  }
  expect(books).toBeGreaterThan(0)
}, 300_000)
