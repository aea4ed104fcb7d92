// The price of live goods at every hop: only the discount for their provider counts.
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { EURO, priceOf } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import { giveWallet, rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { liveGoods } from '../test/holds.ts'
import { giveLive, onlineGoods } from '../test/online.ts'
import { fileWorld } from '../test/world.ts'
import type { HoldAsked } from './holds.ts'

/** With this value every second discount gives a price that has to be rounded, because it ends in half a ten-thousandth. */
const VALUE = 7.5 * EURO
const w = await fileWorld()
const { money } = w.services
const [nord, sud, port] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('port')]
/** Who buys these goods from whom: the shop port from the sub-reseller sud, sud from nord, and nord from the platform, which owns them. */
const chain = [port.customer_id, sud.customer_id, nord.customer_id]
const goods = await onlineGoods(w, { value: VALUE })
const live = await liveGoods(w, port)
const asked = (more: Partial<HoldAsked>) => live.asked({ configuration_id: goods.configuration_id, supplier_id: goods.supplier_id, cost: 1, ...more })

/** Makes a hold; returns what it takes at every hop, from the shop up, or the code of its refusal. */
async function held(more: Partial<HoldAsked> = {}): Promise<readonly number[] | string> {
  const wanted = asked(more)
  const answer = await money.hold(wanted)
  if (answer.code !== 'held') return answer.code
  const [row] = await rowsOf<{ prices: string[]; price_source: string }>(w, 'select prices, price_source from holds where tenant_id = 1 and key = $1', [
    wanted.key,
  ])
  expect(row?.price_source).toBe('live')
  await money.void(1, wanted.key, null, 'test')
  return (row?.prices ?? []).map(Number)
}
const choose = (organisation_id: string, is_on: boolean) =>
  inTenant(w.owner, 1, async (q) => {
    await q.query('delete from live_choices where tenant_id = 1 and organisation_id = $1', [organisation_id])
    await insert(q, 'live_choices', { tenant_id: 1, organisation_id, configuration_id: goods.configuration_id, is_on })
  })

beforeEach(async () => {
  for (const id of chain) {
    await giveWallet(w, id, 1_000 * EURO)
    await giveLive(w, id, 'softapi', null)
  }
  for (const table of ['live_choices', 'below_cost_days']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
})

const given = fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: null })
const climbs = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.tuple(given, given, given), fc.option(fc.integer({ min: 1, max: 100 * EURO }), { nil: null }), async (discounts, value) => {
      await rowsOf(w, 'update organisations set below_cost_daily = 10000000000 where tenant_id = 1')
      for (const [i, id] of chain.entries()) await giveLive(w, id, 'softapi', discounts[i] ?? null)
      const prices = discounts.map((discount) => priceOf(value ?? VALUE, discount ?? 0))
      expect(await held({ value })).toEqual(prices)
      const why = await sud.calls.priceWhy({ customer_id: port.customer_id, configuration_id: goods.configuration_id })
      expect(why).toMatchObject({ price: priceOf(VALUE, discounts[0] ?? 0), rungs: [{ source: 'live', discount: discounts[0] ?? 0, holds: true }] })
    }),
    { numRuns },
  )

test('each hop pays the value less its discount for the provider, or the whole value without one, whatever its other discounts', () => climbs(60))

test('an entry for live goods in a plan, or among a customer’s own prices, changes no price and does not hide the goods', async () => {
  await inTenant(w.owner, 1, async (q) => {
    const { product_id, configuration_id } = goods
    for (const customer_id of chain)
      await insert(q, 'assigned_products', { tenant_id: 1, id: newId(), customer_id, product_id, configuration_id, discount: 9_000, is_enabled: false })
  })
  expect(await held()).toEqual([VALUE, VALUE, VALUE])
  await rowsOf(w, 'delete from assigned_products where tenant_id = 1 and product_id = $1', [goods.product_id])
})

test('plans, customers’ own price entries, the till and stock do not contain live goods', async () => {
  const { product_id, configuration_id } = goods
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  const entries = [{ product_id, configuration_id, discount: 100 }]
  await expect(nord.calls.assignedChange({ action: 'add', customer_ids: [sud.customer_id], pad_list: entries })).rejects.toMatchObject({ code: 'not_found' })
  expect((await port.calls.sellerProductsV2({})).content.some((offer) => offer.configuration_id === configuration_id)).toBe(false)
  expect((await platform.calls.stockList({ filters: { product_id } })).content).toEqual([])
  expect((await platform.calls.productsList({ view_type: 'single', product_id })).content).toEqual([])
  await expect(platform.calls.productUpdate({ product_id, product_name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await nord.calls.assignedProducts({ customer_id: sud.customer_id, filters: { product_id } })).content).toEqual([])
  expect((await nord.calls.productFilters({})).products).toContainEqual(expect.objectContaining({ product_id, product_type: 'dynamic' }))
  const { transaction_key } = await port.calls.transactionKey({})
  await expect(port.calls.sell({ transaction_key, configuration_id, quantity: 1 })).rejects.toMatchObject({ code: 'out_of_stock' })
})

test('an organisation that switched live goods off sells them to nobody below it, while other organisations still sell them', async () => {
  await choose(nord.customer_id, false)
  expect(await held()).toBe('not_on_offer')
  await choose(nord.customer_id, true)
  expect(await held()).toEqual([VALUE, VALUE, VALUE])
  await choose(port.customer_id, false)
  expect(await held()).toEqual([VALUE, VALUE, VALUE])
})

test('a shop that may not see its price must send the value as the price it saw; every other shop must send its own price', async () => {
  await giveLive(w, port.customer_id, 'softapi', 1_000)
  const price = priceOf(VALUE, 1_000)
  expect(await held({ price_seen: price })).toEqual([price, VALUE, VALUE])
  expect(await held({ price_seen: VALUE })).toBe('price_changed')
  await rowsOf(w, 'update organisations set mask_seller_discount = true where tenant_id = 1 and id = $1', [port.customer_id])
  expect(await held({ price_seen: VALUE })).toEqual([price, VALUE, VALUE])
  expect(await held({ price_seen: price })).toBe('price_changed')
  await rowsOf(w, 'update organisations set mask_seller_discount = false where tenant_id = 1 and id = $1', [port.customer_id])
})

test('the supplier’s price counts as cost: once a day’s losses reach the limit at the platform’s or a reseller’s hop, further sales are refused', async () => {
  await rowsOf(w, 'update organisations set below_cost_daily = 10000 where tenant_id = 1')
  expect(await held({ cost: VALUE + EURO })).toEqual([VALUE, VALUE, VALUE])
  expect(await held({ cost: VALUE + EURO + 1 })).toBe('below_cost_limit')
  await giveLive(w, sud.customer_id, 'softapi', 5_000)
  expect(await held()).toBe('below_cost_limit')
  expect(await wrongs(w)).toEqual([])
})

// The controls are the last tests, because the wrong holds that they make stay in the books.
test.for([
  ['another provider’s discount', 'd.provider = p_provider', 'true'],
  ['a full discount where none is given', 'coalesce(d.discount, 0)', 'coalesce(d.discount, 100)'],
] as const)('control: prices are wrong if offer_of applies %s', async ([, right, wrong]) => {
  await giveLive(w, port.customer_id, 'flixbus', 77)
  await sabotage(w, 'offer_of', right, wrong)
  await expect(climbs(20)).rejects.toThrow()
  await sabotage(w, 'offer_of', wrong, right)
  await giveLive(w, port.customer_id, 'flixbus', null)
})
