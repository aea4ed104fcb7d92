// Suppliers' catalogues: only one run reads a catalogue at a time, and impossible data do no harm. A missing product goes off sale but is kept; a higher cost
// is shown and passed on to the price.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { softApi } from '../../../../simulators/soft-api.ts'
import type { Answer, SupplierProduct } from '../../../suppliers/supplier.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { giveLive, onlineConnection } from '../../../test/online.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { keepCatalogue, type Source } from './catalogue.ts'
import { keepCatalogues } from './live-products.ts'

const w = await fileWorld()
let platform: Person
let nord: Person
let connection_id: string
beforeAll(async () => {
  platform = await w.signIn('platform', { host: 'platform.localhost' })
  nord = await w.signIn('nord')
})
beforeEach(async () => {
  connection_id = await onlineConnection(w)
})

const product = (product_id: string, cost: number, more: Partial<SupplierProduct> = {}): SupplierProduct => ({
  ...{ product_id, name: `Nordfunk ${product_id}`, operator_id: '7', operator_name: 'Nordfunk', country: 'DE', needs: [['number']] },
  ...{ retail: null, cost: { from: cost, to: cost } },
  ...more,
})
const says =
  (products: readonly SupplierProduct[]): Source =>
  async () => ({ outcome: 'done', value: products })
/** Advances the clock by a second, makes the catalogue due, and reads it again. */
async function read(source: Source) {
  w.clock.advance(1_000)
  await rowsOf(w, `update catalogues set next_at = '-infinity' where tenant_id = 1`)
  return keepCatalogue({ db: w.db, now: w.clock.now }, 1, { connection_id, provider: 'softapi', name: '' }, source)
}
const seen = async () => (await platform.calls.liveProductsList({ filters: { connection_id }, limit: 100, sort: 'name' })).content
const byName = async (name: string) => (await seen()).find((row) => row.supplier_name === `Nordfunk ${name}`)
const switchOn = async (...names: string[]) => {
  const live_product_ids = (await seen()).flatMap((row) => (names.some((name) => row.supplier_name === `Nordfunk ${name}`) ? [row.live_product_id] : []))
  expect(await platform.calls.liveProductsUpdate({ live_product_ids, is_on: true })).toMatchObject({ changed: names.length, state: 'done' })
}
const onOffer = async () =>
  (await nord.calls.softApiOffers({ limit: 100 })).content.filter(({ name }) => name.startsWith('Nordfunk ')).map(({ name, value }) => [name.slice(9), value])

test('switched-on products are sold; products missing from the catalogue go off sale but stay stored, and once they are back they are sold again with their settings', async () => {
  expect(await read(says([product('a', 4 * EURO), product('b', 9 * EURO)]))).toMatchObject({ outcome: 'done', counts: { products: 2, added: 2, odd: 0 } })
  expect(await onOffer()).toEqual([])
  await switchOn('a', 'b')
  expect(await onOffer()).toEqual([
    ['a', 4.4 * EURO],
    ['b', 9.9 * EURO],
  ])
  expect(await read(says([product('b', 9 * EURO)]))).toMatchObject({ counts: { gone: 1, changed: 0 } })
  expect(await onOffer()).toEqual([['b', 9.9 * EURO]])
  expect(await byName('a')).toMatchObject({ state: 'gone', is_on: true })
  await read(says([product('a', 4 * EURO), product('b', 9 * EURO)]))
  expect(await onOffer()).toHaveLength(2)
  const [goods] = await rowsOf<{ n: number }>(
    w,
    `select count(distinct c.product_id)::int as n from live_products l join configurations c on c.id = l.configuration_id
    where l.tenant_id = 1 and l.connection_id = $1`,
    [connection_id],
  )
  expect(goods, 'one operator is one product').toEqual({ n: 1 })
})

test('new products go on sale automatically if the platform wants that, unless their price is below cost', async () => {
  await platform.calls.catalogueRead({ connection_id, puts_on_sale: true })
  await read(says([product('v', 4 * EURO)]))
  expect(await onOffer()).toContainEqual(['v', 4.4 * EURO])
  await giveLive(w, nord.customer_id, 'softapi', 2_000)
  await read(says([product('v', 4 * EURO), product('w', 4 * EURO)]))
  expect(await byName('w')).toMatchObject({ state: 'off' })
  await giveLive(w, nord.customer_id, 'softapi', null)
  await platform.calls.catalogueRead({ connection_id, puts_on_sale: false })
  await read(says([product('x', 4 * EURO)]))
  expect(await byName('x')).toMatchObject({ state: 'off' })
})

