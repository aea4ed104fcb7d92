// Queries of discounts on goods sold live: a customer's with its parent, by provider.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Percent } from '../../../contract/kit/money.ts'
import { type liveDiscounts, providers } from '../../../contract/live-prices.ts'
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'
import { isPlatform } from './plans.sql.ts'

type Asked = InputOf<typeof liveDiscounts>
type Row = OutputOf<typeof liveDiscounts>['content'][number]
export type LiveEntry = NonNullable<Asked['entries']>[number]

/** $1 tenant, $2 the actor's organisation, $3 providers, $4 one customer or null, $5 one provider or null, $6 folded search or null. */
const FROM = `
    from organisations o
    cross join unnest($3::text[]) with ordinality as p(provider, place)
    left join live_discounts d on d.tenant_id = $1 and d.customer_id = o.id and d.provider = p.provider
    left join live_discounts own on own.tenant_id = $1 and own.customer_id = $2 and own.provider = p.provider
   where o.tenant_id = $1 and o.parent_id = $2 and o.is_active and ($4::uuid is null or o.id = $4) and ($5::text is null or p.provider = $5)
     and ($6::text is null or strpos(o.name_search, $6) > 0)`

const parameters = (actor: SignedIn, { customer_id, filters, search_text }: Asked) => [
  actor.tenant_id,
  actor.organisation_id,
  providers,
  customer_id ?? null,
  filters.provider ?? null,
  searchFor(search_text),
]

/** The platform has no parent and so no discount of its own: it buys from the supplier. */
export const liveRows = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Omit<Row, 'changed_at'> & { changed_at: Instant | null }>(
    `select o.id as customer_id, o.name as customer_name, p.provider, case when $7 then null else coalesce(own.discount, 0) end as discount_own, d.discount, d.changed_at
     ${FROM} order by o.name_search, o.id, p.place limit $8 offset $9`,
    [...parameters(actor, asked), isPlatform(actor), asked.limit, asked.page * asked.limit],
  )

export const liveCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, parameters(actor, asked)))[0]?.n ?? 0

/** Direct customers, held until the end of the transaction. */
export const lockChildren = (q: Query, actor: SignedIn, ids: readonly string[]) =>
  q.query<{ customer_id: string; customer_name: string }>(
    `select id as customer_id, name as customer_name from organisations
      where tenant_id = $1 and parent_id = $2 and id = any ($3::uuid[]) order by id for no key update`,
    [actor.tenant_id, actor.organisation_id, ids],
  )

export const discountsOf = (q: Query, tenant_id: number, customer_ids: readonly string[]) =>
  q.query<{ customer_id: string; provider: string; discount: Percent }>(
    'select customer_id, provider, discount from live_discounts where tenant_id = $1 and customer_id = any ($2::uuid[])',
    [tenant_id, customer_ids],
  )

export async function setDiscounts(q: Query, tenant_id: number, entries: readonly LiveEntry[], now: Date): Promise<void> {
  for (const { customer_id, provider, discount } of entries)
    if (discount === null)
      await q.query('delete from live_discounts where tenant_id = $1 and customer_id = $2 and provider = $3', [tenant_id, customer_id, provider])
    else
      await q.query(
        `insert into live_discounts (tenant_id, customer_id, provider, discount, changed_at) values ($1, $2, $3, $4, $5)
         on conflict (tenant_id, customer_id, provider) do update set discount = excluded.discount, changed_at = excluded.changed_at`,
        [tenant_id, customer_id, provider, discount, now],
      )
}
