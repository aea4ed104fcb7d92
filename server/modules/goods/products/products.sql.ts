// Queries about goods: those that the actor's organisation owns, and those that it may sell because every hop from their owner down to it has a price for them.

import type { productFilters, productsList } from '../../../../contract/goods/products.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type ProductsListInput = InputOf<typeof productsList>
type Row = OutputOf<typeof productsList>['content'][number]
type Filters = OutputOf<typeof productFilters>

/**
 * The highest stock figure that is shown for another owner's goods, because the true figure is confidential to that
 * owner.
 */
const STOCK_SHOWN = 1000

/** SQL: whether the denomination `alias` of product `p` is offered to the actor's organisation, by the price ladder of a sale. */
const isOffered = (alias: string) =>
  `p.is_active and ${alias}.is_active and p.owner_id = any (:organisation_path::uuid[])
   and is_offered(:tenant_id, :organisation_path::uuid[], p.owner_id, p.id, ${alias}.id, p.provider)`

/** SQL over a stretch `h` of a batch (a row of queue_heads): it is published, has unsold PINs, and has not expired. */
const ON_SALE = `
  h.tenant_id = :tenant_id and h.is_published and h.next_seq < h.end_seq
  and (h.expires_on is null or h.expires_on >= :today::date)`

/** SQL: products that the actor may see; the platform sees all products of the tenant. */
const SHOWN = {
  from: 'products p',
  where: `p.tenant_id = :tenant_id
          and (p.owner_id = :organisation_id or :is_platform
               or exists (select from configurations c
                           where c.tenant_id = :tenant_id and c.product_id = p.id and not c.is_pool
                             and ${isOffered('c')}))`,
}

/**
 * SQL: products that match the search and the filters. `ean`: the search text as it was typed; `search`: the same in small letters without accents.
 */
const MATCHING = {
  ...SHOWN,
  where: `${SHOWN.where} and p.provider is null
          and (:search::text is null or strpos(p.name_search, :search) > 0
               or exists (select from configurations c
                           where c.tenant_id = :tenant_id and c.product_id = p.id and c.ean = :ean))
          and (:product_type::text is null or p.type = :product_type)
          and (:is_active::boolean is null or p.is_active = :is_active)
          and (:sold_out::boolean is null or :sold_out = not exists (
                 select from configurations c join queue_heads h on h.configuration_id = c.stock_id and ${ON_SALE}
                  where c.tenant_id = :tenant_id and c.product_id = p.id and not c.is_pool))
          and (:id::uuid is null or p.id = :id)`,
}

const sorts: Record<ProductsListInput['sort'], string> = {
  product_name: 'p.name_search',
  '-product_name': 'p.name_search desc',
  stock: 'stock',
  '-stock': 'stock desc',
}

/** SQL: the stock that is shown: the true figure for the actor's own goods, at most STOCK_SHOWN for others. */
const shown = (stock: string) => `case when p.is_own then ${stock} else least(${stock}, ${STOCK_SHOWN}) end`

/**
 * SQL: the denominations of product `p` with their stock on sale. In the product's total a pool is counted once, even if several denominations draw on it.
 */
const DENOMINATIONS = `
  select coalesce(sum(c.n) filter (where c.nth = 1), 0)::int as stock,
         jsonb_agg(jsonb_build_object(
                     'configuration_id', c.id, 'product_id', c.product_id, 'value', c.value, 'info', c.info,
                     'ean', c.ean, 'is_active', c.is_active,
                     'vat_treatment', c.vat_treatment, 'vat_rate', c.vat_rate, 'vat_country', c.vat_country,
                     'pool_id', c.draws_on, 'stock', ${shown('c.n')},
                     'is_used', c.draws_on is not null
                                or exists (select from batches b
                                            where b.tenant_id = :tenant_id and b.configuration_id = c.id))
                   order by c.value, c.id) filter (where p.is_own or (${isOffered('c')})) as configurations
    from (select c.*, h.n, row_number() over (partition by c.stock_id) as nth from configurations c
           cross join lateral (
             select coalesce(sum(h.end_seq - h.next_seq), 0)::int as n from queue_heads h
              where h.configuration_id = c.stock_id and ${ON_SALE}) h
           where c.tenant_id = :tenant_id and c.product_id = p.id and not c.is_pool) c`

