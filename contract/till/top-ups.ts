// International top-up: looking up a number, the products for it, the sale and its state.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { contact, field, instant, money, paging } from '../kit/field.ts'
import { liveFailures, liveRefusals, transactionOutcomes, weathers } from '../kit/live.ts'
import { listOf } from '../kit/rows.ts'
import { atMost, broken, matches } from '../kit/rules.ts'
import { number } from '../kit/telephone.ts'

/** The steps of the call, with the numbers that the specification gives for the parameter `configuration`. */
export const steps = { look_up: 1, products: 2, providers: 3, send: 6, status: 41 } as const
export type Step = (typeof steps)[keyof typeof steps]

const Region = z.object({ code: z.string(), name: z.string() })

const Operator = z.object({
  operator_id: z.string(),
  name: z.string(),
  country: z.string(),
  /** Whether this operator is only likely, because a number can be moved from one operator to another. */
  is_likely: z.boolean(),
  /** Regions of the country that have their own products. */
  regions: z.array(Region),
})
export type Operator = z.output<typeof Operator>

const Benefit = z.object({ kind: z.string(), amount: z.string(), bonus: z.string(), unit: z.string() })

export const TopUpProduct = z.object({
  configuration_id: z.string(),
  operator_id: z.string(),
  name: z.string(),
  /** The amount that arrives, in `unit`. If it may be chosen, it lies between `from` and `to`, in steps of `step`. */
  arrives: z.object({ from: z.string(), to: z.string(), step: z.nullable(z.string()), unit: z.string() }),
  benefits: z.array(Benefit),
  /** How long the credit can be used, as in ISO 8601 (P30D); null if it does not expire. */
  lasts: z.nullable(z.string()),
  regions: z.array(z.string()),
  promotions: z.array(z.string()),
  /** The customer's price for the least amount, and for the most. */
  value: money,
  value_to: money,
  /** The shop's price for the least amount; null if the shop's users may not see it. */
  price: z.nullable(money),
  favorite: z.nullable(z.int()),
  weather: z.enum(weathers),
})
export type TopUpProduct = z.output<typeof TopUpProduct>

/** The price of one amount of a product. */
const Quote = z.object({ configuration_id: z.string(), amount: z.string(), value: money, price: z.nullable(money) })

export const TopUp = z.object({
  top_up_id: z.string(),
  /** The number of a top-up that practice simulated, such as T-000123, of which nothing arrives; null for a real top-up. */
  training_no: z.nullable(z.string()),
  state: z.enum(transactionOutcomes),
  failure: z.nullable(z.enum(liveFailures)),
  created_at: instant,
  ended_at: z.nullable(instant),
  mobile_number: contact,
  country: z.string(),
  operator: z.string(),
  product_name: z.string(),
  configuration_id: z.string(),
  /** The amount that arrived or will arrive, such as 10.00 EUR. */
  arrives: z.string(),
  value: money,
  price: z.nullable(money),
  /** The operator's own reference, for questions to the operator. */
  reference: z.string(),
  sale_id: z.nullable(z.string()),
  username: contact,
})
export type TopUp = z.output<typeof TopUp>

const decimal = () => z.string().check(z.trim(), atMost(20, 'not_an_amount'), matches(/^\d{1,12}(\.\d{1,4})?$/, 'not_an_amount'))

const NEEDED: Readonly<Record<Step, readonly string[]>> = {
  1: ['mobile_number'],
  2: ['operator_id'],
  3: ['country'],
  6: ['mobile_number', 'configuration_id'],
  41: ['top_up_id'],
}

/** Access to top-ups: only shops sell them. */
const seller = { only: ['seller'], roles: ['seller'], flags: ['has_dt_one'] } as const

