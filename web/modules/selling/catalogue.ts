// What the till shows of its offers: favourites, one kind grouped by product, the values of one product, or the results of a search.

import { fold } from '../../../contract/kit/fold.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import type { ProductType } from '../../../contract/kit/product-types.ts'
import type { Offer } from '../../../contract/selling.ts'

export type Tab = 'favourites' | ProductType
export type Tile = { kind: 'offer'; offer: Offer; number?: number } | { kind: 'product'; product_id: string; offers: readonly Offer[] }
export type Catalogue = { offers: readonly Offer[]; index: readonly Entry[] }
type Entry = { offer: Offer; text: string; value: string }

/** From this number down, a tile says how many are left. */
export const FEW = 5

export const catalogueOf = (offers: readonly Offer[]): Catalogue => ({
  offers,
  index: offers.map((offer) => ({ offer, text: fold(`${offer.product_name} ${offer.info}`), value: valueText(offer) })),
})

/** 10, 12.5: a value as people say it. */
const valueText = ({ value }: Offer) => moneyText(value).replace(/\.?0+$/, '')

/** Sold-out offers go last; the others keep their order. */
const inStockFirst = (offers: readonly Offer[]) => [...offers.filter(({ left }) => left !== 0), ...offers.filter(({ left }) => left === 0)]
const byValue = (offers: readonly Offer[]) => [...offers].sort((a, b) => a.value - b.value)

/** Every word must be in the name or begin the value: "leb 10". An exact value comes first. */
export function findOffers({ index }: Catalogue, typed: string): Offer[] {
  const words = fold(typed)
    .replaceAll(',', '.')
    .split(/[\s€]+/)
    .filter(Boolean)
  const matches = ({ text, value }: Entry) => words.every((word) => text.includes(word) || value.startsWith(word))
  const found = index.filter(matches)
  const isExact = ({ value }: Entry) => words.includes(value)
  return inStockFirst([...found.filter(isExact), ...found.filter((entry) => !isExact(entry))].map(({ offer }) => offer))
}

export function favouriteTiles({ offers }: Catalogue): Tile[] {
  const favourites = offers.filter(({ favorite }) => favorite !== null).sort((a, b) => (a.favorite ?? 0) - (b.favorite ?? 0))
  return inStockFirst(favourites).map((offer) => ({ kind: 'offer', offer, ...(offer.favorite === null ? {} : { number: offer.favorite }) }))
}

/** The values of an opened product, numbered in the order shown. */
export const valueTiles = ({ offers }: Catalogue, product_id: string): Tile[] =>
  inStockFirst(byValue(offers.filter((offer) => offer.product_id === product_id))).map((offer, i) => ({ kind: 'offer', offer, number: i + 1 }))

/** One tile per product; a product with a single value gets that value's tile. */
export function productTiles({ offers }: Catalogue, type: ProductType): Tile[] {
  const products = new Map<string, Offer[]>()
  for (const offer of offers) if (offer.product_type === type) products.set(offer.product_id, [...(products.get(offer.product_id) ?? []), offer])
  const name = (group: readonly Offer[]) => fold(group[0]?.product_name ?? '')
  const soldOut = (group: readonly Offer[]) => Number(group.every(({ left }) => left === 0))
  const groups = [...products.values()].sort((a, b) => soldOut(a) - soldOut(b) || (name(a) < name(b) ? -1 : 1))
  return groups.map((group): Tile => {
    const [first, second] = group
    return first && !second ? { kind: 'offer', offer: first } : { kind: 'product', product_id: first?.product_id ?? '', offers: byValue(group) }
  })
}

export const offerWithEan = ({ offers }: Catalogue, ean: string) => offers.find((offer) => offer.ean === ean)

/** A barcode scanned into a field that may hold a number already: the offer, and what was typed before it. */
export function scannedInto({ offers }: Catalogue, text: string) {
  const offer = offers.find(({ ean }) => ean !== '' && text.endsWith(ean))
  return offer && { offer, typed: text.slice(0, -offer.ean.length) }
}

/** Favourites in their order, as the call takes them. */
export const favouriteIds = (offers: readonly Offer[]) =>
  offers
    .filter(({ favorite }) => favorite !== null)
    .sort((a, b) => (a.favorite ?? 0) - (b.favorite ?? 0))
    .map(({ configuration_id }) => configuration_id)

export const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])

export function moved(ids: readonly string[], id: string, step: -1 | 1): readonly string[] {
  const from = ids.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= ids.length) return ids
  return ids.with(from, ids[to] ?? id).with(to, id)
}

/** The offers as they will be once the server has stored the new order. */
export const withFavourites = (offers: readonly Offer[], ids: readonly string[]): Offer[] =>
  offers.map((offer) => ({ ...offer, favorite: ids.includes(offer.configuration_id) ? ids.indexOf(offer.configuration_id) + 1 : null }))
