// Stock that will not last: every screen shows the same number of days left, a warning comes once a day, and stock that will expire is reported in good time.
import { expect, test } from 'vitest'
import { berlinDay } from '../../../kit/berlin.ts'
import { batch, giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { tellExpiring, tellLow } from './low-stock.ts'
import { EXPIRY_DAYS, SALES_DAYS } from './pace.sql.ts'

const DAY_MS = 86_400_000
const w = await fileWorld()
const signIn = async () => [await w.signIn('nord'), await w.signIn('kiosque')] as const
let [nord, till] = await signIn()
await giveWallet(w, till.customer_id, 1_000_000 * 10_000)

/** Moves the clock by a day and signs in again, because sessions end overnight. */
async function nextDay() {
  w.clock.advance(DAY_MS)
  ;[nord, till] = await signIn()
}

const buy = async (configuration_id: string, quantity: number) =>
  till.calls.sell({ transaction_key: (await till.calls.transactionKey({})).transaction_key, configuration_id, quantity })
const inDays = (days: number) => berlinDay(new Date(w.clock.now().getTime() + days * DAY_MS))
const told = (configuration_id: string) =>
  rowsOf<{ kind: string; data: Record<string, string> }>(
    w,
    `select kind, data from notices where tenant_id = 1 and data ->> 'configuration_id' = $1 and kind <> 'stock_imported' order by id`,
    [configuration_id],
  )
const stockOf = async (configuration_id: string) => (await nord.calls.stockList({ configuration_id })).content[0]

/** Makes a calling card of one denomination, which draws on a pool. */
async function pool(pins: number) {
  const { owner_id, product_id, configuration_id } = await goods(w, { pins: 0 })
  await rowsOf(w, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [product_id])
  const { pool_id } = await nord.calls.poolAdd({ product_id, pool_name: `Pool ${product_id.slice(-6)}`, configuration_ids: [configuration_id] })
  const { batch_no } = await batch(w, { owner_id, configuration_id: pool_id }, { pins })
  return { pool_id, configuration_id, product_id, batch_no }
}

test('goods whose stock lasts less than three days are reported to their owner, once a day', async () => {
  const { configuration_id } = await goods(w, { pins: 10 })
  await buy(configuration_id, 1)
  await tellLow(w.services)
  expect(await told(configuration_id)).toEqual([])
  await buy(configuration_id, 8)
  for (let i = 0; i < 2; i++) await tellLow(w.services)
  expect(await told(configuration_id)).toMatchObject([{ kind: 'stock_low', data: { count: '1', value: '10.00' } }])
  await nextDay()
  await tellLow(w.services)
  expect(await told(configuration_id)).toHaveLength(2)
})

test('a pool’s pace is that of all its denominations together, and the report has the pool’s name', async () => {
  const { pool_id, configuration_id } = await pool(10)
  await buy(configuration_id, 9)
  await tellLow(w.services)
  expect(await told(pool_id)).toMatchObject([{ kind: 'pool_low', data: { count: '1', value: '', product: expect.stringMatching(/^Test .* Pool /) } }])
  expect(await told(configuration_id)).toEqual([])
})

test('the number of days left is the same on the stock list, in the details of the goods, among the pools and on the start page', async () => {
  const own = await goods(w, { pins: 0 })
  const good = await batch(w, own, { pins: 10 })
  // Neither of these two batches counts as stock: one is unpublished, the other has expired.
  await batch(w, own, { pins: 500, published: false })
  await batch(w, own, { pins: 500, expires_on: inDays(-1) })
  await buy(own.configuration_id, 8)
  const days = Math.round((2 * SALES_DAYS * 10) / 8) / 10
  const row = await stockOf(own.configuration_id)
  expect(row).toMatchObject({ unsold: 2, unpublished: 500, expired: 500, sold: 8, sold_14_days: 8, days_left: days, pool_id: null })
  const low = (await nord.calls.stockList({ sort: 'days_left', limit: 100 })).content.find((one) => one.configuration_id === own.configuration_id)
  expect(low?.days_left).toBe(days)

  const drawn = await pool(10)
  await buy(drawn.configuration_id, 8)
  const { content: pools } = await nord.calls.poolsList({ pool_id: drawn.pool_id })
  expect(pools).toMatchObject([{ available: 2, expired: 0, sold_14_days: 8, days_left: days }])
  expect(await stockOf(drawn.pool_id)).toMatchObject({ unsold: 2, sold_14_days: 8, days_left: days })
  expect(await stockOf(drawn.configuration_id)).toMatchObject({ unsold: 0, pool_id: drawn.pool_id, days_left: null })

  // All other goods are switched off first, because the dashboard lists only six, and goods that ran out would hide the two goods of this test.
  for (const { configuration_id } of (await nord.calls.stockList({ limit: 100 })).content)
    if (configuration_id !== own.configuration_id)
      await rowsOf(w, 'update configurations set is_active = false where tenant_id = 1 and id = $1', [configuration_id])
  const { stock } = await nord.calls.dashboard({})
  expect(stock?.find((one) => one.configuration_id === own.configuration_id)).toMatchObject({ pool_name: null, unsold: 2, days_left: days })
  expect(stock?.find((one) => one.configuration_id === drawn.pool_id)).toMatchObject({ pool_name: expect.stringMatching(/^Pool/), unsold: 2, days_left: days })
  expect(stock?.map((one) => one.configuration_id)).not.toContain(drawn.configuration_id)
  expect(good.batch_no).toBeGreaterThan(0)
})

test('stock that expires within the month is reported once for each batch and expiry day; sold PINs and stock that expires later are not reported', async () => {
  const corner = await goods(w, { pins: 0 })
  const soon = await batch(w, corner, { pins: 4, expires_on: inDays(EXPIRY_DAYS) })
  await batch(w, corner, { pins: 4, expires_on: inDays(EXPIRY_DAYS + 1) })
  await batch(w, corner, { pins: 4, expires_on: inDays(-1) })
  await batch(w, corner, { pins: 4 })
  const sold = await goods(w, { pins: 3, expires_on: inDays(5) })
  await buy(sold.configuration_id, 3)
  for (let i = 0; i < 2; i++) await tellExpiring(w.services)
  expect(await told(corner.configuration_id)).toMatchObject([
    { kind: 'stock_expiring', data: { batch_no: String(soon.batch_no), count: '4', day: inDays(EXPIRY_DAYS), value: '10.00' } },
  ])
  expect(await told(sold.configuration_id)).toEqual([])
  await nextDay()
  await tellExpiring(w.services)
  expect(await told(corner.configuration_id)).toHaveLength(2)
})

test('a PIN is still sold on the day it expires and not on the day after, and the counts agree', async () => {
  const corner = await goods(w, { pins: 5, expires_on: inDays(0) })
  await buy(corner.configuration_id, 2)
  expect(await stockOf(corner.configuration_id)).toMatchObject({ unsold: 3, expired: 0, sold: 2 })
  await nextDay()
  await expect(buy(corner.configuration_id, 1)).rejects.toMatchObject({ code: 'out_of_stock' })
  const { content, batches } = await nord.calls.stockList({ configuration_id: corner.configuration_id })
  expect(content).toMatchObject([{ unsold: 0, unpublished: 0, expired: 3, sold: 2, days_left: 0 }])
  expect(batches).toMatchObject([{ quantity: 5, unsold: 0, unpublished: 0, expired: 3, sold: 2 }])
  const found = await nord.calls.inventorySearch({ search_text: String(corner.batch_no), kind: 'batch' })
  expect(found.batches).toMatchObject([{ available: 0, unpublished: 0, expired: 3, sold: 2 }])
})
