// The stock of any past period batch by batch, added up in one pass over what came in and went out. For each batch the report also shows whether its computed
// stock of today equals its actual stock.

import { UNTIL, untilOf } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay, dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { OUT, OUT_BY_DAY } from './stock-days.ts'
import {
  BEFORE,
  CLOSING,
  type Days,
  EXPIRED,
  groups,
  measures,
  NOT_EMPTY,
  parameters,
  type Row,
  SCOPE,
  type StockReportInput,
  type Sums,
} from './stock-report.sql.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** `here`: today's computed stock minus the actual stock; 0 if the two are equal. */
const COLUMNS = ['opening', 'received', 'blocked', 'sold', 'reclaimed', 'expired', 'here'] as const
/**
 * SQL: one part of the rows that are added up. Its columns are added to those of the other parts; a column that this part does not have is 0. Each part names
 * its columns, because Citus forgets a list of columns that stands behind the name of a WITH query.
 */
const part = (row: string, from: string, of: Partial<Record<(typeof COLUMNS)[number], string>>) => `
    select ${row}.batch_no, ${row}.configuration_id,
           ${COLUMNS.map((name) => `${of[name] ?? '0'} as ${name}`).join(', ')} from ${from}`

const LEFT = `case when m.kind in ('imported', 'unblocked') then m.quantity else -m.quantity end`
const DURING = `m.at >= ${dayStart(':from')} and m.at < ${dayEnd(':to')}`
const sign = (up: string, down: string) => `
      case m.kind when '${up}' then m.quantity when '${down}' then -m.quantity else 0 end`
const MOVED = `stock_moves m where m.tenant_id = :tenant_id and m.at < ${dayEnd(':today')}`
const LYING = `
  queue_heads h
     where h.tenant_id = :tenant_id and not h.is_over and (h.expires_on is null or h.expires_on >= :today::date)`
const LIES = { here: '-(h.end_seq - h.next_seq)' }

/**
 * SQL: what a row of sold and reclaimed PINs, of a day or a month, adds to each column. `before` and `within`: conditions for a row before the period and
 * within it.
 */
const gone = (o: string, before: string, within: string) => ({
  opening: `case when ${before} then -${o}.sold else 0 end`,
  sold: `case when ${within} then ${o}.sold - ${o}.reclaimed else 0 end`,
  reclaimed: `case when ${within} then ${o}.reclaimed else 0 end`,
})
const MONTHS = {
  ...gone('t', 't.month < :known::date', 't.month >= :first::date and t.month < :behind::date'),
  here: '-t.sold',
}
const SINCE = (row: string) => `
  ${row}.id >= ${firstIdAt(':mark::timestamptz')} and ${row}.id >= ${firstIdAt(UNTIL('stocked'))}`
/** SQL: sold and reclaimed PINs of those days that whole months of `stock_months` do not cover. */
const DAYS = `(${OUT_BY_DAY}) d
     where (d.day >= :known::date and d.day < :first::date or d.day >= :behind::date) and d.day <= :to::date`

const BATCHES = (hasDays: boolean) => `${SCOPE}, ${EXPIRED},
  line as (
    ${part('m', MOVED, {
      opening: `case when ${BEFORE} then ${LEFT} else 0 end`,
      received: `case when ${DURING} then ${sign('imported', 'undone')} else 0 end`,
      blocked: `case when ${DURING} then ${sign('blocked', 'unblocked')} else 0 end`,
      here: LEFT,
    })}
    union all ${part('t', 'stock_months t where t.tenant_id = :tenant_id', MONTHS)}
    union all ${part('g', `(${OUT(SINCE)}) g`, { here: '-g.sold' })}
    ${hasDays ? `union all ${part('d', DAYS, gone('d', 'd.day < :from::date', 'd.day >= :from::date'))}` : ''}
    union all ${part('x', 'too_old x', { opening: '-x.before', expired: 'x.until - x.before', here: '-x.now' })}
    union all ${part('h', LYING, LIES)}),
  batch as materialized (
    select f.*, m.supplier_id, m.value, m.cost_unit
      from (select l.batch_no, l.configuration_id, ${COLUMNS.map((name) => `total(l.${name}) as ${name}`).join(', ')}
              from line l group by 1, 2) f
      left join stock_moves m on m.tenant_id = :tenant_id and m.batch_no = f.batch_no and m.no = 1
     where f.configuration_id in (select s.id from scope s)
       and (:supplier_id::uuid is null or m.supplier_id = :supplier_id))`

const sqlOf = (name: (typeof measures)[number]) => (name === 'closing' ? `(${CLOSING('b')})` : `b.${name}`)
const VALUES = ['', '_cost', '_value'] as const
const UNIT = { '': '', _cost: ' * b.cost_unit', _value: ' * b.value' } as const
const NAMES = measures.flatMap((name) => VALUES.map((value) => ({ name: `${name}${value}`, of: `${sqlOf(name)}${UNIT[value]}`, value })))
const OF_PAGE = NAMES.map(({ name, of, value }) => `(${of})${value === '' ? '::int' : ''} as ${name}`)
/** SQL: the sums of all columns except the closing stock, which is computed from them. */
const ADDED = NAMES.filter(({ name }) => !name.startsWith('closing')).map(({ name, of }) => `total(${of}) as ${name}`)
const HAS = { _cost: 'b.has_cost', _value: 'b.has_value' } as const
const OF_ALL = NAMES.map(({ name, value }) => {
  const all = name.startsWith('closing') ? `(${CLOSING('b', value)})` : `b.${name}`
  return `${value === '' ? `${all}::int` : `case when ${HAS[value]} then ${all} end`} as all_${name}`
})

