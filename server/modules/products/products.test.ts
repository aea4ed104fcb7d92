import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type World, world } from '../../test/world.ts'

let w: World
let nord: Person
beforeAll(async () => {
  w = await world()
  nord = await w.signIn('nord')
})
afterAll(() => w.end())

test('products come with their denominations and stock, by page, search and kind', async () => {
  const all = await nord.calls.productsList({})
  expect(all.filters.total_count).toBe(12)
  const found = await nord.calls.productsList({ search_text: 'PAYSAFE' })
  expect(found.content.map((product) => [product.product_name, product.configurations.map((c) => c.value / 10_000)])).toEqual([
    ['paysafecard', [10, 25, 50, 100]],
  ])
  expect((await nord.calls.productsList({ filters: { product_type: 'gift_card' } })).content.every((product) => product.product_type === 'gift_card')).toBe(
    true,
  )
  const [first] = all.content
  expect((await nord.calls.productsList({ view_type: 'single', product_id: first?.product_id })).content).toEqual([first])
  expect((await nord.calls.productsList({ search_text: first?.configurations[0]?.ean })).content[0]?.product_id).toBe(first?.product_id)
})

test('another reseller’s products are not there', async () => {
  const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
  const [first] = (await nord.calls.productsList({})).content
  expect((await rhein.calls.productsList({ view_type: 'single', product_id: first?.product_id })).content).toEqual([])
  expect((await rhein.calls.productsList({})).filters.total_count).toBe(5)
})

test('suppliers are each reseller’s own', async () => {
  expect((await nord.calls.suppliersList({ search_text: 'telco' })).content).toMatchObject([{ company: 'Telco Distribution SARL', status: true }])
  expect((await (await w.signIn('sud')).calls.suppliersList({})).filters.total_count).toBe(0)
})