test('a product whose cost rose is immediately sold at the higher price, is marked until a user edits it, and every price is stored', async () => {
  await read(says([product('c', 4 * EURO)]))
  await switchOn('c')
  expect(await read(says([product('c', 5 * EURO)]))).toMatchObject({ counts: { changed: 1, dearer: 1 } })
  const row = await byName('c')
  expect(row).toMatchObject({ cost: 5 * EURO, price: 5.5 * EURO, cost_before: 4 * EURO, state: 'on' })
  expect((await platform.calls.liveProductsList({ filters: { connection_id, dearer: true } })).content).toHaveLength(1)
  expect(await onOffer()).toContainEqual(['c', 5.5 * EURO])
  const live_product_id = row?.live_product_id ?? ''
  const history = (await platform.calls.livePriceHistory({ live_product_id })).content
  expect(history.map(({ cost, price }) => [cost, price])).toEqual([
    [5 * EURO, 5.5 * EURO],
    [4 * EURO, 4.4 * EURO],
  ])
  await platform.calls.liveProductsUpdate({ live_product_ids: [live_product_id], position: 3 })
  expect(await byName('c')).toMatchObject({ dearer_at: null, cost_before: null, position: 3 })
})

test('a product whose cost rose by more than thirty percent is off sale until a user agrees, whether it rose in one step or in several', async () => {
  const ranged = (to: number) => product('r', 4 * EURO, { cost: { from: 4 * EURO, to } })
  await read(says([product('p', 4 * EURO), ranged(40 * EURO)]))
  await switchOn('p', 'r')
  expect(await read(says([product('p', 5.2 * EURO), ranged(52 * EURO)])), 'by thirty percent').toMatchObject({ counts: { dearer: 2 } })
  expect(await byName('p')).toMatchObject({ state: 'on' })
  await read(says([product('p', 5.3 * EURO), ranged(70 * EURO)]))
  const names = async () => (await onOffer()).map(([name]) => name).filter((name) => name === 'p' || name === 'r')
  expect(await names()).toEqual([])
  for (const name of ['p', 'r']) expect(await byName(name)).toMatchObject({ state: 'dearer', is_on: true })
  await read(says([product('p', 5.25 * EURO), ranged(70 * EURO)]))
  expect(await byName('p'), 'a little cheaper is nobody’s yes').toMatchObject({ state: 'dearer' })
  const live_product_ids = [(await byName('p'))?.live_product_id ?? '']
  await platform.calls.liveProductsUpdate({ live_product_ids, position: 4, name: 'Pâle', margin_percent: 1_200 })
  expect(await byName('p'), 'another place, name or margin is nobody’s yes').toMatchObject({ state: 'dearer', cost_before: 4 * EURO, position: 4 })
  await platform.calls.liveProductsUpdate({ live_product_ids, name: null })
  expect(await names()).toEqual([])
  await switchOn('p')
  expect(await names()).toEqual(['p'])
  expect(await byName('p')).toMatchObject({ state: 'on', dearer_at: null })
  await read(says([product('p', 5.25 * EURO), ranged(40 * EURO)]))
  expect(await byName('p'), 'what somebody has looked at stays').toMatchObject({ state: 'on' })
  expect(await byName('r'), 'what is as it was needs nobody').toMatchObject({ state: 'on' })
})

test('invalid products in a supplier’s catalogue do no harm: they are left out, and the others are read', async () => {
  const nonsense = [
    ...[product('d', -EURO), product('e', 0), product('f', 1.5), product('g', 4 * EURO, { cost: { from: 2, to: 1 } }), product('', EURO)],
    ...[product('h', EURO, { country: 'Germany' }), product('i', EURO, { name: ' ' }), product('j'.repeat(101), EURO), product('k', EURO, { name: 'a\0b' })],
    product('l', EURO, { operator_id: 'x'.repeat(1_000_000) }),
  ]
  const long = product('m', EURO, { name: 'M'.repeat(1_000_000), operator_name: 'n'.repeat(1_000_000) })
  const many = Array.from({ length: 10_000 }, (_, i) => product(`n${i}`, Number.NaN))
  const ended = await read(says([...nonsense, ...many, long, product('o', 3 * EURO), product('o', 2 * EURO)]))
  expect(ended).toMatchObject({ outcome: 'done', counts: { products: 2, added: 2, odd: 10_011 } })
  expect((await seen()).map(({ name, cost }) => [name.length, cost])).toEqual([
    [100, EURO],
    [10, 3 * EURO],
  ])
})

