// Computes the running totals of the reports benchmark's world in one step, instead of day by day as the product's jobs do. For the small world of the option
// `quick` the totals are computed in both ways, which must give the same rows.
import type pg from 'pg'
import { hours } from '../server/figures/by-hour.ts'
import { figures, MEASURES, moveUp } from '../server/figures/roll-ups.ts'
import { sold } from '../server/figures/sold-by-day.ts'
import type { Tally } from '../server/figures/tallies.ts'
import { kinds, standing } from '../server/figures/totals-by-year.ts'
import { booked } from '../server/modules/customers/credit/booking-tally.ts'
import { stockDays } from '../server/modules/goods/stock-reports/stock-days.ts'
import { stockToDate } from '../server/modules/goods/stock-reports/stock-to-date.ts'
import { unbilled } from '../server/modules/papers/invoices/unbilled-tally.ts'
import { tillTimes } from '../server/modules/papers/shifts/till-times.ts'
import type { Db } from '../server/postgres/db.ts'
import { TENANT } from './world.ts'

const DAY_MS = 86_400_000
const STEP_MS = 10 * DAY_MS
const FIGURES = ['figures_of_goods', 'figures_to_date']
const STANDING = ['people_to_date', 'goods_to_date', 'kinds_to_date']
const IN_STEP_TABLES = [
  'figures_of_hours',
  'stock_days',
  'stock_to_date',
  'stock_months',
  'till_times',
  'billing_months',
  'sold_days',
  'booked_days',
  'booked_wallets',
]
const TABLES = [...FIGURES, 'moved_days', ...IN_STEP_TABLES, ...STANDING]
const IN_STEPS = [hours, stockDays, stockToDate, tillTimes, unbilled, sold, booked]
const TALLIES = [figures, standing, kinds, ...IN_STEPS]
const measures = MEASURES.join(', ')
const added = MEASURES.map((name) => `sum(${name})`).join(', ')

/** Computes the totals up to the beginning of today in UTC; `days`: the age of the first sale line in days. */
export async function rollUp(client: pg.Client, db: Db, days: number): Promise<void> {
  const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const from = new Date(to.getTime() - (days + 1) * DAY_MS)
  await atOnce(client, FIGURES, GOODS.replaceAll(':to', `'${to.toISOString()}'`))
  await standAtOnce(client)
  for (const add of [moveUp, ...IN_STEPS.map((tally) => tally.add)]) await inSteps(db, add, from, to)
  await client.query('insert into tallied (tenant_id, name, until) select $1, name, $2 from unnest($3::text[]) name', [
    TENANT,
    to,
    TALLIES.map(({ name }) => name),
  ])
}

async function standAtOnce(client: pg.Client): Promise<void> {
  await atOnce(client, STANDING, STANDS)
  await client.query(`insert into sold_names select ${TENANT}, c.id, p.name from configurations c join products p on p.id = c.product_id`)
}

/** The computation runs in steps, because no statement of the product may take a minute. */
async function inSteps(db: Db, add: Tally['add'], from: Date, to: Date): Promise<void> {
  for (let at = from.getTime(); at < to.getTime(); at += STEP_MS)
    await db.write(TENANT, (q) => add(q, TENANT, new Date(at), new Date(Math.min(to.getTime(), at + STEP_MS))))
}

/** Computes all running totals again as the product does, and throws if the rows differ. */
export async function sameAsTheProduct(client: pg.Client, db: Db, days: number): Promise<void> {
  for (const table of TABLES) await client.query(`create table ${table}_at_once as table ${table}; truncate ${table}`)
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const byDays = async ({ add }: Tally) => {
    for (let at = end - (days + 1) * DAY_MS; at < end; at += DAY_MS) await db.write(TENANT, (q) => add(q, TENANT, new Date(at), new Date(at + DAY_MS)))
  }
  for (const tally of TALLIES) await byDays(tally)
  for (const table of TABLES) {
    const other = (a: string, b: string) => `(table ${a} except table ${b})`
    const { rows } = await client.query<{ n: number; m: number }>(
      `select (select count(*) from ${other(table, `${table}_at_once`)} x)::int as n, (select count(*) from ${other(`${table}_at_once`, table)} x)::int as m`,
    )
    const [{ n, m } = { n: 1, m: 1 }] = rows
    if (n + m > 0) throw new Error(`${table}: ${n} rows of the product are missing at once, ${m} are too many`)
    await client.query(`drop table ${table}_at_once`)
  }
}

