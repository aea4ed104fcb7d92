// Decisions about live goods: the platform's prices, a second person for prices below cost and for rates, a reseller's choice, and who sees what.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, sabotage } from '../../../test/arrange.ts'
import { refusalOf } from '../../../test/door.ts'
import { liveGoods } from '../../../test/holds.ts'
import { catalogueProduct, giveLive } from '../../../test/online.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const HOST = 'platform.localhost'
const w = await fileWorld()
let platform: Person
let second: Person
let [nord, port]: Person[] = []
let product: Awaited<ReturnType<typeof catalogueProduct>>

beforeAll(async () => {
  platform = await w.signIn('platform', { host: HOST })
  await rowsOf(
    w,
    `insert into users (tenant_id, id, organisation_id, username, full_name, password_hash, internal_role, email, created_at)
     select 0, $1, organisation_id, 'second', 'Second', password_hash, 0, 'second@example.test', created_at - interval '30 days'
       from users where tenant_id = 0 and username = 'platform'`,
    [newId()],
    0,
  )
  second = await w.signIn('second', { host: HOST })
  ;[nord, port] = [await w.signIn('nord'), await w.signIn('port')]
})
beforeEach(async () => {
  product = await catalogueProduct(w)
  await rowsOf(w, 'delete from credit_requests where tenant_id = 1')
})

const ids = () => [product.live_product_id]
/** The first problem in the answer to a form that is sent as a plain HTTP request, without our own client. */
async function problemOf(path: string, form: Record<string, unknown>) {
  const body = JSON.stringify({ ...form, ...(form.live_product_ids ? { live_product_ids: JSON.stringify(form.live_product_ids) } : {}) })
  const headers = { ...platform.headers, 'content-type': 'application/json' }
  const answer = await w.fetch(`/api${path}`, { method: 'POST', host: HOST, headers, body })
  return ((await answer.json()) as { problems?: unknown[] }).problems?.[0]
}
const update = (more: object, by = platform) => by.calls.liveProductsUpdate({ live_product_ids: ids(), ...more })
const row = async (by = platform) => (await by.calls.liveProductsList({ filters: { live_product_id: product.live_product_id } })).content[0]
const waiting = async () => (await second.calls.creditRequestsList({ filters: { state: 'waiting' } })).content
const approve = async (by = second) => by.calls.creditRequestDecide({ request_id: (await waiting())[0]?.request_id ?? '', action: 'approve' })
const offered = async (by = port as Person) =>
  (await by.calls.softApiOffers({ limit: 100 })).content.find(({ name }) => name === product.name || name === 'Ours')

describe('the platform', () => {
  test('switches a product on, names it and prices it; the shop sees name and price immediately', async () => {
    expect(await row()).toMatchObject({ state: 'off', configuration_id: null, cost: 9 * EURO })
    expect(await update({ is_on: true, name: 'Ours', margin_percent: 2_000, rounding: 'ninety_nine' })).toMatchObject({ changed: 1, state: 'done' })
    expect(await row()).toMatchObject({ state: 'on', name: 'Ours', supplier_name: product.name, price: 10.99 * EURO })
    await giveLive(w, port?.customer_id ?? '', 'softapi', 500)
    expect(await offered()).toMatchObject({ name: 'Ours', product_name: 'Nordfunk', value: 10.99 * EURO, price: 10.4405 * EURO, discount: 500, value_to: null })
    await update({ is_on: false, name: null })
    expect(await offered()).toBeUndefined()
    await giveLive(w, port?.customer_id ?? '', 'softapi', null)
  })

  test('gets an error that names the invalid field, and nothing is changed', async () => {
    const both = [product.live_product_id, (await catalogueProduct(w)).live_product_id]
    const path = '/update_dynamic_products/'
    expect(await problemOf(path, { live_product_ids: ids(), margin_percent: '-100' })).toMatchObject({ field: 'margin_percent', code: 'too_small' })
    expect(await problemOf(path, { live_product_ids: both, name: 'One' })).toMatchObject({ field: 'name', code: 'name_for_one' })
    expect(await problemOf(path, { live_product_ids: [] })).toMatchObject({ field: 'live_product_ids' })
    expect(await refusalOf(platform.calls.liveProductsUpdate({ live_product_ids: [...ids(), newId()], is_on: true }))).toBe('not_found')
    expect(await row()).toMatchObject({ is_on: false })
  })

  test('sells below cost only if two people agree', async () => {
    await update({ is_on: true })
    expect(await update({ margin_percent: -5_000 })).toMatchObject({ changed: 0, state: 'waiting' })
    expect(await update({ margin_percent: -5_000 }), 'asked once').toMatchObject({ changed: 0, state: 'waiting' })
    expect(await row()).toMatchObject({ price: 9.9 * EURO, margin_percent: 1_000, state: 'on' })
    expect(await waiting()).toMatchObject([{ type: 'live_prices', below: [{ product_name: `Nordfunk ${product.name}`, price: 4.5 * EURO, cost: 9 * EURO }] }])
    expect(await refusalOf(approve(platform))).toBe('own_request')
    await approve()
    expect(await row()).toMatchObject({ price: 4.5 * EURO, state: 'on' })
    expect(await update({ position: 2 }), 'another decision leaves it agreed').toMatchObject({ state: 'done' })
    expect(await update({ margin_percent: -4_000 }), 'another price is agreed anew').toMatchObject({ state: 'waiting' })
    expect(await update({ margin_percent: 0 })).toMatchObject({ state: 'done' })
  })

  test('can have decisions about two products waiting at the same time; neither replaces the other', async () => {
    const first = product
    await update({ is_on: true, margin_percent: -5_000 })
    product = await catalogueProduct(w)
    await update({ is_on: true, margin_percent: -5_000 })
    expect(await waiting()).toHaveLength(2)
    expect(first.live_product_id).not.toBe(product.live_product_id)
  })
})

