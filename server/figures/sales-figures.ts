// Figures of sales, counted in one way for reports, dashboards and charts: lines and amounts as seen from the asker's place in the chain (price-chain.ts); a
// sale counts on its own Berlin day, and a refund on the day of the refund. Closed time comes from the roll-ups (roll-ups.ts); later time comes from the lines
// that the same statement sees.
import { berlinDay, dayBefore, firstIdAt, withinDays } from '../kit/berlin.ts'
import type { Query } from '../postgres/db.ts'
import { asGoods, KIND, ofKinds } from './by-kind.ts'
import { type Edge, edgesOf } from './period-edges.ts'
import { BOUGHT, SOLD } from './price-chain.ts'
import { COLUMN, type Dimension, type SalesQuestion } from './question.ts'
import { SUPPLIED, SUPPLIER } from './roll-ups.ts'
import { type Counted, SIGNED, SUMMED, summed } from './row-sums.ts'
import { UNTIL, untilOf } from './tallies.ts'
import { knowsStanding, type Stands, signed, standingRows } from './totals-by-year.sql.ts'

/** Sales less refunds; `lines` are sale lines, and fields whose names begin with refund count refunds alone. */
export type Figures = {
  lines: number
  quantity: number
  face_total: number
  sold_total: number
  bought_total: number
  refund_lines: number
  refund_quantity: number
  refund_face_total: number
  refund_sold_total: number
  refund_bought_total: number
}

/** Whether the roll-ups have these figures. They have no figures for persons by day, and no figures for persons combined with goods. */
export const isRolledUp = (by: readonly Dimension[], asked: SalesQuestion): boolean =>
  Boolean(knowsStanding(by, asked)) || !(by.includes('seller') || by.includes('user') || asked.seller_ids || asked.user_ids)

/**
 * SQL and its values: one row for each combination of `by` that has figures, with the columns day, month (its first day), customer_id, configuration_id,
 * product_type, supplier_id, seller_id, user_id as asked for, and those of Figures; without `by` exactly one row. To be read `from (${text}) f`, in one statement.
 */
export async function figuresBy(q: Query, by: readonly Dimension[], asked: SalesQuestion): Promise<Counted> {
  const keys = by.map((name) => COLUMN[name])
  const stands = await standingNow(q, by, asked)
  if (by.includes('kind') && stands !== 'kinds') return ofKinds(await figuresBy(q, asGoods(by), asked), keys)
  const ofGoods = by.includes('configuration') || by.includes('supplier') || Boolean(asked.configuration_ids ?? asked.supplier_ids)
  const tally = stands === undefined ? 'figures' : TALLY[stands]
  const mark = await untilOf(q, asked.asker.tenant_id, tally)
  const isOver = isOverBefore(mark, asked.date_to)
  // If the totals by kind answer, they are filtered by `kinds`; lines that the tally has not counted yet are filtered by `configuration_ids`.
  const ofKind = stands === 'kinds' && asked.kinds ? { kinds: asked.kinds } : {}
  const isUnread = stands === 'kinds' && isOver
  const values = { ...valuesOf(isUnread ? { ...asked, configuration_ids: null } : asked), ...ofKind, ...(isOver ? {} : { mark }) }
  if (stands) {
    const live = isOver ? [] : [signed(LIVE(by, asked, tally), keys)]
    return { text: summed([standingRows(by, asked, stands), ...live].join(' union all '), keys, SIGNED), values }
  }
  const rolledUp = ofGoods ? goods(by, asked) : by.includes('day') ? byDay(asked, by) : toDate(asked, by)
  const live = isOver ? [] : [LIVE(by, asked, tally)]
  return { text: summed([rolledUp, ...live].join(' union all '), keys), values }
}

const TALLY = { kinds: 'kinds', goods: 'standing', people: 'standing' } as const

