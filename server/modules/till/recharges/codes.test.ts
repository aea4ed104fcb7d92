// A code can be taken from stock or bought from its supplier. Tests which source is used first and at which price, and that under one key only one code is
// sold. The supplier is a simulator of the neutral interface (adapter soft-api).
import { afterAll, beforeEach, expect, test } from 'vitest'
import { EURO, moneyText } from '../../../../contract/kit/money.ts'
import { softApi } from '../../../../simulators/soft-api.ts'
import { batch, giveWallet, goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { walletOf } from '../../../test/holds.ts'
import { connected } from '../../../test/top-ups.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const sim = await softApi()
afterAll(() => sim.close())
await connected(w, {
  ...{ adapter: 'soft_api', provider: 'direct_recharge', base_url: sim.url, settings: { country: 'DE' } },
  credentials: { username: 'portal', password: 'sandbox' },
})
const platform = await w.signIn('platform', { host: 'platform.localhost' })
await platform.calls.tenantChoose({ tenant_id: 1 })
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
const START = 1_000 * EURO
const [LIVE, STOCK] = [10 * EURO, 9.5 * EURO]

// Puts a card in stock with the brand and value of one of the supplier's codes.
const stock = await goods(w, { pins: 0, euro: 10 })
await rowsOf(w, `update products set name = 'Nordfunk', name_search = 'nordfunk' where tenant_id = 1 and id = $1`, [stock.product_id])

beforeEach(async () => {
  w.clock.advance(11 * 60_000)
  sim.advance(11 * 60_000)
  await w.services.suppliers.flush()
  sim.tune({ balance: '5000.00' })
  await goFirst(false)
  for (const { customer_id } of [shop, other, await w.signIn('nord')]) await giveWallet(w, customer_id, START)
})

const key = async (person: Person = shop) => (await person.calls.transactionKey({})).transaction_key
const offer = async () => {
  const found = (await shop.calls.rechargeOffers({})).content.find(({ brand, value }) => brand === 'Nordfunk' && value === LIVE)
  if (!found?.code) throw new Error('no code of ten euros')
  return { ...found, code: found.code }
}
const { code: liveCode } = await offer()
async function goFirst(goes_first: boolean) {
  const { configuration_id } = liveCode
  const [row] = await rowsOf<{ id: string }>(w, 'select id from live_products where tenant_id = 1 and configuration_id = $1', [configuration_id])
  await platform.calls.liveProductsUpdate({ live_product_ids: [row?.id ?? ''], goes_first })
}
const sell = async (price_seen?: number, transaction_key?: string) =>
  shop.calls.rechargeCode({
    ...{ transaction_key: transaction_key ?? (await key()), configuration_id: (await offer()).code.configuration_id },
    ...(price_seen !== undefined && { price_seen }),
  })
/** How many codes the supplier delivered, minus those that were cancelled. */
const delivered = () => sim.journal().reduce((sum, { event }) => sum + (event === 'delivered' ? 1 : event === 'cancelled' ? -1 : 0), 0)
const fromStock = async () =>
  Number(
    (await rowsOf<{ n: string }>(w, 'select count(*) as n from pins where tenant_id = 1 and batch_no = any ($1) and sale_id is not null', [batches]))[0]?.n,
  )
const batches: number[] = []
const stocked = async (pins: number) => {
  const { batch_no } = await batch(w, stock, { pins })
  batches.push(batch_no)
}

test('a code is sold from stock while there is one, then by its supplier, each time at the shown price', async () => {
  await stocked(1)
  expect((await offer()).code).toMatchObject({ comes_from: 'stock', left: 1, price: STOCK })
  const was = delivered()
  expect((await sell(STOCK)).sale).toMatchObject({ product_type: 'cash_card', amount_total: STOCK, pins: [{ pin: expect.stringMatching(/^\d+$/) }] })
  expect(delivered()).toBe(was)
  // The second source has another price. A shop that saw the first source's price is told the new price, and nothing is ordered.
  await expect(sell(STOCK)).rejects.toMatchObject({ code: 'price_changed', detail: { price: moneyText(LIVE) } })
  expect([delivered(), (await offer()).code]).toMatchObject([was, { comes_from: 'supplier', left: null, price: LIVE }])
  const { sale } = await sell(LIVE)
  expect(sale).toMatchObject({ product_type: 'direct_recharge', amount_total: LIVE, copy: 0, pins: [{ pin: expect.stringMatching(/^0\d{13}$/) }] })
  expect(delivered()).toBe(was + 1)
  expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START - STOCK - LIVE, held: 0 })
  // The slip of a supplier's code can be reprinted like any other, and is counted.
  expect(await shop.calls.reprint({ sale_id: sale?.sale_id ?? '' })).toMatchObject({ copy: 1, pins: sale?.pins })
  expect(await wrongs(w)).toEqual([])
})

