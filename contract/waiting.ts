// What waits for somebody, counted for the menu.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'

export const waitingKinds = [
  ...(['claims', 'credit_requests', 'login_requests', 'registrations', 'stock_held'] as const),
  ...(['live_orders', 'live_cases', 'statement_cases', 'invoices_overdue'] as const),
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** No more are counted: the menu shows "99+". */
export const WAITING_MANY = 100

export const waitingCounts = call({
  path: '/waiting_counts/',
  summary: 'How much of each kind waits for the caller’s organisation, up to a hundred; only kinds whose list the caller may open (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({ counts: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int() })) }),
})
