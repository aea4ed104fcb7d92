// The amounts that no document covers yet, by issuer, month and customer (decision 0036). A tally counts the lines of closed times, and each claim of a line
// reduces it (money/5-billing.sql); newer lines are added when the amounts are read. A sale counts in its own month, less its refunds; a refund of a billed
// sale counts in the refund's month.
import type { Instant } from '../../../../contract/kit/field.ts'
import { type Tally, tallying, UNTIL } from '../../../figures/tallies.ts'
import { dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Timed } from '../../../postgres/clock.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import type { Period } from './billing.sql.ts'
import type { What } from './runs.sql.ts'

const MONTH = (row: string) => `date_trunc('month', ${row}.created_at at time zone 'Europe/Berlin')::date`

/**
 * SQL: joins the claim of a line, which exists if a document covers the line. Each line is looked up by its key, because the planner assumes that a
 * chain has a thousand hops, and would otherwise read all claims.
 */
const CLAIM = (line: string, name: string) => `
  cross join lateral (
    select (select l.line_id from invoiced_lines l
             where l.tenant_id = :tenant_id and l.customer_id = x.chain[k] and l.line_id = ${line}) as line_id
    offset 0) ${name}`

/** SQL: the sales that no document covers, once for each hop between the shop and the owner. */
const SALES = (which: string, hop: string) => `
  select x.chain[k + 1] as issuer_id, ${MONTH('x')} as month, x.chain[k] as customer_id, 1 as lines,
         x.quantity * x.prices[k] as amount, 0 as back_lines, 0 as back_amount
    from sales x
   cross join lateral generate_subscripts(x.prices, 1) k ${CLAIM('x.id', 'said')}
   where x.tenant_id = :tenant_id and ${which} and ${hop} and x.status = 'successful' and said.line_id is null`

/** SQL: the refunds that no document covers. A sale that is refunded completely leaves nothing to bill. */
const REFUNDS = (which: string, hop: string) => `
  select x.chain[k + 1], case when sold.line_id is null then ${MONTH('s')} else ${MONTH('x')} end, x.chain[k],
         case when sold.line_id is null and b.before < s.quantity and b.before + x.quantity >= s.quantity
           then -1 else 0 end,
         case when sold.line_id is null then -x.quantity * x.prices[k] else 0 end,
         case when sold.line_id is null then 0 else 1 end,
         case when sold.line_id is null then 0 else x.quantity * x.prices[k] end
    from refunds x
    join sales s on s.tenant_id = :tenant_id and s.id = x.sale_id
   cross join lateral generate_subscripts(x.prices, 1) k ${CLAIM('x.id', 'said')} ${CLAIM('x.sale_id', 'sold')}
   cross join lateral (
     select coalesce(sum(e.quantity), 0) as before from refunds e
      where e.tenant_id = :tenant_id and e.sale_id = x.sale_id and e.id < x.id
        and not exists (select from invoiced_lines c
                         where c.tenant_id = :tenant_id and c.customer_id = x.chain[k] and c.line_id = e.id)) b
   where x.tenant_id = :tenant_id and ${which} and ${hop} and said.line_id is null`

const STEP = `x.id >= ${firstIdAt(':from::timestamptz')} and x.id < ${firstIdAt(':to::timestamptz')}`
const SUMMED = ['lines', 'amount', 'back_lines', 'back_amount']
const COLUMNS = ['issuer_id', 'month', 'customer_id', ...SUMMED].join(', ')

const ADD = `
  insert into billing_months (tenant_id, issuer_id, month, customer_id, ${SUMMED.join(', ')})
  select :tenant_id, o.issuer_id, o.month, o.customer_id, ${SUMMED.map((name) => `sum(o.${name})`).join(', ')}
    from (${SALES(STEP, 'true')} union all ${REFUNDS(STEP, 'true')}) o
   group by o.issuer_id, o.month, o.customer_id
  on conflict (tenant_id, issuer_id, month, customer_id) do update
     set ${SUMMED.map((name) => `${name} = billing_months.${name} + excluded.${name}`).join(',\n         ')}`

const FIRST = (table: string) => `
  (select t.created_at from ${table} t
    where t.tenant_id = :tenant_id and t.id >= ${firstIdAt(':since::timestamptz')} order by t.id limit 1)`

export const unbilled: Tally = {
  name: 'unbilled',
  next: async (q, tenant_id, since) => {
    const [row] = await q.query<{ at: Instant | null }>(`select least(${FIRST('sales')}, ${FIRST('refunds')}) as at`, { tenant_id, since })
    return row?.at ? new Date(row.at) : undefined
  },
  add: async (q, tenant_id, from, to) => void (await q.query(ADD, { tenant_id, from, to })),
}