test('a catalogue that is missing or empty, or whose adapter fails, takes no product off sale', async () => {
  await read(says([product('p', 3 * EURO)]))
  await switchOn('p')
  const unknown: Answer<never> = { outcome: 'unknown', reason: 'silence' }
  for (const source of [async () => unknown, says([]), says([product('q', -1)]), () => Promise.reject(new Error('broken'))]) await read(source)
  expect(await onOffer()).toContainEqual(['p', 3.3 * EURO])
  const { catalogues } = await platform.calls.liveProductsList({ filters: { connection_id } })
  expect(catalogues.find((one) => one.connection_id === connection_id)).toMatchObject({ outcome: 'failed', reason: 'broken', products: 1 })
})

test('only one run reads a catalogue at a time, and a run that did not report for too long writes nothing more', async () => {
  let asked = 0
  let answer: (products: readonly SupplierProduct[]) => void = () => undefined
  const slow = read(() => {
    asked++
    return new Promise((done) => {
      answer = (value) => done({ outcome: 'done', value })
    })
  })
  await expect.poll(() => asked).toBe(1)
  w.clock.advance(10 * 60_000)
  const now = { db: w.db, now: w.clock.now }
  const again = () => keepCatalogue(now, 1, { connection_id, provider: 'softapi', name: '' }, says([product('r', EURO)]))
  expect(await again()).toEqual({ outcome: 'busy' })
  w.clock.advance(10 * 60_000)
  expect(await again()).toMatchObject({ outcome: 'done' })
  answer([product('s', EURO)])
  expect(await slow).toEqual({ outcome: 'busy' })
  expect((await seen()).map(({ supplier_name }) => supplier_name)).toEqual(['Nordfunk r'])
})

test('if a reading is requested while the catalogue is being read, the catalogue is read once more afterwards', async () => {
  await read(async () => {
    w.clock.advance(1_000)
    await platform.calls.catalogueRead({ connection_id })
    return { outcome: 'done', value: [product('u', EURO)] }
  })
  const due = () => rowsOf(w, 'select 1 from catalogues where tenant_id = 1 and connection_id = $1 and next_at <= $2', [connection_id, w.clock.now()])
  expect(await due()).toHaveLength(1)
  await read(says([product('u', EURO)]))
  expect(await due()).toHaveLength(0)
})

test('a catalogue of 1200 products is read completely; reading it again changes nothing', async () => {
  const all = Array.from({ length: 1_200 }, (_, i) => product(`t${i}`, EURO + i))
  expect(await read(says(all))).toMatchObject({ counts: { products: 1_200, added: 1_200 } })
  expect(await read(says(all))).toMatchObject({ counts: { added: 0, changed: 0, dearer: 0, gone: 0 } })
  const [kept] = await rowsOf<{ n: number }>(
    w,
    'select count(*)::int as n from live_prices p join live_products l on l.id = p.live_product_id where l.tenant_id = 1 and l.connection_id = $1',
    [connection_id],
  )
  expect(kept).toEqual({ n: 1_200 })
  expect(await wrongs(w)).toEqual([])
})

test('the job reads the supplier’s catalogue, and reads it again only when a reading is due or requested', async () => {
  const simulated = await softApi()
  const base_url = simulated.url
  connection_id = await onlineConnection(w, { base_url })
  const asked = async () => {
    await keepCatalogues(w.services, 1)
    return simulated.asked('GET /v1/products')
  }
  const first = await asked()
  expect((await seen()).length).toBeGreaterThan(2)
  expect(await asked()).toBe(first)
  await platform.calls.catalogueRead({ connection_id })
  expect(await asked()).toBeGreaterThan(first)
  await simulated.close()
})
