// Live goods: the products of suppliers' catalogues, which of them are on sale at which price, and the exchange rates behind the prices.
import * as z from 'zod/mini'
import { providers } from '../goods/live-prices.ts'
import { taxGiven, taxSeen, vatTreatments } from '../goods/products.ts'
import { call, unlessChanged } from '../kit/call.ts'
import { contact, field, instant, money, numeral, paging, percent } from '../kit/field.ts'
import { priceSources, roundings } from '../kit/live-price.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost, broken, matches } from '../kit/rules.ts'

// The states of a live product. on: it is sold. off: it is switched off. gone: it is no longer in the catalogue. below_cost: it would be sold below cost,
// which nobody has allowed. no_price: the product's rule gives no price. dearer: it is held, because its cost rose.
export const liveStates = ['on', 'off', 'gone', 'below_cost', 'no_price', 'dearer'] as const

const rateSources = ['person', 'supplier'] as const

export const CatalogueProduct = z.object({
  live_product_id: z.string(),
  /** The product's denomination; null if it was never switched on. */
  configuration_id: z.nullable(z.string()),
  provider: z.enum(providers),
  operator_name: z.string(),
  /** The platform's name for the product; the supplier's name if the platform gave it none. */
  name: z.string(),
  /** The supplier's name for the product. */
  supplier_name: z.string(),
  /** The country by its two letters (ISO 3166). */
  country: z.string(),
  state: z.enum(liveStates),
  is_on: z.boolean(),
  position: numeral,
  /** The cost of one piece for the caller's organisation. If any amount in a range is sold: the cost of the smallest amount; `cost_to`: of the largest. */
  cost: z.nullable(money),
  cost_to: z.nullable(money),
  /** The retail price; for a range of amounts, the price of the smallest amount. */
  price: z.nullable(money),
  /** The retail price that the supplier recommends. */
  retail: z.nullable(money),
  // The connection, which only the platform sees; null for a reseller.
  connection_id: z.nullable(z.string()),
  connection_name: z.nullable(z.string()),
  price_by: z.nullable(z.enum(priceSources)),
  margin_percent: z.nullable(field.signedPercent(-9_999, 99_999)),
  margin_amount: z.nullable(money),
  rounding: z.nullable(z.enum(roundings)),
  /** Whether a sale buys the code from the live supplier first, although the same goods are still in stock. */
  goes_first: z.nullable(z.boolean()),
  ...taxSeen,
  /** `dearer_at`: since when the product costs more than when a user last looked. `cost_before`: its cost when that user looked. */
  dearer_at: z.nullable(instant),
  cost_before: z.nullable(money),
  currency: z.nullable(z.string()),
  /** The exchange rate used for the product's cost, in euros for one unit, with its source and time; without a source, nobody has entered a rate yet. */
  rate: z.nullable(z.string()),
  rate_source: z.nullable(z.enum(rateSources)),
  rate_at: z.nullable(instant),
  seen_at: z.nullable(instant),
})

/** A connection's catalogue of products: when it was read, and with what result. */
const Catalogue = z.object({
  connection_id: z.string(),
  connection_name: z.string(),
  provider: z.enum(providers),
  /** Whether new products are put on sale automatically, unless they would be sold below cost. */
  puts_on_sale: z.boolean(),
  outcome: z.enum(['never', 'done', 'empty', 'failed']),
  reason: z.string(),
  /** `failing_since`: since when readings have brought no products; null if the last one did. `next_at`: when the catalogue is read next; null: at once. */
  ...{ ended_at: z.nullable(instant), failing_since: z.nullable(instant), next_at: z.nullable(instant) },
  ...{ products: z.int(), added: z.int(), changed: z.int(), dearer: z.int(), gone: z.int() },
  /** The number of products left out: without a usable id, name, country, operator or price, or with an id that occurs earlier in the catalogue. */
  odd: z.int(),
})

const filters = {
  provider: z.optional(z.enum(providers)),
  connection_id: z.optional(field.id()),
  country: z.optional(z.string().check(atMost(2))),
  state: z.optional(z.enum(liveStates)),
  /** Lists only products whose cost rose and whose price no user has looked at since. */
  dearer: z.optional(field.bool()),
  /** The tax treatment of a product, which only the platform sees. */
  vat_treatment: z.optional(z.enum(vatTreatments)),
  live_product_id: z.optional(field.id()),
}

