// The stock of any past period by denomination or supplier: what batches brought in, minus what was sold until a day (stock-to-date.ts) and what had expired
// by then.

import { UNTIL, untilOf } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import {
  BEFORE,
  BLOCKED,
  CLOSING,
  type Days,
  EXPIRED,
  GAINED,
  groups,
  LEFT,
  NOT_EMPTY,
  OF_SUPPLIER,
  parameters,
  type Row,
  SCOPE,
  type StockReportInput,
  type Sums,
} from './stock-report.sql.ts'
import { GONE } from './stock-to-date.ts'

const DURING = `m.at >= ${dayStart(':from')} and m.at < ${dayEnd(':to')}`
const SINCE = (row: string) => `
  ${row}.id >= ${firstIdAt(':mark::timestamptz')} and ${row}.id >= ${firstIdAt(UNTIL('stocked'))}`

const counted = ['opening', 'received', 'blocked', 'expired', 'sold', 'reclaimed'] as const
const shown = [...counted, 'closing'] as const
const values = ['', '_cost', '_value'] as const
/** `here`: today's computed stock minus the actual stock; 0 if the two are equal. */
const columns = [...counted.flatMap((name) => values.map((value) => `${name}${value}`)), 'here']

/**
 * SQL: the rows `x` as one part of the report. Its columns are added to those of the other parts; a column that this part does not have is 0. Each part names
 * its columns, because Citus forgets a list of columns that stands behind the name of a WITH query.
 */
const part = (from: string, of: Readonly<Record<string, string>>) => {
  const named = columns.map((name) => `${of[name] ?? '0'} as ${name}`)
  return `select x.configuration_id, x.supplier_id, ${named.join(', ')} from ${from}`
}

/** SQL: columns with their cost and value, computed from cost and value of one PIN. PINs of a pool have no value, and count as 0. */
const priced = ({ here = '0', ...of }: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    Object.entries(of).flatMap(([name, sql]) => [
      [name, sql],
      [`${name}_cost`, `(${sql}) * coalesce(x.cost_unit, 0)`],
      [`${name}_value`, `(${sql}) * coalesce(x.value, 0)`],
    ]),
  ),
  here,
})

/**
 * SQL: what a row of sold and reclaimed PINs adds to each column. The row is multiplied by `before` in the opening stock, by `within` in the
 * columns of the period, and by `now` in today's stock.
 */
const gone = (before: string, within: string, now: string) => ({
  ...Object.fromEntries(
    values.flatMap((value) => [
      [`opening${value}`, `-(${before}) * x.sold${value}`],
      [`sold${value}`, `(${within}) * (x.sold${value} - x.reclaimed${value})`],
      [`reclaimed${value}`, `(${within}) * x.reclaimed${value}`],
    ]),
  ),
  here: `-(${now}) * x.sold`,
})

/**
 * SQL: which totals a row `x` has: those before the period (`before`), until its end (`until`), or until now (`now`). What happened within the period is the
 * difference between two of these rows.
 */
const isBefore = `(x.at = 'before')::int`
const isNow = `(x.at = 'now')::int`
const isWithin = `case x.at when 'until' then 1 when 'before' then -1 else 0 end`

