// Customers: organisations seen from their parent.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { field, instant, money, paging } from './kit/field.ts'

export const Customer = z.object({
  customer_id: z.string(),
  /** The organisation directly above: it alone credits this one, beside the platform. */
  parent_id: z.string(),
  name: z.string(),
  /** Of its first manager. */
  username: z.string(),
  account_role: z.int(),
  city: z.string(),
  mobile: z.string(),
  is_active: z.boolean(),
  balance: money,
  credit_limit: money,
  /** balance + credit limit − held. */
  available: money,
  plan_name: z.nullable(z.string()),
  last_sale_at: z.nullable(instant),
  /** Whether the caller may top it up: its parent, or the platform. */
  may_credit: z.boolean(),
})

const filter = z.object({
  is_active: z.optional(z.boolean()),
  low_balance: z.optional(z.boolean()),
  parent_id: z.optional(field.id()),
  /** One customer: for a screen whose address names it. */
  customer_id: z.optional(field.id()),
})

export const customersListShort = call({
  path: '/view_customers_list_with_less_data/',
  summary: 'The customers the caller may see, with balance and limit',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_customers', 'has_customers_read', 'has_credit'] },
  input: z.object({
    /** Spec §9: page 0, page size 10. */
    ...paging(10),
    filters: z._default(field.json(filter), {}),
    search_text: field.search(),
    sort: z._default(field.oneOf(['name', '-name', 'balance', '-balance', 'available', '-available', 'last_sale_at', '-last_sale_at']), 'name'),
  }),
  output: z.object({
    content: z.array(Customer),
    filters: z.object({ page: z.int(), limit: z.int(), total_count: z.int() }),
    /** Filters this list knows, with the number of customers behind each. */
    type_of_filters: z.array(z.object({ name: z.string(), count: z.int() })),
  }),
})