test('if the platform puts the supplier first and the supplier refuses, the code is sold from stock only under a new key', async () => {
  await stocked(1)
  await goFirst(true)
  expect((await offer()).code).toMatchObject({ comes_from: 'supplier', price: LIVE })
  const sold = await fromStock()
  await sell(LIVE)
  expect(await fromStock()).toBe(sold)
  sim.tune({ balance: '0.00' })
  const refused = await key()
  await expect(sell(LIVE, refused)).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'not_now' } })
  await expect(shop.calls.sell({ transaction_key: refused, configuration_id: stock.configuration_id, quantity: 1 })).rejects.toMatchObject({
    code: 'key_reused',
  })
  expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START - LIVE, held: 0 })
  const next = { transaction_key: await key(), configuration_id: (await offer()).code.configuration_id, price_seen: STOCK }
  expect((await shop.calls.rechargeCode({ ...next, comes_from: 'stock' })).sale).toMatchObject({ product_type: 'cash_card' })
  expect(await fromStock()).toBe(sold + 1)
})

test('a supplier that has just failed is tried last, and the till’s tiles show this before the sale', async () => {
  await stocked(1)
  await goFirst(true)
  const [opened] = await rowsOf<{ id: string }>(w, 'select id from connections where tenant_id = 1 and base_url = $1', [sim.url])
  sim.fault('GET /v1/balance', 'status_500', false, 3)
  const connection = await w.services.suppliers.open(1, opened?.id ?? '')
  if (connection?.kind === 'goods') await connection.supplier.balance()
  await w.services.suppliers.flush()
  expect(await offer()).toMatchObject({ recharge: { weather: 'away' }, code: { comes_from: 'stock', weather: 'fine', price: STOCK } })
  expect((await sell(STOCK)).sale).toMatchObject({ product_type: 'cash_card' })
  w.clock.advance(11 * 60_000)
  expect(await offer(), 'control: bad weather passes').toMatchObject({ recharge: { weather: 'fine' } })
})

test('one key sells only one code, even if it is used many times simultaneously and the first source changes meanwhile', async () => {
  await stocked(1)
  const was = (await fromStock()) + delivered()
  const count = async () => (await fromStock()) + delivered() - was
  const transaction_key = await key()
  const { configuration_id } = (await offer()).code
  const ask = () => shop.calls.rechargeCode({ transaction_key, configuration_id })
  const rival = async () =>
    other.calls.sell({ transaction_key: await key(other), configuration_id: stock.configuration_id, quantity: 1 }).catch(() => undefined)
  const answers = await Promise.all([ask(), rival(), ask(), ask(), ask()])
  const pins = new Set(answers.flatMap((answer) => (answer && 'sale' in answer ? (answer.sale?.pins.map(({ pin }) => pin) ?? []) : [])))
  expect(pins.size).toBe(1)
  await goFirst(true)
  const again = await ask()
  expect(again.sale?.pins.map(({ pin }) => pin)).toEqual([...pins])
  // One of these codes was sold under the key, and one under the rival's key if the rival got one before stock ran out.
  const sold = answers.filter((answer) => answer !== undefined).length - 3
  expect([await count(), await wrongs(w)]).toEqual([sold, []])

  // Control: if the money function `hold` treated a used key as new, the second key would sell two codes.
  const second = await key()
  await goFirst(false)
  await stocked(1)
  const before = (await fromStock()) + delivered()
  const twice = () => shop.calls.rechargeCode({ transaction_key: second, configuration_id })
  await twice()
  await goFirst(true)
  await twice()
  expect((await fromStock()) + delivered() - before).toBe(1)
  await sabotage(w, 'hold', 'if not found then', 'if not found and false then')
  await twice()
  expect((await fromStock()) + delivered() - before, 'control').toBe(2)
})

test('a code whose answer was lost is cancelled at the supplier, and its money is refunded', async () => {
  const was = delivered()
  sim.fault('POST /v1/orders', 'cut', true)
  const transaction_key = await key()
  await sell(undefined, transaction_key).catch(() => undefined)
  await w.services.live.idle()
  w.clock.advance(60_000)
  sim.advance(60_000)
  await w.services.live.takeUp(1)
  await w.services.live.idle()
  await expect(sell(undefined, transaction_key)).rejects.toMatchObject({ code: 'supplier_refused' })
  expect([delivered() - was, await walletOf(w, shop.customer_id)]).toMatchObject([0, { balance: START, held: 0 }])
})
