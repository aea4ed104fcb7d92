// The forecast of the time when a wallet's money runs out: it is computed from the pace of two weeks, over nights, Sundays and opening hours, and is
// close to what happens afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { type Person, type World, world } from '../../../test/world.ts'
import { spentByHour } from './runway.sql.ts'
import { type HourSpent, lastsUntil, weeksOf } from './runway.ts'

const HOUR_MS = 60 * 60_000

describe('the time at which the money runs out', () => {
  // Now is a Monday, 9 o'clock in Berlin. In the two weeks before, 10 € were spent in each hour from 9 to 12 on weekdays.
  const now = new Date('2026-06-01T07:00:00Z')
  const spent: HourSpent[] = [1, 2, 3, 4, 5].flatMap((weekday) => [9, 10, 11].map((hour) => ({ weekday, hour, amount: 20 * EURO })))
  const until = (available: number, more: Partial<Parameters<typeof lastsUntil>[0]> = {}) =>
    lastsUntil({ available: available * EURO, spent, weeks: 2, timings: null, now, ...more })?.toISOString()

  test('is forecast to the minute, over nights and weekends', () => {
    expect(until(15)).toBe('2026-06-01T08:30:00.000Z')
    expect(until(35)).toBe('2026-06-02T07:30:00.000Z')
    expect(until(155)).toBe('2026-06-08T07:30:00.000Z')
  })

  test('is forecast without the hours in which the shop is closed', () => {
    const day = (is_open: boolean) => ({ is_open, start: '10:00', close: '20:00', lunch_start: null, lunch_end: null })
    const timings = { is_binding: true, days: [true, false, true, true, true, true, true].map(day), holidays: [] }
    expect(until(15, { timings })).toBe('2026-06-01T09:30:00.000Z')
    expect(until(25, { timings })).toBe('2026-06-03T08:30:00.000Z')
  })

  test('is not forecast for a shop that sells nothing, has nothing left, is new, or has money for more than two months', () => {
    expect([until(15, { spent: [] }), until(0), until(15, { weeks: 0 }), until(100_000)]).toEqual([undefined, undefined, undefined, undefined])
    const ago = (days: number) => weeksOf(new Date(now.getTime() - days * 86_400_000).toISOString(), now)
    expect([ago(2), ago(8), ago(400)]).toEqual([0, 1, 2])
  })
})

describe('a shop that sells from eight to eight and rests on Sunday', () => {
  const MONDAY = Date.parse('2026-06-01T00:00:00+02:00')
  /** The amount sold in hour number `hours`: more at noon and on Fridays, with random variation; nothing at night and on Sundays. */
  const soldIn = (hours: number): number => {
    const [day, hour] = [Math.floor(hours / 24) % 7, hours % 24]
    const noise = 0.6 + 0.8 * (((hours * 2_654_435_761) % 1_000) / 1_000)
    return day === 6 || hour < 8 || hour >= 20 ? 0 : Math.round((hour === 12 ? 60 : 30) * (day === 4 ? 1.5 : 1) * noise * EURO)
  }
  const spent: HourSpent[] = Array.from({ length: 7 * 24 }, (_, slot) => ({
    weekday: Math.floor(slot / 24) + 1,
    hour: slot % 24,
    amount: soldIn(slot) + soldIn(slot + 7 * 24),
  }))
  const now = new Date(MONDAY + 14 * 24 * HOUR_MS)

  /**
   * Functions that count the hours with sales in the third week. `workingHours`: until a given hour; `really`: until the money was really spent; `said`:
   * until the end that was forecast.
   */
  const workingHours = (until: number) => Array.from({ length: until }, (_, i) => soldIn(14 * 24 + i)).filter((sold) => sold > 0).length
  const really = (available: number): number => {
    let left = available
    for (let i = 0; ; i++) {
      left -= soldIn(14 * 24 + i)
      if (left <= 0) return workingHours(i + 1)
    }
  }
  const said = (available: number, pace: readonly HourSpent[] = spent) =>
    workingHours(Math.ceil(((lastsUntil({ available, spent: pace, weeks: 2, timings: null, now })?.getTime() ?? 0) - now.getTime()) / HOUR_MS))

  test.for([600, 1_200, 2_000, 2_400])('spends %i euro in the forecast time, give or take a tenth', (euro) => {
    expect(Math.abs(said(euro * EURO) - really(euro * EURO))).toBeLessThanOrEqual(Math.max(1, really(euro * EURO) / 10))
  })

  test('control: spends its money over a tenth sooner or later than forecast, if the forecast spreads the sales over closed hours too', () => {
    const mean = spent.reduce((sum, { amount }) => sum + amount, 0) / (7 * 24)
    const even = spent.map((one) => ({ ...one, amount: mean }))
    expect(Math.abs(said(2_000 * EURO, even) - really(2_000 * EURO))).toBeGreaterThan(really(2_000 * EURO) / 10)
  })
})