test('a discount given by the platform that sells below cost needs a second person’s approval, and is valid once approved', async () => {
  await rowsOf(w, 'update live_products set is_on = false where tenant_id = 1')
  await update({ is_on: true })
  const customer_id = nord?.customer_id ?? ''
  const give = (discount: number) => platform.calls.liveDiscountsPlatform({ entries: [{ customer_id, provider: 'softapi', discount }] })
  const given = async () => (await platform.calls.liveDiscountsPlatform({ customer_id, filters: { provider: 'softapi' } })).content[0]?.discount
  expect((await give(900)).state).toBe('done')
  expect(await update({ margin_percent: 500 }), 'the other way about: the margin no longer carries the discount').toMatchObject({ state: 'waiting' })
  expect(await waiting()).toMatchObject([{ type: 'live_prices', below: [{ price: 85_995, cost: 9 * EURO }] }])
  await second.calls.creditRequestDecide({ request_id: (await waiting())[0]?.request_id ?? '', action: 'refuse' })
  expect((await give(1_000)).state).toBe('waiting')
  expect(await given()).toBe(900)
  expect(await waiting()).toMatchObject([{ type: 'live_discounts' }])
  await approve()
  expect(await given()).toBe(1_000)
  expect((await give(1_000)).state, 'what holds is agreed').toBe('done')
  await giveLive(w, customer_id, 'softapi', null)
})

test('a sale of live goods is charged at the price that was shown; if the price changed meanwhile, the sale is refused with the new price', async () => {
  await update({ is_on: true })
  const { configuration_id } = (await offered()) ?? { configuration_id: '' }
  const live = await liveGoods(w, port as Person)
  const hold = (price_seen: number) => w.services.money.hold(live.asked({ configuration_id, supplier_id: product.connection_id, cost: 9 * EURO, price_seen }))
  const seen = (await offered())?.price ?? 0
  await update({ margin_percent: 1_500 })
  expect(await hold(seen)).toMatchObject({ code: 'price_changed', price: 10.35 * EURO })
  await sabotage(w, 'hold', 'elsif p_price_seen <> v_line.price_shown then', 'elsif false then')
  expect(await hold(seen), 'control: whoever does not look sells at another price').toMatchObject({ code: expect.not.stringMatching('price_changed') })
  await sabotage(w, 'hold', 'elsif false then', 'elsif p_price_seen <> v_line.price_shown then')
})

