import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { newId } from '../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../../test/arrange.ts'
import { fileWorld, type Person } from '../../test/world.ts'
import { shareOf } from './sales-reports.ts'

const w = await fileWorld()
const DAY_MS = 86_400_000
const berlin = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' })
const dayOf = (at: Date) => berlin.format(at)
const daysAgo = (days: number) => dayOf(new Date(w.clock.now().getTime() - days * DAY_MS))

const askers = ['nord', 'sud', 'port', 'kiosque', 'gare'] as const
const people = new Map<string, Person>()
const who = (name: string) => people.get(name) as Person

type Line = {
  id: string
  sale_id: string
  is_refund: boolean
  day: string
  seller_id: string
  path: string[]
  user_id: string
  configuration_id: string
  product_id: string
  type: string
  quantity: number
  value: number
  chain: string[]
  prices: number[]
  cost: number
  batch_no: number
  supplier_id: string
  batch_owner_id: string
}

/** Every line of the tenant as its table has it; a refund is turned round by hand. */
async function allLines(): Promise<Line[]> {
  const sales = await rowsOf<Line>(
    w,
    `select s.id, s.id as sale_id, false as is_refund, (s.created_at at time zone 'Europe/Berlin')::date::text as day, s.seller_id, o.path, s.user_id,
            s.configuration_id, c.product_id, p.type, s.quantity, s.value, s.chain, s.prices, s.cost_total as cost, s.ranges[1] as batch_no
       from sales s join organisations o on o.id = s.seller_id join configurations c on c.id = s.configuration_id join products p on p.id = c.product_id`,
  )
  const batches = await rowsOf<Pick<Line, 'batch_no' | 'supplier_id' | 'batch_owner_id'>>(
    w,
    'select batch_no, supplier_id, owner_id as batch_owner_id from batches where tenant_id = 1',
  )
  const delivered = new Map(batches.map((batch) => [batch.batch_no, batch]))
  const sold = new Map(sales.map((sale) => [sale.id, { ...sale, ...delivered.get(sale.batch_no) }]))
  const refunds = await rowsOf<Pick<Line, 'id' | 'sale_id' | 'day' | 'quantity' | 'cost'>>(
    w,
    `select id, sale_id, (created_at at time zone 'Europe/Berlin')::date::text as day, -quantity as quantity, -cost_total as cost from refunds where tenant_id = 1`,
  )
  return [...sold.values(), ...refunds.map((refund) => ({ ...(sold.get(refund.sale_id) as Line), ...refund, is_refund: true }))]
}

/** Figures of one line for one organisation, worked out without the server's SQL. */
function figuresOf({ seller_id, chain, prices, quantity, value, cost }: Line, asker: string) {
  const place = chain.indexOf(asker)
  if (place < 0) return { sold: 0, bought: 0 }
  const sold = quantity * (asker === seller_id ? value : Number(prices[place - 1]))
  return { sold, bought: place === chain.length - 1 ? cost : quantity * Number(prices[place]) }
}

const sumOf = (lines: readonly Line[], asker: string) =>
  lines.reduce(
    (sums, line) => {
      const { sold, bought } = figuresOf(line, asker)
      return { quantity: sums.quantity + line.quantity, sold: sums.sold + sold, bought: sums.bought + bought }
    },
    { quantity: 0, sold: 0, bought: 0 },
  )

/** What an accepted reclamation leaves behind. */
async function giveBack(sale_id: string, quantity: number, days_later = 0) {
  const at = new Date(w.clock.now().getTime() + days_later * DAY_MS)
  const id = newId()
  await rowsOf(
    w,
    `insert into refunds (tenant_id, id, reclamation_id, sale_id, seller_id, user_id, configuration_id, owner_id, product_name, quantity, value, chain, prices,
                          cost_total, vat_treatment, vat_rate, vat_country, created_at)
     select 1, $1, $2, s.id, s.seller_id, s.owner_id, s.configuration_id, s.owner_id, s.product_name, $4::int, s.value, s.chain, s.prices,
            s.cost_total * $4::int / s.quantity, s.vat_treatment, s.vat_rate, s.vat_country, $5
       from sales s where s.tenant_id = 1 and s.id = $3`,
    [id, newId(), sale_id, quantity, at],
  )
  return id
}

const sell = async (seller: string, configuration_id: string, quantity: number) =>
  (await who(seller).calls.sell({ ...(await who(seller).calls.transactionKey({})), configuration_id, quantity })).sale_id

let corner: Awaited<ReturnType<typeof goods>>
let sale_id = ''

