// The parts of this module that other modules use: the till's catalogue of offers, the search in it, and the tiles.
export { type Catalogue, scannedInto } from './catalogue.ts'
export { fetchOfferParts } from './later.ts'
export { NothingToSell, TilesLoading } from './NothingToSell.tsx'
export { OfferArea } from './OfferArea.tsx'
export { type Picking, type Taken, useFinder } from './use-finder.ts'
export { useOffers } from './use-offers.ts'
