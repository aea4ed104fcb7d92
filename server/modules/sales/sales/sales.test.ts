import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { compareDays } from './dashboard.ts'

const w = await fileWorld()
const port = await w.signIn('port')
await giveWallet(w, port.customer_id, 1000 * EURO)
await giveWallet(w, await organisationId(w, 'sud'), 1000 * EURO)

test('a shop sees its own sales, newest first, with the serial and the last four digits but without PINs', async () => {
  const corner = await goods(w, { pins: 3, euro: 10, discount: 500 })
  const sale = await port.calls.sell({
    transaction_key: (await port.calls.transactionKey({})).transaction_key,
    configuration_id: corner.configuration_id,
    quantity: 2,
  })
  const list = await port.calls.salesList({})
  expect(list.content[0]).toMatchObject({
    sale_id: sale.sale_id,
    quantity: 2,
    sold_total: 200_000,
    bought_total: 190_000,
    margin_total: 10_000,
    pin_last4: corner.pins[0]?.slice(-4),
    may_reprint: true,
    seller_name: 'Épicerie du Port',
  })
  expect(JSON.stringify(list)).not.toContain(corner.pins[0])
  expect(new Set(list.content.map((row) => row.seller_name))).toEqual(new Set(['Épicerie du Port']))
})

test('an organisation above the shop sees a sale at the price that was paid to it', async () => {
  const [latest] = (await port.calls.salesList({})).content
  const [sud, nord] = [await w.signIn('sud'), await w.signIn('nord')]
  const [row] = await rowsOf<{ prices: number[] }>(w, 'select prices from sales where tenant_id = 1 and id = $1', [latest?.sale_id])
  const seenBy = async (person: Person) => (await person.calls.salesList({})).content.find((sale) => sale.sale_id === latest?.sale_id)?.sold_total
  expect(await seenBy(sud)).toBe(Number(row?.prices[0]) * 2)
  expect(await seenBy(nord)).toBe(Number(row?.prices[1]) * 2)
})

test('a day in the list of sales is a day in Berlin, the count of rows is right, and the totals are those of all pages', async () => {
  const nord = await w.signIn('nord')
  const all = await nord.calls.salesList({ limit: 5 })
  const [row] = await rowsOf<{ n: number; pins: number }>(w, 'select count(*)::int as n, sum(quantity)::int as pins from sales where tenant_id = 1')
  expect([all.content.length, all.filters.total_count, all.totals.quantity]).toEqual([5, row?.n, row?.pins])
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date(w.clock.now().getTime() - 2 * 86_400_000))
  const [inDay] = await rowsOf<{ n: number }>(
    w,
    "select count(*)::int as n from sales where tenant_id = 1 and (created_at at time zone 'Europe/Berlin')::date = $1",
    [day],
  )
  expect((await nord.calls.salesList({ date_from: day, date_to: day })).filters.total_count).toBe(inDay?.n)
  const { content } = await nord.calls.salesList({ search_text: 'paysafe', filters: { product_type: 'cash_card' } })
  expect(content.every((sale) => sale.product_name === 'paysafecard')).toBe(true)
})

test('a shop that may not see discounts sees its sales, but neither its costs nor its margin', async () => {
  const gare = await w.signIn('gare')
  const list = await gare.calls.salesList({})
  expect(list.totals).toMatchObject({ bought_total: null, margin_total: null })
  expect(new Set(list.content.flatMap((sale) => [sale.bought_total, sale.margin_total]))).toEqual(new Set([null]))
  expect(list.content.every((sale) => sale.sold_total === sale.value * sale.quantity)).toBe(true)
  expect((await gare.calls.dashboard({})).sales?.today.margin_total).toBe(null)
})

