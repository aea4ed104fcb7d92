// Calls that change a customer: adding, editing and suspending it, its options, its API keys, and remarks about it.
import * as z from 'zod/mini'
import { type Actor, type Flag, flags } from '../kit/access.ts'
import { call, unlessChanged } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { field } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { kept } from '../kit/rows.ts'
import { atLeast, atMost, broken, matches } from '../kit/rules.ts'
import { valid_until } from '../people/api-keys.ts'
import { TEMPLATES } from '../people/auth.ts'
import { tillFlags } from '../people/staff.ts'
import { organisationTypes, shopTypes } from './customers.ts'

const full = { roles: ['superadmin'], flags: ['has_customers'] } as const

/**
 * Only managers decide whether a customer's users need a second step to sign in; the same rule applies to an organisation's own people
 * (contract/people/staff.ts).
 */
export const secondStep = { roles: ['superadmin', 'reseller'], managers: true } as const

/**
 * The rights that the actor can give to a customer of this parent: the rights that the parent has (the platform has all), and the rights to sell stock at a
 * till (`tillFlags`). Staff can give only those of them that they hold themselves.
 */
export const giveable = (parent: { kind: string; flags: readonly string[] }, { is_manager, flags: own }: Pick<Actor, 'is_manager' | 'flags'>): Flag[] =>
  flags.filter((flag) => (is_manager || own.includes(flag)) && (parent.kind === 'platform' || parent.flags.includes(flag) || tillFlags.includes(flag)))

const line = (max: number) => z.string().check(z.trim(), atMost(max))

/** The fields of a customer that its parent sets. */
const details = {
  name: field.text(120),
  address: line(200),
  house_no: line(20),
  postal: line(20),
  city: line(100),
  country: country(),
  email: field.email(),
  mobile: field.mobile(),
  alternative_mobiles: field.json(z.array(field.mobile()).check(atMost(5, 'too_big'))),
  organisation_type: field.oneOf(organisationTypes),
  shop_type: field.oneOf(shopTypes),
  ustidnr: line(20),
  stnr: line(30),
  /** The number by which the parent knows the customer in its other systems (our own field). No two customers of one parent have the same number. */
  customer_number: z.string().check(z.trim(), atMost(30), matches(/^\P{Cc}*$/u, 'invalid_value')),
  sub_domain: z.string().check(z.trim(), atMost(63, 'not_a_host'), matches(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)?$/, 'not_a_host')),
  sms_sender_id: z.string().check(z.trim(), atMost(11, 'not_a_sender'), matches(/^[A-Za-z0-9 ]{0,11}$/, 'not_a_sender')),
  template: field.int(0, TEMPLATES - 1),
  default_language: field.oneOf(languages),
  /**
   * The customer's rights: only those that its parent has, and the rights to sell stock at a till. Staff give only rights that they hold. If a right is taken
   * away, everybody below the customer loses it too.
   */
  flags: field.json(z.array(z.enum(flags))),
  mask_seller_discount: field.bool(),
  show_print_popup: field.bool(),
  merge_receipts: field.bool(),
  pin_download: field.bool(),
  enable_web_view: field.bool(),
  enable_otp: field.bool(),
  terminal_limit: field.int(0, 10_000),
  /** Whether the customer may sell only on devices that are assigned to it and paired. */
  devices_only: field.bool(),
  plan_id: field.id(),
}

export const customerAdd = call({
  path: '/add_customer/',
  summary: 'A new customer with its wallet and first manager; the link to register goes out by mail. `transaction_key`: sent twice, it is made once',
  /** A shop cannot make this call, because it has no customers. */
  access: { ...full, only: ['superadmin', 'reseller'] },
  input: z.object({
    transaction_key: field.text(100),
    /** The kind of customer: 1 a reseller below the caller, 2 a shop. By default the platform adds a reseller, and a reseller adds a shop. */
    account_role: z.optional(field.int(1, 2)),
    ...details,
    username: field.username(),
    /** The manager's name; if left out, the customer's name. */
    full_name: z.optional(field.text(100)),
    /** The mobile number typed a second time; if it is sent, both must be the same. */
    mobile_confirmation: z.optional(field.mobile()),
    ...(Object.fromEntries(
      Object.entries(details)
        .filter(([name]) => !['name', 'email', 'mobile'].includes(name))
        .map(([name, schema]) => [name, z.optional(schema as z.ZodMiniType)]),
    ) as { [K in Exclude<keyof typeof details, 'name' | 'email' | 'mobile'>]: z.ZodMiniOptional<(typeof details)[K]> }),
    credit_limit: z.optional(field.money(0)),
  }),
  /** `limit_state`: the state of the credit limit, if one was given. A limit above what one person may book alone waits for a second person. */
  output: z.object({ customer_id: z.string(), limit_state: z.nullable(z.enum(['booked', 'waiting'])) }),
  errors: ['username_taken', 'sub_domain_taken', 'key_invalid', 'key_reused', 'forbidden'],
  changes: true,
  makesKey: true,
})

