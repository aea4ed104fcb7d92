// Goods in lists: which organisation sees which goods, and how much of their stock.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { batch, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const euro = (n: number) => n * EURO
const card = (value: number) =>
  ({ value: euro(value), info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true }) as const
const one = async (product_id: string, person = nord) => (await person.calls.productsList({ view_type: 'single', product_id })).content[0]

describe('the list of products', () => {
  test('shows products with their denominations and stock, by page, search and kind', async () => {
    const all = await nord.calls.productsList({})
    expect(all.filters.total_count).toBeGreaterThan(11)
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
    expect((await nord.calls.productsList({ sort: '-stock', total_items: 1 })).content[0]?.stock).toBe(Math.max(...all.content.map(({ stock }) => stock)))
  })

  test('marks sold-out products, and does not count stock that is unpublished or expired', async () => {
    const corner = await goods(w, { pins: 2, published: false })
    expect(await one(corner.product_id)).toMatchObject({ stock: 0, suppliers: 1, configurations: [{ stock: 0, is_used: true }] })
    await batch(w, corner, { pins: 3, expires_on: '2020-01-01' })
    expect((await one(corner.product_id))?.stock).toBe(0)
    await batch(w, corner, { pins: 4 })
    expect(await one(corner.product_id)).toMatchObject({ stock: 4, configurations: [{ stock: 4 }] })
    const ids = async (sold_out: boolean) => (await nord.calls.productsList({ filters: { sold_out }, total_items: 100 })).content.map((p) => p.product_id)
    expect(await ids(false)).toContain(corner.product_id)
    expect(await ids(true)).not.toContain(corner.product_id)
  })

  test('counts the stock of a pool once, even if several denominations draw on it', async () => {
    const pool = await goods(w, { pins: 5 })
    await rowsOf(w, 'update configurations set is_pool = true where tenant_id = 1 and id = $1', [pool.configuration_id])
    await nord.calls.productUpdate({ product_id: pool.product_id, configurations: [card(5), card(15)] })
    await rowsOf(w, 'update configurations set draws_on = $1 where tenant_id = 1 and product_id = $2 and not is_pool', [pool.configuration_id, pool.product_id])
    const product = await one(pool.product_id)
    expect(product?.stock).toBe(5)
    expect(product?.configurations.map((c) => [c.value, c.stock, c.pool_id, c.is_used])).toEqual([
      [euro(5), 5, pool.configuration_id, true],
      [euro(15), 5, pool.configuration_id, true],
    ])
  })

  test('shows no products of another reseller', async () => {
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    const [first] = (await nord.calls.productsList({})).content
    expect((await rhein.calls.productsList({ view_type: 'single', product_id: first?.product_id })).content).toEqual([])
    expect((await rhein.calls.productsList({})).filters.total_count).toBe(5)
  })

  test('shows a sub-reseller the goods it has a price for, and their stock up to 1000, but no suppliers; it cannot change these goods', async () => {
    const sud = await w.signIn('sud')
    const { product_id } = await goods(w, { pins: 1200 })
    expect(await one(product_id, sud)).toMatchObject({ is_own: false, stock: 1000, suppliers: 0 })
    await expect(sud.calls.productUpdate({ product_id, product_name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(sud.calls.productImage({ product_id })).rejects.toMatchObject({ code: 'not_found' })
    const named = { product_type: 'cash_card', product_name: 'Nobody below has a price' } as const
    const unpriced = (await nord.calls.productAdd({ ...named, configurations: [card(10)] })).product_id
    expect(await one(unpriced, sud)).toBeUndefined()
    expect((await sud.calls.productFilters({})).products.map((p) => p.product_id)).not.toContain(unpriced)
  })

  test('offers as filters the kinds of goods, each with its number of products, the products, and the suppliers', async () => {
    const filters = await nord.calls.productFilters({})
    const total = (await nord.calls.productsList({})).filters.total_count
    expect(filters.product_types.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(filters.products).toHaveLength(total)
    expect(filters.suppliers.map(({ company }) => company)).toContain('Telco Distribution SARL')
  })
})