describe('every organisation sees the figures of its own hop', () => {
  type Books = { organisation_id: string; seller_id: string; face: number; cost: number; owner_id: string; paid: number; received: number }
  /**
   * Computes a report's figures from the books: the amounts received and paid are read from the transfers, the face value from the sales, the cost from the
   * supplier's price.
   */
  const booksOf = async (organisation_id: string) =>
    rowsOf<Books>(
      w,
      `select s.id as sale_id, s.seller_id, s.owner_id, s.value * s.quantity as face, s.cost_total as cost, coalesce(t.paid, 0)::bigint as paid, coalesce(t.received, 0)::bigint as received
         from sales s join organisations o on o.tenant_id = 1 and o.id = s.seller_id and $1 = any (o.path)
         left join (select t.cause_id, sum(t.amount) filter (where t.payer_id = $1) as paid, sum(t.amount) filter (where t.payee_id = $1) as received
                      from transfers t where t.tenant_id = 1 and t.kind = 'sale' group by 1) t on t.cause_id = s.id
        where s.tenant_id = 1`,
      [organisation_id],
    )
  const total = (rows: readonly Books[], organisation_id: string) =>
    rows.reduce(
      ({ sold_total, bought_total }, row) => ({
        sold_total: sold_total + (row.seller_id === organisation_id ? row.face : row.received),
        bought_total: bought_total + (row.owner_id === organisation_id ? row.cost : row.paid),
      }),
      { sold_total: 0, bought_total: 0 },
    )
  const people = ['nord', 'sud', 'port', 'kiosque'] as const
  const ids = new Map<string, string>()

  /** Shops of the reseller and of its sub-reseller sell goods of the platform, the reseller and the sub-reseller, with another price at each hop. */
  beforeAll(async () => {
    for (const person of people) ids.set(person, await organisationId(w, person))
    const [root] = await rowsOf<{ id: string }>(w, 'select path[1] as id from organisations where tenant_id = 1 and id = $1', [ids.get('nord')])
    await giveWallet(w, ids.get('kiosque') ?? '', 1000 * EURO)
    await giveWallet(w, ids.get('nord') ?? '', 1000 * EURO)
    const plans = await rowsOf<{ id: string }>(w, 'select id from plans where tenant_id = 1 order by id')
    const kiosque = await w.signIn('kiosque')
    for (const [owner_id, sellers] of [
      [root?.id, [port, kiosque]],
      [ids.get('nord'), [port, kiosque]],
      [ids.get('sud'), [port]],
      [ids.get('port'), [port]],
    ] as const) {
      const corner = await goods(w, { pins: 20, euro: 17 })
      await rowsOf(w, 'update products set owner_id = $2 where tenant_id = 1 and id = $1', [corner.product_id, owner_id])
      await rowsOf(w, 'insert into assigned_products values (1, $1, $2, $3, null, 900, true)', [newId(), ids.get('nord'), corner.product_id])
      await rowsOf(w, 'update batches set owner_id = $2 where tenant_id = 1 and batch_no = $1', [corner.batch_no, owner_id])
      for (const [i, plan] of plans.entries())
        await rowsOf(w, 'update plan_entries set discount = $3 where tenant_id = 1 and plan_id = $1 and product_id = $2', [
          plan.id,
          corner.product_id,
          700 - 133 * i,
        ])
      for (const [i, seller] of sellers.entries())
        await seller.calls.sell({ ...(await seller.calls.transactionKey({})), configuration_id: corner.configuration_id, quantity: 2 + i })
    }
  })

  test('as in the books: the sum sold is what its customers paid to it, and the sum bought is what it paid itself', async () => {
    for (const person of people) {
      const books = total(await booksOf(ids.get(person) ?? ''), ids.get(person) ?? '')
      const { totals } = await (await w.signIn(person)).calls.salesList({})
      expect([person, totals]).toEqual([person, { ...books, margin_total: books.sold_total - books.bought_total, quantity: totals.quantity }])
      expect(totals.sold_total).toBeGreaterThan(0)
    }
  })

  test('in rows, in today’s figures and in those of one customer too, even if the organisation earns nothing in the sale', async () => {
    const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]
    const { content, totals } = await nord.calls.salesList({ limit: 100 })
    const own = content.find((row) => row.seller_name === 'Épicerie du Port' && row.quantity === 2 && row.sold_total === 0)
    expect(own).toMatchObject({ bought_total: 0, margin_total: 0 })
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(w.clock.now())
    const today = (await nord.calls.salesList({ date_from: day })).totals
    expect((await nord.calls.dashboard({})).sales?.today).toMatchObject({ sold_total: today.sold_total, margin_total: today.margin_total })
    const since = new Date(w.clock.now().getTime() - 29 * 86_400_000)
    const month = await sud.calls.salesList({ date_from: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(since) })
    const details = await sud.calls.customerDetails({ customer_id: ids.get('port') ?? '' })
    expect(details.sales_by_day.reduce((a, b) => a + b, 0)).toBe(month.totals.sold_total)
    // Control: face value and the shop's price give other sums than the organisation's own hop, so the test would notice a report that used them.
    const [wrong] = await rowsOf<{ face: number; shop: number }>(
      w,
      'select sum(s.value * s.quantity)::bigint as face, sum(s.amount_total)::bigint as shop from sales s where s.tenant_id = 1',
    )
    expect([wrong?.face, wrong?.shop]).not.toContain(totals.sold_total)
  })
})

