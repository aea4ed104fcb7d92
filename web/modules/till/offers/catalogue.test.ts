import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { Offer } from '../../../../contract/till/selling.ts'
import {
  catalogueOf,
  dropped,
  favouriteIds,
  favouriteTiles,
  findOffers,
  moved,
  offerWithEan,
  productTiles,
  scannedInto,
  toggled,
  valueTiles,
  withFavourites,
} from './catalogue.ts'

const offer = (name: string, euro: number, more: Partial<Offer> = {}): Offer => ({
  configuration_id: `${name} ${euro}`,
  product_id: name,
  product_name: name,
  product_type: 'cash_card',
  product_image: null,
  value: euro * EURO,
  info: '',
  ean: `${name}-${euro}`,
  left: 9,
  favorite: null,
  price: euro * EURO,
  discount: 0,
  ...more,
})
const ids = (offers: readonly Offer[]) => offers.map(({ configuration_id }) => configuration_id)

test('a search finds offers that have every typed word in the name or at the start of the value; the offer with exactly that value comes first', () => {
  const shop = catalogueOf([offer('Lebara', 5), offer('Lebara', 100), offer('Lebara', 10), offer('Sakızlı', 10), offer('Neosurf', 12.5)])
  expect(ids(findOffers(shop, 'leb 10'))).toEqual(['Lebara 10', 'Lebara 100'])
  expect(ids(findOffers(shop, 'SAKIZ'))).toEqual(['Sakızlı 10'])
  expect(ids(findOffers(shop, 'neo 12,5 €'))).toEqual(['Neosurf 12.5'])
  expect(ids(findOffers(shop, 'paysafe'))).toEqual([])
})

test('sold-out offers come last in the results of a search', () => {
  const shop = catalogueOf([offer('Lebara', 5, { left: 0 }), offer('Lebara', 10)])
  expect(ids(findOffers(shop, 'lebara'))).toEqual(['Lebara 10', 'Lebara 5'])
})

// This test does not measure how long a search takes. `npm run bench search` measures whether a search takes less than the time of one frame on the screen.
test('a search among 2,000 offers finds all that match, and nothing for a word that no offer has', () => {
  const all = Array.from({ length: 2000 }, (_, i) => offer(`Product ${i}`, (i % 50) + 1))
  const found = findOffers(catalogueOf(all), 'prod 19 50')
  const sought = all.filter(({ product_name, value }) => product_name.includes('19') && value === 50 * EURO)
  expect(ids(found).sort()).toEqual(expect.arrayContaining(ids(sought).sort()))
  expect(sought.length).toBeGreaterThan(0)
  expect(ids(findOffers(catalogueOf(all), 'warm'))).toEqual([])
})

test('favourites keep the numbers of their tiles if one is sold out and moves to the end', () => {
  const shop = catalogueOf([offer('A', 5, { favorite: 1, left: 0 }), offer('B', 5, { favorite: 2 }), offer('C', 5)])
  expect(favouriteTiles(shop)).toMatchObject([
    { number: 2, offer: { product_name: 'B' } },
    { number: 1, offer: { product_name: 'A' } },
  ])
})

test('a product with several values is one tile, and the tiles of its values are numbered', () => {
  const shop = catalogueOf([
    offer('Lebara', 20),
    offer('Lebara', 10),
    offer('Alpha', 5),
    offer('Apple', 5, { product_type: 'gift_card' }),
    offer('Aaa', 5, { left: 0 }),
  ])
  expect(productTiles(shop, 'cash_card')).toMatchObject([
    { kind: 'offer', offer: { product_name: 'Alpha' } },
    { kind: 'product', product_id: 'Lebara' },
    { kind: 'offer', offer: { product_name: 'Aaa' } },
  ])
  expect(valueTiles(shop, 'Lebara')).toMatchObject([
    { number: 1, offer: { value: 10 * EURO } },
    { number: 2, offer: { value: 20 * EURO } },
  ])
})

test('the offer of a scanned barcode is found, even if digits were typed before the scan', () => {
  const shop = catalogueOf([offer('None', 5, { ean: '' }), offer('A', 5, { ean: '37601234' })])
  expect(offerWithEan(shop, '37601234')?.product_name).toBe('A')
  expect(scannedInto(shop, '37601234')).toMatchObject({ offer: { product_name: 'A' }, typed: '' })
  expect(scannedInto(shop, '1237601234')).toMatchObject({ typed: '12' })
  expect(scannedInto(shop, '99999999')).toBeUndefined()
})

test('a barcode is found whatever its leading zeros, and also if the reseller assigned it; a card’s own barcode comes before an assigned one', () => {
  const shop = catalogueOf([offer('Taught', 5, { ean: '', eans: ['4006381333931', '4005900076786'] }), offer('Own', 5, { ean: '4006381333931' })])
  expect(offerWithEan(shop, '4006381333931')?.product_name).toBe('Own')
  expect(offerWithEan(shop, '04006381333931')?.product_name).toBe('Own')
  expect(offerWithEan(shop, '4005900076786')?.product_name).toBe('Taught')
  expect(offerWithEan(shop, '14006381333938')).toBeUndefined()
  expect(offerWithEan(catalogueOf([offer('None', 5, { ean: '' })]), '00000000')).toBeUndefined()
  expect(scannedInto(shop, '24005900076786')).toMatchObject({ offer: { product_name: 'Taught' }, ean: '4005900076786', typed: '2' })
})

test('a product is found by other names that its reseller has set, by its initials, and with the value written directly after the name', () => {
  const shop = catalogueOf([offer('Lycamobile', 5), offer('Lycamobile', 10), offer('paysafecard', 10, { aliases: 'PSC Şifre' }), offer('Orange Holiday', 20)])
  expect(ids(findOffers(shop, 'lyca10'))).toEqual(['Lycamobile 10'])
  expect(ids(findOffers(shop, 'psc'))).toEqual(['paysafecard 10'])
  expect(ids(findOffers(shop, 'sifre 10'))).toEqual(['paysafecard 10'])
  expect(ids(findOffers(shop, 'oh20'))).toEqual(['Orange Holiday 20'])
  expect(ids(findOffers(shop, 'oh 10'))).toEqual([])
})

test('a favourite is added at the end, removed, or moved by one place', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['a', 'b', 'c'])
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 'b', 1)).toEqual(['a', 'b'])
  expect(dropped(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(dropped(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(dropped(['a', 'b'], 'a', 'x')).toEqual(['a', 'b'])
  const offers = withFavourites([offer('A', 5), offer('B', 5, { favorite: 1 })], ['A 5'])
  expect(favouriteIds(offers)).toEqual(['A 5'])
})
