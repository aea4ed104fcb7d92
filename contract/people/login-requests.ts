// Login requests: sign-ins on unknown devices, which a manager decides.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

export const requestStates = ['waiting', 'approved', 'refused', 'expired'] as const

export const LoginRequest = z.object({
  reference_id: z.string(),
  /** The code by which the request is recognised: the user who signs in sees the same code on the screen. */
  approval_code: z.string(),
  username: z.string(),
  full_name: contact,
  organisation_name: z.string(),
  /** Browser and system, and whether the fingerprint was seen with this account before. */
  device: z.string(),
  device_seen_before: z.boolean(),
  address: contact,
  state: z.enum(requestStates),
  requested_at: instant,
  expires_at: instant,
  decided_by: contact,
  decided_at: z.nullable(instant),
  reason: contact,
  /** Whether this is the caller's own request, about which another user must decide. */
  is_own: z.boolean(),
})

export const loginRequestsList = call({
  path: '/view_login_requests/',
  summary: 'Sign-ins on unknown devices that wait for approval, and how earlier ones were decided',
  access: { roles: ['superadmin', 'reseller', 'seller'], managers: true },
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(requestStates)) }),
    search_text: field.search(),
  }),
  output: listOf(LoginRequest),
})

export const loginRequestDecide = call({
  path: '/update_login_requests/',
  summary: 'Approves or refuses a sign-in; to approve, type the number its screen shows',
  access: { roles: ['superadmin', 'reseller', 'seller'], managers: true },
  input: z.object({
    reference_id: field.id(),
    action: field.oneOf(['approve', 'refuse']),
    number: z.optional(field.text(4)),
    reason: z.optional(z.string().check(z.trim(), atMost(200))),
  }),
  output: z.object({}),
  errors: ['not_found', 'own_request', 'same_hand', 'number_wrong', 'request_over'],
  changes: true,
})