/** Goods that climb from the shop to the reseller over its sub-reseller, at a price of its own at each hop; some are given back. */
beforeAll(async () => {
  for (const name of askers) people.set(name, await w.signIn(name))
  for (const name of askers) await giveWallet(w, who(name).customer_id, 2_000 * EURO)
  corner = await goods(w, { pins: 40, euro: 17 })
  const plans = await rowsOf<{ id: string }>(w, 'select id from plans where tenant_id = 1 order by id')
  for (const [i, plan] of plans.entries())
    await rowsOf(w, 'update plan_entries set discount = $3 where tenant_id = 1 and plan_id = $1 and product_id = $2', [
      plan.id,
      corner.product_id,
      700 - 133 * i,
    ])
  sale_id = await sell('port', corner.configuration_id, 3)
  await sell('kiosque', corner.configuration_id, 2)
  await sell('gare', corner.configuration_id, 1)
  await giveBack(sale_id, 1)
  const old = await rowsOf<{ id: string; quantity: number }>(w, 'select id, quantity from sales where tenant_id = 1 order by id limit 5')
  for (const { id } of old) await giveBack(id, 1)
})

describe('the list of sales', () => {
  test('shows what was given back as a line of its own, below zero, and both add up to the totals', async () => {
    const lines = await allLines()
    for (const name of askers) {
      const asker = who(name).customer_id
      const seen = lines.filter((line) => line.path.includes(asker))
      const sums = sumOf(seen, asker)
      const { totals, filters } = await who(name).calls.salesList({ limit: 1 })
      const masked = name === 'gare'
      expect([name, filters.total_count, totals]).toEqual([
        name,
        seen.length,
        { quantity: sums.quantity, sold_total: sums.sold, bought_total: masked ? null : sums.bought, margin_total: masked ? null : sums.sold - sums.bought },
      ])
      // Control: sales alone, without what was given back, come to something else.
      if (seen.some((line) => line.is_refund))
        expect(
          sumOf(
            seen.filter((line) => !line.is_refund),
            asker,
          ).sold,
        ).not.toBe(totals.sold_total)
    }
    const { content } = await who('port').calls.salesList({ limit: 100 })
    const [refund, sale] = [content.find((row) => row.kind === 'refund' && row.sale_id === sale_id), content.find((row) => row.line_id === sale_id)]
    expect(refund).toMatchObject({ quantity: -1, sold_total: -17 * EURO, may_reprint: false })
    expect(sale).toMatchObject({ quantity: 3, given_back: 1, kind: 'sale' })
  })

  test('is narrowed by each filter to exactly the lines it means', async () => {
    const asker = who('nord').customer_id
    const lines = (await allLines()).filter((line) => line.path.includes(asker))
    const one = lines.find((line) => line.sale_id === sale_id) as Line
    const sud = await organisationId(w, 'sud')
    const left = (line: Line) => {
      const back = lines.filter((other) => other.is_refund && other.sale_id === line.sale_id).reduce((sum, other) => sum - other.quantity, 0)
      return !line.is_refund && line.quantity > back
    }
    const own = one.batch_owner_id === asker
    expect(own).toBe(true)
    const narrowed: [Parameters<Person['calls']['salesList']>[0]['filters'], (line: Line) => boolean][] = [
      [{ customer_id: sud }, (line) => line.path.includes(sud)],
      [{ seller_id: one.seller_id }, (line) => line.seller_id === one.seller_id],
      [{ user_id: one.user_id }, (line) => line.user_id === one.user_id],
      [{ product_id: one.product_id }, (line) => line.product_id === one.product_id],
      [{ configuration_id: one.configuration_id }, (line) => line.configuration_id === one.configuration_id],
      [{ product_type: 'gift_card' }, (line) => line.type === 'gift_card'],
      [{ supplier_id: one.supplier_id }, (line) => line.supplier_id === one.supplier_id && line.batch_owner_id === asker],
      [{ batch_no: one.batch_no }, (line) => line.batch_no === one.batch_no],
      [{ kind: 'refund' }, (line) => line.is_refund],
      [{ status: 'successful' }, () => true],
      [{ status: 'failed' }, () => false],
      [{ cancelable: true }, left],
      [{ cancelable: false }, (line) => !left(line)],
      [{ terminal_id: 'T-none' }, () => false],
      [{ device_id: newId() }, () => false],
    ]
    for (const [filters, isMeant] of narrowed) {
      const { totals, filters: found } = await who('nord').calls.salesList({ limit: 1, filters })
      const meant = lines.filter(isMeant)
      expect([filters, found.total_count, totals.sold_total]).toEqual([filters, meant.length, sumOf(meant, asker).sold])
    }
    const { content } = await who('port').calls.salesList({
      search_text: (await who('port').calls.salesList({})).content.find((row) => row.serial)?.serial ?? '?',
    })
    expect(content.length).toBeGreaterThan(0)
  })

  test('a shop cannot find out who supplies its reseller, nor look into others', async () => {
    const [one] = (await allLines()).filter((line) => line.sale_id === sale_id)
    for (const filters of [{ supplier_id: one?.supplier_id }, { batch_no: one?.batch_no }, { customer_id: who('kiosque').customer_id }])
      expect((await who('port').calls.salesList({ filters } as never)).filters.total_count).toBe(0)
  })

  test('goes on behind the last line seen, whatever is sold meanwhile', async () => {
    const nord = who('nord').calls
    const first = await nord.salesList({ limit: 5 })
    const [next, byPage] = await (async () => {
      await sell('kiosque', corner.configuration_id, 1)
      return [await nord.salesList({ limit: 5, after: first.content.at(-1)?.line_id }), await nord.salesList({ limit: 5, page: 1 })]
    })()
    const seen = first.content.map((row) => row.line_id)
    expect(next.content.some((row) => seen.includes(row.line_id))).toBe(false)
    // Control: by its number, the second page shows a line again.
    expect(byPage.content.some((row) => seen.includes(row.line_id))).toBe(true)
    await expect(nord.salesList({ after: sale_id, sort: 'value' })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'after' }] })
  })

  test('sorts by what one may see, and not by what is masked', async () => {
    const { content } = await who('nord').calls.salesList({ sort: '-margin_total', limit: 50 })
    const margins = content.map((row) => row.margin_total ?? 0)
    expect(margins).toEqual([...margins].sort((a, b) => b - a))
    await expect(who('gare').calls.salesList({ sort: '-margin_total' })).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'sort' }] })
  })
})

