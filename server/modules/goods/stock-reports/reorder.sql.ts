// The purchase list: goods whose stock will not last for the chosen number of days at the pace of the last two weeks, with the supplier who delivered
// them last.

import type { reorderList } from '../../../../contract/goods/stock-reports.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { searchFor } from '../../../postgres/search.ts'
import { PACE } from '../stock/stock.ts'
import { supplierEmail } from '../supplier-contacts/supplier-contacts.ts'

type ReorderListInput = InputOf<typeof reorderList>
export type ReorderRow = OutputOf<typeof reorderList>['content'][number]

/** SQL: how many PINs to order, from the sales of two weeks as PACE counts them. */
const QUANTITY = 'ceil(r.sold_14_days * :lasting_days::int / 14.0)::int - r.unsold'

const REORDER = {
  from: `(${PACE}) r
         join configurations c on c.tenant_id = :tenant_id and c.id = r.configuration_id
         cross join lateral (
           select b.supplier_id, b.buying_discount from batches b
            where b.tenant_id = :tenant_id and b.configuration_id = r.configuration_id and b.state = 'ready'
            order by b.batch_no desc limit 1) last
         join suppliers s on s.tenant_id = :tenant_id and s.id = last.supplier_id
         cross join lateral (select ${QUANTITY} as quantity) o`,
  where: `${isOwn('r')} and o.quantity > 0
          and (:supplier_id::uuid is null or s.id = :supplier_id)
          and (:search::text is null or strpos(r.name_search, :search) > 0)`,
}
const COST = `case when r.pool_name is null then o.quantity * price_of(r.value, last.buying_discount) end`

const parameters = (actor: SignedIn, now: Date, { lasting_days, filters, search_text }: ReorderListInput) => ({
  ...ownedBy(actor),
  now,
  today: berlinDay(now),
  lasting_days,
  supplier_id: filters.supplier_id ?? null,
  search: searchFor(search_text),
})

export const reorderRows = (q: Query, actor: SignedIn, now: Date, asked: ReorderListInput) =>
  q.query<ReorderRow>(
    pageOf(
      {
        select: `r.configuration_id, r.product_name, r.pool_name, r.value, s.id as supplier_id,
                 s.company as supplier_name,
                 ${supplierEmail('orders')} as supplier_email, r.unsold, r.sold_14_days, r.days_left,
                 o.quantity, ${COST}::bigint as cost`,
        ...REORDER,
        order: 'r.days_left, r.name_search, r.value, r.configuration_id',
      },
      parameters(actor, now, asked),
      asked,
    ),
  )

export const reorderTotals = (q: Query, actor: SignedIn, now: Date, asked: ReorderListInput) =>
  q.query<{ total_count: number; quantity: number; cost: Money }>(
    `select count(*)::int as total_count, coalesce(sum(o.quantity), 0)::int as quantity,
            coalesce(sum(${COST}), 0)::bigint as cost
       from ${REORDER.from} where ${REORDER.where}`,
    parameters(actor, now, asked),
  )

export type Addressed = { supplier_id: string; company: string; email: string; owner_id: string }

export const supplierOf = (q: Query, actor: SignedIn, supplier_id: string) =>
  q.query<Addressed>(
    `select s.id as supplier_id, s.company, ${supplierEmail('orders')} as email, s.owner_id from suppliers s
      where s.tenant_id = :tenant_id and s.id = :supplier_id and ${isOwn('s')}`,
    { ...ownedBy(actor), supplier_id },
  )