/** Inserts rows into tables whose indexes and constraints are dropped before and built again afterwards. */
async function atOnce(client: pg.Client, tables: readonly string[], text: string): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; ddl: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as ddl from pg_index where indrelid = any ($1::regclass[]) and not indisprimary`,
    [tables],
  )
  const { rows: keys } = await client.query<{ table: string; name: string; ddl: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as ddl from pg_constraint where contype = 'p' and conrelid = any ($1::regclass[])`,
    [tables],
  )
  // PostgreSQL has no statistics yet of the rows that were just written, so it must not choose nested loops.
  await client.query('begin; set local enable_nestloop = off')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await client.query(text)
  for (const { table, name, ddl } of keys) await client.query(`alter table ${table} add constraint ${name} ${ddl}`)
  for (const { ddl } of indexes) await client.query(ddl)
  await client.query('commit')
  await client.query(`analyze ${tables.join(', ')}`)
}

const LINE = (table: string, sign: number, ranges: string, joins = '') => `
  select x.seller_id, x.owner_id, (x.created_at at time zone 'Europe/Berlin')::date as day, x.configuration_id, ${ranges}[1] as batch_no, ${sign}::smallint as sign,
         x.quantity, x.value, x.prices[1] as price, x.cost_total from ${table} x ${joins}
   where x.id < first_id_at(:to)`

/** The reseller owns all goods and its shops buy from it directly, so amounts are computed without reading the chain of each sale. */
const GOODS = `
  create unlogged table goods_of_days as
    select l.seller_id as organisation_id, l.owner_id as parent_id, l.day, l.configuration_id, b.supplier_id, l.sign, count(*) as lines, sum(l.quantity) as quantity,
           sum(l.value * l.quantity)::bigint as face_total, sum(l.value * l.quantity)::bigint as sold_total, sum(l.price * l.quantity)::bigint as bought_total,
           sum(l.price * l.quantity)::bigint as parent_sold_total, sum(l.cost_total)::bigint as parent_bought_total
      from (${LINE('sales', 1, 'x.ranges')} union all ${LINE('refunds', -1, 's.ranges', 'join sales s on s.id = x.sale_id')}) l
      join batches b on b.batch_no = l.batch_no group by 1, 2, 3, 4, 5, 6 order by 3;
  insert into goods_of_days
    select g.parent_id, o.parent_id, g.day, g.configuration_id, g.supplier_id, g.sign, sum(g.lines), sum(g.quantity), sum(g.face_total), sum(g.parent_sold_total),
           sum(g.parent_bought_total), 0, 0 from goods_of_days g join organisations o on o.id = g.parent_id group by 1, 2, 3, 4, 5, 6;
  insert into goods_of_days
    select g.parent_id, null, g.day, g.configuration_id, g.supplier_id, g.sign, g.lines, g.quantity, g.face_total, 0, 0, 0, 0
      from goods_of_days g join organisations o on o.id = g.organisation_id where o.kind = 'reseller';
  insert into figures_of_goods (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign, parent_id, ${measures})
    select ${TENANT}, organisation_id, 'day', day, configuration_id, supplier_id, sign, parent_id, ${measures} from goods_of_days;
  insert into figures_of_goods (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign, parent_id, ${measures})
    select ${TENANT}, organisation_id, 'month', date_trunc('month', day)::date, configuration_id, supplier_id, sign, parent_id, ${added}
      from goods_of_days group by 2, 4, 5, 6, 7, 8 order by 4;
  insert into figures_to_date (tenant_id, organisation_id, day, sign, parent_id, ${measures})
    with of_day as materialized (
      select organisation_id, parent_id, day, sign, ${MEASURES.map((name) => `sum(${name})::bigint as ${name}`).join(', ')} from goods_of_days group by 1, 2, 3, 4),
    days as (select distinct day from of_day),
    begun as (select organisation_id, parent_id, sign, extract(year from day) as year, min(day) as day from of_day group by 1, 2, 3, 4)
    select ${TENANT}, b.organisation_id, d.day, b.sign, b.parent_id, ${MEASURES.map((name) => `coalesce(sum(f.${name}) over w, 0)`).join(', ')}
      from begun b join days d on d.day >= b.day and extract(year from d.day) = b.year
      left join of_day f on f.organisation_id = b.organisation_id and f.day = d.day and f.sign = b.sign
    window w as (partition by b.organisation_id, b.sign, b.year order by d.day) order by d.day;
  drop table goods_of_days`

