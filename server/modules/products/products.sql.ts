// Queries about goods: those the actor's organisation owns, and those it may sell because every hop down from their owner has a price for them.
import type { Language } from '../../../contract/auth.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { productFilters, productsList } from '../../../contract/products.ts'
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'

type Asked = InputOf<typeof productsList>
type Row = OutputOf<typeof productsList>['content'][number]
type Filters = OutputOf<typeof productFilters>

const sorts: Record<Asked['sort'], string> = {
  product_name: 'p.name_search',
  '-product_name': 'p.name_search desc',
  stock: 'p.stock',
  '-stock': 'p.stock desc',
}

/** Of goods of others one needs to know "enough", not their owner's stock. */
const STOCK_SHOWN = 1000

/** Whether `p` is offered down to the actor's organisation, through the same ladder as a sale. $4 is the path to it. */
const isOffered = (alias: string) => `
  p.is_active and ${alias}.is_active and p.owner_id = any ($4::uuid[]) and not exists (
    select from generate_series(array_position($4::uuid[], p.owner_id) + 1, cardinality($4::uuid[])) as level
     where not exists (select from offer_of($1, ($4::uuid[])[level], p.id, ${alias}.id)))`

/** $1 tenant, $2 the actor's organisation, $3 whether the platform asks (it sees all of the tenant), $4 the path, $5 today in Berlin. */
const SHOWN = `
  select p.*, p.owner_id = $2 or $3 as is_own, case when p.owner_id = $2 or $3 then s.stock else least(s.stock, ${STOCK_SHOWN}) end as stock
    from products p
   cross join lateral (
     select coalesce(sum(h.end_seq - h.next_seq), 0)::int as stock from queue_heads h
      where h.tenant_id = $1 and h.is_published and (h.expires_on is null or h.expires_on >= $5::date)
        and h.configuration_id in (select coalesce(c.draws_on, c.id) from configurations c where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool)) s
   where p.tenant_id = $1
     and (p.owner_id = $2 or $3 or exists (select from configurations c where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool and ${isOffered('c')}))`

/** $6 folded search, $7 search as typed (an EAN), $8 type, $9 active, $10 sold out, $11 one product. */
const MATCHING = `
  select p.* from (${SHOWN}) p
   where ($6::text is null or p.name_search like '%' || $6 || '%'
          or exists (select from configurations c where c.tenant_id = $1 and c.product_id = p.id and c.ean = $7))
     and ($8::text is null or p.type = $8) and ($9::boolean is null or p.is_active = $9) and ($10::boolean is null or (p.stock = 0) = $10)
     and ($11::uuid is null or p.id = $11)`

const place = ({ tenant_id, organisation_id, role, organisation_path }: SignedIn, today: string) => [
  tenant_id,
  organisation_id,
  role === 'superadmin',
  organisation_path,
  today,
]

const parameters = (actor: SignedIn, today: string, { search_text, filters, view_type, product_id }: Asked) => [
  ...place(actor, today),
  search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null,
  search_text ?? null,
  filters.product_type ?? null,
  filters.is_active ?? null,
  filters.sold_out ?? null,
  view_type === 'single' ? (product_id ?? null) : null,
]

export const products = (q: Query, actor: SignedIn, today: string, asked: Asked) =>
  q.query<Row>(
    `select p.id as product_id, p.name as product_name, p.type as product_type, p.pin_length, p.pin_letters, p.customer_care, p.instructions,
            case when p.instructions = '' then p.texts else jsonb_build_object(o.default_language, p.instructions) || p.texts end as instructions_by_language,
            p.image as product_image, p.is_active, p.is_own, p.stock, coalesce(c.configurations, '[]') as configurations,
            case when p.is_own then (select count(distinct b.supplier_id)::int from batches b join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
                                            where b.tenant_id = $1 and c.product_id = p.id and b.undone_at is null) else 0 end as suppliers
       from (${MATCHING} order by ${sorts[asked.sort]}, p.id limit $12 offset $13) p
       join organisations o on o.tenant_id = $1 and o.id = p.owner_id
       left join lateral (
         select jsonb_agg(jsonb_build_object('configuration_id', c.id, 'value', c.value, 'info', c.info, 'ean', c.ean, 'is_active', c.is_active,
                            'vat_treatment', c.vat_treatment, 'vat_rate', c.vat_rate, 'vat_country', c.vat_country, 'pool_id', c.draws_on,
                            'stock', case when p.is_own then s.stock else least(s.stock, ${STOCK_SHOWN}) end,
                            'is_used', c.draws_on is not null or exists (select from batches b where b.tenant_id = $1 and b.configuration_id = c.id))
                          order by c.value, c.id) as configurations
           from configurations c
           cross join lateral (select coalesce(sum(h.end_seq - h.next_seq), 0)::int as stock from queue_heads h
                                where h.tenant_id = $1 and h.configuration_id = coalesce(c.draws_on, c.id) and h.is_published
                                  and (h.expires_on is null or h.expires_on >= $5::date)) s
          where c.tenant_id = $1 and c.product_id = p.id and not c.is_pool and (p.is_own or (${isOffered('c')}))) c on true
      order by ${sorts[asked.sort]}, p.id`,
    [...parameters(actor, today, asked), asked.total_items, asked.page * asked.total_items],
  )

export const productCount = async (q: Query, actor: SignedIn, today: string, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n from (${MATCHING}) p`, parameters(actor, today, asked)))[0]?.n ?? 0

export const productNames = (q: Query, actor: SignedIn, today: string) =>
  q.query<Filters['products'][number]>(
    `select p.id as product_id, p.name as product_name, p.type as product_type from (${SHOWN}) p order by p.name_search, p.id`,
    place(actor, today),
  )

/** The organisation new goods belong to: one's own; the platform acts for the reseller at the top of the tenant. */
export const ownerOfNew = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ id: string; default_language: Language }>(
    `select id, default_language from organisations where tenant_id = $1 and case when $3 then kind = 'reseller' else id = $2 end order by cardinality(path), id limit 1`,
    [tenant_id, organisation_id, role === 'superadmin'],
  )