/** The running totals that can answer. Those of goods and kinds are incomplete right after an upgrade; then the roll-ups by day and month answer. */
async function standingNow(q: Query, by: readonly Dimension[], asked: SalesQuestion): Promise<Stands | undefined> {
  const stands = knowsStanding(by, asked)
  if (stands === undefined || stands === 'people') return stands
  const isBehind = `select where ${UNTIL(TALLY[stands])} < ${UNTIL('figures')} - interval '1 day'`
  return (await q.query(isBehind, { tenant_id: asked.asker.tenant_id })).length > 0 ? undefined : stands
}

/** Whether the days ended over an hour before the tally's mark: it has then counted all lines of these days (tallies.ts), so no lines need be read. */
export const isOverBefore = (mark: Date, date_to: string): boolean => date_to < berlinDay(new Date(mark.getTime() - 3_600_000))

/**
 * The same figures from the lines alone, for questions that no roll-up answers. `keys`: names of columns with SQL over a fact `s` (a sale or a refund) and its
 * seller `o`, for example `{ user_id: USER }`.
 */
export function figuresOfLines(keys: Readonly<Record<string, string>>, asked: SalesQuestion, where = 'true'): Counted {
  const rows = lines(
    Object.entries(keys).map(([name, sql]) => `${sql} as ${name}`),
    asked,
    `${withinDays('s', ':date_from', ':date_to')} and ${where}`,
  )
  return { text: summed(rows, Object.keys(keys)), values: valuesOf(asked) }
}

/** SQL over a fact `s`: the user (USER) and the session (SESSION) that sold it; for a refund, those of its sale. */
export const USER = `
  case when s.sign > 0 then s.user_id
       else (select l.user_id from sales l where l.tenant_id = :tenant_id and l.id = s.sale_id) end`
export const SESSION = `
  coalesce(s.session_id, (select l.session_id from sales l where l.tenant_id = :tenant_id and l.id = s.sale_id))`
/** SQL: the asker's direct customer to which line `s` belongs; if the asker is a shop, the shop itself. */
export const CUSTOMER = 'coalesce(o.path[array_position(o.path, :asker_id::uuid) + 1], s.seller_id)'

/**
 * The last day of a period; for a period that ends before it begins, the day before its beginning, because then running totals give no negative sum.
 */
export const lastDayOf = (date_from: string, date_to: string): string => (date_to < date_from ? dayBefore(date_from) : date_to)

export const valuesOf = ({ asker, date_from, date_to, kinds: _, ...lists }: SalesQuestion) => ({
  tenant_id: asker.tenant_id,
  asker_id: asker.organisation_id,
  date_from,
  date_to: lastDayOf(date_from, date_to),
  ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list)),
})

/** SQL: a shop's own lines, for which there is an index; and for any other asker the lines of everybody below it. */
const [OWN, BELOW] = ['s.seller_id = :asker_id::uuid', ':asker_id::uuid = any (o.path)']

export function lines(columns: readonly string[], asked: SalesQuestion, where: string, isSupplied = Boolean(asked.supplier_ids), beside = '') {
  const { customer_ids, configuration_ids, supplier_ids, seller_ids, user_ids, signs } = asked
  return `
  select ${[...columns, 's.sign'].join(', ')}, 1::bigint as lines, s.quantity::bigint as quantity,
         s.value * s.quantity as face_total, ${SOLD(':asker_id::uuid')} as sold_total,
         ${BOUGHT(':asker_id::uuid')} as bought_total
    from ${beside} facts s
    join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
    ${isSupplied ? SUPPLIED : ''}
   where s.tenant_id = :tenant_id and ${asked.asker.kind === 'seller' ? OWN : BELOW} and ${where}
     ${customer_ids ? `and ${CUSTOMER} = any (:customer_ids::uuid[])` : ''}
     ${configuration_ids ? 'and s.configuration_id = any (:configuration_ids::uuid[])' : ''}
     ${supplier_ids ? `and ${SUPPLIER} = any (:supplier_ids::uuid[])` : ''}
     ${seller_ids ? 'and s.seller_id = any (:seller_ids::uuid[])' : ''}
     ${user_ids ? `and ${USER} = any (:user_ids::uuid[])` : ''}
     ${signs ? 'and s.sign = any (:signs::int[])' : ''}`
}

