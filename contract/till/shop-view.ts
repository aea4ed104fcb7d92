// A shop's till, shown to the organisation that sells to the shop: the goods on offer there, their prices, and their stock.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'
import { Offer } from './selling.ts'

export const shopOffers = call({
  path: '/view_shop_offers/',
  summary: 'The till of one of the caller’s own shops as its manager sees it, to be looked at; the look is in the log (a call of our own)',
  access: { roles: ['superadmin'], flags: ['has_customers', 'has_customers_read'] },
  input: z.object({ customer_id: field.id() }),
  output: z.object({ customer_name: z.string(), hides_prices: z.boolean(), content: z.array(Offer) }),
  errors: ['not_found'],
  changes: true,
})
