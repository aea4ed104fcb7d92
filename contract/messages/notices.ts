// Notices: events that users of the organisation should know about.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/** The kinds of notices. Each kind has a translated sentence, which uses the figures in `data`. */
export const noticeKinds = [
  'login_request',
  'new_device',
  'password_changed',
  'rights_changed',
  'registration_done',
  'credit_received',
  'credit_corrected',
  'credit_low',
  'credit_request',
  'credit_approved',
  'credit_refused',
  'approval_request',
  'approval_given',
  'approval_denied',
  'stock_imported',
  'pool_filled',
  'stock_low',
  'pool_low',
  'stock_expiring',
  'stock_refused_again',
  'stock_stopped',
  'login_token',
  'api_key_made',
  'api_keys_held',
  'bank_details_changed',
  'webhook_added',
  'webhook_stopped',
  'stock_held',
  'reclaim_new',
  'reclaim_moved',
  'reclaim_message',
  'reclaim_accepted',
  'reclaim_rejected',
  'supplier_low',
  'live_order_handed',
  'cashier_code_given',
  'cashier_code_used_up',
  'margin_negative',
  'discount_fallen',
  'reprints_odd',
  'buying_unusual',
  'prices_held',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

export const noticesList = call({
  path: '/view_notices/',
  summary: 'Notices for the caller, newest first, or the unread ones, oldest first (a call of our own)',
  access: 'all',
  input: z.object({
    ...paging(20),
    /** Lists only notices that the caller has not read, the oldest first. */
    unread: z.optional(field.bool()),
  }),
  output: listOf(
    z.object({ notice_id: z.string(), kind: z.enum(noticeKinds), data: z.record(z.string(), z.string()), created_at: instant, is_unread: z.boolean() }),
    {
      unread: z.int(),
    },
  ),
})

export const noticesSeen = call({
  path: '/seen_notices/',
  summary: 'Everything up to now is read, or all of one kind (a call of our own)',
  access: 'all',
  input: z.object({ kind: z.optional(field.oneOf(noticeKinds)) }),
  output: z.object({}),
  changes: 'unrecorded',
})