export const unbilledJobs = (needs: Timed): JobList => ({ tally_unbilled: { cron: '9,19,29,39,49,59 * * * *', work: tallying(needs, unbilled) } })

const DAY_MS = 86_400_000

/**
 * Finds the whole months in a period: `first` is the first day of them, `behind` the day after the last. The current month counts as whole if the
 * period reaches today. If there is no whole month, both are the beginning of the period.
 */
export function wholeMonths({ date_from, date_to }: Period, today: string): { first: string; behind: string } {
  const start = (day: string, add: number) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + add, 1)).toISOString().slice(0, 10)
  const none = { first: date_from, behind: date_from }
  if (date_from > today) return none
  const first = date_from.endsWith('-01') ? date_from : start(date_from, 1)
  const behind = date_to >= today ? start(today, 1) : start(new Date(Date.parse(date_to) + DAY_MS).toISOString(), 0)
  return first < behind ? { first, behind } : none
}

/** SQL: the lines of a period. They are found by their ids, because the time in a line's id differs from the line's own time by at most an hour. */
const WITHIN = (row: string, since: string, until: string) => `
  ${row}.id >= ${firstIdAt(`${since} - interval '1 hour'`)} and ${row}.id < ${firstIdAt(`${until} + interval '1 hour'`)}
  and ${row}.created_at >= ${since} and ${row}.created_at < ${until}`

const [FIRST_MONTH, BEHIND] = [dayStart(':first'), dayStart(':behind')]
type Months = ReturnType<typeof wholeMonths>
/** SQL: the lines on the days of a period before and after its whole months; undefined if there are no such days, so that nothing is read. */
const edgesOf = ({ date_from, date_to }: Period, { first, behind }: Months) => {
  const [isBefore, isBehind] = [date_from < first, behind <= date_to]
  const edges = (row: string) => [
    ...(isBefore ? [WITHIN(row, dayStart(':date_from'), FIRST_MONTH)] : []),
    ...(isBehind ? [WITHIN(row, BEHIND, dayEnd(':date_to'))] : []),
  ]
  return isBefore || isBehind ? (row: string) => `(${edges(row).join(' or ')})` : undefined
}
/**
 * SQL: the lines that the tally has not counted yet. There are two bounds: a value with which the planner can estimate, and the exact time up to which the
 * tally has counted when this statement runs.
 */
const SINCE = (row: string) => `
  ${row}.id >= ${firstIdAt(':mark::timestamptz')} and ${row}.id >= ${firstIdAt(UNTIL('unbilled'))}`
const MONTHS = (row: string) => `${row}.month >= :first::date and ${row}.month < :behind::date`
const HOP = 'x.chain[k + 1] = :organisation_id'

/**
 * SQL: customer_id, lines and amount of what no document of :organisation_id covers in a period, in several rows for each customer, which have to be added
 * up.
 */
export function unbilledOf(what: What, period: Period, months: Months): string {
  const edges = edgesOf(period, months)
  const parts = what === 'sales' ? ofSales(edges) : ofRefunds(edges)
  return parts.join(' union all ')
}
type Edges = ReturnType<typeof edgesOf>
const bothOf = (edges: NonNullable<Edges>) => `${SALES(edges('x'), HOP)} union all ${REFUNDS(edges('s'), HOP)}`

const ofSales = (edges: Edges) => [
  `select t.customer_id, t.lines, t.amount from billing_months t
    where t.tenant_id = :tenant_id and t.issuer_id = :organisation_id and ${MONTHS('t')}`,
  `select o.customer_id, o.lines, o.amount
     from (${SALES(`${SINCE('x')} and ${WITHIN('x', FIRST_MONTH, BEHIND)}`, HOP)}
           union all ${REFUNDS(SINCE('x'), HOP)}) o
    where ${MONTHS('o')}`,
  ...(edges ? [`select o.customer_id, o.lines, o.amount from (${bothOf(edges)}) o`] : []),
]

const ofRefunds = (edges: Edges) => [
  `select t.customer_id, t.back_lines as lines, t.back_amount as amount from billing_months t
    where t.tenant_id = :tenant_id and t.issuer_id = :organisation_id and ${MONTHS('t')}`,
  `select o.customer_id, o.back_lines, o.back_amount
     from (${REFUNDS(SINCE('x'), HOP)}) o(${COLUMNS})
    where ${MONTHS('o')}`,
  ...(edges ? [`select o.customer_id, o.back_lines, o.back_amount from (${REFUNDS(edges('x'), HOP)}) o(${COLUMNS})`] : []),
]
