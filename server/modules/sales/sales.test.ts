import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveWallet, goods, organisationId, rowsOf } from '../../test/arrange.ts'
import { type Person, type World, world } from '../../test/world.ts'
import { compareDays } from './dashboard.ts'

const EURO = 10_000
let w: World
let port: Person
beforeAll(async () => {
  w = await world()
  port = await w.signIn('port')
  await giveWallet(w, port.customer_id, 1000 * EURO)
  await giveWallet(w, await organisationId(w, 'sud'), 1000 * EURO)
})
afterAll(() => w.end())

test('a shop sees its own sales, newest first, with serial and last four but no PIN', async () => {
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
    amount_total: 190_000,
    pin_last4: corner.pins[0]?.slice(-4),
    may_reprint: true,
    seller_name: 'Épicerie du Port',
  })
  expect(JSON.stringify(list)).not.toContain(corner.pins[0])
  expect(new Set(list.content.map((row) => row.seller_name))).toEqual(new Set(['Épicerie du Port']))
})

test('those above see it at the price they were paid', async () => {
  const [latest] = (await port.calls.salesList({})).content
  const [sud, nord] = [await w.signIn('sud'), await w.signIn('nord')]
  const [row] = await rowsOf<{ prices: number[] }>(w, 'select prices from sales where tenant_id = 1 and id = $1', [latest?.sale_id])
  const seenBy = async (person: Person) => (await person.calls.salesList({})).content.find((sale) => sale.sale_id === latest?.sale_id)?.amount_total
  expect(await seenBy(sud)).toBe(Number(row?.prices[0]) * 2)
  expect(await seenBy(nord)).toBe(Number(row?.prices[1]) * 2)
})

test('a day is Berlin’s, the count is true and the totals are those of all pages', async () => {
  const nord = await w.signIn('nord')
  const all = await nord.calls.salesList({ limit: 5 })
  const [row] = await rowsOf<{ n: number; face: number }>(w, 'select count(*)::int as n, sum(value * quantity)::bigint as face from sales where tenant_id = 1')
  expect([all.content.length, all.filters.total_count, all.totals.face_total]).toEqual([5, row?.n, row?.face])
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

test('a shop that may not see discounts gets no amounts', async () => {
  const gare = await w.signIn('gare')
  const list = await gare.calls.salesList({})
  expect([list.totals.amount_total, ...new Set(list.content.map((sale) => sale.amount_total))]).toEqual([null, null])
})

describe('the dashboard', () => {
  test('gives each person what it may see', async () => {
    const [nord, stock] = [await w.signIn('nord'), await w.signIn('nord-stock')]
    const [whole, part, shop] = await Promise.all([nord, stock, port].map((person) => person.calls.dashboard({})))
    expect([whole?.sales, whole?.stock, whole?.customers_low].every(Boolean)).toBe(true)
    expect([part?.sales, part?.customers_low, Boolean(part?.stock)]).toEqual([null, null, true])
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(w.clock.now())
    const sold = (await port.calls.salesList({ date_from: today })).totals.quantity
    expect([shop?.stock, shop?.customers_low, shop?.sales?.today.quantity]).toEqual([null, null, sold])
    expect(whole?.stock?.map((row) => row.days_left)).toEqual([...(whole?.stock ?? [])].map((row) => row.days_left).sort((a, b) => (a ?? 0) - (b ?? 0)))
  })

  test('compares with yesterday until the same minute, not the whole day', () => {
    const row = (is_today: boolean, hour: number, until_now: boolean) => ({ is_today, hour, until_now, count: 1, quantity: 2, face_total: 10 * EURO })
    const days = compareDays([row(true, 9, true), row(false, 9, true), row(false, 10, false)])
    expect([days.today.count, days.yesterday.count]).toEqual([1, 1])
    expect(days.hours[10]).toEqual({ hour: 10, today: 0, yesterday: 1 })
  })
})
