// SQL of the running totals of a year (totals-by-year.ts): a period is the total at its end less the total before its beginning, year by year, because every
// year starts at zero.

import { type Edge, edgesOf } from './period-edges.ts'
import type { Dimension, SalesQuestion } from './question.ts'

const FIGURES = ['quantity', 'face_total', 'sold_total', 'bought_total'] as const
type Figure = (typeof FIGURES)[number]

const within = (by: readonly Dimension[], known: readonly Dimension[]) => by.every((name) => known.includes(name))

/**
 * Whether the totals by kind can answer: the question filters or groups by kinds of goods, for all customers together or for each, and the asker is no shop.
 */
const ofKinds = (by: readonly Dimension[], { asker, kinds, configuration_ids, supplier_ids, seller_ids, user_ids }: SalesQuestion) =>
  asker.kind !== 'seller' &&
  within(by, ['kind', 'customer', 'day']) &&
  (kinds ? true : by.includes('kind') && !configuration_ids) &&
  !(supplier_ids ?? seller_ids ?? user_ids)

const ofGoods = (by: readonly Dimension[], { asker, customer_ids, configuration_ids, supplier_ids, seller_ids, user_ids }: SalesQuestion) =>
  asker.kind !== 'seller' &&
  within(by, ['configuration', 'supplier']) &&
  (by.length > 0 || Boolean(configuration_ids ?? supplier_ids)) &&
  !(customer_ids ?? seller_ids ?? user_ids)

const ofPeople = (by: readonly Dimension[], { configuration_ids, supplier_ids, seller_ids, user_ids }: SalesQuestion) =>
  within(by, ['customer', 'seller', 'user']) &&
  (by.includes('seller') || by.includes('user') || Boolean(seller_ids ?? user_ids)) &&
  !(configuration_ids ?? supplier_ids)

export type Stands = 'kinds' | 'goods' | 'people'
/** The table of running totals that can answer these figures; undefined if none can. */
export const knowsStanding = (by: readonly Dimension[], asked: SalesQuestion): Stands | undefined =>
  ofKinds(by, asked) ? 'kinds' : ofGoods(by, asked) ? 'goods' : ofPeople(by, asked) ? 'people' : undefined

const ITS_CUSTOMER = 'coalesce(o.path[array_position(o.path, :asker_id::uuid) + 1], t.seller_id)'
const SELLERS = 'join organisations o on o.tenant_id = :tenant_id and o.id = t.seller_id'
const COLUMN: Partial<Record<Dimension, string>> = {
  day: 't.day',
  kind: 't.product_type',
  configuration: 't.configuration_id',
  supplier: 't.supplier_id',
  seller: 't.seller_id',
  user: 't.user_id',
}

const PARENT = `
  (select p.parent_id from organisations p
    where p.tenant_id = :tenant_id and p.id = :asker_id)`
/** The column that holds a shop's figure. A shop's figures are kept in the rows of its parent. What the shop's customers paid is the face value. */
const ofShop = (name: Figure): string =>
  ({ quantity: 'quantity', face_total: 'face_total', sold_total: 'face_total', bought_total: 'seller_bought_total' })[name]

/** SQL: the figures of rows `t`; `signs` selects sales or refunds alone. */
function measures(column: (name: Figure) => string, signs: SalesQuestion['signs'], weight: string): string[] {
  const has = (sign: number) => !signs || signs.includes(sign)
  const net = (name: Figure) => {
    const [all, back] = [`t.${column(name)}`, `t.refund_${column(name)}`]
    if (has(1)) return has(-1) ? all : `${all} + ${back}`
    return `-${back}`
  }
  const refund = (name: string) => (has(-1) ? `${weight}t.refund_${name}` : '0::bigint')
  return [
    `${has(1) ? `${weight}t.lines` : '0::bigint'} as lines`,
    ...FIGURES.map((name) => `${weight}(${net(name)}) as ${name}`),
    `${refund('lines')} as refund_lines`,
    ...FIGURES.map((name) => `${refund(column(name))} as refund_${name}`),
  ]
}