type Rolled = 'figures' | 'kinds' | 'standing'
/** SQL: the lines since the tally's mark (up to which it has counted). The mark is a parameter, for the planner, and is read again, to be exact. */
const SINCE = (tally: Rolled) => `
  s.id >= ${firstIdAt(':mark::timestamptz')} and s.id >= ${firstIdAt(UNTIL(tally))} and ${withinDays('s', ':date_from', ':date_to')}`

const LIVE = (by: readonly Dimension[], asked: SalesQuestion, tally: Rolled) => {
  const day = `(s.created_at at time zone 'Europe/Berlin')::date`
  const sql: Record<Dimension, string> = {
    day,
    month: `date_trunc('month', ${day})::date`,
    customer: CUSTOMER,
    configuration: 's.configuration_id',
    kind: KIND,
    supplier: SUPPLIER,
    seller: 's.seller_id',
    user: USER,
  }
  const columns = by.map((name) => `${sql[name]} as ${COLUMN[name]}`)
  return lines(columns, asked, SINCE(tally), by.includes('supplier') || Boolean(asked.supplier_ids))
}

/** The condition for the asker's own rows, or its customers' if the question is about customers, and the columns with the asker's amounts. */
function whose(by: readonly Dimension[], { asker, customer_ids, signs }: SalesQuestion) {
  const isOwn = asker.kind === 'seller' || !(by.includes('customer') || customer_ids)
  const rows = isOwn ? 't.organisation_id = :asker_id' : 't.parent_id = :asker_id'
  const column = (name: (typeof SUMMED)[number]) => (isOwn || !name.match(/sold|bought/) ? `t.${name}` : `t.parent_${name}`)
  return {
    isOwn,
    where: `t.tenant_id = :tenant_id and ${rows}
            ${customer_ids ? 'and t.organisation_id = any (:customer_ids::uuid[])' : ''}
            ${signs ? 'and t.sign = any (:signs::int[])' : ''}`,
    measures: SUMMED.map((name) => ({ name, sql: column(name) })),
  }
}

/** SQL: the last day in a range for which the asker has a row of its own. The asker has a row on every day on which one of its customers has one. */
const lastDay = (from: string, until: string) => `
  (select max(b.day) from figures_to_date b
    where b.tenant_id = :tenant_id and b.organisation_id = :asker_id and b.day >= ${from} and b.day < ${until})`

/** The asker's own totals with `paid_total`, its payments to its parent (agreement.ts): from the roll-up, and from the lines not yet counted in it. */
export const ownToDate = (asked: SalesQuestion) => toDate(asked, [], (weight) => [`${weight}t.parent_sold_total as paid_total`])
export const ownLive = (asked: SalesQuestion, parent: string) => lines([`${SOLD(`${parent}::uuid`)} as paid_total`], asked, SINCE('figures'))

/** SQL: the figures of each month or year of a period (totals restart every year): the running total at its end less the one before its beginning. */
function toDate(asked: SalesQuestion, by: readonly Dimension[], more: (weight: string) => readonly string[] = () => []) {
  const { where, measures } = whose(by, asked)
  const isByMonth = by.includes('month')
  const keys = by.map((name) => (name === 'month' ? 'e.month' : 't.organisation_id as customer_id'))
  const columns = (weight: string) => [...keys, ...more(weight), 't.sign', ...measures.map(({ name, sql }) => `${weight}${sql} as ${name}`)].join(', ')
  const edges = isByMonth ? undefined : edgesOf(asked, lastDay)
  const at = ({ day, weight }: Edge) => `
    select ${columns(weight)} from figures_to_date t where t.day = ${day} and ${where}`
  if (edges) return edges.map(at).join(' union all ')
  const unit = isByMonth ? 'month' : 'year'
  const year = `date_trunc('year', u.since)::date`
  return `
  select ${columns('e.weight * ')}
    from (select u.since::date as month, d.day, d.weight
            from generate_series(date_trunc('${unit}', :date_from::date::timestamp), :date_to::date::timestamp,
                                 interval '1 ${unit}') u(since)
           cross join lateral (
             select ${lastDay(year, `least(:date_to::date + 1, (u.since + interval '1 ${unit}')::date)`)} as day,
                    1 as weight
              union all
             select ${lastDay(year, 'greatest(:date_from::date, u.since::date)')}, -1) d) e
    join figures_to_date t on t.day = e.day and ${where}`
}

