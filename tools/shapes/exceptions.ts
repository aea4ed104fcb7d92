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

/** The same for the bodies of our functions, by the function's name. Here a test compares both ways (server/sweeps/statement-shapes.test.ts). */
const OF_FUNCTIONS: readonly Exceptions[] = [
  {
    rule: 'function-beside-tables',
    reason: 'The function that asks is itself listed above where it stands beside tables; called alone, it runs on the node of its tenant.',
    places: {
      cost_of: ['offer_of'],
      offer_of: ['rungs_of'],
      plain_sale: ['rungs_of'],
      purchase_lines: ['offer_of'],
    },
  },
  {
    rule: 'function-beside-tables',
    reason: 'Each part of the check of the books is a function, and the check takes their findings together; it would have to call them one by one.',
    places: {
      money_findings: [
        ...[
          'wrong_wallets',
          'wrong_held',
          'wrong_period',
          'wrong_proofs',
          'wrong_heads',
          'wrong_series',
          'wrong_months',
          'wrong_billing',
          'wrong_stock_months',
        ],
        ...['wrong_unbilled', 'wrong_claims', 'wrong_tills', 'wrong_cases', 'wrong_requests', 'wrong_totals', 'wrong_ahead', 'wrong_stock'],
      ],
      prove_periods: ['period_print'],
      wrong_proofs: ['period_print', 'proven_until'],
    },
  },
  {
    rule: 'function-beside-tables',
    reason: 'A step of a longer operation is called for the row that a query finds; the function would first read the row into a variable.',
    places: {
      lock_to_cancel: ['lock_billing'],
      post_hold: ['run_auto_credit'],
      undo_batch: ['move_stock'],
    },
  },
  {
    rule: 'insert-select',
    reason:
      'PL/pgSQL has no RETURNING without INTO, and ON CONFLICT would hide a row that is there already. A real Citus has to show whether these need it at all.',
    places: {
      accept_reclamation: ['refunds'],
      block_pin: ['queue_heads'],
      close_shift: ['shift_lines'],
      correct_wallet: ['notices'],
      fill_batch: ['pins', 'pin_blocks'],
      move_stock: ['stock_moves'],
      prove_periods: ['proven_periods'],
      put_cancellation: ['invoices'],
      put_invoice: ['invoices'],
      ready_batch: ['queue_heads'],
      sell: ['sales', 'transfers', 'sale_payments'],
    },
  },
  {
    rule: 'every-tenant',
    reason: 'The rows of a sale are gathered in a variable whose fields the check cannot see; all of them have the tenant of the call.',
    places: { sell: ['sales', 'transfers'] },
  },
]

export type PlacedFault = Fault & { place: string }
export const idOf = ({ place, rule, detail }: PlacedFault): string => `${place}: ${rule} (${detail})`

const idsOf = (exceptions: readonly Exceptions[]): string[] =>
  exceptions.flatMap(({ rule, places }) => Object.entries(places).flatMap(([place, details]) => details.map((detail) => idOf({ place, rule, detail }))))

/** All exceptions of functions, each as one line. */
export const functionExceptionIds: readonly string[] = idsOf(OF_FUNCTIONS)

/** All exceptions of statements that the server sends, each as one line. */
export const exceptionIds: ReadonlySet<string> = new Set(idsOf(EXCEPTIONS))
