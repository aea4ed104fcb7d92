// Queries about goods: those the actor's organisation owns, and for its people those it was given by the organisations above.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { productsList } from '../../../contract/products.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof productsList>
type Row = OutputOf<typeof productsList>['content'][number]

const sorts: Record<Asked['sort'], string> = {
  product_name: 'p.name_search',
  '-product_name': 'p.name_search desc',
  stock: 'stock',
  '-stock': 'stock desc',
}

/** $1 tenant, $2 the actor's path, $3 folded search, $4 type, $5 active, $6 one product. A superadmin's path is the root: it sees all of the tenant. */
const WHERE = `
   where p.tenant_id = $1 and (p.owner_id = any ($2::uuid[]) or cardinality($2::uuid[]) = 1)
     and ($3::text is null or p.name_search like '%' || $3 || '%' or exists (select from configurations c where c.tenant_id = $1 and c.product_id = p.id and c.ean = $3))
     and ($4::text is null or p.type = $4) and ($5::boolean is null or p.is_active = $5) and ($6::uuid is null or p.id = $6)`

const parameters = (actor: SignedIn, { search_text, filters, view_type, product_id }: Asked) => [
  actor.tenant_id,
  actor.organisation_path,
  search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null,
  filters.product_type ?? null,
  filters.is_active ?? null,
  view_type === 'single' ? (product_id ?? null) : null,
]

export const products = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Row & { stock: number }>(
    `select p.id as product_id, p.name as product_name, p.type as product_type, p.pin_length, p.customer_care, p.instructions, p.image as product_image, p.is_active,
            c.configurations, coalesce(c.stock, 0)::int as stock
       from products p
       left join lateral (
         select sum(s.stock) as stock, jsonb_agg(jsonb_build_object('configuration_id', c.id, 'value', c.value, 'info', c.info, 'ean', c.ean, 'is_active', c.is_active, 'stock', s.stock)
                          order by c.value) as configurations
           from configurations c
           cross join lateral (select coalesce(sum(h.end_seq - h.next_seq), 0)::int as stock from queue_heads h
                                where h.tenant_id = $1 and h.configuration_id = c.id and h.is_published) s
          where c.tenant_id = $1 and c.product_id = p.id) c on true
     ${WHERE} order by ${sorts[asked.sort]}, p.id limit $7 offset $8`,
    [...parameters(actor, asked), asked.total_items, asked.page * asked.total_items],
  )

export const productCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n from products p ${WHERE}`, parameters(actor, asked)))[0]?.n ?? 0
