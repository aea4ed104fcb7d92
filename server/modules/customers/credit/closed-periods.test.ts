// The tallies of a closed period stay right even if a commit or an SQL statement hangs for an hour. The daily limit of automatic credit holds even if midnight
// has passed on the clock of one server and not on that of another.
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Instant } from '../../../../contract/kit/field.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { sold } from '../../../figures/sold-by-day.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { createMoney } from '../../../money/money.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { booked } from './booking-tally.ts'

const HOUR_MS = 3_600_000
const w = await fileWorld()
const till = await w.signIn('kiosque')
const corner = await goods(w, { pins: 400, discount: 0 })
await giveWallet(w, till.customer_id, 10_000 * EURO)
const [session] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [till.session_id])
const { customer_id: seller_id, session_id } = till
const { configuration_id } = corner
const buyer = { tenant_id: 1, user_id: session?.user_id ?? '', session_id, seller_id, configuration_id, quantity: 1, download_id: null }

/** The SQL statements that the server sends for a sale and for a booking, with `now` as their time. */
const sale = (now: Date): pg.QueryConfig => ({
  text: `select * from sell(1, $1, true, array[$2]::uuid[], array['\\x00000000000000000000000000000000']::bytea[], array[$3]::uuid[], array[$4]::uuid[], array[$5]::uuid[],
           array[$6]::uuid[], array[2], array[$7]::uuid[], array[null]::uuid[])`,
  values: [now, newId(), buyer.user_id, buyer.session_id, buyer.seller_id, buyer.configuration_id, newIdAt(now)],
})
const topUp = async (now: Date): Promise<pg.QueryConfig> => ({
  text: `select change_wallet(1, $1, $2, '', $3, $4, $5, $6, 'top_up', 50000, 'cash', '')`,
  values: [now, newId(), buyer.user_id, await organisationId(w, 'nord'), buyer.seller_id, newId()],
})

/**
 * Makes a sale and a booking that commit only an hour after they began, while the tallies go on counting; returns the rules that the money check finds
 * broken.
 */
async function hung(): Promise<string[]> {
  const client = new pg.Client({ connectionString: w.url })
  await client.connect()
  await client.query('begin')
  for (const statement of [sale(w.clock.now()), await topUp(w.clock.now())]) await client.query(statement)
  w.clock.advance(HOUR_MS)
  await tallyAll()
  await client.query('commit')
  await client.end()
  await tallyAll()
  return wrongs(w)
}
async function tallyAll() {
  for (const tally of [sold, booked]) await tallyTenant(w.services, 1, tally)
}
/** Runs the tallies until they have counted past `instant`; other work on this machine may delay the counting. */
async function counted(instant: Date) {
  for (const start = Date.now(); (await talliedUntil()) <= instant; await tallyAll())
    if (Date.now() - start > 20_000) throw new Error('the tallies stand still')
}
const talliedUntil = async () => new Date((await rowsOf<{ until: Instant }>(w, 'select min(until) as until from tallied where tenant_id = 1'))[0]?.until ?? 0)

describe('a commit that hangs for an hour', () => {
  test('delays the tallies; once it ends, every tally includes the sale and the booking', async () => {
    await tallyAll()
    const began = w.clock.now()
    expect(await hung()).toEqual([])
    await counted(began)
    expect(await wrongs(w)).toEqual([])
  })

  test('control: if closing a period does not wait for the commit, the tallies miss its sale and booking', async () => {
    const undo = await spoilt('close_books', 'pg_snapshot_xmin(pg_current_snapshot()) < v_closing.after_xid', 'false')
    expect(await hung()).toEqual(expect.arrayContaining(['booked_tally_equals_bookings', 'sold_tally_equals_sales']))
    await undo()
    await recount()
    expect(await wrongs(w)).toEqual([])
  })
})

test('if a database is restored into a PostgreSQL cluster with lower transaction ids, its tallies still go on counting', async () => {
  const began = w.clock.now()
  await rowsOf(w, `update closings set until = until + interval '1 second', after_xid = '900000000000'`)
  w.clock.advance(HOUR_MS)
  await counted(began)
})

describe('an SQL statement delayed for an hour', () => {
  const sent = async () => {
    const began = w.clock.now()
    const statements = [sale(began), await topUp(began)]
    w.clock.advance(HOUR_MS)
    await counted(began)
    return Promise.allSettled(statements.map((statement) => w.owner.query(statement)))
  }

  test('is refused as busy, and stores nothing', async () => {
    const before = await counts()
    const answers = await sent()
    expect(answers).toMatchObject([{ reason: { code: '57014' } }, { reason: { code: '57014' } }])
    expect(await counts()).toEqual(before)
    expect(await wrongs(w)).toEqual([])
  })

  test('control: writes into a period that was already counted if the check for closed periods is left out', async () => {
    const undo = await spoilt('not_closed', 'c.until > p_now or', 'false and')
    expect(await sent()).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
    await tallyAll()
    expect(await wrongs(w)).toEqual(expect.arrayContaining(['booked_tally_equals_bookings', 'sold_tally_equals_sales']))
    await undo()
    await recount()
  })

  const counts = () => rowsOf(w, 'select (select count(*) from sales), (select count(*) from transfers), (select count(*) from transaction_keys)')
})

