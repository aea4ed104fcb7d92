// Applies two plans to the sales of a period. How many pieces were sold and what they cost comes from the running totals; the price comes from each plan.
import type { Money } from '../../../../contract/kit/money.ts'
import { figuresBy } from '../../../figures/sales-figures.ts'
import type { Query } from '../../../postgres/db.ts'

type Compared = {
  configuration_id: string
  product_name: string
  value: Money
  quantity: number
  made: Money
  margin: Money | null
  margin_2: Money | null
}

type PlanComparison = {
  tenant_id: number
  owner_id: string
  kind: 'platform' | 'reseller' | 'seller'
  plans: readonly [string, string]
  date_from: string
  date_to: string
}

/** SQL: the discount of a plan for goods `c`: that of the plan's entry for the denomination, otherwise that of its entry for the whole product. */
const discountIn = (plan: string) => `
  (select e.discount from plan_entries e
    where e.tenant_id = :tenant_id and e.plan_id = :${plan} and e.product_id = c.product_id
      and (e.configuration_id = c.id or e.configuration_id is null)
    order by e.configuration_id nulls last limit 1)`

/** Compares two plans, goods by goods. Only goods from stock are compared, because live goods are in no plan. */
export async function comparedGoods(q: Query, { tenant_id, owner_id, kind, plans: [plan, plan_2], date_from, date_to }: PlanComparison) {
  const asker = { tenant_id, organisation_id: owner_id, kind }
  const { text, values } = await figuresBy(q, ['configuration'], { asker, date_from, date_to })
  return q.query<Compared>(
    `select c.id as configuration_id, p.name as product_name, c.value, f.quantity::int as quantity,
            (f.sold_total - f.bought_total)::bigint as made,
            (f.quantity * price_of(c.value, d.discount) - f.bought_total)::bigint as margin,
            (f.quantity * price_of(c.value, d.discount_2) - f.bought_total)::bigint as margin_2
       from (${text}) f
       join configurations c on c.tenant_id = :tenant_id and c.id = f.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.provider is null
      cross join lateral (select ${discountIn('plan')} as discount, ${discountIn('plan_2')} as discount_2 offset 0) d
      where f.quantity <> 0
      order by p.name_search, p.id, c.value, c.id`,
    { ...values, tenant_id, plan, plan_2 },
  )
}

export const ownersOf = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query<{ owner_id: string; kind: PlanComparison['kind'] }>(
    `select distinct p.owner_id, o.kind
       from plans p join organisations o on o.tenant_id = :tenant_id and o.id = p.owner_id
      where p.tenant_id = :tenant_id and p.id = any (:ids::uuid[])`,
    { tenant_id, ids },
  )
