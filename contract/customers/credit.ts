// Wallets: the balance, the credit limit, top-ups of one customer or of many, and the bookings.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { EURO } from '../kit/money.ts'
import { listOf, reportOf } from '../kit/rows.ts'
import { atLeast, atMost, broken, matches } from '../kit/rules.ts'

/** One booking moves at most ten million euro: more is a typing error. */
export const BOOKING_MAX = 10_000_000 * EURO

export const paymentModes = ['cash', 'bank_transfer', 'card', 'invoice', 'none'] as const

/** top_up adds to the balance; credit_limit sets the limit to the amount given. */
export const walletChanges = ['top_up', 'credit_limit'] as const

/** The bookings that may wait for a second person: the two changes above, and the correction of a wrong credit. */
export const bookingTypes = [...walletChanges, 'correction'] as const

export const WalletChange = z.object({
  /** waiting: the booking exceeds what one person may book alone, so a second person decides; the figures are then those of the unchanged wallet. */
  state: z.enum(['booked', 'waiting']),
  customer_id: z.string(),
  amount: money,
  balance_before: money,
  balance_after: money,
  credit_limit_before: money,
  credit_limit_after: money,
  available: money,
  created_at: instant,
})

export const walletChange = call({
  path: '/process_wallet_history/',
  summary: 'Tops up a customer’s wallet or sets its credit limit, once per transaction key',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_credit'] },
  input: z
    .object({
      transaction_key: field.text(100),
      customer_id: field.id(),
      type: z._default(field.oneOf(walletChanges), 'top_up'),
      amount: field.money(0, BOOKING_MAX),
      payment_mode: z._default(field.oneOf(paymentModes), 'cash'),
      remarks: z.optional(z.string().check(z.trim(), atMost(500))),
    })
    .check(({ value: { type, amount }, issues }) => {
      // Only a top-up of 0 is refused; a credit limit of 0 is allowed.
      if (type === 'top_up' && amount === 0) issues.push(broken('not_above_zero', amount, ['amount']))
    }),
  output: WalletChange,
  errors: ['key_invalid', 'key_reused', 'not_found', 'amount_out_of_range', 'credit_limit_too_low', 'in_progress', 'busy'],
  changes: true,
  makesKey: true,
  undone: ({ state }) => (state === 'waiting' ? 'waiting' : undefined),
})

export const walletRecent = call({
  path: '/view_recent_wallet_history/',
  summary: 'The last changes of one customer’s wallet that were not sales, newest first (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_credit'] },
  input: z.object({ customer_id: field.id(), ...paging(5, 20) }),
  output: z.object({
    /** The predicted time when the money runs out; null when it cannot be predicted. */
    lasts_until: z.nullable(instant),
    content: z.array(
      z.object({
        kind: z.string(),
        amount: money,
        balance_after: money,
        payment_mode: z.string(),
        remarks: contact,
        created_at: instant,
        created_by: contact,
      }),
    ),
  }),
  errors: ['not_found'],
})

export const moneyCheck = call({
  path: '/money_check/',
  summary: 'Proves the books: wallets, transfers, sales, PINs, keys and tallies agree; each finding names a row that does not (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({}),
  output: z.object({
    checked_at: instant,
    checks: z.array(z.object({ name: z.string(), wrong: z.int(), sample: z.nullable(z.string()) })),
    sound: z.boolean(),
  }),
})

/** Kinds of bookings. refund: of a claim or bus ticket. correction: a reversed booking, a credit or a fee. moved_in: an earlier debt. */
export const bookingKinds = ['top_up', 'auto_credit', 'correction', 'refund', 'moved_in', 'credit_limit'] as const

export const WalletEntry = z.object({
  entry_id: z.string(),
  customer_id: z.string(),
  customer_name: z.string(),
  kind: z.enum(bookingKinds),
  amount: money,
  /** The balance before the booking; if the booking changed the credit limit, the limit before. */
  before: money,
  after: money,
  payment_mode: z.string(),
  remarks: contact,
  created_by: contact,
  created_at: instant,
  /** The wrong booking, if this row is the correction that reverses it. */
  corrects: z.nullable(z.object({ entry_id: z.string(), amount: money, created_at: instant })),
  /** The state of the booking's correction; null if it cannot be corrected. */
  correction: z.nullable(z.enum(['possible', 'waiting', 'done'])),
})

const ownFilters = {
  kind: z.optional(z.enum(bookingKinds)),
  payment_mode: z.optional(z.enum(paymentModes)),
  date_from: z.optional(field.day()),
  date_to: z.optional(field.day()),
}
const historyFilters = { ...ownFilters, customer_id: z.optional(field.id()) }

/** The totals of the history. amount: the sum booked on balances. limits: the sum of the changes of credit limits. */
const historyTotals = z.object({ amount: moneySum, limits: moneySum, bookings: z.int() })

export const creditRule = { roles: ['superadmin', 'reseller'], flags: ['has_credit'] } as const

