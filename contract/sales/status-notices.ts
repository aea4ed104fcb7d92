// Status notices: disturbances and planned maintenance in words, as the public status page shows them.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { day, field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

export const statusNoticeKinds = ['disturbance', 'maintenance'] as const

/** Admits the managers of the platform and of resellers, because everybody can read a notice. */
const access = { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], managers: true } as const

const fields = {
  headline: field.text(120),
  kind: field.oneOf(statusNoticeKinds),
  valid_from: field.day(),
  /** The last day of the notice; the status page shows the notice for some days more. */
  valid_until: field.day(),
  /** What happened or is planned, and every update. */
  note: field.text(2000),
}

const StatusNotice = z.object({
  status_notice_id: z.string(),
  headline: z.string(),
  kind: z.enum(statusNoticeKinds),
  valid_from: day,
  valid_until: day,
  note: z.string(),
  changed_at: instant,
})

export const statusNoticesList = call({
  path: '/view_status_notices/',
  summary: 'Status notices of the own organisation, the latest first (a call of our own)',
  access,
  input: z.object({
    ...paging(50),
    filters: field.filters({ status_notice_id: z.optional(field.id()), kind: z.optional(fields.kind) }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['-valid_from', 'valid_from', 'headline', '-headline']), '-valid_from'),
  }),
  output: listOf(StatusNotice),
})

export const statusNoticeAdd = call({
  path: '/add_status_notice/',
  summary: 'Publishes a status notice on the status page of the own host and of all hosts below (a call of our own)',
  access,
  input: z.object(fields),
  output: z.object({ status_notice_id: z.string() }),
  changes: true,
})

export const statusNoticeUpdate = call({
  path: '/edit_status_notice/',
  summary: 'Changes a status notice, or ends it by an earlier last day; what is not named stays (a call of our own)',
  access,
  input: z.object({ status_notice_id: field.id(), ...z.partial(z.object(fields)).shape }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
