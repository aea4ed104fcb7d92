// Signing in: the organisation behind the host name, the steps, the signed-in user, the tenant looked at.
import * as z from 'zod/mini'
import { flags } from './kit/access.ts'
import { call } from './kit/call.ts'
import { contact, field, instant, numeral } from './kit/field.ts'
import { atLeast, atMost, matches } from './kit/rules.ts'

/** Interface languages, in the order of the switch. */
export const languages = ['fr', 'de', 'en', 'tr', 'nl'] as const
export type Language = (typeof languages)[number]
export const LANGUAGE_DEFAULT: Language = 'fr'

/** Templates 0 to 5 (docs/domain.md, Languages and looks). */
export const TEMPLATES = 6

const binary = z.union([z.literal(0), z.literal(1)])

export const Organisation = z.object({
  organisation_name: z.string(),
  template: z.int(),
  languages: z.array(z.string()),
  default_language: z.string(),
  support: z.nullable(z.object({ name: z.string(), phone: contact, email: contact })),
  /** The operator's captcha, if any: its site key and the script that draws it. */
  captcha: z.nullable(z.object({ site_key: z.string(), script: z.string() })),
})
export type Organisation = z.output<typeof Organisation>

const listName = z.string().check(atMost(40, 'invalid_value'), matches(/^[A-Za-z]{1,40}$/, 'invalid_value'))
const short = z.string().check(atLeast(1), atMost(60))

/** A person's own preferences; kept with the account, so that every browser has them. */
export const Preferences = z.object({
  language: z.optional(z.enum(languages)),
  mode: z.optional(z.enum(['light', 'dark'])),
  paper: z.optional(z.union([z.literal(58), z.literal(80)])),
  /** 'account': follows show_print_popup. */
  preview: z.optional(z.enum(['account', 'yes', 'no'])),
  letter_keys: z.optional(z.boolean()),
  /** Shows the shop's own price at the till beside the customer's. */
  own_price: z.optional(z.boolean()),
  /** How high the rows of lists are. */
  density: z.optional(z.enum(['usual', 'compact'])),
  /** Groups of the menu that are folded. */
  folded: z.optional(z.array(z.string().check(atMost(20, 'invalid_value'), matches(/^[a-z]+$/, 'invalid_value'))).check(atMost(12, 'too_big'))),
  /** The till says by a sound what was sold, not found or refused. */
  sounds: z.optional(z.boolean()),
  /** The till asks what the customer gives, and how, before it sells. */
  collects: z.optional(z.boolean()),
  /** Paths of starred pages, ten at most. */
  starred: z.optional(z.array(z.string().check(atMost(81, 'invalid_value'), matches(/^\/[\w/$-]{1,80}$/, 'invalid_value'))).check(atMost(10, 'too_big'))),
  /** Hidden columns, by list. */
  hidden_columns: z.optional(z.record(listName, z.array(short).check(atMost(60, 'too_big')))),
  /** Saved views, by list: a name and the search part of the address. */
  views: z.optional(z.record(listName, z.array(z.object({ name: short, search: z.string().check(atMost(1_000)) })).check(atMost(12, 'too_big')))),
})
export type Preferences = z.output<typeof Preferences>

export const codeChannels = ['none', 'email', 'sms', 'app'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** Fields are named as clients know them; permission flags are 1 or 0. */
export const UserInfo = z.object({
  account_role: numeral,
  internal_role: z.int(),
  organisation_name: z.string(),
  address: z.object({ address: contact, house_no: contact, postal: z.string(), city: z.string() }),
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
  full_name: contact,
  language: z.string(),
  email: contact,
  mobile: contact,
  otp_type: z.enum(codeChannels),
  /** Somebody else set the password: nothing works until a new one is chosen. */
  must_change_password: binary,
  /** Who can grant missing rights. */
  grantor: z.string(),
  preferences: Preferences,
  /** A support view: the organisation looked at, and when the view ends. */
  view: z.nullable(z.object({ organisation_name: z.string(), until: instant })),
  /** A session of practice: nothing it sells is sold. */
  is_training: binary,
  /** This browser is a device of the shop, at which its cashiers change places. */
  is_paired: binary,
  /** Only changing places and signing out work. */
  is_locked: binary,
  /** Idle minutes after which this session locks; 0: never. */
  lock_minutes: z.int(),
  /** When this session ends, even if it is in use. */
  session_ends_at: instant,
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

/** The state of a sign-in. The token is empty while a step is left. */
export const SignIn = z.object({
  token: z.string(),
  session_id: z.string(),
  customer_id: z.string(),
  next_step: z.enum(['none', 'one_time_code', 'approval']),
  /** The sign-in under way: a public id, and a secret of the browser that asked. Every step sends both. */
  reference_id: z.string(),
  reference: z.string(),
  /** When this sign-in expires. */
  expires_at: z.nullable(instant),
  /** How the one-time code is sent, and where to, mostly masked. */
  code_channel: z.enum(codeChannels),
  code_destination: contact,
  /** The earliest time to ask for another code. */
  code_again_at: z.nullable(instant),
  /** While waiting for approval: what to tell the manager, and the number they have to type. */
  approval_code: z.string(),
  approval_number: z.string(),
})
export type SignIn = z.output<typeof SignIn>

/** A blank value counts as left out. */
const secret = z.optional(z.string().check(atLeast(1), atMost(200)))
const underWay = { reference_id: field.id(), reference: field.text(100) }

export const login = call({
  path: '/login/',
  summary: 'First step of signing in: user name and password; `token` is a single-use token that lets a new device in without approval',
  access: 'public',
  input: z.object({
    username: field.text(100),
    password: field.secret(),
    /** Device fingerprint: a hint for whoever approves, never a proof. */
    hash: secret,
    recaptcha_token: z.optional(z.string().check(atLeast(1), atMost(4000))),
    token: secret,
  }),
  output: SignIn,
  errors: ['login_wrong', 'account_stopped', 'captcha_needed', 'organisation_unknown', 'too_many_requests'],
  changes: true,
})

export const loginVerify = call({
  path: '/verify/',
  summary: 'Second step of signing in: the one-time code, or a recovery code in its place',
  access: 'public',
  input: z.object({ username: field.text(100), otp: field.code(), ...underWay }),
  output: SignIn,
  errors: ['code_wrong', 'login_expired'],
  changes: true,
})

export const codeAgain = call({
  path: '/send_code_again/',
  summary: 'Sends another one-time code for a sign-in under way (a call of our own)',
  access: 'public',
  input: z.object(underWay),
  output: SignIn,
  errors: ['login_expired', 'too_many_requests'],
  changes: true,
})

export const approvalCheck = call({
  path: '/check_login_request_approval/',
  summary: 'Whether a manager has approved this sign-in meanwhile; the first answer after that carries the token',
  access: 'public',
  input: z.object(underWay),
  output: SignIn,
  errors: ['approval_refused', 'login_expired'],
  changes: 'decides',
})

export const authCheck = call({
  path: '/auth_check/',
  summary: 'Who is signed in: role, organisation, look and permission flags',
  access: 'all',
  input: z.object({}),
  output: UserInfo,
  whileLocked: true,
  machine: 'start',
})

export const logout = call({
  path: '/logout/',
  summary: 'Ends the session at once',
  access: 'all',
  input: z.object({}),
  output: z.object({}),
  whileLocked: true,
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
