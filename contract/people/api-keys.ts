// An organisation's API keys for its own systems: their rights, the real key and the sandbox key. The parent decides whether API access is allowed at all
// (customerApi).
import * as z from 'zod/mini'
import { flags } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money } from '../kit/field.ts'

/** A key expires after this time unless another day is chosen. */
export const KEY_DAYS = 365
export const KEY_DAYS_MAX = 730

/**
 * The last Berlin day of a new key, at most two years ahead; without it the key is valid for a year. Sent for an existing key, the field changes that key's
 * last day.
 */
export const valid_until = z.optional(field.day())

/** A key without its secret, which cannot be read again. */
export const ApiKey = z.object({
  is_sandbox: z.boolean(),
  last4: z.string(),
  created_at: instant,
  /** The key's last day; null for a key made before keys had a last day. */
  valid_until: z.nullable(day),
  is_over: z.boolean(),
  /** When the key was last used; null if it was not used yet. */
  last_used_at: z.nullable(instant),
  last_used_from: contact,
})
export type ApiKey = z.output<typeof ApiKey>

/** Only resellers and shops have API keys of their own. Their managers see and change the keys by these calls, and so does their parent by `customerApi`. */
const own = { only: ['reseller', 'seller'], roles: ['reseller', 'seller'], managers: true } as const

export const apiAccess = call({
  path: '/view_api_access/',
  summary: 'What the caller’s own systems may do, and their keys without the keys themselves (a call of our own)',
  access: own,
  input: z.object({}),
  output: z.object({
    /** Whether the organisation above has switched the access on. */
    is_enabled: z.boolean(),
    is_held: z.boolean(),
    scopes: z.array(z.enum(flags)),
    calls_per_minute: z.int(),
    /** The face value that may be sold with the keys per Berlin day; null: only the wallet limits it. */
    amount_per_day: z.nullable(money),
    addresses: z.array(contact),
    keys: z.array(ApiKey),
  }),
})

export const apiKeyMake = call({
  path: '/make_api_key/',
  summary: 'A new key, shown this once; the one before it ends with this call. A sandbox key sells nothing real (a call of our own)',
  access: own,
  input: z.object({ is_sandbox: field.bool(), valid_until }),
  output: z.object({ key: z.string(), valid_until: day }),
  changes: true,
  afterPassword: true,
})

export const apiKeyRevoke = call({
  path: '/revoke_api_key/',
  summary: 'Ends a key at once and for good (a call of our own)',
  access: own,
  input: z.object({ is_sandbox: field.bool() }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