test('every money function that adds sales, transfers or credit limits checks that the period is not closed', async () => {
  const adding = await rowsOf<{ name: string; looks: boolean }>(
    w,
    `select proname as name, prosrc like any (array['%not_closed(p_tenant, p_now%', '%from closings where%until > p_now%']) as looks from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ 'insert into (sales|transfers|credit_limit_changes)\\M' order by 1`,
  )
  expect(adding.map(({ name }) => name)).toEqual(expect.arrayContaining(['change_wallet', 'run_auto_credit', 'sell']))
  expect(adding.filter(({ looks }) => !looks)).toEqual([])
})

describe('two servers, one with its clock just before midnight and one just after it', () => {
  const LIMIT = 200 * EURO
  /** The clocks of two servers: one is a second before midnight in Berlin, the other a second after it. */
  let clocks: [Date, Date]
  beforeEach(async () => {
    w.clock.advance(72 * HOUR_MS)
    const [row] = await rowsOf<{ midnight: Instant }>(
      w,
      `select (($1::timestamptz at time zone 'Europe/Berlin')::date + 1)::timestamp at time zone 'Europe/Berlin' as midnight`,
      [w.clock.now()],
    )
    const midnight = Date.parse(row?.midnight ?? '')
    clocks = [new Date(midnight - 1_000), new Date(midnight + 1_000)]
    await rowsOf(w, 'delete from auto_credit_rules where tenant_id = 1')
    await giveWallet(w, till.customer_id, 5_000 * EURO)
    await rowsOf(
      w,
      `insert into auto_credit_rules (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, created_by, created_at)
       select 1, $1, 1000000000, 500000, $2, $1, now()`,
      [till.customer_id, LIMIT],
    )
  })

  /** Lets the two servers do the work alternately, each with its own clock; returns how much automatic credit was booked meanwhile. */
  async function inTurn(work: (money: ReturnType<typeof createMoney>, now: Date) => Promise<unknown>): Promise<number> {
    const before = await given()
    // The clocks advance by a millisecond from round to round, because automatic credit is booked only once for one instant.
    let looks = 0
    const doors = clocks.map((now) => createMoney(w.db, () => new Date(now.getTime() + looks)))
    for (; looks < 14; looks++) for (const [side, door] of doors.entries()) await work(door, clocks[side] as Date)
    return (await given()) - before
  }
  const given = async () =>
    (
      await rowsOf<{ n: number }>(w, `select coalesce(sum(amount), 0)::bigint as n from transfers where wallet_id = $1 and kind = 'auto_credit'`, [
        till.customer_id,
      ])
    )[0]?.n ?? 0
  const watched = () => inTurn((money) => money.runAutoCredit(1, till.customer_id))
  const selling = () => inTurn((money, now) => money.sell({ ...buyer, key: newId(), sale_id: newIdAt(now) }))

  test.each([
    ['the job that watches credit', watched],
    ['sales', selling],
  ])('book by %s no more than the daily limit for each of the two days', async (_, work) => {
    expect(await work()).toBeLessThanOrEqual(2 * LIMIT)
    expect(await wrongs(w)).toEqual([])
  })

  test('control: exceed the daily limits together if the server before midnight may go on booking once the other has booked for the next day', async () => {
    const undo = [
      await spoilt('run_auto_credit', 'v_rule.booked_on < v_today', 'v_rule.booked_on <> v_today'),
      await spoilt('sell', 'case when r.booked_on >= v_today then r.booked else 0 end', 'case when r.booked_on = v_today then r.booked else 0 end'),
      await spoilt('sell', 'greatest(r.booked_on, v_today)', 'v_today'),
    ]
    expect(await watched()).toBeGreaterThan(2 * LIMIT)
    expect(await selling()).toBeGreaterThan(2 * LIMIT)
    for (const back of undo.reverse()) await back()
  })
})

/** Replaces a piece of a database function by a wrong one; returns a function that restores the right one. */
async function spoilt(name: string, right: string, wrong: string): Promise<() => Promise<void>> {
  const [before] = await rowsOf<{ text: string }>(w, 'select pg_get_functiondef(oid) as text from pg_proc where proname = $1', [name])
  await sabotage(w, name, right, wrong)
  return async () => void (await w.owner.query(before?.text ?? ''))
}

/** Deletes all tallies and has their jobs count everything again. */
async function recount() {
  for (const table of ['sold_days', 'booked_days', 'booked_wallets', 'tallied']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
  await tallyAll()
}
