import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { hours } from '../../../figures/by-hour.ts'
import { figures } from '../../../figures/roll-ups.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { giveBack } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { allLines, type Line, sumOf } from './fixtures/lines.ts'
import { shareOf } from './sales-reports.ts'

const w = await fileWorld()
const DAY_MS = 86_400_000
const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })
const daysAgo = (days: number) => berlin.format(new Date(w.clock.now().getTime() - days * DAY_MS))

const people = new Map<string, Person>()
const who = (name: string) => people.get(name) as Person

/** Sells cards and refunds some of the sales. The roll-ups count the lines older than ten minutes; reports read the newer lines themselves. */
beforeAll(async () => {
  for (const name of ['nord', 'sud', 'port', 'kiosque', 'gare']) people.set(name, await w.signIn(name))
  const old = await rowsOf<{ id: string }>(w, 'select id from sales where tenant_id = 1 order by id limit 20')
  for (const tally of [figures, hours]) await tallyTenant({ db: w.db, clock: w.clock.now }, 1, tally)
  for (const { id } of old) await giveBack(w, id, 1)
  await giveWallet(w, who('port').customer_id, 2_000 * EURO)
  const { configuration_id } = await goods(w, { pins: 10, euro: 17 })
  for (const quantity of [1, 2]) await who('port').calls.sell({ ...(await who('port').calls.transactionKey({})), configuration_id, quantity })
})

