// The roll-ups of sales, kept up to date as every tally is (tallies.ts): for each organisation from the seller up to the platform, by Berlin day and by
// goods. Read by sales-figures.ts.

import type { Instant } from '../../contract/kit/field.ts'
import { dayEnd, dayStart, firstIdAt } from '../kit/berlin.ts'
import type { Timed } from '../postgres/clock.ts'
import type { Query } from '../postgres/db.ts'
import type { JobList } from '../postgres/jobs.ts'
import { BOUGHT, SOLD } from './price-chain.ts'
import { type Tally, tallying } from './tallies.ts'

/** The sums that both roll-ups (by day, by goods) keep, in this order. */
export const MEASURES = ['lines', 'quantity', 'face_total', 'sold_total', 'bought_total', 'parent_sold_total', 'parent_bought_total'] as const

const columns = MEASURES.join(', ')
const sums = (alias: string) => MEASURES.map((name) => `sum(${alias}.${name})`).join(', ')
const added = (table: string) => MEASURES.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')

/** SQL: joins that find the supplier of a line `s` by its first PIN, or by its live order; a refund has the supplier of its sale. `SUPPLIER` is the result. */
export const SUPPLIED = `
  join sales line on line.tenant_id = :tenant_id and line.id = s.sale_id
  left join batches b on b.tenant_id = :tenant_id and b.batch_no = line.ranges[1]
  left join holds h on h.tenant_id = :tenant_id and h.key = line.key and line.ranges = '{}'`
export const SUPPLIER = `coalesce(b.supplier_id, h.supplier_id, '00000000-0000-0000-0000-000000000000')`

/**
 * SQL: the lines that one step of the tally adds for one Berlin day. Each line appears once for every organisation from the seller up to the platform, with
 * that organisation's figures and those of its parent.
 */
const hops = (more = '', joins = '') => `
  select p.id as organisation_id, o.path[p.place - 1] as parent_id, s.sign, ${more}
         1 as lines, s.quantity, s.value * s.quantity as face_total,
         ${SOLD('p.id')} as sold_total, ${BOUGHT('p.id')} as bought_total,
         ${SOLD('o.path[p.place - 1]')} as parent_sold_total, ${BOUGHT('o.path[p.place - 1]')} as parent_bought_total
    from facts s
    join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
    ${joins}
   cross join lateral unnest(o.path) with ordinality as p(id, place)
   where s.tenant_id = :tenant_id
     and s.id >= ${firstIdAt(':from::timestamptz')} and s.id < ${firstIdAt(':to::timestamptz')}
     and s.created_at >= ${dayStart(':day')} and s.created_at < ${dayEnd(':day')}`

const DAYS = `
  select distinct (s.created_at at time zone 'Europe/Berlin')::date::text as day from facts s
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
     and s.id < ${firstIdAt(':to::timestamptz')} order by 1`

/** SQL: adds the rows of a new day, which begin with the running total of the last day before it in the same year. */
const CARRY = `
  insert into figures_to_date (tenant_id, organisation_id, day, sign, parent_id, ${columns})
  select t.tenant_id, t.organisation_id, :day::date, t.sign, t.parent_id, ${columns} from figures_to_date t
   where t.tenant_id = :tenant_id
     and t.day = (select max(b.day) from figures_to_date b where b.tenant_id = :tenant_id and b.day < :day::date
                     and b.day >= date_trunc('year', :day::date)::date)
     and not exists (select from figures_to_date n where n.tenant_id = :tenant_id and n.day = :day::date)`

/**
 * SQL: adds the day's lines. A line may be written slightly later than the time in its id, when the next day's row already exists; the line is then added to
 * that row too.
 */
