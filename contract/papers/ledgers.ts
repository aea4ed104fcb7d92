// Ledgers: the movements of a wallet in a period, between its opening and closing balance, for the organisation's own wallet and those of its customers.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { reportOf } from '../kit/rows.ts'

/** moved_in: what the customer owed when it was moved in from another system, and the reversal of that. */
export const ledgerKinds = ['sale', 'refund', 'top_up', 'auto_credit', 'credit', 'correction', 'fee', 'moved_in'] as const

const LedgerRow = z.object({
  entry_id: z.string(),
  created_at: instant,
  /** The kind of the row. opening and closing: the oldest and the newest row of every period, which move no money. */
  kind: z.enum(['opening', ...ledgerKinds, 'closing']),
  /** For a sale or refund: the goods, their number and the shop. The goods are left out if discounts are hidden from the caller. */
  product_name: z.string(),
  quantity: z.nullable(z.int()),
  seller_name: z.string(),
  /** The user who sold or booked, and the user's note; empty if the user belongs to an organisation above the caller. */
  person: contact,
  remarks: contact,
  /** `debit`: money that left the wallet. `credit`: money that came in. A movement has one of these two. */
  debit: z.nullable(money),
  credit: z.nullable(money),
  /** The wallet's balance after this movement, in order of time. */
  balance_after: moneySum,
  /** The cause of the movement and its id: the sale, the accepted reclamation, or the booking itself. */
  cause: z.nullable(z.enum(['sale', 'refund', 'booking'])),
  cause_id: z.nullable(z.string()),
})

const asked = {
  ...paging(20),
  filters: field.filters({
    /** Berlin days, both included. */
    date_from: z.optional(field.day()),
    date_to: z.optional(field.day()),
    kind: z.optional(z.enum(ledgerKinds)),
    amount_from: z.optional(field.money(0)),
    amount_to: z.optional(field.money(0)),
  }),
  /** A part of the name or user name of the user who sold or booked. */
  search_text: field.search(),
  sort: z._default(field.oneOf(['created_at', '-created_at']), '-created_at'),
  /** Whether to include the balances at the ends of days. */
  with_balances: z._default(field.bool(), false),
}

/** The most points in the chart of the balance. */
export const BALANCES_MAX = 62

const answer = reportOf(
  LedgerRow,
  /** The balances are those of the period; the sums and the number of movements are those of the filtered rows. */
  z.object({ opening_balance: moneySum, credit_total: moneySum, debit_total: moneySum, closing_balance: moneySum, movements: z.int() }),
  {
    organisation_name: z.string(),
    /** The wallet's balance now. */
    balance: money,
    /**
     * Whether all rows of the period, added up one by one, lead from its opening to its closing balance, and whether the balance after the
     * wallet's very last row is the wallet's balance.
     */
    agrees: agreement,
    /**
     * The balance at the end of each day of the period. For a long period: only for every second day, every third day and so on, but always for the last
     * day. Null unless `with_balances` was set.
     */
    balances: z.nullable(z.array(z.object({ day, balance: moneySum }))),
  },
)

export const ledgerOwn = call({
  path: '/view_ledger/',
  summary: 'The ledger of the caller’s own wallet: opening, every movement, closing, with totals of what is filtered',
  access: { only: ['reseller', 'seller'], roles: ['reseller', 'seller'], flags: ['has_transaction'] },
  input: z.object(asked),
  output: answer,
})

export const ledgerCustomer = call({
  path: '/view_customer_ledger/',
  summary: 'The ledger of a customer below the caller: opening, every movement, closing, with totals of what is filtered',
  access: { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_transaction'] },
  input: z.object({ customer_id: field.id(), ...asked }),
  output: answer,
  errors: ['not_found'],
})

/** The most movements of an account statement; a CSV file has all movements. */
export const ACCOUNT_STATEMENT_ROWS_MAX = 20_000

export const ledgerStatement = call({
  path: '/start_ledger_statement/',
  summary:
    'Begins an account statement of a period as PDF, of the caller’s own ledger or that of a customer below: opening, every movement, closing (a call of our own)',
  access: { only: ['superadmin', 'reseller', 'seller'], roles: ['superadmin', 'reseller', 'seller'], flags: ['has_transaction'] },
  input: z.object({
    /** The customer; left out: the caller’s own organisation. */
    customer_id: z.optional(field.id()),
    date_from: field.day(),
    date_to: field.day(),
  }),
  output: z.object({ download_id: z.string() }),
  errors: ['not_found', 'forbidden', 'too_many_requests', 'too_large'],
  changes: true,
})