/** Running totals: one row for each day and sign (sale or refund), summed from the first day of each year on. */
function toDate(table: string, keys: readonly string[], amounts: Readonly<Record<string, string>>, from: string): string {
  const names = Object.keys(amounts)
  const both = Object.entries(amounts).flatMap(([name, sql]) => [
    name === 'lines' ? 'sum(g.lines) filter (where g.sign > 0) as lines' : `sum(g.sign * ${sql}) as ${name}`,
    `sum(${sql}) filter (where g.sign < 0) as refund_${name}`,
  ])
  const columns = names.flatMap((name) => [name, `refund_${name}`])
  const by = ['organisation_id', ...keys].join(', ')
  return `
  insert into ${table} (tenant_id, ${by}, day, ${columns.join(', ')})
    with of_day as materialized (select ${by}, g.since as day, ${both.join(', ')} from ${from} group by ${by}, g.since),
    days as (select distinct day from of_day),
    begun as (select ${by}, extract(year from day) as year, min(day) as first from of_day group by ${by}, extract(year from day))
    select ${TENANT}, ${[by, 'd.day', ...columns.map((name) => `coalesce(sum(f.${name}) over w, 0)`)].join(', ')}
      from begun b join days d on d.day >= b.first and extract(year from d.day) = b.year left join of_day f using (${by}, day)
    window w as (partition by ${by}, b.year order by d.day) order by d.day, ${by}`
}

const OWN = { lines: 'g.lines', quantity: 'g.quantity', face_total: 'g.face_total' }
const STANDS = [
  toDate(
    'people_to_date',
    ['seller_id', 'user_id'],
    { ...OWN, sold_total: 'p.is_seller * g.parent_sold_total', bought_total: 'p.is_seller * g.parent_bought_total', seller_bought_total: 'g.bought_total' },
    `(select g.organisation_id as seller_id, u.id as user_id, g.span, g.since, g.sign, ${Object.values(OWN).join(', ')}, g.bought_total, g.parent_sold_total,
              g.parent_bought_total from figures_of_goods g join users u on u.organisation_id = g.organisation_id) g
      join organisations o on o.id = g.seller_id and o.kind = 'seller'
     cross join lateral (select a as organisation_id, (a = o.parent_id)::int as is_seller from unnest(o.path) a where a <> o.id) p
     where g.span = 'day'`,
  ),
  toDate(
    'goods_to_date',
    ['configuration_id', 'supplier_id'],
    { ...OWN, sold_total: 'g.sold_total', bought_total: 'g.bought_total' },
    `figures_of_goods g where g.span = 'day' and g.organisation_id in (select o.id from organisations o where o.kind <> 'seller')`,
  ),
  toDate(
    'kinds_to_date',
    ['customer_id', 'product_type'],
    { ...OWN, sold_total: 'g.sold_total', bought_total: 'g.bought_total' },
    `(select w.organisation_id, g.organisation_id as customer_id, k.type as product_type, g.since, g.sign, ${Object.values(OWN).join(', ')}, w.sold_total,
              w.bought_total
         from figures_of_goods g
         join organisations o on o.id = g.organisation_id
         join configurations c on c.id = g.configuration_id join products k on k.id = c.product_id
        cross join lateral (values (case when o.kind <> 'seller' then o.id end, g.sold_total, g.bought_total),
                                   (g.parent_id, g.parent_sold_total, g.parent_bought_total)) w(organisation_id, sold_total, bought_total)
        where g.span = 'day' and w.organisation_id is not null) g`,
  ),
].join(';')