const PARTS = `
  moved as (
    select m.configuration_id, m.supplier_id, m.cost_unit, m.value,
           coalesce(${GAINED(BEFORE)}, 0) - coalesce(${BLOCKED(BEFORE)}, 0) as opening,
           coalesce(${GAINED(DURING)}, 0) as received, coalesce(${BLOCKED(DURING)}, 0) as blocked,
           coalesce(${LEFT('true')}, 0) as here
      from stock_moves m
     where m.tenant_id = :tenant_id and m.at < ${dayEnd(':today')} and ${OF_SUPPLIER('m')} group by 1, 2, 3, 4),
  edge as materialized (
    select (select max(t.day) from stock_to_date t where t.tenant_id = :tenant_id and t.day < :from::date) as before,
           (select max(t.day) from stock_to_date t where t.tenant_id = :tenant_id and t.day <= :to::date) as until,
           (select max(t.day) from stock_to_date t where t.tenant_id = :tenant_id) as now),
  ${EXPIRED},
  whole as (
    ${part('moved x', priced({ opening: 'x.opening', received: 'x.received', blocked: 'x.blocked', here: 'x.here' }))}
    union all
    ${part('too_old x', priced({ opening: '-x.before', expired: 'x.until - x.before', here: '-x.now' }))}
    union all
    ${part(
      `(select e.*, t.* from (select 'before' as at, before as day from edge union all select 'until', until from edge
                union all select 'now', now from edge) e
          join stock_to_date t on t.tenant_id = :tenant_id and t.day = e.day and ${OF_SUPPLIER('t')}) x`,
      gone(isBefore, isWithin, isNow),
    )}
    union all
    ${part(
      `(select g.* from (${GONE(SINCE)}) g where ${OF_SUPPLIER('g')}) x`,
      gone('(x.day < :from::date)::int', '(x.day between :from::date and :to::date)::int', '1'),
    )}
    union all
    select h.configuration_id, null,
           ${columns.map((name) => (name === 'here' ? '-sum(h.end_seq - h.next_seq)' : '0')).join(', ')}
      from queue_heads h
     where h.tenant_id = :tenant_id and not h.is_over and (h.expires_on is null or h.expires_on >= :today::date)
       and (:supplier_id::uuid is null or exists (
         select from batches b
          where b.tenant_id = :tenant_id and b.batch_no = h.batch_no and b.supplier_id = :supplier_id)) group by 1),
  of_goods as materialized (
    select w.configuration_id, w.supplier_id,
           ${columns.map((name) => `total(w.${name}::bigint) as ${name}`).join(', ')} from whole w
     where w.configuration_id in (select s.id from scope s) group by 1, 2)`

/** SQL: totals of goods. Pools have neither cost nor value; if there are only pools, both are null. */
const SUMMED = (before = '') =>
  shown.flatMap((name) =>
    values.map((value) => {
      const sum = `total(${name === 'closing' ? CLOSING('g', value) : `g.${name}${value}`})`
      const of = value === '' ? `${sum}::int` : `case when bool_or(g.is_priced) then ${sum} end`
      return `${of} as ${before}${name}${value}`
    }),
  )
const NAMES = shown.flatMap((name) => values.map((value) => `${name}${value}`))

/** `off`: the id of goods whose computed stock differs from the actual stock; null if there are none. */
type Report = { rows: Row[]; total_count: number; totals: Sums; off: string | null }

export async function reportOfGoods(q: Query, actor: SignedIn, days: Days, today: string, asked: StockReportInput): Promise<Report> {
  const { key, row, order } = groups[asked.by]
  const all = await q.query<Row & { row_id: string | null; total_count: number; off: string | null } & Record<string, never>>(
    `with ${SCOPE}, ${PARTS},
     g as materialized (
       select o.*, not s.is_pool as is_priced from of_goods o join scope s on s.id = o.configuration_id
        where o.supplier_id is not null),
     r as materialized (
       select g.* from (
         select ${key('g')} as key, min(g.configuration_id::text)::uuid as configuration_id,
                min(g.supplier_id::text)::uuid as supplier_id, null::int as batch_no, ${SUMMED().join(', ')}
           from g group by 1) g where ${NOT_EMPTY('g')}),
     totals as (
       select (select count(*) from r)::int as total_count,
              (select o.configuration_id from of_goods o
                group by 1 having total(o.here) <> 0 order by 1 limit 1) as off,
              ${SUMMED('all_').join(', ')} from g)
     select t.*, p.* from totals t
       left join lateral (
         select r.key::text as row_id, ${row}, ${NAMES.map((name) => `r.${name}`).join(', ')},
                row_number() over (order by ${order}) as place
           from r
           join scope c on c.id = r.configuration_id
           left join suppliers s on s.tenant_id = :tenant_id and s.id = r.supplier_id
           left join batches x on x.tenant_id = :tenant_id and x.batch_no = r.batch_no
          order by ${order} limit :limit offset :offset) p on true
      order by p.place`,
    {
      ...parameters(actor, days, asked),
      ...{ today, limit: asked.limit, offset: asked.page * asked.limit },
      mark: await untilOf(q, actor.tenant_id, 'stocked'),
    },
  )
  const [first] = all
  if (!first) throw new Error('a sum without a row')
  const totals = Object.fromEntries(NAMES.map((name) => [name, first[`all_${name}`]])) as unknown as Sums
  return { rows: all.filter(({ row_id }) => row_id !== null), total_count: first.total_count, totals, off: first.off }
}
