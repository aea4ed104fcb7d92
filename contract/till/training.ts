// Practice at the till: a shop’s manager begins it for a browser; sales in that browser are then simulated.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'

const session = z.object({ token: z.string(), session_id: z.string(), customer_id: z.string() })

export const trainingStart = call({
  path: '/start_training/',
  summary: 'Begins practice in this browser: a session of its own until midnight, in which nothing is sold (a call of our own)',
  access: { only: ['seller'], roles: ['seller'], managers: true },
  input: z.object({}),
  output: session,
  errors: ['training_only'],
  changes: true,
})

export const trainingEnd = call({
  path: '/end_training/',
  summary: 'Ends practice: from now on this browser sells for real, in a new session that lasts no longer than the one before (a call of our own)',
  access: { only: ['seller'], roles: ['seller'], managers: true },
  input: z.object({}),
  output: session,
  errors: ['request_over'],
  changes: true,
})