const ADD_TO_DATE = `
  insert into figures_to_date (tenant_id, organisation_id, day, sign, parent_id, ${columns})
  select :tenant_id, x.organisation_id, d.day, x.sign, x.parent_id, ${sums('x')}
    from (${hops()}) x
   cross join (select :day::date as day union
               select t.day from figures_to_date t
                where t.tenant_id = :tenant_id and t.day > :day::date
                  and t.day < (date_trunc('year', :day::date) + interval '1 year')::date) d
   group by x.organisation_id, d.day, x.sign, x.parent_id
  on conflict (tenant_id, organisation_id, day, sign) do update set ${added('figures_to_date')}`

const ADD_OF_GOODS = `
  insert into figures_of_goods
    (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign, parent_id, ${columns})
  select :tenant_id, x.organisation_id, d.span, d.since, x.configuration_id, x.supplier_id, x.sign, x.parent_id,
         ${sums('x')}
    from (${hops(`s.configuration_id, ${SUPPLIER} as supplier_id,`, SUPPLIED)}) x
   cross join (values ('day', :day::date), ('month', date_trunc('month', :day::date)::date)) d(span, since)
   group by x.organisation_id, d.span, d.since, x.configuration_id, x.supplier_id, x.sign, x.parent_id
  on conflict (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign)
  do update set ${added('figures_of_goods')}`

/** SQL: by Berlin day, the sums of the transfers for sales and refunds that each organisation got from its customers and paid to its parent. */
export function moved(from: string, to: string) {
  const amount = `case t.kind when 'sale' then t.amount else -t.amount end`
  return `
  select p.organisation_id, (t.created_at at time zone 'Europe/Berlin')::date as day, p.received, p.paid
    from transfers t
   cross join lateral (
     values (case when t.wallet_id = t.payer_id then t.payee_id else t.payer_id end, ${amount}, 0),
            (t.wallet_id, 0, ${amount})) p(organisation_id, received, paid)
   where t.tenant_id = :tenant_id and t.kind in ('sale', 'refund') and t.created_at >= ${from} and t.created_at < ${to}`
}

/**
 * SQL: adds the amounts of the ledger's transfers, without reading the lines, so that agreement.ts can compare the sum over the transfers with the sum over the
 * lines.
 */
const ADD_MOVED = `
  insert into moved_days (tenant_id, organisation_id, day, received_total, paid_total)
  select :tenant_id, x.organisation_id, x.day, sum(x.received), sum(x.paid)
    from (${moved(':from::timestamptz', ':to::timestamptz')}) x group by 2, 3
  on conflict (tenant_id, organisation_id, day) do update
     set received_total = moved_days.received_total + excluded.received_total,
         paid_total = moved_days.paid_total + excluded.paid_total`

async function add(q: Query, tenant_id: number, from: Date, to: Date): Promise<void> {
  const step = { tenant_id, from, to }
  for (const { day } of await q.query<{ day: string }>(DAYS, step)) {
    await q.query(CARRY, { tenant_id, day })
    for (const text of [ADD_TO_DATE, ADD_OF_GOODS]) await q.query(text, { ...step, day })
  }
  await moveUp(q, tenant_id, from, to)
}

/** Does one step of the tally that adds up the ledger's transfers: those from `from` until before `to`. */
export const moveUp = async (q: Query, tenant_id: number, from: Date, to: Date): Promise<void> => void (await q.query(ADD_MOVED, { tenant_id, from, to }))

/**
 * SQL: finds the next line that is due to be counted. A line's id may be slightly older than the line and its transfers, so a line is due if its id or its
 * created_at is at or after :since.
 */
const NEXT = `
  select s.created_at from facts s
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(`:since::timestamptz - interval '1 hour'`)}
     and (s.id >= ${firstIdAt(':since::timestamptz')} or s.created_at >= :since) order by s.id limit 1`

export const figures: Tally = {
  name: 'figures',
  next: async (q, tenant_id, since) => {
    const [first] = await q.query<{ created_at: Instant }>(NEXT, { tenant_id, since })
    return first && new Date(first.created_at)
  },
  add,
}

export const figuresJobs = (needs: Timed): JobList => ({ tally_figures: { cron: '2,12,22,32,42,52 * * * *', work: tallying(needs, figures) } })