describe('a reseller', () => {
  test('sees the products it may resell, at its own price, and nothing about the supplier', async () => {
    expect(await row(nord)).toBeUndefined()
    await update({ is_on: true })
    await giveLive(w, nord?.customer_id ?? '', 'softapi', 1_000)
    expect(await row(nord)).toMatchObject({
      state: 'on',
      price: 9.9 * EURO,
      cost: 8.91 * EURO,
      connection_id: null,
      margin_percent: null,
      currency: null,
      ...{ rate: null, rate_source: null, rate_at: null },
      seen_at: null,
    })
    expect((await (nord as Person).calls.liveProductsList({})).catalogues).toEqual([])
    await giveLive(w, nord?.customer_id ?? '', 'softapi', null)
  })

  test('takes a product out of the offers of its own shops only, and puts it back', async () => {
    await update({ is_on: true })
    const choose = (is_on: boolean) => (nord as Person).calls.liveChoicesUpdate({ live_product_ids: ids(), is_on })
    expect(await choose(false)).toMatchObject({ changed: 1, switched: [expect.any(String)] })
    expect(await offered()).toBeUndefined()
    expect(await row(nord)).toMatchObject({ state: 'off', is_on: false })
    expect(await row()).toMatchObject({ state: 'on' })
    await choose(true)
    expect(await offered()).toBeDefined()
  })

  test('cannot choose a product that is not on offer to it', async () => {
    expect(await refusalOf((nord as Person).calls.liveChoicesUpdate({ live_product_ids: ids(), is_on: false }))).toBe('not_found')
  })
})

describe('an exchange rate', () => {
  const add = (currency: string, rate: string) => platform.calls.exchangeRateAdd({ currency, rate })
  const inForce = async (currency: string) =>
    (await platform.calls.exchangeRatesList({ filters: { currency, in_force: true } })).content.map(({ rate }) => rate)

  test('that makes goods cheaper needs a second person, and so does the first rate of a currency; a rate that makes goods dearer applies immediately', async () => {
    expect(await add('USD', '0,90')).toEqual({ state: 'waiting' })
    expect(await add('GBP', '1.15')).toEqual({ state: 'waiting' })
    expect(await inForce('USD')).toEqual([])
    expect(await waiting(), 'each currency waits for itself').toHaveLength(2)
    await approve()
    expect(await inForce('USD')).toEqual(['0.90'])
    expect(await add('USD', '0.95')).toEqual({ state: 'done' })
    for (const rate of ['0.9499', '0.95']) expect(await add('USD', rate), rate).toEqual({ state: 'waiting' })
    expect(await inForce('USD')).toEqual(['0.95'])
    expect((await platform.calls.exchangeRatesList({ filters: { currency: 'USD' } })).content.map(({ rate, is_in_force }) => [rate, is_in_force])).toEqual([
      ['0.95', true],
      ['0.90', false],
    ])
  })

  test('is shown with its source and time at the products whose cost was calculated with it, even if a newer rate is not applied yet; a cost in euros has no rate', async () => {
    const said = (currency: string, rate: string) => rowsOf(w, `update live_products set currency = $2, rate = $3 where id = $1`, [...ids(), currency, rate])
    expect(await row()).toMatchObject({ currency: 'EUR', rate: null, rate_source: null, rate_at: null })
    await said('SGD', '0.70')
    expect(await row(), 'nobody entered it').toMatchObject({ rate: '0.70', rate_source: null, rate_at: null })
    await add('SGD', '0.70')
    await approve()
    w.clock.advance(60_000)
    await add('SGD', '0.75')
    const [newer, older] = (await platform.calls.exchangeRatesList({ filters: { currency: 'SGD' } })).content
    expect(await row()).toMatchObject({ currency: 'SGD', rate: '0.70', rate_source: 'person', rate_at: older?.created_at })
    // Control: once the cost is calculated with the newer rate, that rate's own time is shown.
    await said('SGD', '0.75')
    expect(await row()).toMatchObject({ rate: '0.75', rate_at: newer?.created_at })
    expect(newer?.created_at).not.toBe(older?.created_at)
  })

  test('is refused if its currency is not three capital letters, or if it is not a decimal above zero', async () => {
    for (const [currency, rate, field, code] of [
      ['usd', '1', 'currency', 'not_a_currency'],
      ['USD', '0.00', 'rate', 'not_a_rate'],
      ['USD', '-1', 'rate', 'not_a_rate'],
      ['USD', '1e5', 'rate', 'not_a_rate'],
    ] as const)
      expect(await problemOf('/add_exchange_rate/', { currency, rate })).toMatchObject({ field, code })
  })
})
