// Common parts of stock reports: the filters, moves of batches as SQL, and the columns of a row.

import type { stockReport } from '../../../../contract/goods/stock-reports.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { ownedBy } from '../../../postgres/row-scope.ts'
import { searchFor } from '../../../postgres/search.ts'

export type StockReportInput = InputOf<typeof stockReport>
export type Days = { from: string; to: string }

export const GAINED = (which: string) => `
  sum(case m.kind when 'imported' then m.quantity when 'undone' then -m.quantity else 0 end) filter (where ${which})`
export const BLOCKED = (which: string) => `
  sum(case m.kind when 'blocked' then m.quantity when 'unblocked' then -m.quantity else 0 end) filter (where ${which})`
export const LEFT = (which: string) => `
  sum(case when m.kind in ('imported', 'unblocked') then m.quantity else -m.quantity end) filter (where ${which})`
/** SQL: the owner's goods that pass the filters. */
export const SCOPE = `
  scope as materialized (
    select c.id, p.name, p.name_search, c.value, c.is_pool, case when c.is_pool then c.info end as pool_name
      from products p
      join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.draws_on is null
     where p.tenant_id = :tenant_id and (:is_platform or p.owner_id = :organisation_id)
       and p.provider is null and (:search::text is null or strpos(p.name_search, :search) > 0 or c.ean = :search)
       and (:product_id::uuid is null or p.id = :product_id)
       and (:configuration_id::uuid is null or c.id = :configuration_id))`

export const BEFORE = `m.at < ${dayStart(':from')}`
export const UP_TO = `m.at < ${dayEnd(':to')}`
export const OF_SUPPLIER = (row: string) => `(:supplier_id::uuid is null or ${row}.supplier_id = :supplier_id)`

/**
 * SQL: two parts of a `with` clause. The second, `too_old`, tells of each batch how many unsold PINs had expired before the period, by its end, and by today. A
 * PIN expires when its last day is over. Because no expired PIN is sold, all PINs that a row of queue_heads counts as sold were sold before they expired.
 */
export const EXPIRED = `
  expired as (
    select o.*, coalesce((select sum(h.next_seq - h.first_seq) from queue_heads h
                           where h.tenant_id = :tenant_id and h.configuration_id = o.configuration_id
                             and h.batch_no = o.batch_no and h.expires_on = o.expires_on), 0) as sold
      from (select m.batch_no, m.expires_on, m.configuration_id, m.supplier_id, m.cost_unit, m.value,
                   coalesce(${LEFT(BEFORE)}, 0) as before, coalesce(${LEFT(UP_TO)}, 0) as until,
                   ${LEFT('true')} as now
              from stock_moves m
             where m.tenant_id = :tenant_id and m.expires_on < :today::date and m.at < ${dayEnd(':today')}
               and ${OF_SUPPLIER('m')} group by 1, 2, 3, 4, 5, 6) o),
  too_old as (
    select x.batch_no, x.configuration_id, x.supplier_id, x.cost_unit, x.value, x.now - x.sold as now,
           case when x.expires_on < :to::date then x.until - x.sold else 0 end as until,
           case when x.expires_on < :from::date - 1 then x.before - x.sold else 0 end as before from expired x)`

const came = ['opening', 'received']
const went = ['sold', 'reclaimed', 'blocked', 'expired']
/** SQL: the closing stock of a row `b`, from its other columns; `value`: the suffix of the columns' names. */
export const CLOSING = (b: string, value = '') => {
  const signed = (sign: string) => (name: string) => `${sign} ${b}.${name}${value}`
  return [...came.map(signed('+')), ...went.map(signed('-'))].join(' ')
}
export const measures = ['opening', 'received', 'sold', 'reclaimed', 'blocked', 'expired', 'closing'] as const

type Measure = (typeof measures)[number]
export type Sums = Record<Measure, number> & Record<`${Measure}_cost` | `${Measure}_value`, Money | null>

/** SQL for each grouping: by what rows are grouped, which columns describe a row, and the order of rows. */
export const groups: Record<StockReportInput['by'], { key: (of: string) => string; row: string; order: string }> = {
  denomination: {
    key: (of) => `${of}.configuration_id`,
    row: `c.id as configuration_id, c.name as product_name, c.pool_name,
          case when c.pool_name is null then c.value end as value,
          null::int as batch_no, '' as lot, '' as supplier_name`,
    order: 'c.name_search, c.value, c.id',
  },
  batch: {
    key: (of) => `${of}.batch_no`,
    row: `c.id as configuration_id, c.name as product_name, c.pool_name,
          case when c.pool_name is null then c.value end as value,
          r.key as batch_no, coalesce(x.lot, '') as lot, coalesce(s.company, '') as supplier_name`,
    order: 'r.key desc',
  },
  supplier: {
    key: (of) => `${of}.supplier_id`,
    row: `null::uuid as configuration_id, '' as product_name, null as pool_name, null::bigint as value,
          null::int as batch_no, '' as lot, coalesce(s.company, '') as supplier_name`,
    order: 'lower(s.company), r.key',
  },
}

export type Row = Sums & {
  row_id: string
  configuration_id: string | null
  product_name: string
  pool_name: string | null
  value: Money | null
  batch_no: number | null
  lot: string
  supplier_name: string
}

/** The values of the filters for SCOPE. */
export const scopeValues = (actor: SignedIn, { filters, search_text }: StockReportInput) => ({
  ...ownedBy(actor),
  search: searchFor(search_text),
  product_id: filters.product_id ?? null,
  configuration_id: filters.configuration_id ?? null,
  supplier_id: filters.supplier_id ?? null,
})

export const parameters = (actor: SignedIn, days: Days, asked: StockReportInput) => ({ ...scopeValues(actor, asked), ...days })

/** SQL: whether a row `b` has any stock or movement in the period. */
export const NOT_EMPTY = (b: string) => [...came, ...went].map((name) => `${b}.${name} <> 0`).join(' or ')

/** A batch of the filtered goods in which the latest proof (check of the books) found a wrong PIN. */
export const batchFound = async (q: Query, scope: ReturnType<typeof scopeValues>) =>
  (
    await q.query<{ batch_no: number }>(
      `with ${SCOPE}
       select m.batch_no
         from (select r.findings from proof_runs r where r.tenant_id = :tenant_id order by r.id desc limit 1) r
        cross join lateral jsonb_array_elements(r.findings) f
         join stock_moves m on m.tenant_id = :tenant_id and m.no = 1
          and m.batch_no::text = split_part(f.value ->> 'row', '-', 1)
        where f.value ->> 'kind' = any ('{pin,batch}') and m.configuration_id in (select s.id from scope s)
          and (:supplier_id::uuid is null or m.supplier_id = :supplier_id) order by 1 limit 1`,
      scope,
    )
  )[0]?.batch_no
