// Customers' prices for live goods: each equals the price at that customer's till, and its reason tells where the discount comes from.
import { beforeAll, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { refusalOf } from '../../../test/door.ts'
import { catalogueProduct, giveLive } from '../../../test/online.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [nord, sud, kiosque] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('kiosque')]
let product: Awaited<ReturnType<typeof catalogueProduct>>

/** The product costs 10.00 € at the shop's counter and 9.00 € at the supplier. */
beforeAll(async () => {
  product = await catalogueProduct(w)
  await platform.calls.liveProductsUpdate({
    live_product_ids: [product.live_product_id],
    is_on: true,
    price_by: 'cost',
    margin_amount: EURO,
    margin_percent: 0,
  })
  for (const { customer_id } of [nord, sud, kiosque]) await giveLive(w, customer_id, 'softapi', null)
})

type LiveCustomerPricesInput = Parameters<Person['calls']['liveCustomerPrices']>[0]
const of = async (person: Person, asked: LiveCustomerPricesInput = {}) =>
  (await person.calls.liveCustomerPrices({ limit: 100, search_text: product.name.toLowerCase(), ...asked })).content.filter(
    ({ live_product_id }) => live_product_id === product.live_product_id,
  )
const ofKiosque = async () => (await of(nord, { customer_id: kiosque.customer_id }))[0]
const atTheTill = async () => (await kiosque.calls.softApiOffers({ limit: 100 })).content.find(({ name }) => name === product.name)

test('each customer’s price tells why it has its discount: the reseller gave one, gave none, has none to give, or does not offer the product', async () => {
  expect(await ofKiosque()).toMatchObject({ value: 10 * EURO, discount: 0, price: 10 * EURO, cost: 10 * EURO, margin: 0, reason: 'none_own' })
  await giveLive(w, nord.customer_id, 'softapi', 500)
  expect(await ofKiosque()).toMatchObject({ discount: 0, price: 10 * EURO, cost: 9.5 * EURO, margin: 0.5 * EURO, reason: 'not_given' })
  await giveLive(w, kiosque.customer_id, 'softapi', 200)
  const given = { discount: 200, price: 9.8 * EURO, cost: 9.5 * EURO, margin: 0.3 * EURO, reason: 'given' }
  expect(await ofKiosque()).toMatchObject(given)
  expect(await atTheTill()).toMatchObject({ price: given.price, discount: given.discount })
  await nord.calls.liveChoicesUpdate({ live_product_ids: [product.live_product_id], is_on: false })
  expect(await ofKiosque()).toMatchObject({ price: null, margin: null, reason: 'off' })
  expect(await atTheTill()).toBeUndefined()
  await nord.calls.liveChoicesUpdate({ live_product_ids: [product.live_product_id], is_on: true })
  expect(await ofKiosque()).toMatchObject(given)
})

test('the platform reads its resellers’ prices beside the supplier’s cost, also for products not on sale, which a reseller does not see', async () => {
  const ofNord = async () => (await of(platform, { customer_id: nord.customer_id }))[0]
  expect(await ofNord()).toMatchObject({ price: 9.5 * EURO, cost: 9 * EURO, margin: 0.5 * EURO, reason: 'given' })
  await platform.calls.liveProductsUpdate({ live_product_ids: [product.live_product_id], is_on: false })
  expect(await ofNord()).toMatchObject({ price: null, margin: null, reason: 'not_on_sale' })
  expect(await ofKiosque()).toBeUndefined()
  await platform.calls.liveProductsUpdate({ live_product_ids: [product.live_product_id], is_on: true })
})

test('the list of all customers’ prices agrees with each customer’s own list, by page, reason and provider', async () => {
  const children = await rowsOf<{ id: string }>(w, 'select id from organisations where parent_id = $1 and is_active order by name_search, id', [
    await organisationId(w, 'nord'),
  ])
  const all = await of(nord, { sort: 'customer_name' })
  expect(all.map(({ customer_id }) => customer_id)).toEqual(children.map(({ id }) => id))
  expect(all).toEqual((await Promise.all(children.map(({ id }) => of(nord, { customer_id: id })))).flat())
  const pages = await Promise.all(
    all.map((_, page) => nord.calls.liveCustomerPrices({ limit: 1, page, search_text: product.name.toLowerCase(), sort: 'customer_name' })),
  )
  expect(pages.map(({ filters }) => filters.total_count)).toEqual(all.map(() => all.length))
  expect(pages.flatMap(({ content }) => content)).toEqual(all)
  expect((await of(nord, { filters: { reason: 'given' } })).map(({ customer_id }) => customer_id)).toEqual([kiosque.customer_id])
  expect(await of(nord, { filters: { provider: 'flixbus' } })).toEqual([])
})

test('prices are refused for organisations other than direct customers: for customers further down, another reseller’s customers and oneself', async () => {
  const port = await organisationId(w, 'port')
  for (const customer_id of [port, nord.customer_id]) expect(await refusalOf(of(nord, { customer_id }))).toBe('not_found')
  expect(await refusalOf(of(sud, { customer_id: kiosque.customer_id }))).toBe('not_found')
  expect((await of(sud)).map(({ customer_id }) => customer_id)).toContain(port)
})
