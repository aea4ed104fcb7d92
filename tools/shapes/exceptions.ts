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
      'What goods cost a customer is found by these functions alone, for lists and for the sale (decision 0059), and the queries ask them for each row. ' +
      'A table of offers, or a part of SQL that queries and functions share, would have to replace them.',
    places: {
      'server/modules/customers/readiness/readiness.sql.ts': ['has_loss_left', 'is_offered', 'purchase_lines', 'unit_cost'],
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
    reason: 'The server may not read transaction_keys itself; the function reads it with the rights of its owner, for each row of a list.',
    places: {
      'server/modules/customers/credit/round.sql.ts': ['is_key_used'],
      'server/modules/papers/bank-lines/bank-lines.sql.ts': ['is_key_used'],
      'server/modules/papers/bank-lines/bank-matches.sql.ts': ['is_key_used'],
    },
  },
]

/** The same for the bodies of our functions, by the function's name. Here a test compares both ways (server/sweeps/statement-shapes.test.ts). */
const OF_FUNCTIONS: readonly Exceptions[] = [
  {
    rule: 'function-beside-tables',
    reason: 'These find what goods cost a customer, step by step, and the sale asks for it in one query.',
    places: { cost_of: ['offer_of'], offer_of: ['rungs_of'], plain_sale: ['rungs_of'], purchase_lines: ['offer_of'] },
  },
  {
    rule: 'function-beside-tables',
    reason: 'Each part of the check of the books is a function, and the check takes their findings together; it would have to call them one by one.',
    places: {
      money_findings: [
        ...['wrong_wallets', 'wrong_held', 'wrong_period', 'wrong_proofs', 'wrong_heads', 'wrong_series', 'wrong_months', 'wrong_billing'],
        ...['wrong_unbilled', 'wrong_claims', 'wrong_tills', 'wrong_cases', 'wrong_requests', 'wrong_totals', 'wrong_ahead', 'wrong_stock'],
        'wrong_stock_months',
      ],
      prove_periods: ['period_print'],
      wrong_proofs: ['period_print', 'proven_until'],
    },
  },
  {
    rule: 'function-beside-tables',
    reason: 'A step of a longer operation is called for the row that a query finds; the function would first read the row into a variable.',
    places: { lock_to_cancel: ['lock_billing'], post_hold: ['run_auto_credit'], undo_batch: ['move_stock'] },
  },
  {
    rule: 'insert-select',
    reason:
      'A function runs on the node that has its tenant’s rows. There Citus writes the rows into the shard itself, and row level security does not refuse this: ' +
      'measured with sell() and fill_batch(), whose owner had no right to bypass it (decision 0107).',
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
    reason: 'The rows of a sale are gathered in a variable whose fields the rule cannot see; all of them have the tenant of the call.',
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