/** SQL: the figures by day. A day's figures are the running total at its end less the total of the day before. */
function kindsByDay(chosen: string, before: string): string {
  const all = ['lines', ...FIGURES].flatMap((name) => [name, `refund_${name}`])
  const less = all.map((name) => `t.${name} - coalesce(lag(t.${name}) over by_day, 0) as ${name}`)
  return `
    (select t.day, t.customer_id, t.product_type, ${less.join(', ')}
       from kinds_to_date t
      where t.day >= coalesce(${before}, :date_from::date) and t.day <= :date_to::date and ${chosen}
     window by_day as (partition by t.customer_id, t.product_type, extract(year from t.day) order by t.day)) t
   where t.day >= :date_from::date and (t.lines <> 0 or t.refund_lines <> 0)`
}

/** SQL: the running totals at the end of each year's part of the period (added), and those before its beginning (subtracted). */
export function standingRows(by: readonly Dimension[], asked: SalesQuestion, stands: Stands): string {
  const { asker, customer_ids, configuration_ids, kinds, supplier_ids, seller_ids, user_ids, signs } = asked
  const table = `${stands}_to_date`
  const isShop = asker.kind === 'seller'
  const whose = isShop ? PARENT : ':asker_id::uuid'
  const isOfKinds = stands === 'kinds'
  const isByCustomer = by.includes('customer') || Boolean(customer_ids)
  const customer = isOfKinds ? 't.customer_id' : ITS_CUSTOMER
  const last = (from: string, until: string) => `
    (select max(b.day) from ${table} b
      where b.tenant_id = :tenant_id and b.organisation_id = ${whose} and b.day >= ${from} and b.day < ${until})`
  const keys = by.map((name) => (name === 'customer' ? `${customer} as customer_id` : COLUMN[name]))
  const columns = (weight: string) => [...keys, ...measures(isShop ? ofShop : (name) => name, signs, weight)].join(', ')
  const chosen = `t.tenant_id = :tenant_id and t.organisation_id = ${whose}
     ${signs ? 'and cardinality(:signs::int[]) > 0' : ''}
     ${isShop ? 'and t.seller_id = :asker_id' : ''}
     ${isOfKinds ? `and t.customer_id ${isByCustomer ? '<>' : '='} :asker_id` : ''}
     ${customer_ids ? `and ${customer} = any (:customer_ids::uuid[])` : ''}
     ${seller_ids ? 'and t.seller_id = any (:seller_ids::uuid[])' : ''}
     ${user_ids ? 'and t.user_id = any (:user_ids::uuid[])' : ''}
     ${isOfKinds && kinds ? 'and t.product_type = any (:kinds::text[])' : ''}
     ${!isOfKinds && configuration_ids ? 'and t.configuration_id = any (:configuration_ids::uuid[])' : ''}
     ${supplier_ids ? 'and t.supplier_id = any (:supplier_ids::uuid[])' : ''}`
  const before = last(`date_trunc('year', :date_from::date)::date`, ':date_from::date')
  if (by.includes('day')) return `select ${columns('')} from ${kindsByDay(chosen, before)}`
  const customers = isByCustomer && !isOfKinds ? SELLERS : ''
  const edges = edgesOf(asked, last)
  const at = ({ day, weight }: Edge) => `
    select ${columns(weight)} from ${table} t ${customers} where t.day = ${day} and ${chosen}`
  if (edges) return edges.map(at).join(' union all ')
  return `
  select ${columns('e.weight * ')}
    from (select d.day, d.weight
            from generate_series(date_trunc('year', :date_from::date::timestamp), :date_to::date::timestamp,
                                 interval '1 year') u(since)
           cross join lateral (
             select ${last('u.since::date', `least(:date_to::date + 1, (u.since + interval '1 year')::date)`)} as day,
                    1 as weight
              union all
             select ${last('u.since::date', 'greatest(:date_from::date, u.since::date)')}, -1) d) e
    join ${table} t on t.day = e.day ${customers}
   where ${chosen}`
}

/** SQL: lines of sales and refunds with their sign, in the form of the rows of running totals. */
export const signed = (lines: string, keys: readonly string[]): string => `
  select ${[
    ...keys.map((name) => `l.${name}`),
    'case when l.sign > 0 then l.lines else 0 end as lines',
    ...FIGURES.map((name) => `l.sign * l.${name} as ${name}`),
    ...['lines', ...FIGURES].map((name) => `case when l.sign < 0 then l.${name} else 0 end as refund_${name}`),
  ].join(', ')} from (${lines}) l`
