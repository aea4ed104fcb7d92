// The report's stock of a past day is the stock that there was at the end of that day; the difference between two days is what came in and went out.
import { expect, test } from 'vitest'
import { stockGroups } from '../../../../contract/goods/stock-reports.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { seeded } from '../../../sweeps/dice.ts'
import { batch, giveWallet, goods, rowsOf, sabotage } from '../../../test/arrange.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { fileWorld } from '../../../test/world.ts'
import { stockDays } from './stock-days.ts'
import { stockToDate } from './stock-to-date.ts'

const HOUR_MS = 3_600_000
const DAYS = 18
const w = await fileWorld()
const dice = seeded(35)
// Moves the test's clock to shortly before summer time begins next year.
w.clock.advance(Date.UTC(w.clock.now().getUTCFullYear() + 1, 2, 18, 9) - w.clock.now().getTime())
let nord = await w.signIn('nord')
let till = await w.signIn('kiosque')
await giveWallet(w, till.customer_id, 10_000_000 * 10_000)
const cards = [await goods(w, { pins: 40, euro: 10 }), await goods(w, { pins: 40, euro: 25 })]
const configurations = cards.map(({ configuration_id }) => configuration_id)

const dayOf = (ms: number) => berlinDay(new Date(w.clock.now().getTime() + ms))

type Done = { day: string; batch_no: number; received?: number; sold?: number; reclaimed?: number; blocked?: number }
/** The actions of this test, one by one, from which the expected report is computed. */
const log: Done[] = cards.map(({ batch_no }) => ({ day: dayOf(0), batch_no, received: 40 }))
const note = (done: Omit<Done, 'day'>) => void log.push({ day: dayOf(0), ...done })
/** What each batch had left at the end of each day, read from the queue heads on that day. */
const snapshots = new Map<string, Map<number, number>>()

async function snapshot() {
  const rows = await rowsOf<{ batch_no: number; n: number }>(
    w,
    `select batch_no, sum(end_seq - next_seq)::int as n from queue_heads
      where tenant_id = 1 and configuration_id = any ($1) and (expires_on is null or expires_on >= $2::date) group by 1`,
    [configurations, dayOf(0)],
  )
  snapshots.set(dayOf(0), new Map(rows.map(({ batch_no, n }) => [batch_no, n])))
}

async function sell() {
  const configuration_id = dice.pick(configurations)
  const { transaction_key } = await till.calls.transactionKey({})
  const sold = await till.calls.sell({ transaction_key, configuration_id, quantity: 1 + dice.below(9) }).catch(() => undefined)
  if (!sold) return
  // Ids contain the machine's time, which the test's clock does not move, so the sale gets a new id with the time of the test's clock.
  const id = newIdAt(w.clock.now())
  const [row] = await rowsOf<{ ranges: number[]; quantity: number }>(w, 'select ranges, quantity from sales where tenant_id = 1 and id = $1', [sold.sale_id])
  await rowsOf(w, 'update sales set id = $2 where tenant_id = 1 and id = $1', [sold.sale_id, id])
  const { ranges = [], quantity = 0 } = row ?? {}
  for (let i = 0; i < ranges.length; i += 3) note({ batch_no: ranges[i] ?? 0, sold: ranges[i + 2] ?? 0 })
  // Only a sale from one batch is refunded, because only then is the batch of the refunded PIN known.
  if (ranges.length === 3 && dice.chance(0.4)) await refund(id, ranges[0] ?? 0, ranges[1] ?? 0, 1 + dice.below(quantity))
}

