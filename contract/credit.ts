// Wallets: balance, credit line, top-up.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { field, instant, money, paging } from './kit/field.ts'
import { SCALE } from './kit/money.ts'

/** One booking moves at most ten million euro: a slip of the finger, not a business case. */
export const BOOKING_MAX = 10_000_000 * SCALE

export const paymentModes = ['cash', 'bank_transfer', 'card', 'invoice', 'none'] as const

/** top_up adds to the balance; credit_limit sets the limit to the amount given. */
export const walletChanges = ['top_up', 'credit_limit'] as const

export const WalletChange = z.object({
  customer_id: z.string(),
  amount: money,
  balance_before: money,
  balance_after: money,
  credit_limit_before: money,
  credit_limit_after: money,
  available: money,
  created_at: instant,
})

export const balance = call({
  path: '/dynamic_balance/',
  method: 'GET',
  summary: 'The caller’s own wallet with its parent',
  access: 'all',
  input: z.object({}),
  output: z.object({ balance: money, credit_limit: money, held: money, available: money, as_of: instant }),
})

export const walletChange = call({
  path: '/process_wallet_history/',
  summary: 'Tops up a customer’s wallet or sets its credit limit, once per transaction key',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_credit'] },
  input: z.object({
    transaction_key: field.text(100),
    customer_id: field.id(),
    type: z._default(field.oneOf(walletChanges), 'top_up'),
    amount: field.money(0, BOOKING_MAX),
    payment_mode: z._default(field.oneOf(paymentModes), 'cash'),
    remarks: z.optional(z.string().check(z.trim(), z.maxLength(500, 'too_long'))),
  }),
  output: WalletChange,
  errors: ['key_invalid', 'key_reused', 'not_found', 'amount_out_of_range', 'credit_limit_too_low', 'in_progress', 'busy'],
  changes: true,
})

export const walletRecent = call({
  path: '/view_recent_wallet_history/',
  summary: 'The last changes of one customer’s wallet that were not sales, newest first (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_credit'] },
  input: z.object({ customer_id: field.id(), ...paging(5, 20) }),
  output: z.object({
    content: z.array(
      z.object({
        kind: z.string(),
        amount: money,
        balance_after: money,
        payment_mode: z.string(),
        remarks: z.string(),
        created_at: instant,
        created_by: z.string(),
      }),
    ),
  }),
  errors: ['not_found'],
})

export const moneyCheck = call({
  path: '/money_check/',
  summary: 'Proves that every wallet equals its transfers and every sold PIN has one sale (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({}),
  output: z.object({ checked_at: instant, checks: z.array(z.object({ name: z.string(), wrong: z.int() })), sound: z.boolean() }),
})
