// A credit round: an amount proposed for each shop, from its sales and its usual credits. The chosen rows are booked as a run (credit.ts).
import * as z from 'zod/mini'
import { call, unlessChanged } from '../kit/call.ts'
import { contact, day, field, money, numeral } from '../kit/field.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { BOOKING_MAX } from './credit.ts'

/** The most rows of a round: as many as one run can book. */
export const ROUND_MAX = 1_000

/**
 * Why an amount is proposed, or why none is. needs: an amount is proposed. enough: the available amount lasts. automatic: the shop has a rule of automatic
 * credit. idle: the shop sold nothing in the last two weeks.
 */
export const proposalReasons = ['needs', 'enough', 'automatic', 'idle'] as const

/** How often a customer's credit is booked. A monthly credit is booked once a month: the first time that the chosen weekday occurs in the month. */
export const rhythms = ['weekly', 'fortnightly', 'monthly'] as const

/** A weekday from 1 (Monday) to 7 (Sunday). */
const weekday = field.int(1, 7)

export const creditProposals = call({
  path: '/view_credit_proposals/',
  summary:
    'What each own active customer is proposed so that its credit lasts for so many days, or until its next round where it has a day; those that run dry first (a call of our own)',
  access: { roles: ['reseller'], flags: ['has_credit'] },
  input: z.object({
    days: z._default(field.int(1, 31), 7),
    /** Lists only customers whose round is today. */
    due: z._default(field.bool(), false),
    weekday: z.optional(weekday),
    /** Lists only customers who have less than this amount available. */
    available_below: z.optional(field.money(0, BOOKING_MAX)),
  }),
  output: z.object({
    /**
     * The round's id, passed to the run that books it. The run refuses the rows of customers that were credited after these proposals were made. An
     * organisation books only one round at a time.
     */
    round_id: z.string(),
    /** The number of all customers that match the filters; the answer has at most ROUND_MAX of them. */
    total: z.int(),
    content: z.array(
      z.object({
        customer_id: z.string(),
        name: z.string(),
        username: contact,
        available: money,
        /** The amount spent on an average day of the last 14 days, without today. */
        daily: money,
        /** The number of whole days that the available amount lasts at this daily spending; null if nothing was spent. */
        days_left: z.nullable(z.int()),
        /** The median of the last eight credits that people booked for the customer; null if there were none. */
        usual: z.nullable(money),
        proposed: money,
        reason: z.enum(proposalReasons),
        weekday: z.nullable(numeral),
        rhythm: z.nullable(z.enum(rhythms)),
        is_due: z.boolean(),
        /** The day of the next round after today; null if no day is set. */
        next_on: z.nullable(day),
      }),
    ),
  }),
})

export const creditRoundDays = call({
  path: '/update_credit_round_days/',
  summary: 'The weekday and the rhythm in which the credit of own customers is booked; `none` takes the day away (a call of our own)',
  access: { roles: ['reseller'], flags: ['has_credit'] },
  input: z.object({
    customer_ids: field.json(z.array(field.id()).check(atMost(ROUND_MAX, 'too_big'), atLeast(1))),
    weekday: z._default(weekday, 1),
    rhythm: field.oneOf(['none', ...rhythms]),
  }),
  output: z.object({ changed: z.int() }),
  changes: true,
  undone: unlessChanged,
})