describe('the forecast of one’s own organisation', () => {
  let w: World
  let shop: Person
  beforeAll(async () => {
    w = await world()
    await rowsOf(w, `update organisations set created_at = created_at - interval '30 days' where tenant_id = 1`)
    shop = await w.signIn('kiosque')
  })
  afterAll(() => w.end())
  const lasts = async () => (await shop.calls.dashboard({})).wallet?.lasts_until

  test('is on the start page, equals the one that the parent sees, and names a later time when there is more money', async () => {
    await giveWallet(w, shop.customer_id, 200 * EURO)
    const short = await lasts()
    const nord = await w.signIn('nord')
    const seen = (await nord.calls.customerDetails({ customer_id: shop.customer_id })).lasts_until
    expect(Math.abs(Date.parse(short ?? '') - Date.parse(seen ?? ''))).toBeLessThan(60_000)
    await giveWallet(w, shop.customer_id, 2_000 * EURO)
    expect(Date.parse((await lasts()) ?? '')).toBeGreaterThan(Date.parse(short ?? ''))
  })

  test('is missing where no money is left, or nothing was sold for two weeks', async () => {
    await giveWallet(w, shop.customer_id, 0)
    expect(await lasts()).toBeNull()
    await giveWallet(w, shop.customer_id, 200 * EURO)
    w.clock.advance(30 * 24 * HOUR_MS)
    shop = await w.signIn('kiosque')
    expect(await lasts()).toBeNull()
  })

  test('counts every transfer at the beginning of the two weeks, although the ledger is not quite in the order of time', async () => {
    const at = w.clock.now().getTime()
    // Adds a transfer every two minutes. The time of a transfer may be up to fifty minutes later than its place in the ledger suggests.
    await rowsOf(
      w,
      `with last as (select t.* from transfers t where t.tenant_id = 1 and t.wallet_id = $1 and t.kind = 'sale' order by t.seq limit 1),
            w as (update wallets set transfers = transfers + 400 where tenant_id = 1 and organisation_id = $1 returning transfers - 400 as before)
       insert into transfers
       select l.tenant_id, l.wallet_id, w.before + n, l.payer_id, l.payee_id, n, 'sale', gen_random_uuid(), l.balance_after, '', '', l.created_by,
              $2::timestamptz - (400 - n) * interval '2 minutes' + abs(hashtext(n::text)) % 50 * interval '1 minute'
         from last l cross join w cross join generate_series(1, 400) n`,
      [shop.customer_id, new Date(at)],
    )
    const all = await rowsOf<{ seq: number; amount: number; at: Date }>(
      w,
      `select seq::int, amount::int, created_at as at from transfers where tenant_id = 1 and wallet_id = $1 and kind = 'sale' and payer_id = $1 order by seq`,
      [shop.customer_id],
    )
    const timeOf = ({ at }: { at: Date }) => new Date(at).getTime()
    let stray = 0
    for (let ago = 0; ago <= 900; ago += 45) {
      const since = new Date(at - ago * 60_000)
      const within = all.filter((row) => timeOf(row) >= since.getTime())
      const spent = await w.db.read(1, (q) => spentByHour(q, 1, shop.customer_id, since))
      expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(within.reduce((sum, { amount }) => sum + amount, 0))
      expect(spent.reduce((sum, { sales }) => sum + sales, 0)).toBe(within.length)
      // Control: some of these transfers are in the ledger before the last transfer that is older than `since`. A reader that starts after that last one
      // would miss them.
      const last = Math.max(...all.filter((row) => timeOf(row) < since.getTime()).map(({ seq }) => seq))
      stray += within.filter(({ seq }) => seq <= last).length
    }
    expect(stray).toBeGreaterThan(50)
  })
})
