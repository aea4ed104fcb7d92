// The rules of credit: what is booked by itself, and what waits for a second person.
import * as z from 'zod/mini'
import { BOOKING_MAX, creditRule, requestTypes, WalletEntry } from './credit.ts'
import { call } from './kit/call.ts'
import { field, instant, listOf, money, paging } from './kit/field.ts'

export const AutoCredit = z.object({
  customer_id: z.string(),
  customer_name: z.string(),
  balance: money,
  balance_trigger: money,
  balance_topup: money,
  /** Of one Berlin day, at most. */
  daily_limit: money,
  is_enabled: z.boolean(),
  booked_today: money,
  is_active: z.boolean(),
  /** How often it would have fired in the last month. */
  fired_last_month: z.int(),
})

export const autoCreditUpdate = call({
  path: '/update_auto_credit/',
  summary:
    'A customer’s rule of automatic credit: below the trigger the amount is added at once, up to the daily limit. `is_enabled` without a customer pauses all',
  access: creditRule,
  input: z.object({
    customer_id: z.optional(field.id()),
    balance_trigger: z.optional(field.money(0, BOOKING_MAX)),
    balance_topup: z.optional(field.money(1, BOOKING_MAX)),
    daily_limit: z.optional(field.money(1, BOOKING_MAX)),
    is_enabled: z.optional(field.bool()),
  }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const autoCreditLedger = call({
  path: '/view_auto_credit_ledger/',
  summary: 'The rules of automatic credit, and what they booked',
  access: creditRule,
  input: z.object({
    ...paging(20),
    customer_id: z.optional(field.id()),
    view: z._default(field.oneOf(['rules', 'bookings']), 'rules'),
    search_text: field.search(),
  }),
  output: z.object({
    content: z.array(AutoCredit),
    bookings: z.array(WalletEntry),
    filters: z.object({ page: z.int(), limit: z.int(), total_count: z.int() }),
  }),
  errors: ['not_found'],
})

export const autoCreditSimulate = call({
  path: '/simulate_auto_credit/',
  summary: 'How often a rule would have booked in the last thirty days, and how much (a call of our own)',
  access: creditRule,
  input: z.object({
    customer_id: field.id(),
    balance_trigger: field.money(0, BOOKING_MAX),
    balance_topup: field.money(1, BOOKING_MAX),
    daily_limit: field.money(1, BOOKING_MAX),
  }),
  output: z.object({ fired: z.int(), amount: money }),
  errors: ['not_found'],
})

export const creditRulesUpdate = call({
  path: '/update_credit_rules/',
  summary: 'Above which amount a booking wants a second person; without an amount none does (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ credit_approval_above: z.optional(field.money(0, BOOKING_MAX)) }),
  output: z.object({}),
  changes: true,
})

export const creditRequestsList = call({
  path: '/view_credit_requests/',
  summary: 'Bookings above the organisation’s limit for one person: waiting for a second one (a call of our own)',
  access: creditRule,
  input: z.object({ ...paging(20), filters: z._default(field.json(z.object({ state: z.optional(z.enum(['waiting', 'approved', 'refused'])) })), {}) }),
  output: z.object({
    ...listOf(
      z.object({
        request_id: z.string(),
        customer_id: z.string(),
        customer_name: z.string(),
        type: z.enum(requestTypes),
        amount: money,
        payment_mode: z.string(),
        remarks: z.string(),
        state: z.enum(['waiting', 'approved', 'refused']),
        asked_by: z.string(),
        asked_at: instant,
        decided_by: z.string(),
        decided_at: z.nullable(instant),
        reason: z.string(),
        is_own: z.boolean(),
      }),
    ).shape,
    /** The rule of the caller's organisation. */
    credit_approval_above: z.nullable(money),
  }),
})

export const creditRequestDecide = call({
  path: '/decide_credit_request/',
  summary: 'Books or refuses it; nobody decides their own (a call of our own)',
  access: creditRule,
  input: z.object({
    request_id: field.id(),
    action: field.oneOf(['approve', 'refuse']),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200, 'too_long'))),
  }),
  output: z.object({}),
  errors: ['not_found', 'own_request', 'request_over', 'credit_limit_too_low', 'already_corrected', 'credit_spent'],
  changes: true,
})
