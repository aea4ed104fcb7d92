// Queries about suppliers: each organisation has its own; the platform sees all of the tenant.
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { suppliersList } from '../../../contract/suppliers.ts'
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'

type Asked = InputOf<typeof suppliersList>
type Row = OutputOf<typeof suppliersList>['content'][number]
export type Details = Omit<Row, 'supplier_id' | 'products' | 'products_only' | 'last_delivery_at'>

const TEXTS = [
  ...['company', 'full_name', 'address', 'city', 'postalcode', 'country', 'email', 'mobile', 'telephone', 'ustidnr', 'stnr'],
  ...['bank_name', 'iban', 'bic', 'hrb', 'director', 'remarks'],
] as const satisfies readonly (keyof Details)[]
const COLUMNS = [...TEXTS, 'buying_discount'] as const

const sorts: Record<Asked['sort'], string> = {
  company: 'lower(s.company)',
  '-company': 'lower(s.company) desc',
  last_delivery_at: 'd.last_delivery_at nulls first',
  '-last_delivery_at': 'd.last_delivery_at desc nulls last',
}

/** $1 tenant, $2 the actor's organisation, $3 whether the platform asks, $4 folded search, $5 one supplier, $6 status. Rows without `search` were seeded. */
const WHERE = `
  where s.tenant_id = $1 and (s.owner_id = $2 or $3)
    and ($4::text is null or strpos(s.search, $4) > 0 or (s.search = '' and strpos(lower(s.company || ' ' || s.full_name || ' ' || s.city), $4) > 0))
    and ($5::uuid is null or s.id = $5) and ($6::boolean is null or s.is_active = $6)`

const parameters = ({ tenant_id, organisation_id, role }: SignedIn, { search_text, filters }: Asked) => [
  ...[tenant_id, organisation_id, role === 'superadmin'],
  searchFor(search_text),
  filters.supplier_id ?? null,
  filters.status ?? null,
]

/** Deliveries are batches that were imported and not taken back. */
export const suppliers = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Omit<Row, 'last_delivery_at'> & { last_delivery_at: Instant | null }>(
    `with delivered as (
       select b.supplier_id, c.product_id, max(b.created_at) as at from batches b join configurations c on c.tenant_id = $1 and c.id = b.configuration_id
        where b.tenant_id = $1 and b.state = 'ready' and b.undone_at is null group by b.supplier_id, c.product_id)
     select s.id as supplier_id, ${COLUMNS.map((name) => `s.${name}`)}, s.is_active as status, d.products, d.products_only, d.last_delivery_at
       from suppliers s
      cross join lateral (
        select count(*)::int as products, max(one.at) as last_delivery_at,
               (count(*) filter (where not exists (select from delivered other where other.product_id = one.product_id and other.supplier_id <> s.id)))::int as products_only
          from delivered one where one.supplier_id = s.id) d
     ${WHERE} order by ${sorts[asked.sort]}, s.id limit $7 offset $8`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit],
  )

export const supplierCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n from suppliers s ${WHERE}`, parameters(actor, asked)))[0]?.n ?? 0

/** The owner of a new supplier: the actor's organisation; for the platform the reseller at the top of the tenant. */
export const ownerOfNew = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ id: string }>(
    `select id from organisations where tenant_id = $1 and case when $3 then kind = 'reseller' else id = $2 end order by cardinality(path), id limit 1`,
    [tenant_id, organisation_id, role === 'superadmin'],
  )

export type Known = { supplier_id: string; owner_id: string; details: Details }

export const addSupplier = (q: Query, tenant_id: number, { supplier_id, owner_id, details }: Known, search: string, now: Date) =>
  q.query(
    `insert into suppliers (tenant_id, id, owner_id, search, is_active, created_at, ${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, ${COLUMNS.map((_, i) => `$${i + 7}`)})`,
    [tenant_id, supplier_id, owner_id, search, details.status, now, ...COLUMNS.map((name) => details[name])],
  )

export const supplierToChange = (q: Query, { tenant_id, organisation_id, role }: SignedIn, supplier_id: string) =>
  q.query<Details & { owner_id: string }>(
    `select owner_id, ${COLUMNS}, is_active as status from suppliers where tenant_id = $1 and id = $2 and (owner_id = $3 or $4) for no key update`,
    [tenant_id, supplier_id, organisation_id, role === 'superadmin'],
  )

export const changeSupplier = (q: Query, tenant_id: number, supplier_id: string, details: Details, search: string) =>
  q.query(`update suppliers set search = $3, is_active = $4, ${COLUMNS.map((name, i) => `${name} = $${i + 5}`)} where tenant_id = $1 and id = $2`, [
    tenant_id,
    supplier_id,
    search,
    details.status,
    ...COLUMNS.map((name) => details[name]),
  ])