describe('the dashboard', () => {
  test('shows each user only the parts that the user may see', async () => {
    const [nord, stock] = [await w.signIn('nord'), await w.signIn('nord-stock')]
    const [whole, part, shop] = await Promise.all([nord, stock, port].map((person) => person.calls.dashboard({})))
    expect([whole?.sales, whole?.stock, whole?.customers_low].every(Boolean)).toBe(true)
    expect([part?.sales, part?.customers_low, Boolean(part?.stock)]).toEqual([null, null, true])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(w.clock.now())
    const sold = (await port.calls.salesList({ date_from: today })).totals.quantity
    expect([shop?.stock, shop?.customers_low, shop?.sales?.today.quantity]).toEqual([null, null, sold])
    expect(whole?.stock?.map((row) => row.days_left)).toEqual([...(whole?.stock ?? [])].map((row) => row.days_left).sort((a, b) => (a ?? 0) - (b ?? 0)))
  })

  test('returns a part that is requested alone with the same content as in the whole dashboard, and only to users who may see it', async () => {
    const nord = await w.signIn('nord')
    const fieldsOf = { sales: ['sales'], wallet: ['wallet'], stock: ['stock', 'stock_low', 'to_publish'], customers: ['customers_low'] } as const
    const { as_of: _, ...whole } = await nord.calls.dashboard({})
    for (const [part, fields] of Object.entries(fieldsOf)) {
      const { as_of, ...alone } = await nord.calls.dashboard({ part: part as keyof typeof fieldsOf })
      const isOf = (name: string) => (fields as readonly string[]).includes(name)
      expect(alone).toEqual(Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, isOf(name) ? value : null])))
    }
    expect([whole.sales, whole.wallet, whole.stock, whole.stock_low, whole.customers_low]).not.toContain(null)
    expect((await (await w.signIn('nord-stock')).calls.dashboard({ part: 'sales' })).sales).toBeNull()
  })

  test('shows the balance at which a shop is topped up automatically, while the rule for this is on', async () => {
    const trigger = async () => (await port.calls.dashboard({ part: 'wallet' })).wallet?.trigger
    const rule = (is_enabled: boolean) =>
      rowsOf(
        w,
        `insert into auto_credit_rules (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, is_enabled, created_by, created_at)
         select 1, o.id, 1000000, 2000000, 4000000, $2, u.id, now() from organisations o join users u on u.tenant_id = 1 and u.username = 'nord'
          where o.tenant_id = 1 and o.id = $1
         on conflict (tenant_id, wallet_id) do update set is_enabled = excluded.is_enabled, balance_trigger = excluded.balance_trigger`,
        [port.customer_id, is_enabled],
      )
    await rule(true)
    expect(await trigger()).toBe(1_000_000)
    await rule(false)
    expect(await trigger()).toBeNull()
  })

  test('compares today with yesterday until the same minute, not with the whole day', () => {
    const row = (is_today: boolean, hour: number, until_now: boolean) => ({
      is_today,
      hour,
      until_now,
      count: 1,
      quantity: 2,
      face_total: 11 * EURO,
      sold_total: 10 * EURO,
      bought_total: 9 * EURO,
    })
    const days = compareDays([row(true, 9, true), row(false, 9, true), row(false, 10, false)], { mask_seller_discount: false })
    expect([days.today.count, days.yesterday.count, days.today.margin_total, days.today.face_total]).toEqual([1, 1, EURO, 11 * EURO])
    expect(days.hours[10]).toEqual({ hour: 10, today: 0, yesterday: 1 })
  })
})
