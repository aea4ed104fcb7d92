// Stock of any past period, batch by batch: what was written down of its moves, less what was sold of it and what was too old to be.

import type { InputOf } from '../../../contract/kit/call.ts'
import type { Money } from '../../../contract/kit/money.ts'
import type { stockReport } from '../../../contract/stock-reports.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { berlinDay, dayEnd, dayStart } from '../../kit/berlin.ts'
import type { Query } from '../../postgres/db.ts'
import { ownedBy } from '../../postgres/owned.ts'
import { searchFor } from '../../postgres/search.ts'
import { untilOf } from '../../postgres/tallies.ts'
import { OUT_BY_DAY } from './stock-days.ts'

export type Asked = InputOf<typeof stockReport>
export type Days = { from: string; to: string }

const HOUR_MS = 3_600_000

export const GAINED = (which: string) => `
  sum(case m.kind when 'imported' then m.quantity when 'undone' then -m.quantity else 0 end) filter (where ${which})`
export const BLOCKED = (which: string) => `
  sum(case m.kind when 'blocked' then m.quantity when 'unblocked' then -m.quantity else 0 end) filter (where ${which})`
export const LEFT = (which: string) => `
  sum(case when m.kind in ('imported', 'unblocked') then m.quantity else -m.quantity end) filter (where ${which})`
const BEFORE = `m.at < ${dayStart(':from')}`
const DURING = `m.at >= ${dayStart(':from')}`

/** SQL: goods of the owner, as far as they are asked for. */
export const SCOPE = `
  scope as materialized (
    select c.id, p.name, p.name_search, c.value, c.is_pool, case when c.is_pool then c.info end as pool_name
      from products p
      join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.draws_on is null
     where p.tenant_id = :tenant_id and (:is_platform or p.owner_id = :organisation_id)
       and (:search::text is null or strpos(p.name_search, :search) > 0 or c.ean = :search)
       and (:product_id::uuid is null or p.id = :product_id)
       and (:configuration_id::uuid is null or c.id = :configuration_id))`

/**
 * SQL: `batch`, one row for each batch in scope. PINs expire when their last day is over; of an expired stretch nothing is sold any more, so what the queue
 * heads say was sold of it was sold before.
 */
const BATCHES = `${SCOPE},
  moves as materialized (
    select m.* from stock_moves m
     where m.tenant_id = :tenant_id and m.configuration_id in (select s.id from scope s) and m.at < ${dayEnd(':to')}
       and (:of_goods::uuid[] is null or m.configuration_id = any (:of_goods))
       and (:of_batches::int[] is null or m.batch_no = any (:of_batches))
       and (:supplier_id::uuid is null or m.supplier_id = :supplier_id)),
  moved as (
    select m.batch_no, min(m.configuration_id::text)::uuid as configuration_id,
           min(m.supplier_id::text)::uuid as supplier_id, min(m.value) filter (where m.no = 1) as value,
           min(m.cost_unit) filter (where m.no = 1) as cost_unit, ${GAINED(BEFORE)} as gained_before,
           ${GAINED(DURING)} as received, ${BLOCKED(BEFORE)} as blocked_before, ${BLOCKED(DURING)} as blocked
      from moves m group by 1),
  gone as materialized (
    select o.batch_no, total(o.sold) filter (where o.day < :from::date) as sold_before,
           total(o.sold) filter (where o.day >= :from::date) as sold,
           total(o.reclaimed) filter (where o.day >= :from::date) as reclaimed
      from (select * from (${OUT_BY_DAY}) d where d.day >= :whole::date
            union all
            select m.configuration_id, m.batch_no, m.month, m.sold, m.reclaimed from stock_months m
             where m.tenant_id = :tenant_id and m.month < :whole::date) o
     where o.day <= :to::date and o.configuration_id in (select s.id from scope s)
       and (:of_goods::uuid[] is null or o.configuration_id = any (:of_goods))
       and (:of_batches::int[] is null or o.batch_no = any (:of_batches)) group by 1),
  old as (
    select m.batch_no, m.expires_on, ${LEFT(BEFORE)} as left_before, ${LEFT('true')} as left_now from moves m
     where m.expires_on < :to::date group by 1, 2),
  sold_of_old as (
    select h.batch_no, h.expires_on, sum(h.next_seq - h.first_seq) as sold from queue_heads h
     where h.tenant_id = :tenant_id and h.expires_on < :to::date group by 1, 2),
  expired as (
    select o.batch_no, sum(o.left_now - coalesce(s.sold, 0)) as now,
           sum(coalesce(o.left_before, 0) - coalesce(s.sold, 0)) filter (where o.expires_on < :from::date - 1) as before
      from old o left join sold_of_old s on s.batch_no = o.batch_no and s.expires_on = o.expires_on group by 1),
  batch as materialized (
    select m.batch_no, m.configuration_id, m.supplier_id, m.value, m.cost_unit,
           coalesce(m.received, 0) as received, coalesce(m.blocked, 0) as blocked,
           coalesce(g.sold, 0) - coalesce(g.reclaimed, 0) as sold, coalesce(g.reclaimed, 0) as reclaimed,
           (coalesce(e.now, 0) - coalesce(e.before, 0))::bigint as expired,
           (coalesce(m.gained_before, 0) - coalesce(m.blocked_before, 0) - coalesce(g.sold_before, 0)
             - coalesce(e.before, 0))::bigint as opening
      from moved m
      left join gone g on g.batch_no = m.batch_no
      left join expired e on e.batch_no = m.batch_no)`

