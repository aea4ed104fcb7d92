// The audit log of every change of a setting, right, price, limit, status or credential: who changed it, when, from where, the values before and after, and
// why.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

export const AuditEntry = z.object({
  audit_id: z.string(),
  at: instant,
  /** Null if nobody was signed in. */
  user_id: z.nullable(z.string()),
  username: z.string(),
  full_name: contact,
  /** The organisation of the user who made the change. */
  organisation_name: z.string(),
  address: contact,
  device: z.string(),
  /** The call, by its name in the contract. */
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  /** The changed fields with their values before and after; for a secret only the fact that it changed. */
  changes: z.array(z.object({ field: z.string(), before: contact, after: contact })),
  reason: contact,
  /** Position in the chain; null until the row is sealed, a few seconds later. */
  seq: z.nullable(z.int()),
})

/** The action under which the server itself logs that it held goods back after a restore. It has the name of the call that lists these goods. */
export const HELD_BACK = 'heldList'

export const auditList = call({
  path: '/view_audit/',
  summary: 'The audit log of the own organisation and those below, newest first (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({
    ...paging(20),
    filters: field.filters({
      date_from: z.optional(field.day()),
      date_to: z.optional(field.day()),
      action: z.optional(z.string().check(atMost(60))),
      subject_kind: z.optional(z.string().check(atMost(30))),
      subject_id: z.optional(z.string().check(atMost(60))),
      user_id: z.optional(field.id()),
      /** Whether to list the platform's own log instead of the log of the tenant it views. */
      own: z.optional(field.bool()),
    }),
    search_text: field.search(),
  }),
  output: listOf(AuditEntry, {
    /** Actions that occur in the log, for the filter. */
    actions: z.array(z.string()),
  }),
})

export const auditCheck = call({
  path: '/check_audit/',
  summary: 'Proves that no row of the audit log was changed, taken out or put in: the chain is computed anew (a call of our own)',
  access: { roles: ['superadmin', 'reseller'], managers: true },
  input: z.object({ own: z._default(field.bool(), false) }),
  output: z.object({
    checked_at: instant,
    rows: z.int(),
    sealed: z.int(),
    /** The number of the last seal that is also signed outside the database. */
    head_seq: z.nullable(z.int()),
    sound: z.boolean(),
    wrong: z.array(
      z.object({ seq: z.nullable(z.int()), audit_id: z.nullable(z.string()), what: z.enum(['changed', 'missing', 'unsealed', 'inserted', 'head']) }),
    ),
  }),
})
