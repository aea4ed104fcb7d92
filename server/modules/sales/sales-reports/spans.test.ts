// The sums of yesterday, of 7 and of 30 days equal those of the report over the same days, for every organisation at its own hop.
import { expect, test } from 'vitest'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { type DayRow, spansOf } from './spans.ts'

const w = await fileWorld()
const PLATFORM = { host: 'platform.localhost' }
const people = { nord: await w.signIn('nord'), sud: await w.signIn('sud'), kiosque: await w.signIn('kiosque'), gare: await w.signIn('gare') }
const platform = await w.signIn('platform', PLATFORM)
await platform.calls.tenantChoose({ tenant_id: 1 })

/** The totals of the report over these days. */
async function reported({ calls }: Person, date_from: string, date_to: string, customer_id?: string) {
  const { totals } = await calls.salesByGroup({ date_from, date_to, group_by: ['day'], limit: 1, ...(customer_id && { filters: { customer_id } }) })
  const { count, quantity, face_total, total_sale_amount: sold_total, total_buying_amount: bought_total, margin_total } = totals
  return { count, quantity, face_total, sold_total, bought_total, margin_total }
}
const before = (from: string, to: string) => {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const length = last - first + 86_400_000
  return [first - length, last - length].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string]
}

async function expectAsReported(person: Person, customer_id?: string) {
  const { spans, days, agrees } = await person.calls.salesSpans({ customer_id })
  expect(agrees.agrees).toBe(true)
  expect(spans.map(({ name }) => name)).toEqual(['yesterday', 'days_7', 'days_30'])
  for (const { date_from, date_to, now, before: then } of spans) {
    expect(now).toEqual(await reported(person, date_from, date_to, customer_id))
    expect(then).toEqual(await reported(person, ...before(date_from, date_to), customer_id))
  }
  const total = (of: readonly { sold_total: number }[]) => of.reduce((sum, { sold_total }) => sum + sold_total, 0)
  expect(total(days)).toBe(spans[2]?.now.sold_total)
  return spans
}

test('a reseller, a sub-reseller, a shop, a shop that may not see discounts and the platform each see the same sums as in their own report', async () => {
  for (const person of [...Object.values(people), platform]) expect((await expectAsReported(person))[2]?.now.count).toBeGreaterThan(0)
})

test('the sums for a direct customer are the parent’s sales to it; for a shop further down, the sales through the direct customer above the shop', async () => {
  const [kiosque, port] = [await organisationId(w, 'kiosque'), await organisationId(w, 'port')]
  for (const customer_id of [kiosque, port]) expect((await expectAsReported(people.nord, customer_id))[2]?.now.count).toBeGreaterThan(0)
  const foreign = await (await w.signIn('rhein', { host: 'rhein.localhost' })).calls.salesSpans({ customer_id: kiosque })
  expect(foreign.spans.every(({ now, before: then }) => now.count + then.count === 0)).toBe(true)
})

test('the sums have no cost and no margin for users who may not see discounts, and no figures at all for users who may not see sales', async () => {
  const { spans, days } = await people.gare.calls.salesSpans({})
  expect(spans.flatMap(({ now, before: then }) => [now.bought_total, now.margin_total, then.margin_total])).toEqual(Array(9).fill(null))
  expect(new Set(days.map(({ margin_total }) => margin_total))).toEqual(new Set([null]))
  await rowsOf(w, `update users set flags = '{has_inventory}' where tenant_id = 1 and username = 'nord-stock'`)
  await expect((await w.signIn('nord-stock')).calls.salesSpans({})).rejects.toMatchObject({ code: 'forbidden' })
})

test('each day counts either in the present period or in the one before; today counts in neither', () => {
  const row = (day: string, sold_total: number): DayRow => ({ day, lines: 1, quantity: 1, face_total: sold_total, sold_total, bought_total: 0 })
  const rows = [
    row('2026-03-31', 1),
    row('2026-03-30', 10),
    row('2026-03-29', 100),
    row('2026-03-24', 1_000),
    row('2026-03-23', 10_000),
    row('2026-02-28', 100_000),
  ]
  const { spans, days } = spansOf(rows, '2026-03-31', { mask_seller_discount: false })
  expect(spans.map(({ now, before: then }) => [now.sold_total, then.sold_total])).toEqual([
    [10, 100],
    [1_110, 10_000],
    [11_110, 100_000],
  ])
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2026-03-01', '2026-03-30'])
  const shifted = spansOf(rows, '2026-04-01', { mask_seller_discount: false })
  expect(shifted.spans[0]?.now.sold_total, 'control: the day after, another day is yesterday').toBe(1)
})