export const walletHistory = call({
  path: '/view_wallet_history/',
  summary: 'Every booking of credit and every change of a limit, newest first, with totals of what is filtered',
  access: creditRule,
  input: z.object({ ...paging(20), filters: field.filters(historyFilters), search_text: field.search() }),
  output: reportOf(WalletEntry, historyTotals),
})

export const walletOwn = call({
  path: '/view_own_wallet_history/',
  summary: 'What was booked onto the caller’s own wallet, and how its limit changed, newest first (a call of our own)',
  access: { roles: ['reseller', 'seller'], flags: ['has_credit_and_balance'] },
  input: z.object({ ...paging(20), filters: field.filters(ownFilters) }),
  /** The rows lack the customer, which is the caller, and what only the organisation above sees: who booked, the notes, and the state of a correction. */
  output: reportOf(z.omit(WalletEntry, { customer_id: true, customer_name: true, remarks: true, created_by: true, correction: true }), historyTotals),
})

export const walletCorrect = call({
  path: '/correct_wallet_history/',
  summary: 'Takes a wrong credit back, wholly or in part: a booking of its own that names it, once per booking and per transaction key (a call of our own)',
  access: creditRule,
  input: z.object({
    transaction_key: field.text(100),
    entry_id: z.string().check(atMost(60, 'not_an_id'), matches(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}-\d{1,15}$/, 'not_an_id')),
    /** The wrong part of the amount; if it is left out, the whole booking is corrected. */
    amount: z.optional(field.money(1, BOOKING_MAX)),
    reason: field.text(500),
  }),
  output: WalletChange,
  errors: ['key_invalid', 'key_reused', 'key_void', 'not_found', 'amount_out_of_range', 'already_corrected', 'credit_spent', 'in_progress', 'busy'],
  changes: true,
})

export const creditLogs = call({
  path: '/view_credit_logs/',
  summary: 'Changes of credit limits, newest first: before, after, who and why',
  access: creditRule,
  input: z.object({ ...paging(20), filters: field.filters(historyFilters), search_text: field.search() }),
  output: listOf(WalletEntry),
})

/** The most rows of one call: as many as can be booked before a proxy times out (decision 0014). The browser sends longer lists in portions. */
export const TOP_UPS_MAX = 1_000

export const transactionKeys = call({
  path: '/get_transaction_session_keys/',
  method: 'GET',
  summary: 'Keys for many transactions of this user, one for each row of a multi top-up (a call of our own)',
  access: creditRule,
  input: z.object({ count: field.int(1, TOP_UPS_MAX) }),
  output: z.object({ transaction_keys: z.array(z.string()) }),
})

const topUpRows = field.json(
  z
    .array(
      z.object({
        /** Without a transaction key the server makes one, so a repeated call books again. */
        transaction_key: z.optional(field.text(100)),
        /** Identifies the customer by id, or by user name as in a CSV file. */
        customer_id: z.optional(field.id()),
        username: z.optional(field.text(100)),
        /** An invalid amount is refused in its own row only; the other rows are booked. */
        amount: money,
        remarks: z.optional(z.string().check(z.trim(), atMost(500))),
      }),
    )
    .check(atLeast(1), atMost(TOP_UPS_MAX, 'too_big')),
)

const TopUpResult = z.object({
  row: z.int(),
  customer_id: z.nullable(z.string()),
  customer_name: z.string(),
  outcome: z.enum(['booked', 'refused', 'approval']),
  /** The error code of a row that was refused; otherwise blank. */
  code: z.string(),
  balance_after: z.nullable(money),
})

export const creditRunStart = call({
  path: '/start_credit_run/',
  summary:
    'Tops up many customers as work of the server: it goes on when nobody looks. Each row carries its own key: asked twice, it is booked once (a call of our own)',
  access: creditRule,
  input: z.object({
    rows: topUpRows,
    payment_mode: z._default(field.oneOf(paymentModes), 'cash'),
    /**
     * The round whose proposals the rows come from (credit-round.ts). The row of a customer that was credited after the proposals were made is refused. The
     * whole call is refused while another round of the organisation is being booked.
     */
    round_id: z.optional(field.id()),
  }),
  output: z.object({ run_id: z.string() }),
  errors: ['in_progress'],
  changes: true,
})

export const creditRunProgress = call({
  path: '/view_credit_run/',
  summary: 'How far a run of the caller’s is, and what became of its rows so far (a call of our own)',
  access: creditRule,
  input: z.object({ run_id: field.id() }),
  output: z.object({ total: z.int(), rows: z.array(TopUpResult) }),
  errors: ['not_found'],
})

export const walletChangeMany = call({
  path: '/process_top_up_with_multi_customers/',
  summary: 'Tops up many customers: a result for every row. Each row carries its own transaction key, so that sending all again books the failed ones only',
  access: creditRule,
  input: z.object({
    rows: topUpRows,
    payment_mode: z._default(field.oneOf(paymentModes), 'cash'),
  }),
  output: z.object({ rows: z.array(TopUpResult) }),
  changes: true,
  undone: ({ rows }) => {
    if (rows.some(({ outcome }) => outcome === 'booked')) return undefined
    return rows.some(({ outcome }) => outcome === 'approval') ? 'waiting' : 'nothing'
  },
})
