// Cards and recharges that a supplier makes at the moment of sale. The suppliers are SoftAPI, PJ Telesoft and Pin-on-Demand (decision 0075).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, paging } from '../kit/field.ts'
import { liveRefusals, transactionOutcomes } from '../kit/live.ts'
import { listOf } from '../kit/rows.ts'
import { number } from '../kit/telephone.ts'
import { Recharge, RechargeOffer } from './recharges.ts'
import { Sale } from './selling.ts'

/** Only shops sell cards on demand; resellers and the platform see the suppliers' catalogues and discounts on other screens. */
const seller = { only: ['seller'], roles: ['seller'], flags: ['has_dynamic_products'] } as const

export const onDemandOffers = call({
  path: '/view_on_demand_products/',
  summary: 'Brands and values that a supplier delivers at the moment of sale: as a code, sent to a number, or both (a call of our own)',
  access: seller,
  input: z.object({}),
  output: z.object({ content: z.array(RechargeOffer) }),
})

export const onDemandSell = call({
  path: '/sell_on_demand/',
  summary: 'Has a supplier make one card, or recharge a number, once per transaction key; what is not known yet goes on and is asked for (a call of our own)',
  access: seller,
  input: z.object({
    transaction_key: field.text(100),
    configuration_id: field.id(),
    /** The recipient's telephone number, for goods that are sent to one. */
    mobile_number: z.optional(number()),
    mobile_number_again: z.optional(number()),
    /**
     * The price that the shop saw: its own, or the value if its own is hidden. If given, and the price is now another, the sale is refused with the current
     * price.
     */
    price_seen: z.optional(field.money(0)),
    /** Confirms that the same product is sent to the same number again. */
    once_more: z._default(field.bool(), false),
  }),
  /** The sale; null if the supplier was asked and the outcome is not known yet. */
  output: z.object({ sale: z.nullable(Sale) }),
  errors: [...liveRefusals, 'reprint_refused'],
  makesKey: true,
  changes: 'booked',
  reveals: true,
  undone: ({ sale }) => (sale === null ? 'checking' : undefined),
})

export const onDemandSold = call({
  path: '/view_on_demand_sales/',
  summary: 'What the shop had made or sent on demand, newest first, with how it stands (a call of our own)',
  access: seller,
  input: z.object({
    ...paging(20),
    filters: field.filters({ state: z.optional(z.enum(transactionOutcomes)), date_from: z.optional(field.day()), date_to: z.optional(field.day()) }),
    /** The complete telephone number to search for, in any spelling. */
    search_text: field.search(),
  }),
  output: listOf(Recharge),
})