const came = ['opening', 'received']
const went = ['sold', 'reclaimed', 'blocked', 'expired']
/** SQL: of a row `b`; `value` is the end of the columns' names. */
export const CLOSING = (b: string, value = '') => {
  const signed = (sign: string) => (name: string) => `${sign} ${b}.${name}${value}`
  return [...came.map(signed('+')), ...went.map(signed('-'))].join(' ')
}
const measures = {
  opening: 'b.opening',
  received: 'b.received',
  sold: 'b.sold',
  reclaimed: 'b.reclaimed',
  blocked: 'b.blocked',
  expired: 'b.expired',
  closing: `(${CLOSING('b')})`,
}

const SUMS = Object.entries(measures)
  .flatMap(([name, of]) => [
    `total(${of})::int as ${name}`,
    `case when bool_or(b.cost_unit is not null) then total(${of} * b.cost_unit) end as ${name}_cost`,
    `case when bool_or(b.value is not null) then total(${of} * b.value) end as ${name}_value`,
  ])
  .join(',\n           ')

type Measure = keyof typeof measures
export type Sums = Record<Measure, number> & Record<`${Measure}_cost` | `${Measure}_value`, Money | null>

/** What identifies a row, and what it says of itself. */
export const groups: Record<Asked['by'], { key: (of: string) => string; row: string; order: string }> = {
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

export const parameters = (actor: SignedIn, days: Days, { filters, search_text }: Asked) => ({
  ...ownedBy(actor),
  ...days,
  search: searchFor(search_text),
  product_id: filters.product_id ?? null,
  configuration_id: filters.configuration_id ?? null,
  supplier_id: filters.supplier_id ?? null,
})

/** SQL: of a row `b`. */
export const NOT_EMPTY = (b: string) => [...came, ...went].map((name) => `${b}.${name} <> 0`).join(' or ')

/** The first day of the month that `stock_months` knows all before, not later than that of a day: no line's id is further than an hour from its time. */
const monthsUntil = async (q: Query, tenant_id: number, day: string) => {
  const known = berlinDay(new Date((await untilOf(q, tenant_id, 'stocked')).getTime() - HOUR_MS))
  return `${(known < day ? known : day).slice(0, 7)}-01`
}

/** A page of batches, each with their number. Those of which there was nothing in the period are left out. */
export const reportOfBatches = async (q: Query, actor: SignedIn, days: Days, asked: Asked, limit: number, offset: number) => {
  const { key, row, order } = groups.batch
  return q.query<Row & { total_count: number }>(
    `with ${BATCHES},
     r as (
       select ${key('b')} as key, min(b.configuration_id::text)::uuid as configuration_id,
              min(b.supplier_id::text)::uuid as supplier_id, min(b.batch_no) as batch_no, ${SUMS}
         from batch b where ${NOT_EMPTY('b')} group by 1)
     select r.key::text as row_id, ${row}, ${Object.keys(measures)
       .flatMap((name) => [`r.${name}`, `r.${name}_cost`, `r.${name}_value`])
       .join(', ')}, (count(*) over ())::int as total_count
       from r
       join scope c on c.id = r.configuration_id
       left join suppliers s on s.tenant_id = :tenant_id and s.id = r.supplier_id
       left join batches x on x.tenant_id = :tenant_id and x.batch_no = r.batch_no
      order by ${order} limit :limit offset :offset`,
    { ...parameters(actor, days, asked), of_goods: null, of_batches: null, whole: await monthsUntil(q, actor.tenant_id, days.from), limit, offset },
  )
}

/** Of some goods, the first batch whose stock until today is not what its queue heads have left; all their batches, or these. */
export const batchOff = async (q: Query, actor: SignedIn, today: string, asked: Asked, of_goods: readonly string[], of_batches: readonly number[] | null) =>
  (
    await q.query<{ batch_no: number }>(
      `with ${BATCHES},
       here as (
         select h.batch_no, sum(h.end_seq - h.next_seq) as pins from queue_heads h
           join batches x on x.tenant_id = :tenant_id and x.batch_no = h.batch_no
          where h.tenant_id = :tenant_id and h.configuration_id = any (:of_goods)
            and (:of_batches::int[] is null or h.batch_no = any (:of_batches))
            and (:supplier_id::uuid is null or x.supplier_id = :supplier_id)
            and (h.expires_on is null or h.expires_on >= :to::date) group by 1)
       select coalesce(b.batch_no, here.batch_no) as batch_no
         from batch b full join here on here.batch_no = b.batch_no
        where coalesce(${CLOSING('b')}, 0) <> coalesce(here.pins, 0) order by 1 limit 1`,
      { ...parameters(actor, { from: today, to: today }, asked), of_goods, of_batches, whole: '-infinity' },
    )
  )[0]?.batch_no

/** A batch of the goods asked for of which the latest proof found a PIN that does not fit. */
export const batchFound = async (q: Query, { from: _, to: __, ...scope }: ReturnType<typeof parameters>) =>
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
