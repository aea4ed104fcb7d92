// Queries about suppliers: each organisation has its own; the platform sees all of the tenant.

import type { suppliersList } from '../../../../contract/goods/suppliers.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { searchFor } from '../../../postgres/search.ts'

type SuppliersListInput = InputOf<typeof suppliersList>
type Row = OutputOf<typeof suppliersList>['content'][number]
export type Details = Omit<Row, 'supplier_id' | 'products' | 'products_only' | 'last_delivery_at' | 'last_discount'>

const TEXTS = [
  ...['company', 'full_name', 'address', 'city', 'postalcode', 'country', 'email', 'mobile', 'telephone', 'ustidnr', 'stnr'],
  ...['bank_name', 'iban', 'bic', 'hrb', 'director', 'remarks'],
] as const satisfies readonly (keyof Details)[]
/** The values of a new supplier in fields that were not given. */
export const noDetails: Details = {
  ...{ company: '', full_name: '', address: '', city: '', postalcode: '', country: '', email: '', mobile: '', telephone: '', ustidnr: '', stnr: '' },
  ...{ bank_name: '', iban: '', bic: '', hrb: '', director: '', remarks: '', buying_discount: 0, reclaim_days: 0, status: true },
}
const COLUMNS = [...TEXTS, 'buying_discount', 'reclaim_days'] as const

const sorts: Record<SuppliersListInput['sort'], string> = {
  company: 'lower(s.company)',
  '-company': 'lower(s.company) desc',
  last_delivery_at: 'd.last_delivery_at nulls first',
  '-last_delivery_at': 'd.last_delivery_at desc nulls last',
}

/** SQL: the suppliers that match a search. Rows of the demo data have no stored `search` text, so their names are searched directly. */
const SUPPLIERS = {
  from: 'suppliers s',
  where: `s.tenant_id = :tenant_id and (s.owner_id = :organisation_id or :is_platform)
          and (:search::text is null or strpos(s.search, :search) > 0
               or (s.search = '' and strpos(lower(s.company || ' ' || s.full_name || ' ' || s.city), :search) > 0))
          and (:supplier_id::uuid is null or s.id = :supplier_id)
          and (:status::boolean is null or s.is_active = :status)`,
}

const parameters = ({ tenant_id, organisation_id, role }: SignedIn, { search_text, filters }: SuppliersListInput) => ({
  tenant_id,
  organisation_id,
  is_platform: role === 'superadmin',
  search: searchFor(search_text),
  supplier_id: filters.supplier_id ?? null,
  status: filters.status ?? null,
})

/** Suppliers with their deliveries: batches that were imported and not undone. */
export const suppliers = (q: Query, actor: SignedIn, asked: SuppliersListInput) =>
  q.query<Omit<Row, 'last_delivery_at'> & { last_delivery_at: Instant | null }>(
    pageOf(
      {
        before: `with delivered as (
       select b.supplier_id, c.product_id, max(b.created_at) as at,
              (array_agg(b.buying_discount order by b.created_at desc, b.batch_no desc))[1] as discount
         from batches b
         join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
        where b.tenant_id = :tenant_id and b.state = 'ready' and b.undone_at is null
        group by b.supplier_id, c.product_id)`,
        select: `s.id as supplier_id, ${COLUMNS.map((name) => `s.${name}`)}, s.is_active as status, d.products,
                 d.products_only, d.last_delivery_at,
                 coalesce(d.last_discount, nullif(s.buying_discount, 0)) as last_discount`,
        from: `${SUPPLIERS.from}
               cross join lateral (
                 select count(*)::int as products, max(one.at) as last_delivery_at,
                        (array_agg(one.discount order by one.at desc))[1] as last_discount,
                        (count(*) filter (where not exists (
                          select from delivered other
                           where other.product_id = one.product_id and other.supplier_id <> s.id)))::int
                          as products_only
                   from delivered one where one.supplier_id = s.id) d`,
        where: SUPPLIERS.where,
        order: `${sorts[asked.sort]}, s.id`,
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const supplierCount = (q: Query, actor: SignedIn, asked: SuppliersListInput) => countOf(q, SUPPLIERS, parameters(actor, asked))

/** The owner of a new supplier: the actor's organisation, or for the platform the reseller at the top of the tenant. */
export const ownerOfNew = (q: Query, { tenant_id, organisation_id, role }: SignedIn) =>
  q.query<{ id: string }>(
    `select id from organisations
      where tenant_id = :tenant_id and case when :is_platform then kind = 'reseller' else id = :organisation_id end
      order by cardinality(path), id limit 1`,
    { tenant_id, organisation_id, is_platform: role === 'superadmin' },
  )

export type SupplierBefore = { supplier_id: string; owner_id: string; details: Details }

const fieldsOf = (details: Details) => Object.fromEntries(COLUMNS.map((name) => [name, details[name]]))

export const addSupplier = (q: Query, tenant_id: number, { supplier_id, owner_id, details }: SupplierBefore, search: string, now: Date) => {
  const row = { tenant_id, id: supplier_id, owner_id, search, is_active: details.status, created_at: now, ...fieldsOf(details) }
  return q.query(`insert into suppliers ${columnsAndValues(Object.keys(row))}`, row)
}

export const supplierToChange = (q: Query, { tenant_id, organisation_id, role }: SignedIn, supplier_id: string) =>
  q.query<Details & { owner_id: string }>(
    `select owner_id, ${COLUMNS}, is_active as status from suppliers
      where tenant_id = :tenant_id and id = :supplier_id and (owner_id = :organisation_id or :is_platform)
      for no key update`,
    { tenant_id, supplier_id, organisation_id, is_platform: role === 'superadmin' },
  )

export const changeSupplier = (q: Query, tenant_id: number, supplier_id: string, details: Details, search: string) =>
  q.query(
    `update suppliers set search = :search, is_active = :is_active, ${COLUMNS.map((name) => `${name} = :${name}`)}
      where tenant_id = :tenant_id and id = :supplier_id`,
    { tenant_id, supplier_id, search, is_active: details.status, ...fieldsOf(details) },
  )