async function refund(sale_id: string, batch_no: number, first_seq: number, quantity: number) {
  const refund_id = newIdAt(w.clock.now())
  await rowsOf(
    w,
    `insert into refunds select tenant_id, $2, $3, id, seller_id, user_id, configuration_id, owner_id, product_name, $4::int, value, chain, prices, cost_total / quantity * $4::int,
            vat_treatment, vat_rate, vat_country, $5 from sales where tenant_id = 1 and id = $1`,
    [sale_id, refund_id, newId(), quantity, w.clock.now()],
  )
  const dead = [batch_no, refund_id, first_seq, quantity]
  await rowsOf(w, 'insert into reclaimed_pins select 1, $1, seq, $2 from generate_series($3::int, $3::int + $4::int - 1) seq', dead)
  note({ batch_no, reclaimed: quantity })
}

async function receive() {
  const corner = dice.pick(cards)
  const pins = 5 + dice.below(30)
  const expires_on = dice.chance(0.6) ? dayOf(dice.below(8) * 24 * HOUR_MS) : null
  const { batch_no } = await batch(w, corner, { pins, expires_on, published: dice.chance(0.8) })
  note({ batch_no, received: pins })
}

const unsold = () =>
  rowsOf<{ batch_no: number; seq: number; owner_id: string; is_blocked: boolean; quantity: number; untouched: boolean; blocked: number }>(
    w,
    `select p.batch_no, p.seq, b.owner_id, p.is_blocked, b.quantity,
            not exists (select from queue_heads h where h.tenant_id = 1 and h.batch_no = b.batch_no and h.next_seq > h.first_seq) as untouched,
            (select count(*)::int from pins x where x.tenant_id = 1 and x.batch_no = b.batch_no and x.is_blocked) as blocked
       from pins p join batches b on b.tenant_id = 1 and b.batch_no = p.batch_no and b.state = 'ready'
      where p.tenant_id = 1 and b.configuration_id = any ($1) and p.sale_id is null order by 1, 2`,
    [configurations],
  )

async function block() {
  const all = await unsold()
  const pin = dice.pick(dice.chance(0.5) ? all.filter(({ is_blocked }) => is_blocked) : all)
  if (!pin) return
  await rowsOf(w, 'select block_pin(1, $1, $2, $3, $4, $5)', [pin.owner_id, pin.batch_no, pin.seq, !pin.is_blocked, w.clock.now()])
  note({ batch_no: pin.batch_no, blocked: pin.is_blocked ? -1 : 1 })
}

async function undo() {
  const pin = dice.pick((await unsold()).filter(({ untouched, batch_no }) => untouched && batch_no !== cards[0]?.batch_no && batch_no !== cards[1]?.batch_no))
  if (!pin) return
  await nord.calls.batchUndo({ batch_no: pin.batch_no, reason: 'a wrong file' })
  note({ batch_no: pin.batch_no, received: -pin.quantity, blocked: -pin.blocked })
}

