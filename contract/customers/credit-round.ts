// A credit round: an amount proposed for each shop, from its sales and its usual credits. The chosen rows are booked as a run (credit.ts).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, money } from '../kit/field.ts'

/** The most rows of a round, which one run can book. */
export const ROUND_MAX = 1_000

/**
 * Why an amount is proposed, or none. needs: an amount is proposed. enough: the available amount lasts. automatic: the shop's own rule credits it. idle: the
 * shop sold nothing in the last two weeks.
 */
export const proposalReasons = ['needs', 'enough', 'automatic', 'idle'] as const

export const creditProposals = call({
  path: '/view_credit_proposals/',
  summary: 'What each own active customer is proposed so that its credit lasts for so many days, those that run dry first (a call of our own)',
  access: { roles: ['reseller'], flags: ['has_credit'] },
  input: z.object({ days: z._default(field.int(1, 31), 7) }),
  output: z.object({
    /** The round's id, passed to the run that books: the run then leaves out customers credited since, and only one round is under way at a time. */
    round_id: z.string(),
    /** The number of all active customers; the answer holds at most ROUND_MAX of them. */
    total: z.int(),
    content: z.array(
      z.object({
        customer_id: z.string(),
        name: z.string(),
        username: contact,
        available: money,
        /** The amount spent on an average day of the last 14, without today. */
        daily: money,
        /** Whole days that the available amount lasts at that pace; null without sales. */
        days_left: z.nullable(z.int()),
        /** The median of the last eight credits by hand; null without any. */
        usual: z.nullable(money),
        proposed: money,
        reason: z.enum(proposalReasons),
      }),
    ),
  }),
})
