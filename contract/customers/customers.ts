// Customers: organisations as their parent sees them.
import * as z from 'zod/mini'
import { flags } from '../kit/access.ts'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, numeral, paging } from '../kit/field.ts'
import { listOf, listUnder } from '../kit/rows.ts'
import { atMost, matches } from '../kit/rules.ts'
import { ApiKey } from '../people/api-keys.ts'
import { codeChannels } from '../people/auth.ts'

/** Reading is allowed with either flag, changing only with has_customers (docs/domain.md, Rights). */
const read = { roles: ['superadmin'], flags: ['has_customers', 'has_customers_read'] } as const

export const Customer = z.object({
  customer_id: z.string(),
  /** The organisation directly above. Only this organisation and the platform may credit the customer. */
  parent_id: z.string(),
  name: z.string(),
  /** The user name of the customer's first manager. */
  username: z.string(),
  account_role: numeral,
  city: z.string(),
  mobile: contact,
  is_active: z.boolean(),
  balance: money,
  credit_limit: money,
  /** The available amount: balance + credit limit − held. */
  available: money,
  plan_name: z.nullable(z.string()),
  /** Whether the customer can sell nothing: neither its plan nor a price of its own names any goods, and it owns no goods. */
  sells_nothing: z.boolean(),
  last_sale_at: z.nullable(instant),
  /** Whether the caller may top the customer up, as its parent or the platform. */
  may_credit: z.boolean(),
})

/** The most rows of a page, and the most user names of one request; longer lists are read in portions. */
export const CUSTOMERS_MAX = 500

const filter = {
  is_active: z.optional(field.bool()),
  low_balance: z.optional(field.bool()),
  parent_id: z.optional(field.id()),
  plan_id: z.optional(field.id()),
  /** For staff: lists only customers assigned to the caller. */
  mine: z.optional(field.bool()),
  /** Lists one customer, for a screen whose URL contains the customer's id. */
  customer_id: z.optional(field.id()),
  /** Customers whose manager has one of these user names; case does not matter. */
  usernames: z.optional(z.array(field.text(100)).check(atMost(CUSTOMERS_MAX, 'too_big'))),
}

const listInput = {
  /** A page has ten rows by default, while most lists have 20 (docs/domain.md, Lists). */
  ...paging(10, CUSTOMERS_MAX),
  filters: field.filters(filter),
  search_text: field.search(),
  sort: z._default(field.oneOf(['name', '-name', 'balance', '-balance', 'available', '-available', 'last_sale_at', '-last_sale_at']), 'name'),
}

/** The filters that these lists offer, with the number of customers that match each. */
const known = { type_of_filters: z.array(z.object({ name: z.string(), count: z.int() })) }

export const customersListShort = call({
  path: '/view_customers_list_with_less_data/',
  summary: 'The customers the caller may see, with balance and limit',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_customers', 'has_customers_read', 'has_credit'] },
  input: z.object(listInput),
  output: listOf(Customer, known),
})

export const customersList = call({
  path: '/view_customers/',
  summary: 'Customers with everything a list of them may show; `is_active` false: the stopped ones, with when, by whom and why',
  access: read,
  input: z.object({ ...listInput, filters: field.filters({ ...filter, ...acrossFilter }) }),
  acrossTenants: 'name',
  output: listOf(
    z.object({
      ...Customer.shape,
      ...tenantOfRow,
      terminals: z.int(),
      terminal_limit: z.int(),
      customer_number: z.string(),
      last_login_at: z.nullable(instant),
      otp_type: z.enum(codeChannels),
      balance_trigger: z.nullable(money),
      stopped_at: z.nullable(instant),
      stopped_by: contact,
      stopped_reason: contact,
    }),
    known,
  ),
})

export const organisationTypes = ['sole_trader', 'company', 'association', 'public'] as const
export const shopTypes = ['kiosk', 'tobacconist', 'supermarket', 'call_shop', 'petrol_station', 'online', 'other'] as const

/** A part of the sentence that describes an event, such as an amount or the names of changed fields; an event has only the parts that its sentence uses. */
const told = z.optional(z.string())
const Happening = z.object({ ...{ amount: told, balance: told, before: told, fields: told }, reason: z.optional(contact), what: z.optional(contact) })

