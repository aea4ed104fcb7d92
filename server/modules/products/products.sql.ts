// Queries about goods: those the actor's organisation owns, and those it may sell because every hop down from their owner has a price for them.

import type { Language } from '../../../contract/auth.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { productFilters, productsList } from '../../../contract/products.ts'
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'

type Asked = InputOf<typeof productsList>
type Row = OutputOf<typeof productsList>['content'][number]
type Filters = OutputOf<typeof productFilters>

/** Shown at most for goods of others, which hides their owner's stock. */
const STOCK_SHOWN = 1000

/** SQL: whether `p` is offered to the actor's organisation, by the same ladder as a sale. $4: the path to it. */
const isOffered = (alias: string) =>
  `p.is_active and ${alias}.is_active and p.owner_id = any ($4::uuid[]) and is_offered($1, $4::uuid[], p.owner_id, p.id, ${alias}.id)`

/** SQL over a stretch `h`: on sale, and not expired on day $5. */
const ON_SALE = `h.tenant_id = $1 and h.is_published and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= $5::date)`

/** $1 tenant, $2 the actor's organisation, $3 whether the platform asks (it sees all of the tenant), $4 the path. */
const SHOWN = `
    from products p
   where p.tenant_id = $1
     and (p.owner_id = $2 or $3 or exists (select from configurations c where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool and ${isOffered('c')}))`

/** $5 today in Berlin, $6 folded search, $7 search as typed (an EAN), $8 type, $9 active, $10 sold out, $11 one product. */
const MATCHING = `${SHOWN}
     and ($6::text is null or strpos(p.name_search, $6) > 0
          or exists (select from configurations c where c.tenant_id = $1 and c.product_id = p.id and c.ean = $7))
     and ($8::text is null or p.type = $8) and ($9::boolean is null or p.is_active = $9)
     and ($10::boolean is null or $10 = not exists (
            select from configurations c join queue_heads h on h.configuration_id = c.stock_id and ${ON_SALE}
             where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool))
     and ($11::uuid is null or p.id = $11)`

const sorts: Record<Asked['sort'], string> = {
  product_name: 'p.name_search',
  '-product_name': 'p.name_search desc',
  stock: 'stock',
  '-stock': 'stock desc',
}

/** SQL: the stock as shown; for goods of others no more than "enough". */
const shown = (stock: string) => `case when p.is_own then ${stock} else least(${stock}, ${STOCK_SHOWN}) end`

/** SQL: the denominations of product `p` with their stock on sale; a pool that several draw on is counted once. */
const DENOMINATIONS = `
  select coalesce(sum(c.n) filter (where c.nth = 1), 0)::int as stock,
         jsonb_agg(jsonb_build_object('configuration_id', c.id, 'value', c.value, 'info', c.info, 'ean', c.ean, 'is_active', c.is_active,
                     'vat_treatment', c.vat_treatment, 'vat_rate', c.vat_rate, 'vat_country', c.vat_country, 'pool_id', c.draws_on,
                     'stock', ${shown('c.n')},
                     'is_used', c.draws_on is not null or exists (select from batches b where b.tenant_id = $1 and b.configuration_id = c.id))
                   order by c.value, c.id) filter (where p.is_own or (${isOffered('c')})) as configurations
    from (select c.*, h.n, row_number() over (partition by c.stock_id) as nth from configurations c
           cross join lateral (
             select coalesce(sum(h.end_seq - h.next_seq), 0)::int as n from queue_heads h where h.configuration_id = c.stock_id and ${ON_SALE}) h
           where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool) c`

const place = ({ tenant_id, organisation_id, role, organisation_path }: SignedIn) => [tenant_id, organisation_id, role === 'superadmin', organisation_path]

const parameters = (actor: SignedIn, today: string, { search_text, filters, view_type, product_id }: Asked) => [
  ...place(actor),
  today,
  searchFor(search_text),
  search_text ?? null,
  filters.product_type ?? null,
  filters.is_active ?? null,
  filters.sold_out ?? null,
  view_type === 'single' ? (product_id ?? null) : null,
]

/** In the order of names only the page's own stock is counted. */
export const products = (q: Query, actor: SignedIn, today: string, asked: Asked) => {
  const order = `${sorts[asked.sort]}, p.id`
  const [inside, outside] = asked.sort.endsWith('stock') ? ['', `order by ${order} limit $12 offset $13`] : [`order by ${order} limit $12 offset $13`, '']
  return q.query<Row & { total_count: number }>(
    `select p.id as product_id, p.name as product_name, p.type as product_type, p.pin_length, p.pin_letters, p.customer_care, p.instructions,
            case when p.instructions = '' then p.texts else jsonb_build_object(o.default_language, p.instructions) || p.texts end as instructions_by_language,
            p.image as product_image, p.is_active, p.is_own, p.stock, coalesce(p.configurations, '[]') as configurations, p.total_count,
            case when p.is_own then (select count(distinct b.supplier_id)::int from configurations c join batches b on b.tenant_id = $1 and b.configuration_id = c.id
                                            where c.tenant_id = $1 and c.product_id = p.id and b.undone_at is null) else 0 end as suppliers
       from (select p.*, c.configurations, ${shown('c.stock')} as stock
               from (select p.*, p.owner_id = $2 or $3 as is_own, (count(*) over ())::int as total_count ${MATCHING} ${inside}) p
              cross join lateral (${DENOMINATIONS}) c ${outside}) p
       join organisations o on o.tenant_id = $1 and o.id = p.owner_id
      order by ${order}`,
    [...parameters(actor, today, asked), asked.total_items, asked.page * asked.total_items],
  )
}

/** For a page beyond the last, which has no row to carry the total. */
export const productCount = async (q: Query, actor: SignedIn, today: string, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${MATCHING}`, parameters(actor, today, asked)))[0]?.n ?? 0

export const productNames = (q: Query, actor: SignedIn) =>
  q.query<Filters['products'][number]>(
    `select p.id as product_id, p.name as product_name, p.type as product_type ${SHOWN} order by p.name_search, p.id`,
    place(actor),
  )

/** The owner of new goods: the actor's organisation; for the platform the reseller at the top of the tenant. */
export const ownerOfNew = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ id: string; default_language: Language }>(
    `select id, default_language from organisations where tenant_id = $1 and case when $3 then kind = 'reseller' else id = $2 end order by cardinality(path), id limit 1`,
    [tenant_id, organisation_id, role === 'superadmin'],
  )
