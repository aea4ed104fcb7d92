// The platform's connections to suppliers that are asked at the moment of sale. Only the platform sees them; credentials are entered and never shown
// again.
import * as z from 'zod/mini'
import { type Provider, providers } from '../goods/live-prices.ts'
import { taxGiven, taxSeen, type vatTreatments } from '../goods/products.ts'
import { adapterNames } from '../kit/adapters.ts'
import { call } from '../kit/call.ts'
import { field, instant, money, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

/**
 * How well a supplier answers now. quiet: no requests were sent. down: more requests fail than succeed. poor: more than one request in ten fails, or answers
 * are slow. fair: everything else.
 */
export const weathers = ['quiet', 'fair', 'poor', 'down'] as const

/**
 * The usual tax treatment, by what a connection sells (docs/domain.md, Tax treatment). In this portal only resellers buy telephone credit, and they owe its tax
 * themselves. A code or a card may buy anything, and a ticket is sold for the carrier; codes, cards and tickets are therefore outside VAT.
 */
export const usualTreatment: Readonly<Record<Provider, (typeof vatTreatments)[number]>> = {
  dt_one: 'telecom_service',
  direct_recharge: 'telecom_service',
  flixbus: 'multi_purpose_voucher',
  softapi: 'multi_purpose_voucher',
  pj_telesoft: 'multi_purpose_voucher',
}

const access = { only: ['superadmin'], roles: ['superadmin'], flags: ['has_supplier'] } as const

const line = (max: number) => z.string().check(z.trim(), atMost(max))

/** The fields of a connection that may be changed later; credentials left blank stay as they were. */
const fields = {
  company: field.text(120),
  /** The provider whose discounts apply to goods of this connection. */
  provider: field.oneOf(providers),
  /** The URL of the supplier's API, such as `https://dvs-api.dtone.com/v1`, which the operator's configuration must allow. */
  base_url: field.text(300),
  /** The name or key of our account at the supplier; changing it means changing to another account. */
  account: line(200),
  /** The password or secret of the account. */
  secret: line(200),
  /** A second secret, if the supplier gives one. */
  token: line(200),
  /** Further settings of the adapter, as JSON: currency, country, agreed products. */
  settings: line(10_000),
  is_sandbox: field.bool(),
  /** The platform is notified when our balance at the supplier falls below this amount. */
  balance_alarm: field.money(),
  /**
   * The tax of new products; if left out, the usual one of the provider. A blank country means each product's own country. Tickets have no country of their
   * own, so their connection needs one if they are taxed at the sale.
   */
  ...taxGiven,
}

export const Connection = z.object({
  connection_id: z.string(),
  company: z.string(),
  adapter: z.enum(adapterNames),
  provider: z.enum(providers),
  base_url: z.string(),
  /** The last characters of the account's name. */
  account_end: z.string(),
  settings: z.string(),
  is_sandbox: z.boolean(),
  status: z.boolean(),
  balance: z.nullable(moneySum),
  balance_at: z.nullable(instant),
  balance_alarm: z.nullable(money),
  ...taxSeen,
  /** The result of the last test: `done`, or why it failed. */
  test_outcome: z.string(),
  tested_at: z.nullable(instant),
  /** The number of open orders at the supplier; while there are any, the account must stay the same. */
  open_orders: z.int(),
  /** Requests of the last quarter of an hour: `answered` of `asked` were answered; `slow_ms` is the 95th percentile of their time. */
  answered: z.int(),
  asked: z.int(),
  slow_ms: z.int(),
  weather: z.enum(weathers),
})

export const connectionsList = call({
  path: '/connections/',
  summary: 'Suppliers that are asked at the moment of sale, by company (a call of our own)',
  access,
  input: z.object({
    ...paging(50),
    filters: field.filters({ connection_id: z.optional(field.id()), adapter: z.optional(field.oneOf(adapterNames)), status: z.optional(field.bool()) }),
    search_text: field.search(),
  }),
  output: listOf(Connection),
})

export const connectionAdd = call({
  path: '/add_connection/',
  summary: 'Connects a supplier; nothing is sold from it before it is switched on (a call of our own)',
  access,
  input: z.object({
    ...z.partial(z.object(fields)).shape,
    ...{ company: fields.company, adapter: field.oneOf(adapterNames), provider: fields.provider, base_url: fields.base_url, account: fields.account },
    secret: fields.secret,
  }),
  output: z.object({ connection_id: z.string() }),
  changes: true,
})

export const connectionUpdate = call({
  path: '/edit_connection/',
  summary: 'Changes a connection, or switches it on and off; what is not named stays. Its account stays while orders are open (a call of our own)',
  access,
  input: z.object({ connection_id: field.id(), ...z.partial(z.object(fields)).shape, status: z.optional(field.bool()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const connectionTest = call({
  path: '/test_connection/',
  summary: 'Asks the supplier whether it lets us in, and for our balance (a call of our own)',
  access,
  asksSupplier: true,
  input: z.object({ connection_id: field.id() }),
  output: z.object({ test_outcome: z.string(), balance: z.nullable(moneySum) }),
  errors: ['not_found'],
  changes: true,
})