export const dtOne = call({
  path: '/dt_one/',
  summary: 'Top-up in steps, by `configuration`: 1 whose a number is, 2 products, 3 operators of a country, 6 sends, once per key, 41 how it stands',
  access: seller,
  asksSupplier: true,
  input: z
    .object({
      configuration: field.int(1, 41),
      /** Only for the step that sends; the other steps need no key. */
      transaction_key: z.optional(field.text(100)),
      mobile_number: z.optional(number()),
      /** The number as the user typed it a second time; left out by a client whose users do not type numbers. */
      mobile_number_again: z.optional(number()),
      /** The country of a number that is written without its dial code; otherwise the dial code in the number counts. */
      country: z.optional(country()),
      operator_id: z.optional(field.text(60)),
      region: z.optional(field.text(20)),
      configuration_id: z.optional(field.id()),
      /** The chosen amount that is to arrive, for a product that offers a range of amounts. */
      amount: z.optional(decimal()),
      /**
       * The price that the shop saw: its own, or the value if its own is hidden. If given, and the price is now another, the sale is refused with the current
       * price.
       */
      price_seen: z.optional(field.money(0)),
      /** Confirms that the same product is sent to the same number again. */
      once_more: z._default(field.bool(), false),
      top_up_id: z.optional(field.id()),
    })
    .check(({ value, issues }) => {
      const needed = NEEDED[value.configuration as Step]
      if (!needed) issues.push(broken('not_one_of', value.configuration, ['configuration']))
      for (const name of needed ?? []) if (!value[name as keyof typeof value]) issues.push(broken('required', undefined, [name]))
    }),
  output: z.object({
    /** The telephone number in international form, and as people write it. */
    number: z.nullable(z.object({ mobile_number: contact, written: contact, country: z.string() })),
    operators: z.array(Operator),
    products: z.array(TopUpProduct),
    quote: z.nullable(Quote),
    top_up: z.nullable(TopUp),
  }),
  errors: [...liveRefusals, 'supplier_away', 'not_found', 'view_only'],
  makesKey: true,
  changes: 'decides',
  undone: ({ top_up }) => (top_up?.state === 'pending' ? 'checking' : undefined),
  machine: 'top_ups',
})

export const topUps = call({
  path: '/get_international_top_up/',
  summary: 'The shop’s top-ups, newest first',
  access: seller,
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(transactionOutcomes)), date_from: z.optional(field.day()), date_to: z.optional(field.day()) }),
    /** The complete telephone number to search for, in any spelling. */
    search_text: field.search(),
  }),
  output: listOf(TopUp),
  machine: 'sales',
})

export const topUp = call({
  path: '/international_top_up_transaction/',
  summary: 'One of the shop’s top-ups with what its slip says',
  access: seller,
  input: z.object({ top_up_id: field.id() }),
  output: z.object({
    ...TopUp.shape,
    seller: z.object({ name: z.string(), address: contact, city: z.string() }),
    organisation_name: z.string(),
    /** Further information from the operator, by name. */
    facts: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  errors: ['not_found'],
  machine: 'top_ups',
})

/** The most text messages and mails with the slip of one sale. */
export const SLIPS_MAX = 3

export const slipSend = call({
  path: '/send_slip/',
  summary:
    'Sends the slip of the shop’s own top-up or recharge as a text message or by mail, three times a sale at most; the same within two minutes is sent once (a call of our own)',
  access: { only: ['seller'], roles: ['seller'], flags: ['has_dt_one', 'has_direct_recharge'] },
  input: z
    .object({
      /** The top-up's id; for a recharge its `recharge_id`. */
      top_up_id: field.id(),
      /** The recipient: a mobile number or a mail address, which determines the channel. */
      mobile_number: z.optional(number()),
      email: z.optional(field.email()),
    })
    .check(({ value, issues }) => {
      const { mobile_number, email } = value
      if (mobile_number === undefined && email === undefined) issues.push(broken('required', undefined, ['mobile_number']))
      if (mobile_number !== undefined && email !== undefined) issues.push(broken('invalid_value', email, ['email']))
    }),
  /** The recipient's telephone number in international form, or the mail address. */
  output: z.object({ recipient: contact }),
  errors: ['not_found', 'in_progress', 'supplier_refused', 'too_many_requests'],
  changes: true,
})