/** SQL: the figures by day. A day's figures are the running total at its end less the total of the day before. */
function byDay(asked: SalesQuestion, by: readonly Dimension[]) {
  const { where, measures } = whose(by, asked)
  const before = lastDay(`date_trunc('year', :date_from::date)::date`, ':date_from::date')
  const columns = by.map((name) => (name === 'month' ? `date_trunc('month', d.day)::date as month` : `d.${COLUMN[name]}`))
  const less = measures.map(({ name, sql }) => `${sql} - coalesce(lag(${sql}) over by_day, 0) as ${name}`)
  return `
  select ${[...columns, 'd.sign', ...measures.map(({ name }) => `d.${name}`)].join(', ')} from (
    select t.day, t.organisation_id as customer_id, t.sign,
           ${less.join(',\n           ')}
      from figures_to_date t
     where ${where} and t.day >= coalesce(${before}, :date_from::date) and t.day <= :date_to::date
    window by_day as (partition by t.organisation_id, t.sign, extract(year from t.day) order by t.day)) d
   where d.day >= :date_from::date and d.lines <> 0`
}

/** SQL: makes the planner find the asker's own rows by their key, and not through the index on parents, which has all organisations. */
const IN_ORDER_OF_KEY = 'order by t.tenant_id, t.organisation_id, t.span, t.since offset 0'

/**
 * SQL: the figures by goods, from whole months and the single days before and after them. The current month counts as whole if the period reaches an hour
 * beyond the tally's mark. (The id of a line may be slightly older than the line.)
 */
function goods(by: readonly Dimension[], asked: SalesQuestion) {
  const { isOwn, where, measures } = whose(by, asked)
  const sql: Partial<Record<Dimension, string>> = {
    day: 't.since',
    month: `date_trunc('month', t.since)::date`,
    customer: 't.organisation_id',
    configuration: 't.configuration_id',
    supplier: 't.supplier_id',
  }
  const columns = by.map((name) => `${sql[name]} as ${COLUMN[name]}`)
  const counted = `((${UNTIL('figures')} + interval '1 hour') at time zone 'Europe/Berlin')::date`
  const spans = by.includes('day')
    ? `select 'day' as span, :date_from::date as since, :date_to::date + 1 as until`
    : `
    with months as (
      select date_trunc('month', :date_from::date + interval '1 month' - interval '1 day')::date as first,
             case when :date_to::date >= ${counted} then 'infinity'::date
                  else date_trunc('month', :date_to::date + 1)::date end as behind)
    select 'month' as span, m.first as since, m.behind as until from months m
     union all select 'day', :date_from::date, least(m.first, :date_to::date + 1) from months m
     union all select 'day', greatest(m.first, m.behind), :date_to::date + 1 from months m`
  return `
  select ${[...columns, 't.sign', ...measures.map(({ name, sql }) => `${sql} as ${name}`)].join(', ')}
    from (${spans}) r
    cross join lateral (
      select t.* from figures_of_goods t
       where t.span = r.span and t.since >= r.since and t.since < r.until and ${where}
       ${isOwn ? IN_ORDER_OF_KEY : ''}) t
   where true
     ${asked.configuration_ids ? 'and t.configuration_id = any (:configuration_ids::uuid[])' : ''}
     ${asked.supplier_ids ? 'and t.supplier_id = any (:supplier_ids::uuid[])' : ''}`
}