const place = ({ tenant_id, organisation_id, role, organisation_path }: SignedIn) => ({
  tenant_id,
  organisation_id,
  is_platform: role === 'superadmin',
  organisation_path,
})

const parameters = (actor: SignedIn, today: string, { search_text, filters, view_type, product_id }: ProductsListInput) => ({
  ...place(actor),
  today,
  search: searchFor(search_text),
  ean: search_text ?? null,
  product_type: filters.product_type ?? null,
  is_active: filters.is_active ?? null,
  sold_out: filters.sold_out ?? null,
  id: view_type === 'single' ? (product_id ?? null) : null,
})

const PRODUCT = 'p.*, p.owner_id = :organisation_id or :is_platform as is_own, (count(*) over ())::int as total_count'

/** SQL: the rows of products from the query `rows`, with their denominations and stock. */
const stocked = (rows: string) => `
  select p.*, c.configurations, ${shown('c.stock')} as stock from (${rows}) p cross join lateral (${DENOMINATIONS}) c`

/** A page of products. If rows are sorted by name, only the stock of the page's rows is counted. */
export const products = (q: Query, actor: SignedIn, today: string, asked: ProductsListInput) => {
  const order = `${sorts[asked.sort]}, p.id`
  const isByStock = asked.sort.endsWith('stock')
  const rows = isByStock
    ? {
        select: 'p.*',
        from: `(${stocked(`select ${PRODUCT} from ${MATCHING.from} where ${MATCHING.where}`)}) p`,
        where: 'true',
      }
    : { select: PRODUCT, ...MATCHING }
  return q.query<Row & { total_count: number }>(
    pageOf(
      {
        ...rows,
        order,
        around: (page) => `
     select p.id as product_id, p.name as product_name, p.type as product_type, p.pin_length, p.pin_letters,
            p.customer_care, case when p.is_own then p.aliases else '' end as aliases, p.instructions,
            case when p.instructions = '' then p.texts
                 else jsonb_build_object(o.default_language, p.instructions) || p.texts end as instructions_by_language,
            p.image as product_image, p.is_active, p.is_own, p.stock,
            coalesce(p.configurations, '[]') as configurations, p.total_count,
            case when p.is_own
              then (select count(distinct b.supplier_id)::int from configurations c
                      join batches b on b.tenant_id = :tenant_id and b.configuration_id = c.id
                     where c.tenant_id = :tenant_id and c.product_id = p.id and b.undone_at is null)
              else 0 end as suppliers
       from (${isByStock ? page : stocked(page)}) p
       join organisations o on o.tenant_id = :tenant_id and o.id = p.owner_id
      order by ${order}`,
      },
      parameters(actor, today, asked),
      { limit: asked.total_items, page: asked.page },
    ),
  )
}

/** Counts the matching products for a page after the last one, which has no rows from which the count could be read. */
export const productCount = (q: Query, actor: SignedIn, today: string, asked: ProductsListInput) => countOf(q, MATCHING, parameters(actor, today, asked))

export const productNames = (q: Query, actor: SignedIn) =>
  q.query<Filters['products'][number]>(
    `select p.id as product_id, p.name as product_name, p.type as product_type from ${SHOWN.from} where ${SHOWN.where}
      order by p.name_search, p.id`,
    place(actor),
  )

/** The owner of new goods: the actor's organisation; for the platform the reseller at the top of the tenant. */
export const ownerOfNew = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ id: string; default_language: Language }>(
    `select id, default_language from organisations
      where tenant_id = :tenant_id and case when :is_platform then kind = 'reseller' else id = :organisation_id end
      order by cardinality(path), id limit 1`,
    { tenant_id, organisation_id, is_platform: role === 'superadmin' },
  )