export const customerUpdate = call({
  path: '/edit_customer/',
  summary:
    'Changes a customer; what is not named stays, what is blank is taken away. With the `version` of what was read, somebody else’s change meanwhile is not overwritten',
  access: full,
  input: z.object({
    customer_id: field.id(),
    version: z.optional(field.int(0, 2_000_000_000)),
    ...(Object.fromEntries(Object.entries(details).map(([name, schema]) => [name, z.optional(schema as z.ZodMiniType)])) as {
      [K in keyof typeof details]: z.ZodMiniOptional<(typeof details)[K]>
    }),
    full_name: z.optional(field.text(100)),
    ...{ organisation_type: z.optional(field.orNone(details.organisation_type)), shop_type: z.optional(field.orNone(details.shop_type)) },
    /** Without a plan the customer sells only goods for which it has a price of its own. */
    plan_id: z.optional(field.orNone(details.plan_id)),
  }),
  output: z.object({ version: z.int() }),
  errors: ['not_found', 'changed_meanwhile', 'sub_domain_taken', 'forbidden'],
  changes: true,
})

export const customerStatus = call({
  path: '/update_customer_status/',
  summary: 'Stops a customer with all below it, or lets it work again; it holds with their next call',
  access: full,
  input: z
    .object({
      /** The customer to change; `customer_ids` names several customers. */
      customer_id: z.optional(field.id()),
      customer_ids: z.optional(field.json(z.array(field.id()).check(atLeast(1), atMost(1_000, 'too_big')))),
      is_active: field.bool(),
      reason: z._default(line(200), ''),
      /** Undoes an earlier change: only customers that are still in this state, as the earlier change left them, are changed. */
      still: z.optional(field.json(z.object({ is_active: z.boolean(), reason: line(200) }))),
    })
    .check(({ value: { customer_id, customer_ids }, issues }) => {
      if (!customer_id && !customer_ids) issues.push(broken('required', customer_id, ['customer_id']))
    }),
  /**
   * `left_out`: how many of the given customers are not the caller’s own. Of the others, those that were in this state already are not changed. `was`: the
   * customers that were changed, by the reason why they were suspended before.
   */
  output: z.object({ changed: z.int(), left_out: z.int(), was: z.array(z.object({ reason: z.string(), customer_ids: z.array(z.string()) })), kept }),
  errors: ['not_found'],
  changes: true,
  undone: unlessChanged,
})

export const customerExtra = call({
  path: '/update_customer_extra_details/',
  summary: 'The options of one customer that are switched one by one: masked discounts, downloads, support view, devices only, terminals',
  access: full,
  input: z.object({
    customer_id: field.id(),
    mask_seller_discount: z.optional(field.bool()),
    pin_download: z.optional(field.bool()),
    enable_web_view: z.optional(field.bool()),
    devices_only: z.optional(field.bool()),
    terminal_limit: z.optional(details.terminal_limit),
  }),
  /** `was`: the options before the change. */
  output: z.object({
    name: z.string(),
    was: z.object({ mask_seller_discount: z.boolean(), pin_download: z.boolean(), enable_web_view: z.boolean(), devices_only: z.boolean() }),
  }),
  errors: ['not_found'],
  changes: true,
})

export const customerOtp = call({
  path: '/update_customer_otp_type/',
  summary: 'How a customer’s manager signs in: without a code, or with one by e-mail or text message',
  access: secondStep,
  input: z
    .object({
      customer_id: field.id(),
      otp_type: z.optional(field.oneOf(['none', 'email', 'sms'])),
      /** Whether the manager signs in with one-time codes. true: by e-mail, unless `otp_type` names another way; false: without codes. */
      enable_otp: z.optional(field.bool()),
      login_approval: z.optional(field.bool()),
    })
    .check(({ value: { otp_type, enable_otp }, issues }) => {
      if (otp_type === undefined && enable_otp === undefined) issues.push(broken('required', otp_type, ['otp_type']))
    }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const KEY_CALLS_MAX = 6_000

export const customerApi = call({
  path: '/update_customer_api_details/',
  summary: 'Lets a customer’s own systems in: a key, shown this once, what it may do, how much and how often, and the addresses it may come from',
  access: full,
  input: z.object({
    customer_id: field.id(),
    /** If left out, API access stays as it is, or is switched on if the call makes a new key. */
    is_enabled: z.optional(field.bool()),
    new_key: z._default(field.bool(), false),
    addresses: z.optional(field.json(z.array(field.text(50)).check(atMost(20, 'too_big')))),
    /** The customer's rights that its API keys have too. */
    scopes: z.optional(field.json(z.array(z.enum(flags)))),
    calls_per_minute: z.optional(field.int(1, KEY_CALLS_MAX)),
    /** The face value that may be sold with the key per Berlin day; 0: only the wallet limits it. */
    amount_per_day: z.optional(field.money(0)),
    valid_until,
  }),
  output: z.object({ key: z.string() }),
  errors: ['not_found'],
  changes: true,
})

export const customerRemarks = call({
  path: '/update_customer_remarks/',
  summary: 'The remarks about a customer',
  access: full,
  input: z.object({ customer_id: field.id(), remarks: line(2000) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

/** The most characters of a note. */
export const NOTE_MAX = 500

export const customerNoteAdd = call({
  path: '/add_customer_note/',
  summary: 'A note about a customer, with who made it and when; it stays as it is, and only the own organisation reads it (a call of our own)',
  access: full,
  input: z.object({ customer_id: field.id(), note: field.text(NOTE_MAX) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const customerCheck = call({
  path: '/check_customer/',
  summary: 'Whether a user name is free, with free ones close to it',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_customers'] },
  input: z.object({ username: field.username() }),
  output: z.object({ available: z.boolean(), suggestions: z.array(z.string()) }),
})
