// The offers that the till shows: favourites, one kind of goods grouped by product, the values of one product, or the results of a search.

import { fold } from '../../../../contract/kit/fold.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { StockType } from '../../../../contract/kit/product-types.ts'
import type { Offer } from '../../../../contract/till/selling.ts'

export type Tab = 'favourites' | StockType
export type Tile = { kind: 'offer'; offer: Offer; number?: number } | { kind: 'product'; product_id: string; offers: readonly Offer[] }
export type Catalogue = { offers: readonly Offer[]; index: readonly Entry[] }
type Entry = { offer: Offer; text: string; initials: string; value: string }

/** Returns the number by which the seller chooses the tile; 0 if the tile has none. */
export const numberOf = (tile: Tile) => (tile.kind === 'offer' && tile.number) || 0

export const catalogueOf = (offers: readonly Offer[]): Catalogue => ({
  offers,
  index: offers.map((offer) => {
    const name = fold(`${offer.product_name} ${offer.info}`)
    return { offer, text: `${name} ${fold(offer.aliases ?? '')}`, initials: name.replace(/(\S)\S*\s*/g, '$1'), value: valueText(offer) }
  }),
})

export const nameOf = ({ product_name, info }: Pick<Offer, 'product_name' | 'info'>) => [product_name, info].filter(Boolean).join(' ')

/** Writes a value as people type it, without trailing zeros: 10, 12.5. */
const valueText = ({ value }: Offer) => moneyText(value).replace(/\.?0+$/, '')

/** Moves sold-out offers to the end; the other offers keep their order. */
const inStockFirst = (offers: readonly Offer[]) => [...offers.filter(({ left }) => left !== 0), ...offers.filter(({ left }) => left === 0)]
const byValue = (offers: readonly Offer[]) => [...offers].sort((a, b) => a.value - b.value)

/**
 * Finds offers. Each typed word must be in the name or an alias, begin the value, or begin the initials: "leb 10", "leb10", "oh 20". Offers with exactly the
 * typed value come first, and sold-out offers last.
 */
export function findOffers({ index }: Catalogue, typed: string): Offer[] {
  const words = fold(typed)
    .replaceAll(',', '.')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .split(/[\s€]+/)
    .filter(Boolean)
  const matches = ({ text, initials, value }: Entry) =>
    words.every((word) => text.includes(word) || value.startsWith(word) || (word.length > 1 && initials.startsWith(word)))
  const found = index.filter(matches)
  const isExact = ({ value }: Entry) => words.includes(value)
  return inStockFirst([...found.filter(isExact), ...found.filter((entry) => !isExact(entry))].map(({ offer }) => offer))
}

export function favouriteTiles({ offers }: Catalogue): Tile[] {
  const favourites = offers.filter(({ favorite }) => favorite !== null).sort((a, b) => (a.favorite ?? 0) - (b.favorite ?? 0))
  return inStockFirst(favourites).map((offer) => ({ kind: 'offer', offer, ...(offer.favorite === null ? {} : { number: offer.favorite }) }))
}

/** Returns the values of an opened product as tiles, numbered in the order shown. */
export const valueTiles = ({ offers }: Catalogue, product_id: string): Tile[] =>
  inStockFirst(byValue(offers.filter((offer) => offer.product_id === product_id))).map((offer, i) => ({ kind: 'offer', offer, number: i + 1 }))

/** Returns one tile per product. A product with only one value gets the tile of that value. */
export function productTiles({ offers }: Catalogue, type: StockType): Tile[] {
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

/** Returns a barcode without leading zeros. GTIN-14, EAN-13 and UPC-A are the same number with different numbers of leading zeros. */
const bare = (ean: string) => ean.replace(/^0+/, '')
const codesOf = ({ ean, eans = [] }: Offer) => [...(ean ? [ean] : []), ...eans]

/** Returns the offer with this barcode. A card's own barcode comes before one that the reseller assigned. */
export function offerWithEan({ offers }: Catalogue, scanned: string) {
  const isIt = (ean: string) => bare(ean) === bare(scanned)
  return offers.find(({ ean }) => ean !== '' && isIt(ean)) ?? offers.find(({ eans }) => eans?.some(isIt))
}

/** Finds a barcode at the end of a field's text, before which a number may have been typed. Returns the offer, its barcode, and the text before it. */
export function scannedInto({ offers }: Catalogue, text: string) {
  for (const offer of offers) {
    const ean = codesOf(offer).find((code) => text.endsWith(code))
    if (ean) return { offer, ean, typed: text.slice(0, -ean.length) }
  }
  return undefined
}

/** Returns the ids of the favourites in their order, as the call that stores them takes them. */
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

/** Returns the order of favourites after one was dropped on another; the favourites between them move by one place. */
export function dropped(ids: readonly string[], id: string, on: string): readonly string[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(on)]
  return from < 0 || to < 0 ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** Returns the offers as they will be after the server has stored the new order of favourites. */
export const withFavourites = (offers: readonly Offer[], ids: readonly string[]): Offer[] =>
  offers.map((offer) => ({ ...offer, favorite: ids.includes(offer.configuration_id) ? ids.indexOf(offer.configuration_id) + 1 : null }))