type BatchRow = Row & { row_id: string | null; total_count: number; off: number | null } & Record<string, never>
type Report = { rows: Row[]; total_count: number; totals: Sums; off: number | undefined }

/**
 * A page of batches, and the totals of all batches. Batches without stock in the period are left out. `off`: the number of a batch whose computed stock
 * differs from the actual; undefined if there is none.
 */
export async function reportOfBatches(q: Query, actor: SignedIn, days: Days, today: string, asked: StockReportInput): Promise<Report> {
  const { row, order } = groups.batch
  const mark = await untilOf(q, actor.tenant_id, 'stocked')
  const months = monthsOf(mark, days)
  const hasDays = months.known !== months.first || months.behind <= days.to
  const all = await q.query<BatchRow>(
    `with ${BATCHES(hasDays)},
     totals as (
       select count(*) filter (where ${NOT_EMPTY('b')})::int as total_count,
              min(b.batch_no) filter (where b.here <> 0) as off,
              coalesce(bool_or(b.cost_unit is not null), false) as has_cost,
              coalesce(bool_or(b.value is not null), false) as has_value, ${ADDED.join(', ')} from batch b),
     r as (
       select b.batch_no as key, b.configuration_id, b.supplier_id, b.batch_no, ${OF_PAGE.join(', ')}
         from (select b.* from batch b
                where ${NOT_EMPTY('b')} order by b.batch_no desc limit :limit offset :offset) b)
     select b.total_count, b.off, ${OF_ALL.join(', ')}, p.* from totals b
       left join lateral (
         select r.key::text as row_id, ${row}, ${NAMES.map(({ name }) => `r.${name}`).join(', ')}
           from r
           join scope c on c.id = r.configuration_id
           left join suppliers s on s.tenant_id = :tenant_id and s.id = r.supplier_id
           left join batches x on x.tenant_id = :tenant_id and x.batch_no = r.batch_no
          order by ${order}) p on true
      order by p.batch_no desc`,
    { ...parameters(actor, days, asked), ...months, mark, today, limit: asked.limit, offset: asked.page * asked.limit },
  )
  const [first] = all
  if (!first) throw new Error('a sum without a row')
  const totals = Object.fromEntries(NAMES.map(({ name }) => [name, first[`all_${name}`]])) as unknown as Sums
  return { rows: all.filter(({ row_id }) => row_id !== null), total_count: first.total_count, totals, off: first.off ?? undefined }
}

const month = (day: string, add = 0) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + add, 1)).toISOString().slice(0, 10)

/**
 * The months that are read from `stock_months`. Before the period: the months before `known`. Within the period: the
 * months from `first` until before `behind`. The month of the last hour before `mark` is not complete, because a line's
 * time may differ from that in its id by up to an hour.
 */
function monthsOf(mark: Date, { from, to }: Days): { known: string; first: string; behind: string } {
  const until = month(berlinDay(new Date(mark.getTime() - HOUR_MS)))
  const known = until < from ? until : month(from)
  const first = from.endsWith('-01') ? from : month(from, 1)
  const over = month(new Date(Date.parse(to) + DAY_MS).toISOString())
  const behind = over < until ? over : until
  return first < behind ? { known, first, behind } : { known, first: known, behind: known }
}

/** The first batch of these goods, or among these batches, whose stock computed day by day differs from the unsold PINs in its queue heads. */
export const batchOff = async (
  q: Query,
  actor: SignedIn,
  today: string,
  asked: StockReportInput,
  of_goods: readonly string[],
  of_batches: readonly number[] | null,
) =>
  (
    await q.query<{ batch_no: number }>(
      `with ${SCOPE}, ${EXPIRED},
       line as (
         select l.* from (
           ${part('m', MOVED, { here: LEFT })}
           union all ${part('d', `(${OUT_BY_DAY}) d`, { here: '-d.sold' })}
           union all ${part('x', 'too_old x', { here: '-x.now' })}
           union all ${part('h', LYING, LIES)}) l
          where l.configuration_id = any (:of_goods::uuid[])
            and (:of_batches::int[] is null or l.batch_no = any (:of_batches)))
       select l.batch_no from line l
         left join stock_moves m on m.tenant_id = :tenant_id and m.batch_no = l.batch_no and m.no = 1
        where l.configuration_id in (select s.id from scope s)
          and (:supplier_id::uuid is null or m.supplier_id = :supplier_id)
        group by 1 having total(l.here) <> 0 order by 1 limit 1`,
      { ...parameters(actor, { from: today, to: today }, asked), today, of_goods, of_batches },
    )
  )[0]?.batch_no
