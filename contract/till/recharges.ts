// Direct recharge: credit for a telephone in this country, sent to its number or sold as a code, from stock or from a supplier.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { liveFailures, liveRefusals, transactionOutcomes, weathers } from '../kit/live.ts'
import { listOf } from '../kit/rows.ts'
import { number } from '../kit/telephone.ts'
import { Sale } from './selling.ts'

/** The source of a code: stock that was bought earlier, or the code's supplier, which is asked at the moment of sale. */
export const codeSources = ['stock', 'supplier'] as const
export type CodeSource = (typeof codeSources)[number]

/** One value of a brand, and the ways in which it can be sold now: at least one of them. */
export const RechargeOffer = z.object({
  brand: z.string(),
  /** The path of the brand's picture: the picture of its card in stock, otherwise that of its live product. */
  product_image: z.nullable(z.string()),
  value: money,
  /** The product that is sent to a telephone number; null if there is none. */
  recharge: z.nullable(z.object({ configuration_id: z.string(), name: z.string(), price: z.nullable(money), weather: z.enum(weathers) })),
  /**
   * The code, from the source that is asked first; its price is the same from both sources. `left`: how many are in stock; null: enough, or the code comes
   * from the supplier.
   */
  code: z.nullable(
    z.object({
      configuration_id: z.string(),
      price: z.nullable(money),
      left: z.nullable(z.int()),
      comes_from: z.enum(codeSources),
      weather: z.enum(weathers),
    }),
  ),
})
export type RechargeOffer = z.output<typeof RechargeOffer>

export const Recharge = z.object({
  recharge_id: z.string(),
  /** The number of a recharge that practice simulated, such as T-000123, of which nothing arrives; null for a real recharge. */
  training_no: z.nullable(z.string()),
  state: z.enum(transactionOutcomes),
  failure: z.nullable(z.enum(liveFailures)),
  created_at: instant,
  ended_at: z.nullable(instant),
  mobile_number: contact,
  brand: z.string(),
  product_name: z.string(),
  configuration_id: z.string(),
  value: money,
  price: z.nullable(money),
  reference: z.string(),
  sale_id: z.nullable(z.string()),
  username: contact,
})
export type Recharge = z.output<typeof Recharge>

/** Access to recharges: only shops sell them. */
const seller = { only: ['seller'], roles: ['seller'], flags: ['has_direct_recharge'] } as const

export const rechargeOffers = call({
  path: '/get_direct_recharge_products_with_dr_and_cc/',
  method: 'GET',
  summary: 'Brands and values the shop may sell as a recharge of a number, each with the code in stock that is the same',
  access: seller,
  input: z.object({}),
  output: z.object({ content: z.array(RechargeOffer) }),
  machine: 'recharges',
})

export const rechargeSend = call({
  path: '/direct_recharge_with_mobile_with_dr_and_cc/',
  summary: 'Recharges a number, once per transaction key; what is not known yet goes on and is asked for',
  access: seller,
  asksSupplier: true,
  input: z.object({
    transaction_key: field.text(100),
    configuration_id: field.id(),
    mobile_number: number(),
    /** The number as the user typed it a second time; left out by a client whose users do not type numbers. */
    mobile_number_again: z.optional(number()),
    /**
     * The price that the shop saw: its own, or the value if its own is hidden. If given, and the price is now another, the sale is refused with the current
     * price.
     */
    price_seen: z.optional(field.money(0)),
    /** Confirms that the same product is sent to the same number again. */
    once_more: z._default(field.bool(), false),
  }),
  output: z.object({ recharge: Recharge }),
  errors: [...liveRefusals, 'view_only'],
  makesKey: true,
  changes: 'decides',
  undone: ({ recharge }) => (recharge.state === 'pending' ? 'checking' : undefined),
  machine: 'recharges',
})

export const rechargeCode = call({
  path: '/direct_recharge_code/',
  summary:
    'Sells a brand’s value as a code, once per transaction key: from stock, or from its supplier where stock is short, or the other way round, as the platform decided (a call of our own)',
  access: seller,
  input: z.object({
    transaction_key: field.text(100),
    /** The offer’s own id, whatever the source of the code. */
    configuration_id: field.id(),
    /**
     * The price that the shop saw: its own, or the value if its own is hidden. If given, and the price is now another, the sale is refused with the current
     * price.
     */
    price_seen: z.optional(field.money(0)),
    /** Restricts the sale to one source, such as stock after the supplier refused. */
    comes_from: z.optional(field.oneOf(codeSources)),
  }),
  /** The sale; null if the supplier was asked and the outcome is not known yet. */
  output: z.object({ sale: z.nullable(Sale) }),
  errors: [...liveRefusals, 'out_of_stock', 'taken_a_moment_ago', 'reprint_refused'],
  makesKey: true,
  changes: 'booked',
  reveals: true,
  undone: ({ sale }) => (sale === null ? 'checking' : undefined),
})

export const rechargeStatus = call({
  path: '/check_direct_recharge_transaction/',
  summary: 'How a recharge stands, asked at the supplier where it is not known, with all that the supplier said and what its slip says',
  access: seller,
  asksSupplier: true,
  input: z.object({ recharge_id: field.id() }),
  output: z.object({
    recharge: Recharge,
    seller: z.object({ name: z.string(), address: contact, city: z.string() }),
    organisation_name: z.string(),
    facts: z.array(z.object({ name: z.string(), text: z.string() })),
  }),
  errors: ['not_found'],
  machine: 'recharges',
})

export const rechargesList = call({
  path: '/get_direct_recharge_history/',
  summary: 'The shop’s recharges, newest first',
  access: seller,
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(transactionOutcomes)), date_from: z.optional(field.day()), date_to: z.optional(field.day()) }),
    /** The complete telephone number to search for, in any spelling. */
    search_text: field.search(),
  }),
  output: listOf(Recharge),
  machine: 'sales',
})

/** Kinds of goods that are sent to a telephone number. */
export const sentTypes = ['international_top_up', 'direct_recharge', 'dynamic'] as const

export const rechargeSummary = call({
  path: '/view_recharge_summary/',
  summary: 'Top-ups and recharges of the shops below, summed up by operator and country: how many arrived, failed or are being checked (a call of our own)',
  access: { roles: ['superadmin', 'reseller', 'seller'], flags: ['has_reports', 'has_transaction'] },
  input: z.object({
    ...paging(20),
    filters: field.filters({ product_type: z.optional(z.enum(sentTypes)), date_from: z.optional(field.day()), date_to: z.optional(field.day()) }),
    search_text: field.search(),
  }),
  output: listOf(
    z.object({
      operator_name: z.string(),
      country: z.string(),
      product_type: z.enum(sentTypes),
      sent: z.int(),
      failed: z.int(),
      pending: z.int(),
      /** The number of different telephone numbers that something was sent to. */
      numbers: z.int(),
      /** The sum of what customers paid for the successful recharges. */
      face_total: moneySum,
    }),
  ),
})
