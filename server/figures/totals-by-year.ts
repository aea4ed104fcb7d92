// Running totals from the first of January to the end of a day, kept as every tally is (tallies.ts), for organisations above the shops: by shop and person, by
// goods, and by customer and kind of goods. With them a year by person is read as quickly as a day. The file also keeps the names under which goods were sold.
// Read by sales-figures.ts.
import { dayEnd, dayStart, firstIdAt } from '../kit/berlin.ts'
import type { Timed } from '../postgres/clock.ts'
import type { Query } from '../postgres/db.ts'
import type { JobList } from '../postgres/jobs.ts'
import { BOUGHT, SOLD } from './price-chain.ts'
import { figures, SUPPLIED, SUPPLIER } from './roll-ups.ts'
import { type Tally, tallying } from './tallies.ts'

/** The sums over signed lines `s`, as seen by organisation `p`. */
const AMOUNTS = {
  quantity: 's.quantity',
  face_total: 's.value * s.quantity',
  sold_total: SOLD('p.id'),
  bought_total: BOUGHT('p.id'),
  seller_bought_total: BOUGHT('s.seller_id'),
}
type Amount = keyof typeof AMOUNTS
const OF_ALL: readonly Amount[] = ['quantity', 'face_total', 'sold_total', 'bought_total']

/** A table of running totals. `joins`: the joins that its keys need, over lines `s` of shops `o` below organisation `p`. */
type Standing = { table: string; joins: string; keys: Readonly<Record<string, string>>; amounts: readonly Amount[] }
const STANDING: readonly Standing[] = [
  { table: 'people_to_date', joins: SUPPLIED, keys: { seller_id: 's.seller_id', user_id: 'line.user_id' }, amounts: [...OF_ALL, 'seller_bought_total'] },
  { table: 'goods_to_date', joins: SUPPLIED, keys: { configuration_id: 's.configuration_id', supplier_id: SUPPLIER }, amounts: OF_ALL },
]

/** Totals by customer and kind of goods. A row in which the organisation is its own customer is the total of all its customers for that kind. */
const KINDS: Standing = {
  table: 'kinds_to_date',
  joins: `
  join configurations c on c.tenant_id = :tenant_id and c.id = s.configuration_id
  join products k on k.tenant_id = :tenant_id and k.id = c.product_id
 cross join lateral (values (p.id), (o.path[array_position(o.path, p.id) + 1])) as whose(id)`,
  keys: { customer_id: 'whose.id', product_type: 'k.type' },
  amounts: OF_ALL,
}

const columnsOf = ({ keys, amounts }: Standing) => ({
  keys: Object.keys(keys),
  figures: ['lines', ...amounts, 'refund_lines', ...amounts.map((name) => `refund_${name}`)],
})

/**
 * A new day begins with the running total of the last day before it in the same year. The last row is read for each organisation separately, because
 * organisations are few and an index finds the last row of each.
 */
function carry(standing: Standing): string {
  const { keys, figures: names } = columnsOf(standing)
  const { table } = standing
  const columns = [...keys, ...names]
  return `
  insert into ${table} (tenant_id, organisation_id, day, ${columns.join(', ')})
  select :tenant_id, p.id, :day::date, ${columns.map((name) => `t.${name}`).join(', ')}
    from organisations p
   cross join lateral (
     select max(b.day) as day from ${table} b
      where b.tenant_id = :tenant_id and b.organisation_id = p.id and b.day < :day::date
        and b.day >= date_trunc('year', :day::date)::date) last
   cross join lateral (
     select * from ${table} b
      where b.tenant_id = :tenant_id and b.organisation_id = p.id and b.day = last.day offset 0) t
   where p.tenant_id = :tenant_id and p.kind <> 'seller'
     and not exists (select from ${table} n
                      where n.tenant_id = :tenant_id and n.organisation_id = p.id and n.day = :day::date)
  returning 1`
}

