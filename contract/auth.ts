// Who is there: the organisation behind the host name, sign-in, the signed-in user.
import * as z from 'zod/mini'
import { flags } from './kit/access.ts'
import { call } from './kit/call.ts'
import { field } from './kit/field.ts'

/** Interface languages, in the order of the switch; the default is French (spec §1). */
export const languages = ['fr', 'de', 'en', 'tr', 'nl'] as const
export type Language = (typeof languages)[number]
export const LANGUAGE_DEFAULT: Language = 'fr'

/** Templates 0 to 5 (spec §9). */
export const TEMPLATES = 6

const binary = z.union([z.literal(0), z.literal(1)])

export const Organisation = z.object({
  organisation_name: z.string(),
  template: z.int(),
  languages: z.array(z.string()),
  default_language: z.string(),
  support: z.nullable(z.object({ name: z.string(), phone: z.string(), email: z.string() })),
})
export type Organisation = z.output<typeof Organisation>

/** Spec §3, "logged-in user info": every field of it, permission flags 1 or 0. */
export const UserInfo = z.object({
  account_role: z.int(),
  internal_role: z.int(),
  organisation_name: z.string(),
  address: z.object({ address: z.string(), house_no: z.string(), postal: z.string(), city: z.string() }),
  template: z.int(),
  enable_web_view: binary,
  flag: z.string(),
  show_print_popup: binary,
  merge_receipts: binary,
  download_csv: binary,
  pin_download: binary,
  mask_seller_discount: binary,
  user_id: z.string(),
  customer_id: z.string(),
  username: z.string(),
  full_name: z.string(),
  language: z.string(),
  ...(Object.fromEntries(flags.map((flag) => [flag, binary])) as Record<(typeof flags)[number], typeof binary>),
})
export type UserInfo = z.output<typeof UserInfo>

export const organisationCheck = call({
  path: '/p_check/',
  summary: 'The organisation behind a host name: its name, look, languages and support contact',
  access: 'public',
  input: z.object({ organisation_name: z.optional(field.text(253)) }),
  output: Organisation,
  errors: ['organisation_unknown'],
})

export const login = call({
  path: '/login/',
  summary: 'First step of signing in: user name and password',
  access: 'public',
  input: z.object({
    username: field.text(100),
    password: field.secret(),
    hash: z.optional(z.string().check(z.maxLength(200, 'too_long'))),
    recaptcha_token: z.optional(z.string().check(z.maxLength(4000, 'too_long'))),
    token: z.optional(z.string().check(z.maxLength(200, 'too_long'))),
  }),
  output: z.object({
    token: z.string(),
    reference: z.string(),
    session_id: z.string(),
    customer_id: z.string(),
    /** What is still to do before the token works. Only 'none' until one-time codes and approvals come (spec §4). */
    next_step: z.enum(['none', 'one_time_code', 'approval']),
  }),
  errors: ['login_wrong', 'organisation_unknown', 'too_many_requests'],
  changes: true,
})

export const authCheck = call({
  path: '/auth_check/',
  summary: 'Who is signed in: role, organisation, look and permission flags',
  access: 'all',
  input: z.object({}),
  output: UserInfo,
})

export const logout = call({
  path: '/logout/',
  method: 'GET',
  summary: 'Ends the session at once',
  access: 'all',
  input: z.object({}),
  output: z.object({}),
})

export const tenantsList = call({
  path: '/view_tenants/',
  summary: 'The resellers of the platform, each with all below it; the one being looked at is marked (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({}),
  output: z.object({ content: z.array(z.object({ tenant_id: z.int(), name: z.string(), chosen: z.boolean() })) }),
})

export const tenantChoose = call({
  path: '/choose_tenant/',
  summary: 'The platform looks at another reseller from now on in this session (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({ tenant_id: field.int(1, 2_000_000_000) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
