// The rules of credit: which credit is booked automatically, and which requests wait until a second person decides.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'
import { BOOKING_MAX, bookingTypes, creditRule, WalletEntry } from './credit.ts'

export const AutoCredit = z.object({
  customer_id: z.string(),
  customer_name: z.string(),
  balance: money,
  balance_trigger: money,
  balance_topup: money,
  /** The most that the rule books in one Berlin day. */
  daily_limit: money,
  is_enabled: z.boolean(),
  booked_today: money,
  is_active: z.boolean(),
  /** How often the rule would have booked in the last month if it had been in force. */
  fired_last_month: z.int(),
})

/** waiting: the change loosens a guard (a limit, such as the amount that one person may give alone), so a second person decides. */
const guardStates = ['done', 'waiting'] as const

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
  /** waiting: the rule can give an amount that needs a second person's approval, so a second person decides. */
  output: z.object({ state: z.enum(guardStates) }),
  errors: ['not_found'],
  changes: true,
  undone: ({ state }) => (state === 'waiting' ? 'waiting' : undefined),
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
  output: listOf(AutoCredit, { bookings: z.array(WalletEntry) }),
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
  summary:
    'How much one person may give one customer a day alone, all ways of giving added up; without an amount everything. To raise it wants a second person (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ credit_approval_above: z.optional(field.money(0, BOOKING_MAX)) }),
  output: z.object({ state: z.enum(guardStates) }),
  changes: true,
  undone: ({ state }) => (state === 'waiting' ? 'waiting' : undefined),
})

/**
 * The kinds of requests that can wait for a second person. A request is about a booking (one kind for each type), about the debt with which a customer was
 * moved in from another system, about a rule or a guard (a limit on what one person may do), about prices below cost, or about an exchange rate.
 */
export const requestTypes = [
  ...bookingTypes,
  'moved_in',
  'auto_credit',
  'auto_resume',
  'approval_rule',
  'own_prices',
  'plan_prices',
  'live_prices',
  'live_discounts',
  'exchange_rate',
] as const

export const creditRequestsList = call({
  path: '/view_credit_requests/',
  summary: 'What one person may not do alone: bookings, rules and guards that wait for a second one, with who may decide (a call of our own)',
  access: creditRule,
  input: z.object({ ...paging(20), filters: field.filters({ state: z.optional(z.enum(['waiting', 'approved', 'refused'])) }) }),
  output: listOf(
    z.object({
      request_id: z.string(),
      customer_id: z.string(),
      customer_name: z.string(),
      type: z.enum(requestTypes),
      /** The amount of a booking, the daily amount of a rule, or the new amount of a guard; null to remove the guard, and for prices and rates. */
      amount: z.nullable(money),
      /** The present amount of the guard; null for other requests. */
      before: z.nullable(money),
      /** The rule of automatic credit as the request would make it; null for other requests. */
      rule: z.nullable(z.object({ balance_trigger: money, balance_topup: money, daily_limit: money })),
      /** The goods that a requested change of prices would sell below cost; empty for other requests. */
      below: z.array(z.object({ product_name: z.string(), value: money, price: money, cost: money })),
      payment_mode: z.string(),
      remarks: contact,
      state: z.enum(['waiting', 'approved', 'refused']),
      asked_by: contact,
      asked_at: instant,
      decided_by: contact,
      decided_at: z.nullable(instant),
      reason: contact,
      is_own: z.boolean(),
      /** Users of the organisation who may decide while the request waits. Users of the platform may decide too. */
      deciders: z.array(contact),
      /** Why the caller may not decide: the request is the caller's own, one person may be behind both accounts, or the caller lacks the right. */
      barred: z.nullable(
        z.object({
          why: z.enum(['own', 'hand', 'right']),
          /** `account`: the account that was made or reset. `hand`: the user who made or reset it. Until `until` the two count as one person. */
          account: contact,
          hand: contact,
          is_mine: z.boolean(),
          laid_at: z.nullable(instant),
          until: z.nullable(instant),
        }),
      ),
    }),
    {
      /** The amount above which credit needs a second person in the caller's organisation. */
      credit_approval_above: z.nullable(money),
    },
  ),
})

export const creditRequestDecide = call({
  path: '/decide_credit_request/',
  summary: 'Does or refuses it; nobody decides their own, nor through an account they had a hand on in the last seven days (a call of our own)',
  access: creditRule,
  input: z.object({
    request_id: field.id(),
    action: field.oneOf(['approve', 'refuse']),
    reason: z.optional(z.string().check(z.trim(), atMost(200))),
  }),
  output: z.object({}),
  errors: ['not_found', 'own_request', 'same_hand', 'request_over', 'credit_limit_too_low', 'already_corrected', 'credit_spent', 'forbidden'],
  changes: true,
})