export const CustomerDetails = z.object({
  customer_id: z.string(),
  parent_id: z.string(),
  parent_name: z.string(),
  account_role: numeral,
  ...{ name: z.string(), address: contact, house_no: contact, postal: z.string(), city: z.string(), country: z.string() },
  ...{ email: contact, mobile: contact, alternative_mobiles: z.array(contact) },
  ...{ organisation_type: z.nullable(z.string()), shop_type: z.nullable(z.string()), ustidnr: contact, stnr: contact },
  customer_number: z.string(),
  ...{ sub_domain: z.string(), sms_sender_id: z.string(), template: z.int(), default_language: z.string() },
  flags: z.array(z.enum(flags)),
  /** The rights that the customer's parent can give: those that the parent has, and the rights to sell stock at a till. */
  flags_giveable: z.array(z.enum(flags)),
  /** Whether the caller sets the customer's limit and plan, as its parent or the platform. */
  may_credit: z.boolean(),
  ...{ mask_seller_discount: z.boolean(), show_print_popup: z.boolean(), merge_receipts: z.boolean(), pin_download: z.boolean(), enable_web_view: z.boolean() },
  ...{
    enable_otp: z.boolean(),
    terminal_limit: z.int(),
    devices_only: z.boolean(),
    plan_id: z.nullable(z.string()),
    plan_name: z.nullable(z.string()),
    sells_nothing: z.boolean(),
  },
  username: z.string(),
  full_name: contact,
  otp_type: z.enum(codeChannels),
  last_login_at: z.nullable(instant),
  is_registering: z.boolean(),
  is_active: z.boolean(),
  stopped_at: z.nullable(instant),
  stopped_by: contact,
  stopped_reason: contact,
  remarks: contact,
  api: z.object({
    is_enabled: z.boolean(),
    key_last4: z.string(),
    addresses: z.array(contact),
    scopes: z.array(z.enum(flags)),
    calls_per_minute: z.int(),
    /** The face value that may be sold with the keys per Berlin day; null: only the wallet limits it. */
    amount_per_day: z.nullable(money),
    /**
     * Whether the access was switched off after a restore of the database, because a key that was revoked since the backup may be valid again. Whoever
     * switches the access on confirms its keys.
     */
    is_held: z.boolean(),
    keys: z.array(ApiKey),
  }),
  wallet: z.object({ balance: money, credit_limit: money, held: money, available: money }),
  auto_credit: z.nullable(z.object({ balance_trigger: money, balance_topup: money, daily_limit: money, is_enabled: z.boolean() })),
  /** The predicted time when the money runs out, within the opening hours; null when it cannot be predicted. */
  lasts_until: z.nullable(instant),
  /** The sales of each of the last 30 days, the oldest day first. */
  sales_by_day: z.array(money),
  /** Events, newest first, from the audit log, the books and the registrations. */
  timeline: z.array(z.object({ at: instant, kind: z.string(), who: contact, text: Happening })),
  /** Version of the record: an edit based on an older one is refused with `changed_meanwhile`. */
  version: z.int(),
})

export const customerDetails = call({
  path: '/customer_details/',
  summary: 'One customer, whole',
  access: read,
  input: z.object({ customer_id: field.id() }),
  output: CustomerDetails,
  errors: ['not_found'],
})

export const customerPulse = call({
  path: '/customer_pulse/',
  summary: 'What one looks for before calling a customer: prints per PIN, devices, and the notes of the own organisation (a call of our own)',
  access: read,
  input: z.object({ customer_id: field.id() }),
  output: z.object({
    /** For a shop, in the last 30 days: the number of PINs sold, and of PINs shown again on paper or screen. Null for other customers. */
    prints: z.nullable(z.object({ pins: z.int(), again: z.int() })),
    devices: z.object({ assigned: z.int(), paired: z.int(), last_seen_at: z.nullable(instant) }),
    last_sale_at: z.nullable(instant),
    /** Notes about the customer, the newest first. */
    notes: z.array(z.object({ note_id: z.string(), note: contact, author: contact, created_at: instant })),
  }),
  errors: ['not_found'],
})

export const customerSearch = call({
  path: '/search_customer/',
  summary: 'Customers by what one types: name, user name, mobile, city, customer number',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_customers', 'has_customers_read', 'has_credit', 'has_assign_product', 'has_device'] },
  input: z.object({
    search_text: field.search(),
    limit: z._default(field.int(1, 20), 10),
    /** 1: only resellers. 2: only shops. */
    account_role: z.optional(field.int(1, 2)),
    /** Lists one customer, for a screen whose URL contains the customer's id. */
    customer_id: z.optional(field.id()),
  }),
  output: z.object({
    content: z.array(
      z.object({ customer_id: z.string(), name: z.string(), username: z.string(), city: z.string(), account_role: numeral, is_active: z.boolean() }),
    ),
  }),
})

export const terminalStates = ['inactive', 'activated'] as const

export const terminalsList = call({
  path: '/list_sellers_with_terminal_ids/',
  summary: 'EPay terminals: the terminal id of every seller, whether it is activated, when it was last seen; also what the download holds',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device', 'has_customers'] },
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(terminalStates)) }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['name', '-name', 'terminal_id', '-terminal_id']), 'name'),
  }),
  output: listUnder(
    'organisations',
    z.object({
      customer_id: z.string(),
      name: z.string(),
      username: z.string(),
      city: z.string(),
      /** The id of the seller's terminal; empty if it has none. */
      terminal_id: z.string(),
      state: z.enum(terminalStates),
      activated_at: z.nullable(instant),
      last_seen_at: z.nullable(instant),
    }),
  ),
})

export const terminalActivate = call({
  path: '/activate_terminal_id/',
  summary: 'Gives a seller a terminal id and activates it, or ends it: a sale from an inactive terminal is refused',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_device', 'has_customers'] },
  input: z.object({
    customer_id: field.id(),
    terminal_id: z.optional(z.string().check(z.trim(), atMost(20, 'not_a_terminal_id'), matches(/^[A-Za-z0-9-]{4,20}$/, 'not_a_terminal_id'))),
    action: z._default(field.oneOf(['activate', 'deactivate']), 'activate'),
  }),
  output: z.object({ terminal_id: z.string() }),
  errors: ['not_found', 'terminal_taken', 'terminal_limit'],
  changes: true,
})
