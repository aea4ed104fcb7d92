// A shop's till as the organisation that sells to the shop sees it. That organisation sees the shop's own list of goods, each view is logged, and no other
// organisation may view the till.
import { expect, test } from 'vitest'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { refusalOf } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const shop = await w.signIn('kiosque')
const customer_id = shop.customer_id
const plain = <T extends { favorite: number | null; configuration_id: string }>(rows: readonly T[]) =>
  rows.map((row) => ({ ...row, favorite: null })).sort((a, b) => (a.configuration_id < b.configuration_id ? -1 : 1))

test('a reseller who views a shop’s till sees the shop’s own list, with its prices and stock and without PINs; each view is logged', async () => {
  const corner = await goods(w, { pins: 3 })
  const { content, hides_prices, customer_name } = await nord.calls.shopOffers({ customer_id })
  expect([hides_prices, customer_name]).toEqual([false, expect.any(String)])
  expect(plain(content)).toEqual(plain((await shop.calls.sellerProductsV2({})).content))
  expect(content.find((row) => row.configuration_id === corner.configuration_id)).toMatchObject({ left: 3, price: 95_000 })
  for (const pin of corner.pins) expect(JSON.stringify(content)).not.toContain(pin)
  expect(await rowsOf(w, `select username from audit where tenant_id = 1 and action = 'shopOffers' and subject_id = $1`, [customer_id])).toEqual([
    { username: 'nord' },
  ])
})

test('a reseller’s view of a shop’s till has no prices if the shop itself sees none', async () => {
  await rowsOf(w, 'update organisations set mask_seller_discount = true where tenant_id = 1 and id = $1', [customer_id])
  const { content, hides_prices } = await nord.calls.shopOffers({ customer_id })
  expect([hides_prices, content.some(({ price, discount }) => price !== null || discount !== null)]).toEqual([true, false])
})

test('viewing a till is refused for another reseller’s shops, and for a customer that is not a shop', async () => {
  const sud = await w.signIn('sud')
  expect(await refusalOf(sud.calls.shopOffers({ customer_id }))).toBe('not_found')
  expect(await refusalOf(nord.calls.shopOffers({ customer_id: nord.customer_id }))).toBe('not_found')
  expect(await refusalOf(nord.calls.shopOffers({ customer_id: await organisationId(w, 'port') })), 'of a reseller below, or elsewhere').toBe('not_found')
  expect(await refusalOf(shop.calls.shopOffers({ customer_id })), 'control: a shop asks its own till').toBe('forbidden')
})
