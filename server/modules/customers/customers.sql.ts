// Queries about customers: organisations below the actor's own.

import type { customersListShort } from '../../../contract/customers.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import { SCALE } from '../../../contract/kit/money.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof customersListShort>
type Row = Omit<OutputOf<typeof customersListShort>['content'][number], 'last_sale_at'> & { last_sale_at: Date | null }

/** Below this a customer counts as low: what two ordinary cards cost. */
const LOW = 50 * SCALE

const sorts: Record<Asked['sort'], string> = {
  name: 'o.name_search',
  '-name': 'o.name_search desc',
  balance: 'w.balance',
  '-balance': 'w.balance desc',
  available: 'available',
  '-available': 'available desc',
  last_sale_at: 'last_sale_at nulls first',
  '-last_sale_at': 'last_sale_at desc nulls last',
}

const FROM = `
    from organisations o
    join wallets w on w.tenant_id = $1 and w.organisation_id = o.id
    left join plans p on p.tenant_id = $1 and p.id = o.plan_id
    left join lateral (select u.username from users u where u.tenant_id = $1 and u.organisation_id = o.id and u.internal_role = 0 order by u.id limit 1) u on true`

/** $1 tenant, $2 actor's organisation, $3 active or null, $4 only low, $5 parent or null, $6 folded search or null, $7 one customer or null. */
const WHERE = `
   where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2
     and ($3::boolean is null or o.is_active = $3) and (not $4 or w.balance + w.credit_limit - w.held < ${LOW}) and ($5::uuid is null or o.parent_id = $5)
     and ($6::text is null or o.name_search like '%' || $6 || '%' or u.username like '%' || $6 || '%' or o.mobile like '%' || $6 || '%' or lower(o.city) like '%' || $6 || '%')
     and ($7::uuid is null or o.id = $7)`

const parameters = (actor: SignedIn, { filters, search_text }: Asked) => [
  actor.tenant_id,
  actor.organisation_id,
  filters.is_active ?? null,
  filters.low_balance ?? false,
  filters.parent_id ?? null,
  search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null,
  filters.customer_id ?? null,
]

export const customers = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Row>(
    `select o.id as customer_id, o.parent_id, o.name, coalesce(u.username, '') as username, case o.kind when 'reseller' then 1 else 2 end as account_role, o.city, o.mobile, o.is_active,
            w.balance, w.credit_limit, w.balance + w.credit_limit - w.held as available, p.name as plan_name,
            (select s.created_at from sales s where s.tenant_id = $1 and s.seller_id = o.id order by s.id desc limit 1) as last_sale_at,
            o.parent_id = $2 or cardinality(o.path) > 1 and o.path[1] = $2 as may_credit
     ${FROM} ${WHERE} order by ${sorts[asked.sort]}, o.id limit $8 offset $9`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit],
  )

export const customerCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM} ${WHERE}`, parameters(actor, asked)))[0]?.n ?? 0

/** How many stand behind each filter, whatever is filtered now. */
export const customerFilters = (q: Query, actor: SignedIn) =>
  q.query<{ name: string; count: number }>(
    `select f.name, count(*) filter (where case f.name when 'all' then true when 'active' then o.is_active when 'stopped' then not o.is_active
                                            else w.balance + w.credit_limit - w.held < ${LOW} end)::int as count
       from unnest(array['all', 'active', 'stopped', 'low_balance']) as f(name)
       cross join organisations o join wallets w on w.tenant_id = $1 and w.organisation_id = o.id
      where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2 group by f.name`,
    [actor.tenant_id, actor.organisation_id],
  )
