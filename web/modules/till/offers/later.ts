// The parts of the tiles that are loaded after the till is drawn.
import { createLater } from '../../../kit/base/later-parts.ts'

export const { fetchParts: fetchOfferParts, useParts: useOfferParts } = createLater(async () => (await import('./offer-parts.ts')).offerParts)
