// Reminders of low credit: when an organisation's customers are reminded, how each customer wants to be reminded, which reminders were sent, and
// reminders sent by hand.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost, broken } from '../kit/rules.ts'
import { BOOKING_MAX } from './credit.ts'

/**
 * When a customer is reminded. off: never. amount: when less than a set amount is available. days: when the available amount lasts fewer days than a set
 * number. round: when the available amount does not last until the customer's next credit round.
 */
export const reminderRules = ['off', 'amount', 'days', 'round'] as const
export const reminderCauses = ['amount', 'days', 'round', 'hand'] as const
export const remindBy = ['email', 'sms', 'off'] as const

/** The most customers that one call reminds. */
export const REMINDERS_MAX = 500

/** Only resellers remind their customers: the platform's customers are resellers, which the platform informs in other ways. */
const ofReseller = { roles: ['reseller'], flags: ['has_credit'] } as const

/** The rule by which customers are reminded. Until it is set, nobody is reminded, and the answer has the values that the form shows at first. */
const ReminderRule = z.object({ remind_when: z.enum(reminderRules), available_below: money, lasts_days: z.int(), hour: z.int() })

export const creditReminders = call({
  path: '/view_credit_reminders/',
  summary: 'The reminders of low credit that were sent to own customers, newest first, and the rule by which they are (a call of our own)',
  access: ofReseller,
  input: z.object({ ...paging(20), filters: field.filters({ cause: z.optional(z.enum(reminderCauses)) }), search_text: field.search() }),
  output: listOf(
    z.object({
      reminder_id: z.string(),
      customer_id: z.string(),
      customer_name: z.string(),
      created_at: instant,
      cause: z.enum(reminderCauses),
      available: money,
      days_left: z.nullable(z.int()),
      channel: z.enum(['email', 'sms']),
      /** Whether the message was sent; kept: no sender is configured, so the message stays on the server. */
      message_state: z.enum(['waiting', 'sent', 'failed', 'kept']),
    }),
    { rule: ReminderRule },
  ),
})

export const creditReminderRule = call({
  path: '/update_credit_reminders/',
  summary: 'When own customers are reminded of low credit, and at which hour in Berlin; what is not named stays (a call of our own)',
  access: ofReseller,
  input: z
    .object({
      remind_when: field.oneOf(reminderRules),
      available_below: z.optional(field.money(0, BOOKING_MAX)),
      lasts_days: z.optional(field.int(1, 31)),
      hour: z.optional(field.int(0, 23)),
    })
    .check(({ value: { remind_when, available_below }, issues }) => {
      if (remind_when === 'amount' && available_below === 0) issues.push(broken('not_above_zero', available_below, ['available_below']))
    }),
  output: z.object({}),
  changes: true,
})

/**
 * Whether a customer was reminded, and if not, why. today: the customer was already reminded today. off: the customer wants no reminders. no_address: the
 * customer has neither a mail address nor a mobile number.
 */
const reminded = ['sent', 'today', 'off', 'no_address', 'not_found'] as const

export const creditRemind = call({
  path: '/remind_of_credit/',
  summary: 'Reminds the chosen own customers of their credit now; nobody gets more than one such message a day (a call of our own)',
  access: ofReseller,
  input: z.object({ customer_ids: field.json(z.array(field.id()).check(atMost(REMINDERS_MAX, 'too_big'), atLeast(1))) }),
  output: z.object({ rows: z.array(z.object({ customer_id: z.string(), outcome: z.enum(reminded) })) }),
  changes: true,
  undone: ({ rows }) => (rows.every(({ outcome }) => outcome !== 'sent') ? 'unchanged' : undefined),
})

export const ownReminders = call({
  path: '/view_own_credit_reminders/',
  summary: 'How the own organisation is reminded of low credit, and where to (a call of our own)',
  access: { roles: ['reseller', 'seller'], managers: true },
  input: z.object({}),
  output: z.object({ remind_by: z.enum(remindBy), email: contact, mobile: contact, has_sms: z.boolean(), last_on: z.nullable(day) }),
})

export const ownRemindersUpdate = call({
  path: '/update_own_credit_reminders/',
  summary: 'Whether and how the own organisation is reminded of low credit (a call of our own)',
  access: { roles: ['reseller', 'seller'], managers: true },
  input: z.object({ remind_by: field.oneOf(remindBy) }),
  output: z.object({}),
  changes: true,
})
