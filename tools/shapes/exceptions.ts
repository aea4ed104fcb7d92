// The statements that break a rule today. This list only gets shorter: an exception that a whole run does not meet turns the run red (tools/testing/report.ts).
import type { Fault } from './rules.ts'

type Exceptions = {
  rule: string
  /** Why these statements stay as they are for now. */
  reason: string
  /** What breaks the rule, by the file that sends it. */
  places: Record<string, readonly string[]>
}

const EXCEPTIONS: readonly Exceptions[] = [
  {
    rule: 'function-beside-tables',
    reason:
      'The discount that holds for a customer is found in one place, these functions, and the queries ask them for each row. They become a table of offers or a shared part of the queries first; decision 0059 says why there is no such table yet.',
    places: {
      'server/modules/customers/readiness/readiness.sql.ts': ['is_offered', 'purchase_lines', 'unit_cost'],
      'server/modules/goods/prices/coming-prices.sql.ts': ['is_offered'],
      'server/modules/goods/prices/effect.sql.ts': ['cost_of', 'is_offered', 'offer_of'],
      'server/modules/goods/prices/explained-prices.sql.ts': ['is_offered', 'offer_of', 'rungs_of'],
      'server/modules/goods/prices/lists.sql.ts': ['cost_of', 'is_offered', 'rungs_of'],
      'server/modules/goods/prices/own-entries.sql.ts': ['rungs_of'],
      'server/modules/goods/prices/plans.sql.ts': ['cost_of', 'is_offered'],
      'server/modules/goods/products/products.sql.ts': ['is_offered'],
      'server/modules/live/live-products/customer-prices.sql.ts': ['is_offered', 'offer_of'],
      'server/modules/live/live-products/live-products.sql.ts': ['is_offered', 'offer_of'],
      'server/modules/live/live-products/offers.sql.ts': ['is_offered', 'offer_of'],
      'server/modules/live/live-products/product-decisions.sql.ts': ['is_offered'],
      'server/modules/till/barcodes/barcodes.sql.ts': ['is_offered'],
      'server/modules/till/buses/buses.sql.ts': ['offer_of'],
      'server/modules/till/live-selling/goods.sql.ts': ['is_offered', 'offer_of'],
      'server/modules/till/recharges/recharges.sql.ts': ['is_offered', 'offer_of'],
      'server/modules/till/selling/selling.sql.ts': ['is_offered', 'offer_of', 'offers_to'],
    },
  },
  {
    rule: 'function-beside-tables',
    reason: 'The server may not read the table itself, so the function reads it with the rights of its owner.',
    places: {
      'server/modules/customers/credit/requests.sql.ts': ['is_key_used'],
      'server/modules/customers/credit/round.sql.ts': ['is_key_used'],
      'server/modules/customers/readiness/readiness.sql.ts': ['has_loss_left'],
      'server/modules/papers/bank-lines/bank-lines.sql.ts': ['is_key_used'],
      'server/modules/papers/bank-lines/bank-matches.sql.ts': ['is_key_used'],
    },
  },
  {
    rule: 'function-beside-tables',
    reason:
      'The lines that are claimed for a document are completed with their PINs in the same query. The function would have to return the serial numbers itself.',
    places: {
      'server/money/documents.ts': ['claim_refunds', 'claim_sales'],
    },
  },
]

export type PlacedFault = Fault & { place: string }
export const idOf = ({ place, rule, detail }: PlacedFault): string => `${place}: ${rule} (${detail})`

const idsOf = (exceptions: readonly Exceptions[]): string[] =>
  exceptions.flatMap(({ rule, places }) => Object.entries(places).flatMap(([place, details]) => details.map((detail) => idOf({ place, rule, detail }))))

/** All exceptions, each as one line. */
export const exceptionIds: ReadonlySet<string> = new Set(idsOf(EXCEPTIONS))