describe('sums of sales', () => {
  const keys = { day: 'day', seller: 'seller_id', product: 'product_id', configuration: 'configuration_id', product_type: 'type', user: 'user_id' } as const

  test('by any one or two groupings equal the list of sales, and equal every line added up by the test', async () => {
    const lines = await allLines(w)
    const names = Object.keys(keys) as (keyof typeof keys)[]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('nord', 'sud', 'port', 'kiosque'),
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        async (name, group_by, a, b) => {
          const [date_from, date_to] = [daysAgo(Math.max(a, b)), daysAgo(Math.min(a, b))]
          const asker = who(name).customer_id
          const meant = lines.filter((line) => line.path.includes(asker) && line.day >= date_from && line.day <= date_to)
          const rows = new Map<string, Line[]>()
          for (const line of meant) {
            const key = group_by.map((group) => line[keys[group]]).join(' ')
            rows.set(key, [...(rows.get(key) ?? []), line])
          }
          const days = { date_from, date_to }
          const answer = await who(name).calls.salesByGroup({ ...days, group_by, limit: 100 })
          const list = await who(name).calls.salesList({ ...days, limit: 1 })
          const sums = sumOf(meant, asker)
          expect(answer.filters.total_count).toBe(rows.size)
          expect([answer.totals.quantity, answer.totals.total_sale_amount, answer.totals.total_buying_amount]).toEqual([sums.quantity, sums.sold, sums.bought])
          expect([list.totals.quantity, list.totals.sold_total, list.totals.bought_total]).toEqual([sums.quantity, sums.sold, sums.bought])
          for (const row of answer.content) {
            const told = { ...row, type: row.product_type }
            const own = sumOf(rows.get(group_by.map((group) => told[keys[group]]).join(' ')) ?? [], asker)
            expect([row.quantity, row.total_sale_amount, row.total_buying_amount]).toEqual([own.quantity, own.sold, own.bought])
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('by customer have a row for each direct customer of the caller, which includes everybody below that customer', async () => {
    const nord = who('nord')
    const lines = await allLines(w)
    const { content } = await nord.calls.salesByGroup({ limit: 100 })
    for (const row of content) {
      const below = lines.filter((line) => line.path[line.path.indexOf(nord.customer_id) + 1] === row.customer_id)
      expect([row.customer_name, row.total_sale_amount]).toEqual([expect.any(String), sumOf(below, nord.customer_id).sold])
    }
    expect(content.map((row) => row.customer_id)).toContain(who('sud').customer_id)
    expect(content.map((row) => row.customer_id)).not.toContain(who('port').customer_id)
  })

  test('of two periods are compared as the specification says', async () => {
    const today = { date_from: daysAgo(0), date_to: daysAgo(0) }
    const before = { date_from_2: daysAgo(7), date_to_2: daysAgo(1) }
    const { content, totals } = await who('nord').calls.salesByGroup({ ...today, ...before, group_by: ['seller'], sort: 'difference' })
    const alone = async (date_from: string, date_to: string) => (await who('nord').calls.salesList({ date_from, date_to, limit: 1 })).totals.sold_total
    const [one, other] = [await alone(daysAgo(0), daysAgo(0)), await alone(daysAgo(7), daysAgo(1))]
    expect(totals).toMatchObject({ total_sale_amount: one, total_sale_amount_2: other, difference: one - other, difference_percentage: shareOf(one, other) })
    expect(content.map((row) => row.difference)).toEqual(content.map((row) => row.total_sale_amount - (row.total_sale_amount_2 ?? 0)).sort((a, b) => a - b))
    const byFace = (await who('nord').calls.salesByGroup({ group_by: ['product'], sort: '-face_total' })).content.map((row) => row.face_total)
    expect(byFace).toEqual([...byFace].sort((a, b) => b - a))
    const same = { ...today, date_from_2: today.date_from, date_to_2: today.date_to }
    await expect(who('nord').calls.salesByGroup(same)).rejects.toMatchObject({ problems: [{ field: 'date_from_2', code: 'period_twice' }] })
  })

  test('of two periods have a difference in percent of both together: 0 if they are equal, null if they differ but add up to 0', () => {
    expect([shareOf(30, 10), shareOf(10, 30), shareOf(0, 0), shareOf(7, 7), shareOf(5, -5), shareOf(1, 0), shareOf(2, 1)]).toEqual([
      5_000,
      -5_000,
      0,
      0,
      null,
      10_000,
      3_333,
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 1e12 }), (a, b) => {
        const share = shareOf(a, b) ?? 0
        expect(share + (shareOf(b, a) ?? 0)).toBe(0)
        if (a + b > 0) expect(Math.abs(share - ((a - b) / (a + b)) * 10_000)).toBeLessThanOrEqual(0.5 + 1e-6)
      }),
    )
  })
})

test('the sales counters compare today, this week and this month with yesterday, last week and last month, each until the same minute', async () => {
  const asker = who('nord').customer_id
  const rows = await rowsOf<{ span: string; is_now: boolean; n: number }>(
    w,
    `select x.span, x.is_now, count(*)::int as n
       from (values ('today', 'day', '1 day'), ('week', 'week', '7 days'), ('month', 'month', '1 month')) u (span, unit, back)
       cross join lateral (values (u.span, true, '0'::interval), (u.span, false, u.back::interval)) x (span, is_now, back)
       join sales s on s.tenant_id = 1 and (s.created_at at time zone 'Europe/Berlin')
            between date_trunc(u.unit, $2::timestamptz at time zone 'Europe/Berlin') - x.back and ($2::timestamptz at time zone 'Europe/Berlin') - x.back
       join organisations o on o.tenant_id = 1 and o.id = s.seller_id and $1 = any (o.path) group by 1, 2`,
    [asker, w.clock.now()],
  )
  const counters = await who('nord').calls.salesCounters({ date_from: '2000-01-01' })
  for (const span of ['today', 'week', 'month'] as const)
    for (const is_now of [true, false])
      expect([span, is_now, counters[span][is_now ? 'now' : 'before'].count]).toEqual([
        span,
        is_now,
        rows.find((row) => row.span === span && row.is_now === is_now)?.n ?? 0,
      ])
  const list = await who('nord').calls.salesList({ limit: 1 })
  expect(counters.by_status.reduce((sum, row) => sum + row.sold_total, 0)).toBe(list.totals.sold_total)
  expect(counters.by_status.map((row) => row.status)).toContain('refunded')
  expect((await who('gare').calls.salesCounters({})).today.now.bought_total).toBe(null)
})
