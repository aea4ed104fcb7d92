// The public status page: whether each part of the portal works now, the disturbances of the last days, and notices.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, instant } from '../kit/field.ts'
import { statusNoticeKinds } from './status-notices.ts'

/** The parts of the portal that a shop uses. */
export const portalParts = ['till', 'recharges', 'top_ups', 'buses', 'messages'] as const
export type PortalPart = (typeof portalParts)[number]

/** disturbed: slow, or some of it fails. down: most of it fails, or all. not_offered: this reseller does not sell it. */
export const partStates = ['working', 'disturbed', 'down', 'not_offered'] as const
export type PartState = (typeof partStates)[number]
export type Trouble = Extract<PartState, 'disturbed' | 'down'>

/** The number of days that the page shows, including today. */
export const STATUS_DAYS = 90

export const PortalStatus = z.object({
  as_of: instant,
  today: day,
  /** The first day on which disturbances were recorded; null if none were recorded yet, or if the database cannot be reached. */
  recorded_from: z.nullable(day),
  parts: z.array(
    z.object({
      part: z.enum(portalParts),
      state: z.enum(partStates),
      /** The days with a disturbance, the oldest first: the worst state, and for how many minutes the part did not work as usual. */
      days: z.array(z.object({ day, state: z.enum(['disturbed', 'down']), minutes: z.int() })),
    }),
  ),
  notices: z.array(
    z.object({ kind: z.enum(statusNoticeKinds), headline: z.string(), note: z.string(), valid_from: day, valid_until: day, changed_at: instant }),
  ),
})
export type PortalStatus = z.output<typeof PortalStatus>

export const portalStatus = call({
  path: '/portal_status/',
  method: 'GET',
  summary: 'Whether the portal of this host works now, part by part, its disturbances of 90 days and its notices; for everybody (a call of our own)',
  access: 'public',
  input: z.object({}),
  output: PortalStatus,
})
