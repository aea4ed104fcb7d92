// A question about sales: who asks, about which days, with which filters, and grouped by which dimensions (sales-figures.ts).
import type { SignedIn } from '../kit/actor.ts'

export type Dimension = 'day' | 'month' | 'customer' | 'configuration' | 'kind' | 'supplier' | 'seller' | 'user'

/**
 * A question about sales. Its first and last Berlin day are both included. The lists are filters; a list that is null or left out does not filter. A
 * shop counts as its own customer.
 */
export type SalesQuestion = {
  asker: Pick<SignedIn, 'tenant_id' | 'organisation_id' | 'kind'>
  date_from: string
  date_to: string
  customer_ids?: readonly string[] | null
  configuration_ids?: readonly string[] | null
  /** Kinds of goods. A question with kinds also lists all `configuration_ids` of these kinds, because some roll-ups have no kinds. */
  kinds?: readonly string[] | null
  supplier_ids?: readonly string[] | null
  seller_ids?: readonly string[] | null
  user_ids?: readonly string[] | null
  /** Which lines count: 1 sales, -1 refunds; left out: both. */
  signs?: readonly number[] | null
}

/** The column of each dimension in the result. */
export const COLUMN: Record<Dimension, string> = {
  day: 'day',
  month: 'month',
  customer: 'customer_id',
  configuration: 'configuration_id',
  kind: 'product_type',
  supplier: 'supplier_id',
  seller: 'seller_id',
  user: 'user_id',
}