const first = dayOf(0)
for (let day = 0; day < DAYS; day++) {
  ;[nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
  for (let n = 0; n < 6; n++) {
    await dice.pick([sell, sell, sell, receive, block, block, undo])()
    w.clock.advance(HOUR_MS / 3)
  }
  await snapshot()
  if (day % 5 === 2) for (const tally of [stockDays, stockToDate]) await tallyTenant(w.services, 1, tally)
  w.clock.advance(22 * HOUR_MS)
}
nord = await w.signIn('nord')
const last = dayOf(-24 * HOUR_MS)
const days = [...snapshots.keys()]

const ofDay = (day: string, batch_no: number) => snapshots.get(day)?.get(batch_no) ?? 0
const before = (day: string) => days[days.indexOf(day) - 1] ?? ''
const counted = (name: 'received' | 'sold' | 'reclaimed' | 'blocked', batch_no: number, from: string, to: string) =>
  log.reduce((all, done) => all + (done.batch_no === batch_no && done.day >= from && done.day <= to ? (done[name] ?? 0) : 0), 0)

/**
 * The expected row of a batch: opening and closing stock are taken from the snapshots, movements from the test's own actions. PINs that these figures do not
 * account for must have expired.
 */
function expected(batch_no: number, from: string, to: string) {
  const [opening, closing] = [ofDay(before(from), batch_no), ofDay(to, batch_no)]
  const [received, gross, reclaimed, blocked] = (['received', 'sold', 'reclaimed', 'blocked'] as const).map((name) => counted(name, batch_no, from, to)) as [
    number,
    number,
    number,
    number,
  ]
  return { opening, received, sold: gross - reclaimed, reclaimed, blocked, expired: opening + received - gross - blocked - closing, closing }
}

const pick = <T extends Record<string, unknown>>(row: T) => {
  const { opening, received, sold, reclaimed, blocked, expired, closing } = row
  return { opening, received, sold, reclaimed, blocked, expired, closing }
}
type Moves = ReturnType<typeof expected>
const plus = (a: Moves, b: Moves) => Object.fromEntries(Object.keys(a).map((key) => [key, a[key as keyof Moves] + b[key as keyof Moves]])) as Moves
const NOTHING: Moves = { opening: 0, received: 0, sold: 0, reclaimed: 0, blocked: 0, expired: 0, closing: 0 }

const report = (date_from: string, date_to: string, by: (typeof stockGroups)[number] = 'batch') =>
  Promise.all(configurations.map((configuration_id) => nord.calls.stockReport({ date_from, date_to, by, limit: 100, filters: { configuration_id } })))

const periods = [
  [first, last],
  [last, last],
  [first, first],
  ...Array.from({ length: 12 }, () => {
    const from = dice.below(days.length)
    return [days[from] ?? '', days[Math.min(from + dice.pick([0, 0, 1, 5, 12]), days.length - 1)] ?? ''] as const
  }),
] as const

test('control: in the days of this test PINs are imported, sold, refunded, blocked and unblocked, imports are undone, and PINs expire', () => {
  for (const name of ['received', 'sold', 'reclaimed', 'blocked'] as const) expect(log.some((done) => (done[name] ?? 0) > 0)).toBe(true)
  expect(log.some(({ received = 0 }) => received < 0)).toBe(true)
  expect(log.some(({ blocked = 0 }) => blocked < 0)).toBe(true)
  const batches = [...new Set(log.map(({ batch_no }) => batch_no))]
  expect(batches.reduce((all, batch_no) => all + expected(batch_no, first, last).expired, 0)).toBeGreaterThan(5)
})

test.each(periods)('from %s to %s the report gives each batch the stock and the movements that the test recorded itself', async (from, to) => {
  const answers = await report(from, to)
  const rows = answers.flatMap(({ content }) => content)
  const batches = [...new Set(log.map(({ batch_no }) => batch_no))]
  for (const batch_no of batches) {
    const row = rows.find((one) => one.batch_no === batch_no)
    expect({ batch_no, ...(row ? pick(row) : NOTHING) }).toEqual({ batch_no, ...expected(batch_no, from, to) })
  }
  expect(answers.map(({ agrees }) => agrees.agrees)).toEqual([true, true])
  const all = batches.map((batch_no) => expected(batch_no, from, to)).reduce(plus, NOTHING)
  for (const by of stockGroups) {
    const put = await report(from, to, by)
    expect(put.map(({ totals }) => pick(totals) as Moves).reduce(plus, NOTHING)).toEqual(all)
    expect(put.flatMap(({ content }) => content.map((row) => pick(row) as Moves)).reduce(plus, NOTHING)).toEqual(all)
  }
})

test('stock is valued at the face value of its PINs, and sold PINs at what they cost the owner', async () => {
  const [answer] = await report(first, last)
  for (const row of answer?.content ?? []) {
    expect(row.closing_value).toBe(row.closing * (row.value ?? 0))
    expect(row.sold_cost).toBe((row.sold * (row.value ?? 0) * 92) / 100)
  }
})

test('control: if a day is counted twice or a movement is missing, the report says that it does not agree with the books', async () => {
  const agrees = async (by: (typeof stockGroups)[number] = 'batch') => (await report(first, first, by)).every(({ agrees }) => agrees.agrees)
  for (const [by, spoilt, where] of [
    ['batch', 'stock_days', `batch_no = ${cards[0]?.batch_no}`],
    ['batch', 'stock_months', `batch_no = ${cards[0]?.batch_no}`],
    ['denomination', 'stock_to_date', 'day = (select max(day) from stock_to_date)'],
  ] as const) {
    await rowsOf(w, `update ${spoilt} set sold = sold + 1 where tenant_id = 1 and ${where}`)
    expect(await agrees(by)).toBe(false)
    await rowsOf(w, `update ${spoilt} set sold = sold - 1 where tenant_id = 1 and ${where}`)
  }
  await sabotage(w, 'block_pin', 'perform move_stock(', `perform 1 where 'x' = concat(`)
  const { batch_no } = await batch(w, dice.pick(cards), { pins: 3 })
  for (const is_blocked of [true, false]) {
    await rowsOf(w, 'select block_pin(1, $1, $2, 0, $3, $4)', [cards[0]?.owner_id, batch_no, is_blocked, w.clock.now()])
    expect(await agrees()).toBe(!is_blocked)
  }
})

test('the stock history names who took stock off sale, and who undid an import although nothing of that import is left', async () => {
  const { content } = await nord.calls.stockHistory({ filters: { event: 'undone' } })
  expect(content.length).toBeGreaterThan(0)
  expect(content[0]).toMatchObject({ who: 'nord', note: 'a wrong file', event: 'undone' })
  const batch_no = cards[0]?.batch_no ?? 0
  const [configuration_id = ''] = configurations
  await nord.calls.stockList({ configuration_id, action: 'unpublish', batch_no })
  const [row] = (await nord.calls.stockHistory({ search_text: String(batch_no), limit: 1 })).content
  expect(row).toMatchObject({ event: 'unpublished', who: 'nord', batch_no })
  expect((await nord.calls.stockHistory({ date_to: '2020-01-01' })).filters.total_count).toBe(0)
})

test('another owner’s stock is in none of these reports', async () => {
  const { calls } = await w.signIn('sud')
  for (const configuration_id of configurations)
    expect((await calls.stockReport({ date_from: first, filters: { configuration_id } })).filters.total_count).toBe(0)
  await expect((await w.signIn('kiosque')).calls.stockReport({})).rejects.toMatchObject({ status: 403 })
})

test('the purchase list has the quantity that is missing for the chosen number of days at the pace of the last fortnight, and can be mailed to the supplier', async () => {
  const { content, totals } = await nord.calls.reorderList({ lasting_days: 90, limit: 100 })
  const mine = content.filter(({ configuration_id }) => configurations.includes(configuration_id))
  expect(mine.length).toBeGreaterThan(0)
  for (const row of mine) {
    expect(row.quantity).toBe(Math.ceil((row.sold_14_days * 90) / 14) - row.unsold)
    expect(row.cost).toBe((row.quantity * row.value * 92) / 100)
  }
  expect(totals.quantity).toBe(content.reduce((all, { quantity }) => all + quantity, 0))
  const supplier_id = mine[0]?.supplier_id ?? ''
  const sent = await nord.calls.reorderSend({ supplier_id, lasting_days: 90, email: 'orders@example.test' })
  expect(sent).toEqual({ email: 'orders@example.test', lines: content.filter((row) => row.supplier_id === supplier_id).length })
  const [letter] = await lettersTo(w, 'orders@example.test')
  for (const row of mine.filter((one) => one.supplier_id === supplier_id)) expect(letter?.text).toContain(`${row.quantity} × ${row.product_name}`)
  expect(await rowsOf(w, 'select 1 from messages where id = $1 and attachment is not null', [letter?.message_id])).toHaveLength(1)
  await expect(nord.calls.reorderSend({ supplier_id: newId(), email: 'orders@example.test' })).rejects.toMatchObject({ status: 404 })
})
