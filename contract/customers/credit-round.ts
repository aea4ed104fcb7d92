// A credit round: what each shop is proposed, from what it sells and how it is usually credited. What is decided is booked as a run (credit.ts).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, money } from '../kit/field.ts'

/** Rows of a round, at most: one run books them all. */
export const ROUND_MAX = 1_000

/** automatic: its own rule credits it. idle: it sold nothing in the last two weeks. */
export const proposalReasons = ['needs', 'enough', 'automatic', 'idle'] as const

export const creditProposals = call({
  path: '/view_credit_proposals/',
  summary: 'What each own active customer is proposed so that its credit lasts for so many days, those that run dry first (a call of our own)',
  access: { roles: ['reseller'], flags: ['has_credit'] },
  input: z.object({ days: z._default(field.int(1, 31), 7) }),
  output: z.object({
    /** Given to the run that books: it then leaves out whoever was credited since, and only one round is under way at a time. */
    round_id: z.string(),
    /** Active customers in all, of which the answer holds so many as a round has at most. */
    total: z.int(),
    content: z.array(
      z.object({
        customer_id: z.string(),
        name: z.string(),
        username: contact,
        available: money,
        /** Spent on an average day of the last 14, today left out. */
        daily: money,
        /** Whole days that what is available lasts at that pace; null without sales. */
        days_left: z.nullable(z.int()),
        /** The middle one of the last eight credits by hand; null without any. */
        usual: z.nullable(money),
        proposed: money,
        reason: z.enum(proposalReasons),
      }),
    ),
  }),
})