describe('one sale', () => {
  test('shows the prices from the shop up to the asker, never those above', async () => {
    const [one] = (await allLines()).filter((line) => line.id === sale_id)
    const { chain, prices, cost } = one as Line
    const paid = (place: number) => (place === chain.length - 1 ? cost : 3 * Number(prices[place]))
    for (const [name, place] of [
      ['port', 0],
      ['sud', 1],
      ['nord', 2],
    ] as const) {
      const { hops, bought_total } = await who(name).calls.saleDetails({ sale_id })
      expect(hops.map((hop) => [hop.organisation_id, hop.bought_total])).toEqual(chain.slice(0, place + 1).map((id, i) => [id, paid(i)]))
      expect(bought_total).toBe(paid(place))
    }
    // Control: what the shop sees does not hold what its reseller paid.
    expect(JSON.stringify(await who('port').calls.saleDetails({ sale_id }))).not.toContain(String(cost))
  })

  test('shows no PIN, no batch and no supplier of others, and nothing at all to strangers', async () => {
    const seen = await who('port').calls.saleDetails({ sale_id })
    expect(seen.pins.map((pin) => pin.last4)).toEqual(corner.pins.slice(0, 3).map((pin) => pin.slice(-4)))
    expect(seen.pins.every((pin) => pin.batch_no === null && pin.supplier_name === null)).toBe(true)
    expect((await who('nord').calls.saleDetails({ sale_id })).pins[0]).toMatchObject({ batch_no: corner.batch_no, supplier_name: expect.any(String) })
    for (const pin of corner.pins) expect(JSON.stringify(seen)).not.toContain(pin)
    for (const name of ['kiosque', 'gare']) await expect(who(name).calls.saleDetails({ sale_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('says who saw its PINs and what was given back', async () => {
    const before = await who('port').calls.saleDetails({ sale_id })
    expect(before).toMatchObject({ given_back: 1, refunds: [{ quantity: 1, sold_total: 17 * EURO }], showings: [{ kind: 'sold', copy: 0 }] })
    await who('port').calls.reprint({ sale_id, reason: 'paper jam' })
    const { showings } = await who('sud').calls.saleDetails({ sale_id })
    expect(showings.map(({ kind, copy, reason }) => [kind, copy, reason])).toEqual([
      ['sold', 0, ''],
      ['reprint', 1, 'paper jam'],
    ])
  })

  test('without discounts to be seen, it has no costs', async () => {
    const [row] = (await who('gare').calls.salesList({})).content
    expect(await who('gare').calls.saleDetails({ sale_id: row?.sale_id ?? '' })).toMatchObject({ bought_total: null, margin_total: null, hops: [] })
  })
})

describe('sums', () => {
  const keys = { day: 'day', seller: 'seller_id', product: 'product_id', configuration: 'configuration_id', product_type: 'type', user: 'user_id' } as const

  test('by any one or two things are those of the list, and of every line counted by hand', async () => {
    const lines = await allLines()
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

  test('by customer are those of the asker’s own customers, with everybody below them', async () => {
    const nord = who('nord')
    const lines = await allLines()
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
    const same = { ...today, date_from_2: today.date_from, date_to_2: today.date_to }
    await expect(who('nord').calls.salesByGroup(same)).rejects.toMatchObject({ problems: [{ field: 'date_from_2', code: 'period_twice' }] })
  })

  test('a share is the difference over the sum of both, 0 where there is none, and nothing where the sum is', () => {
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

test('counters compare today, the week and the month with the one before until the same minute', async () => {
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

test('a report can be had as a file, with as many rows as it has', async () => {
  const nord = who('nord').calls
  for (const asked of [{ report: 'list' }, { report: 'groups', group_by: ['product', 'day'] }] as const) {
    const { download_id, download_url } = await nord.salesDownload(asked as never)
    expect(download_url).toBe(`/download/${download_id}`)
    for (;;) {
      const { state, rows_done } = await nord.exportProgress({ download_id })
      expect(state).not.toBe('failed')
      if (state !== 'ready') continue
      const { filters } = asked.report === 'list' ? await nord.salesList({}) : await nord.salesByGroup({ group_by: ['product', 'day'] })
      expect(rows_done).toBe(filters.total_count)
      break
    }
  }
})
