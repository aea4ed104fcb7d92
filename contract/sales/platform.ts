// The start page of the platform: the figures of all its resellers, and whether the server works.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, instant, money, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { weathers } from '../live/connections.ts'
import { waitingKinds } from '../messages/waiting.ts'

/** Only managers of the platform see the whole page. Its staff see the parts for which they have the rights on other screens. */
const access = { roles: ['superadmin'], managers: true } as const
/** The number of days that the trend shows, including today. */
export const TREND_DAYS = 14

const daySales = z.object({ count: z.int(), face_total: moneySum })

export const Tenant = z.object({
  tenant_id: z.int(),
  name: z.string(),
  /** Whether the platform is viewing this reseller. */
  chosen: z.boolean(),
  /** The reseller's sales, including those of everybody below it; null if they could not be read. */
  sales: z.nullable(
    z.object({
      today: daySales,
      /** The sales of yesterday until the same minute of the day. */
      yesterday: daySales,
      /** The face value of each of the last days, the oldest first, today as the last; 0 for a day without sales. */
      days: z.array(z.object({ day, face_total: moneySum })),
      /** The platform's own margin on these days. */
      margin_total: moneySum,
      /** The latest of these days on which something was sold; null if nothing was. */
      last_day: z.nullable(day),
    }),
  ),
  /** The work that waits at this reseller, for the reseller or for the platform, as counted by the menu; null if it could not be read. */
  waiting: z.nullable(z.array(z.object({ kind: z.enum(waitingKinds), count: z.int() }))),
  /** The suppliers that are switched on, and how they answer; null if they could not be read. */
  connections: z.nullable(
    z.array(
      z.object({
        connection_id: z.string(),
        company: z.string(),
        weather: z.enum(weathers),
        balance: z.nullable(moneySum),
        balance_at: z.nullable(instant),
        balance_alarm: z.nullable(money),
        answered: z.int(),
        asked: z.int(),
      }),
    ),
  ),
})

export const tenantsToday = call({
  path: '/tenants_today/',
  summary: 'The resellers side by side: today against yesterday until the same minute, the last fourteen days, what waits, their suppliers (a call of our own)',
  access,
  input: z.object(paging(20, 50)),
  output: listOf(Tenant, { as_of: instant }),
})

/** The parts of the server that are checked; `other`: a check that a later version adds. */
export const healthParts = ['database', 'lanes', 'money', 'jobs', 'disk', 'files', 'clock', 'key', 'backup', 'wal_archive', 'other'] as const

export const portalHealth = call({
  path: '/portal_health/',
  summary: 'Whether the server that answers is well: database, money check, jobs, backups, disk (a call of our own)',
  access,
  input: z.object({}),
  output: z.object({
    as_of: instant,
    parts: z.array(
      z.object({
        part: z.enum(healthParts),
        ok: z.boolean(),
        /** Whether tills can still sell while this part is in this state. */
        sells: z.boolean(),
        /** When the work of this part was last done; null for parts that do no work. */
        at: z.nullable(instant),
        /** The free space on the disk; null for other parts. */
        free_bytes: z.nullable(z.int()),
        /** The finding of the check, for the operator: names and figures, in English. */
        detail: z.string(),
      }),
    ),
  }),
})
