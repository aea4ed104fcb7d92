// The signed-in user and the user's preferences. They are in their own file, because the sign-in page does not need them.
import * as z from 'zod/mini'
import { flags } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { contact, instant, numeral } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { atLeast, atMost, matches } from '../kit/rules.ts'
import { codeChannels } from './auth.ts'

const binary = z.union([z.literal(0), z.literal(1)])

const listName = z.string().check(atMost(40, 'invalid_value'), matches(/^[A-Za-z]{1,40}$/, 'invalid_value'))
const menuGroups = z.array(z.string().check(atMost(20, 'invalid_value'), matches(/^[a-z]+$/, 'invalid_value'))).check(atMost(12, 'too_big'))
const short = z.string().check(atLeast(1), atMost(60))

/** A user's own preferences. They are stored with the account, so that every browser has them. */
export const Preferences = z.object({
  language: z.optional(z.enum(languages)),
  /** Light or dark; 'system': as the computer or phone is set. */
  mode: z.optional(z.enum(['light', 'dark', 'system'])),
  paper: z.optional(z.union([z.literal(58), z.literal(80)])),
  /** Whether a slip is shown before it is printed. 'account': as the organisation's show_print_popup says. */
  preview: z.optional(z.enum(['account', 'yes', 'no'])),
  letter_keys: z.optional(z.boolean()),
  /** Shows at the till the shop's own price beside the price that its customer pays. */
  own_price: z.optional(z.boolean()),
  /** The height of the rows in lists. */
  density: z.optional(z.enum(['usual', 'compact'])),
  /** Groups of the menu that the user folded, and groups that stay unfolded on every page; the menu decides about all others. */
  folded: z.optional(menuGroups),
  unfolded: z.optional(menuGroups),
  /** Whether the till plays a sound when something was sold, not found or refused. */
  sounds: z.optional(z.boolean()),
  /** Whether the till asks before each sale which amount the customer gives, and how the customer pays. */
  collects: z.optional(z.boolean()),
  /** Paths of starred pages, ten at most. */
  starred: z.optional(z.array(z.string().check(atMost(81, 'invalid_value'), matches(/^\/[\w/$-]{1,80}$/, 'invalid_value'))).check(atMost(10, 'too_big'))),
  /** Hidden columns, by list. */
  hidden_columns: z.optional(z.record(listName, z.array(short).check(atMost(60, 'too_big')))),
  /** Saved views, by list: each has a name and the query part of the page's URL. */
  views: z.optional(z.record(listName, z.array(z.object({ name: short, search: z.string().check(atMost(1_000)) })).check(atMost(12, 'too_big')))),
})
export type Preferences = z.output<typeof Preferences>

/** The signed-in user. Fields have the names that existing clients know; permission flags are 1 or 0. */
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
  /** Whether another user set the password; then only calls that are open to every signed-in user work until a new password is chosen. */
  must_change_password: binary,
  /** The name of the organisation that can grant missing rights: for a manager the parent, for staff the user's own. */
  grantor: z.string(),
  /** The portal's name as this user sees it, which may differ from the name at this host name, and the contact for help: for a shop its own reseller. */
  portal: z.object({ name: z.string(), support: z.nullable(z.object({ name: z.string(), phone: contact, email: contact })) }),
  /**
   * The organisation to which new customers of this user will belong (the user's own; for the platform the tenant that it views), and the language that
   * these customers begin with.
   */
  house: z.object({ name: z.string(), default_language: z.string() }),
  preferences: Preferences,
  /** The support view: the organisation being viewed, and when the view ends; null outside a support view. */
  view: z.nullable(z.object({ organisation_name: z.string(), until: instant })),
  /** Whether this is a practice session, whose sales are simulated. */
  is_training: binary,
  /** Whether this browser is a device of the shop, at which its cashiers take turns. */
  is_paired: binary,
  /** Whether the session is locked. A locked session allows only changing the cashier and signing out. */
  is_locked: binary,
  /** Idle minutes after which this session locks; 0: never. */
  lock_minutes: z.int(),
  /** The time at which this session ends, even if it is in use. */
  session_ends_at: instant,
  ...(Object.fromEntries(flags.map((flag) => [flag, binary])) as Record<(typeof flags)[number], typeof binary>),
})
export type UserInfo = z.output<typeof UserInfo>

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
