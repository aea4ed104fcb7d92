// The work that waits for a user: `waitingCounts` for the menu, and `waitingFigures` for the start page. Each figure on the start page is the number of rows
// in the list that the figure links to.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { instant, money } from '../kit/field.ts'

export const waitingKinds = [
  ...(['claims', 'credit_requests', 'login_requests', 'registrations', 'stock_held'] as const),
  ...(['live_orders', 'cases', 'invoices_overdue'] as const),
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Waiting work is counted up to this number; the menu then shows "99+". */
export const WAITING_MANY = 100

export const waitingCounts = call({
  path: '/waiting_counts/',
  summary: 'How much of each kind waits for the caller’s organisation, up to a hundred; only kinds whose list the caller may open (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({ counts: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int() })) }),
})

export const figureKinds = ['claims', 'logins', 'credits', 'not_billed', 'low', 'quiet', 'open', 'failed', 'devices'] as const
export type FigureKind = (typeof figureKinds)[number]

export const waitingFigures = call({
  path: '/waiting_figures/',
  summary: 'The figures of the start page, each as the list it leads to counts it; only of lists the caller may open (a call of our own)',
  access: 'all',
  input: z.object({}),
  output: z.object({
    figures: z.array(
      z.object({
        kind: z.enum(figureKinds),
        /** Null if the list could not be read. */
        count: z.nullable(z.int()),
        /** The time at which the oldest of the counted claims was made; null for other kinds. */
        oldest_at: z.nullable(instant),
        /** The amount of unbilled sales; null for other kinds. */
        amount: z.nullable(money),
        /** The number of devices that are free to be assigned (`count` is then the number of assigned devices); null for other kinds. */
        free: z.nullable(z.int()),
      }),
    ),
  }),
})