export const liveProductsList = call({
  path: '/dynamic_products/',
  summary: 'Goods sold live: for the platform all that the catalogues hold, for a reseller what it may sell on and at what it buys',
  access: { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_dynamic_products'] },
  input: z.object({
    ...paging(20),
    filters: field.filters(filters),
    search_text: field.search(),
    sort: z._default(field.oneOf(['position', 'name', '-name', 'cost', '-cost', 'price', '-price']), 'position'),
  }),
  output: listOf(CatalogueProduct, { catalogues: z.array(Catalogue) }),
})

const MANY = 200
const ids = () => field.json(z.array(field.id()).check(atLeast(1), atMost(MANY, 'too_big')))
const place = () => field.int(0, 1_000_000)

/** Refuses a name for several products at once, because a name can be given to one product only. */
const oneNamed = ({ value, issues }: z.core.ParsePayload<{ live_product_ids: readonly string[]; name?: string | null | undefined }>) => {
  if (value.name && value.live_product_ids.length > 1) issues.push(broken('name_for_one', value.name, ['name']))
}

export const liveProductsUpdate = call({
  path: '/update_dynamic_products/',
  summary:
    'Switches products of the catalogues on or off, names, orders and prices them; what is not named stays. `is_on` is the yes to one held for having become much dearer. A price below cost waits for a second person (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z
    .object({
      live_product_ids: ids(),
      is_on: z.optional(field.bool()),
      /** The platform's own name for the product; if blank, the supplier's name is used. */
      name: z.optional(field.orNone(field.text(100))),
      position: z.optional(place()),
      price_by: z.optional(field.oneOf(priceSources)),
      margin_percent: z.optional(field.signedPercent(-9_999, 99_999)),
      margin_amount: z.optional(field.money()),
      rounding: z.optional(field.oneOf(roundings)),
      goes_first: z.optional(field.bool()),
      /** The tax of sales from now on; a single-purpose voucher needs a rate, which may be 0, and a country. */
      ...taxGiven,
    })
    .check(oneNamed),
  /** `switched`: the products that `is_on` switched on or off. */
  output: z.object({ changed: z.int(), switched: z.array(z.string()), state: z.enum(['done', 'waiting']) }),
  errors: ['not_found'],
  changes: true,
  undone: ({ state, changed }) => (state === 'waiting' ? 'waiting' : unlessChanged({ changed })),
})

export const liveChoicesUpdate = call({
  path: '/choose_dynamic_products/',
  summary: 'Which goods sold live a reseller sells on, and in which order; what is not named stays (a call of our own)',
  access: { only: ['reseller'], roles: ['reseller'], flags: ['has_dynamic_products'] },
  input: z.object({ live_product_ids: ids(), is_on: z.optional(field.bool()), position: z.optional(place()) }),
  output: z.object({ changed: z.int(), switched: z.array(z.string()) }),
  errors: ['not_found'],
  changes: true,
  undone: unlessChanged,
})

export const catalogueRead = call({
  path: '/read_catalogue/',
  summary: 'Has a connection’s catalogue read at once; `puts_on_sale` says whether what is new in it is put on sale by itself (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({ connection_id: field.id(), puts_on_sale: z.optional(field.bool()) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})

export const livePriceHistory = call({
  path: '/view_dynamic_product_prices/',
  summary: 'What a product of a catalogue cost, and at the counter, from when on; newest first (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({ ...paging(20), live_product_id: field.id() }),
  output: listOf(
    z.object({
      at: instant,
      cost: money,
      cost_to: money,
      price: z.nullable(money),
      currency: z.string(),
      /** How many euros one unit costs; null if the supplier's currency is not known. */
      rate: z.nullable(z.string()),
      /** The user who changed the price; blank if the job that reads the catalogue changed it. */
      by: z.string(),
    }),
  ),
  errors: ['not_found'],
})

export const LiveOffer = z.object({
  configuration_id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  name: z.string(),
  country: z.string(),
  /** The retail price; for a range of amounts the lowest price, with `value_to` as the highest. */
  value: money,
  value_to: z.nullable(money),
  /** The caller's price; null if the caller may not see prices (mask_seller_discount). */
  price: z.nullable(money),
  discount: z.nullable(percent),
  /** The details of the recipient that a sale requires: all fields of at least one of these lists. */
  needs: z.array(z.array(z.string())),
})

const offersInput = z.object({ ...paging(100), search_text: field.search() })
const offersAccess = { only: ['reseller', 'seller'], roles: ['reseller', 'seller'], flags: ['has_dynamic_products'] } as const

export const softApiOffers = call({
  path: '/get_softapi_products/',
  summary: 'What the caller may sell of SoftAPI now, with what it costs at the counter and what the caller pays',
  access: offersAccess,
  input: offersInput,
  output: listOf(LiveOffer),
})

export const pjTelesoftOffers = call({
  path: '/get_pj_telesoft_api_products/',
  summary: 'What the caller may sell of PJ Telesoft now, with what it costs at the counter and what the caller pays',
  access: offersAccess,
  input: offersInput,
  output: listOf(LiveOffer),
})

const currency = () => z.string().check(z.trim(), atMost(3), matches(/^[A-Z]{3}$/, 'not_a_currency'))

export const ExchangeRate = z.object({
  exchange_rate_id: z.string(),
  /** The currency by its code of ISO 4217. */
  currency: z.string(),
  /** How many euros one unit costs, as a decimal. */
  rate: z.string(),
  /** The source of the rate: a user, or the supplier that calculates with it. */
  source: z.enum(rateSources),
  remarks: contact,
  ...{ created_by: z.string(), created_at: instant },
  is_in_force: z.boolean(),
})

export const exchangeRatesList = call({
  path: '/view_exchange_rates/',
  summary: 'Exchange rates with their source and time, the newest of each currency in force (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({ ...paging(20), filters: field.filters({ currency: z.optional(currency()), in_force: z.optional(field.bool()) }) }),
  output: listOf(ExchangeRate),
})

export const exchangeRateAdd = call({
  path: '/add_exchange_rate/',
  summary: 'A new rate; one that is not above that in force makes goods cheaper and waits for a second person (a call of our own)',
  access: { roles: ['superadmin'] },
  input: z.object({
    currency: currency(),
    rate: z.string().check(z.trim(), atMost(20, 'not_a_rate'), matches(/^(?=.*[1-9])\d{1,6}([.,]\d{1,8})?$/, 'not_a_rate')),
    remarks: z._default(z.string().check(z.trim(), atMost(200)), ''),
  }),
  output: z.object({ state: z.enum(['done', 'waiting']) }),
  changes: true,
  undone: ({ state }) => (state === 'waiting' ? 'waiting' : undefined),
})