/**
 * SQL: adds the day's lines. A line may be written slightly later than the time in its id, when the next day's row already exists; the line is then added to
 * that row too.
 */
function added(standing: Standing): string {
  const { keys, figures: names } = columnsOf(standing)
  const { table, amounts } = standing
  const refund = (sql: string) => `coalesce(sum(${sql}) filter (where s.sign < 0), 0)`
  const sums = [
    'count(*) filter (where s.sign > 0)',
    ...amounts.map((name) => `sum(s.sign * ${AMOUNTS[name]})`),
    'count(*) filter (where s.sign < 0)',
    ...amounts.map((name) => refund(AMOUNTS[name])),
  ]
  return `
  insert into ${table} (tenant_id, organisation_id, day, ${[...keys, ...names].join(', ')})
  select :tenant_id, x.organisation_id, d.day, ${[...keys, ...names].map((name) => `x.${name}`).join(', ')}
    from (select p.id as organisation_id, ${keys.map((name) => `${standing.keys[name]} as ${name}`).join(', ')},
                 ${sums.map((sql, i) => `${sql} as ${names[i]}`).join(',\n                 ')}
            from facts s
            join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
            join organisations p on p.tenant_id = :tenant_id and p.id = any (o.path) and p.kind <> 'seller'
            ${standing.joins}
           where s.tenant_id = :tenant_id
             and s.id >= ${firstIdAt(':from::timestamptz')} and s.id < ${firstIdAt(':to::timestamptz')}
             and s.created_at >= ${dayStart(':day')} and s.created_at < ${dayEnd(':day')}
           group by ${['p.id', ...keys.map((name) => standing.keys[name])].join(', ')}) x
   cross join lateral (
     select :day::date as day union
     select t.day from ${table} t
      where t.tenant_id = :tenant_id and t.organisation_id = x.organisation_id and t.day > :day::date
        and t.day < (date_trunc('year', :day::date) + interval '1 year')::date) d
  on conflict (tenant_id, organisation_id, day, ${keys.join(', ')}) do update
     set ${names.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(',\n         ')}`
}

const statementsOf = (standing: readonly Standing[]) => standing.flatMap((one) => [carry(one), added(one)])
const [STATEMENTS, OF_KINDS] = [statementsOf(STANDING), statementsOf([KINDS])]

const DAYS = `
  select distinct (s.created_at at time zone 'Europe/Berlin')::date::text as day from facts s
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
     and s.id < ${firstIdAt(':to::timestamptz')} order by 1`

const NAMES = `
  insert into sold_names (tenant_id, configuration_id, product_name)
  select distinct s.tenant_id, s.configuration_id, s.product_name from facts s
   where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
     and s.id < ${firstIdAt(':to::timestamptz')}
  on conflict do nothing`

async function dayByDay(q: Query, statements: readonly string[], step: { tenant_id: number; from: Date; to: Date }): Promise<void> {
  for (const { day } of await q.query<{ day: string }>(DAYS, step))
    for (const text of statements) await q.query(text, text.includes(':from') ? { ...step, day } : { tenant_id: step.tenant_id, day })
}

export const standing: Tally = {
  name: 'standing',
  next: figures.next,
  add: async (q, tenant_id, from, to) => {
    await dayByDay(q, STATEMENTS, { tenant_id, from, to })
    await q.query(NAMES, { tenant_id, from, to })
  },
}

/** The tally of kinds has a mark of its own (the instant up to which it has counted), because it was added later than the others. */
export const kinds: Tally = { name: 'kinds', next: figures.next, add: (q, tenant_id, from, to) => dayByDay(q, OF_KINDS, { tenant_id, from, to }) }

export const standingJobs = (needs: Timed): JobList => ({
  tally_standing: { cron: '3,13,23,33,43,53 * * * *', work: tallying(needs, standing) },
  tally_kinds: { cron: '4,14,24,34,44,54 * * * *', work: tallying(needs, kinds) },
})
