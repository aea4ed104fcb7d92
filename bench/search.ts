// The search benchmark: the browser's work between two key presses of a user who searches for a PIN card at the till, measured without a browser. A search of
// 2,000 offers, more than any till has, must take less than the time of one frame on its screen.
import { EURO } from '../contract/kit/money.ts'
import type { Offer } from '../contract/till/selling.ts'
import { catalogueOf, findOffers } from '../web/modules/till/offers/catalogue.ts'
import { figuresOf } from './latency.ts'

const OFFERS = 2_000
const SEARCHES = 2_000
const FRAME_MS = 16

const offer = (i: number): Offer => ({
  ...{ configuration_id: String(i), product_id: `Product ${i}`, product_name: `Product ${i}`, product_type: 'cash_card' as const, product_image: null },
  ...{ value: ((i % 50) + 1) * EURO, info: '', ean: String(i), left: 9, favorite: null, price: EURO, discount: 0 },
})

export async function measure(): Promise<Record<string, unknown>> {
  const shop = catalogueOf(Array.from({ length: OFFERS }, (_, i) => offer(i)))
  const begun = performance.now()
  const took = Array.from({ length: SEARCHES }, (_, i) => {
    const at = performance.now()
    if (findOffers(shop, `prod ${i} ${(i % 50) + 1}`).length === 0) throw new Error(`product ${i} is not found`)
    return performance.now() - at
  })
  const figures = figuresOf(took, (performance.now() - begun) / 1000, 0)
  const targets = { [`p99 of a search of ${OFFERS} offers <= ${FRAME_MS} ms`]: figures.p99 <= FRAME_MS }
  for (const [name, met] of Object.entries(targets)) process.stdout.write(`${met ? 'met   ' : 'MISSED'} ${name}\n`)
  return { offers: OFFERS, searches: SEARCHES, p50: figures.p50, p99: figures.p99, targets }
}
