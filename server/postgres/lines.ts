// What lines are chosen by, in the list of sales and in every report; and their figures: from the roll-ups where these know the choice (counting.ts),
// otherwise from the lines themselves.
import type * as z from 'zod/mini'
import type { lineFilters } from '../../contract/sales.ts'
import type { SignedIn } from '../kit/actor.ts'
import { dayEnd, dayStart, firstIdAt } from '../kit/berlin.ts'
import { agreementOf } from './agreeing.ts'
import { type Counted, type Dimension, figuresBy, figuresOfLines, SESSION, USER } from './counting.ts'
import type { Query } from './db.ts'
import { figuresByHour, hasHours } from './hours.ts'
import { isOwn, ownedBy } from './owned.ts'

export type LineFilters = { readonly [F in keyof typeof lineFilters]?: z.output<(typeof lineFilters)[F]> }
/** Berlin days, both included. */
export type Days = { date_from?: string | undefined; date_to?: string | undefined }

/** SQL: lines `s` of Berlin days; either may be null. Ids are UUIDv7 and lie as close to the times of their lines as everywhere (counting.ts). */
export const ofDays = (from: string, to: string) => `
  (${from}::text is null or s.id >= ${firstIdAt(`${dayStart(from)} - interval '1 hour'`)}
                            and s.created_at >= ${dayStart(from)})
  and (${to}::text is null or s.id < ${firstIdAt(`${dayEnd(to)} + interval '1 hour'`)}
                              and s.created_at < ${dayEnd(to)})`

/** SQL: PINs of the sale of line `s` that were given back until now. */
export const GIVEN_BACK = `
  coalesce((select sum(b.quantity) from refunds b
             where b.tenant_id = :tenant_id and b.sale_id = s.sale_id), 0)::int`

/** SQL: a condition on the sale `l` of line `s`. */
const ofSale = (condition: string, joins = '') => `
  exists (select from sales l ${joins}
           where l.tenant_id = :tenant_id and l.id = s.sale_id and ${condition})`

/** SQL: who delivered line `s`: by its first PIN, or the supplier of live goods that was asked. The same as in the roll-ups (figures.ts). */
const SUPPLIER_OF = `
  (select coalesce(b.supplier_id, h.supplier_id) from sales l
     left join batches b on b.tenant_id = :tenant_id and b.batch_no = l.ranges[1]
     left join holds h on h.tenant_id = :tenant_id and h.key = l.key and l.ranges = '{}'
    where l.tenant_id = :tenant_id and l.id = s.sale_id)`
/** SQL: nobody learns who supplies others. */
const OWN_SUPPLIER = `
  exists (select from suppliers n
           where n.tenant_id = :tenant_id and n.id = :supplier_id and ${isOwn('n')})`
const ANY_BATCH = `
  cross join lateral generate_series(1, cardinality(l.ranges), 3) as place
  join batches b on b.tenant_id = :tenant_id and b.batch_no = l.ranges[place]`

/** SQL: sessions on a device; a browser paired with one has its secret. */
const ON_DEVICE = `array(
  select x.id from devices d
    join devices_known k on k.tenant_id = :tenant_id and k.secret_hash = d.browser_hash
    join sessions x on x.tenant_id = :tenant_id and x.device_id = k.id
   where d.tenant_id = :tenant_id and d.id = :device_id)`

/** SQL: lines `s` of shop `o` that the filters let through; with `lineValues`. */
export const CHOSEN = `
  (:customer_id::uuid is null or :customer_id = any (o.path))
  and (:seller_id::uuid is null or s.seller_id = :seller_id)
  and (:user_id::uuid is null or ${USER} = :user_id)
  and (:product_id::uuid is null
       or s.configuration_id in (select c.id from configurations c
                                  where c.tenant_id = :tenant_id and c.product_id = :product_id))
  and (:configuration_id::uuid is null or s.configuration_id = :configuration_id)
  and (:product_type::text is null
       or s.configuration_id in (select c.id from configurations c
                                   join products p on p.tenant_id = :tenant_id and p.id = c.product_id
                                  where c.tenant_id = :tenant_id and p.type = :product_type))
  and (:supplier_id::uuid is null or ${SUPPLIER_OF} = :supplier_id and ${OWN_SUPPLIER})
  and (:batch_no::int is null or ${ofSale(`b.batch_no = :batch_no and ${isOwn('b')}`, ANY_BATCH)})
  and (:kind::text is null or s.sign = case :kind when 'sale' then 1 else -1 end)
  and (:status::text is null or ${ofSale('l.status = :status')})
  and (:cancelable::boolean is null
       or :cancelable = (s.sign > 0 and ${ofSale(`l.status = 'successful'`)} and s.quantity > ${GIVEN_BACK}))
  and (:device_id::uuid is null or ${SESSION} = any (${ON_DEVICE}))
  and (:terminal_id::text is null or o.terminal_id = :terminal_id)`

export const lineValues = (actor: SignedIn, filters: LineFilters) => ({
  ...ownedBy(actor),
  customer_id: filters.customer_id ?? null,
  // A shop's own lines have an index; it has nobody below it.
  seller_id: filters.seller_id ?? (actor.kind === 'seller' ? actor.organisation_id : null),
  user_id: filters.user_id ?? null,
  product_id: filters.product_id ?? null,
  configuration_id: filters.configuration_id ?? null,
  product_type: filters.product_type ?? null,
  supplier_id: filters.supplier_id ?? null,
  batch_no: filters.batch_no ?? null,
  kind: filters.kind ?? null,
  status: filters.status ?? null,
  cancelable: filters.cancelable ?? null,
  device_id: filters.device_id ?? null,
  terminal_id: filters.terminal_id ?? null,
})

/** What the roll-ups can be narrowed by. */
const ROLLED_UP: ReadonlySet<string> = new Set(['customer_id', 'seller_id', 'product_id', 'configuration_id', 'product_type', 'supplier_id', 'kind', 'status'])
/** Before the first line there can be, and behind the last. */
const ALWAYS = { date_from: '2000-01-01', date_to: '2099-12-31' }

/** What figures are put together by: dimensions of the roll-ups, and SQL of others over a line `s` and its shop `o`. */
export type By = { dimensions: readonly Dimension[]; others?: Readonly<Record<string, string>> }

/** The figures of the lines chosen, to be read `from (${text}) f`: a row for each combination (counting.ts). */
export async function figuresChosen(q: Query, actor: SignedIn, { dimensions, others = {} }: By, filters: LineFilters, days: Days): Promise<Counted> {
  const asker = { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, kind: actor.kind }
  const asked = { asker, date_from: days.date_from ?? ALWAYS.date_from, date_to: days.date_to ?? ALWAYS.date_to }
  if (isOfClock(dimensions, others, filters) && hasHours(asker)) {
    const keys = { ...Object.fromEntries(dimensions.map((name) => [COLUMN[name], OF_LINES[name]])), ...others }
    return figuresByHour(q, keys, asked)
  }
  const narrowed = Object.keys(others).length === 0 ? await narrowing(q, actor, filters) : undefined
  if (narrowed) return figuresBy(q, dimensions, { ...asked, ...narrowed })
  const keys = { ...Object.fromEntries(dimensions.map((name) => [COLUMN[name], OF_LINES[name]])), ...others }
  const { text, values } = figuresOfLines(keys, asked, CHOSEN)
  return { text, values: { ...values, ...lineValues(actor, filters) } }
}

const CLOCK = `(s.created_at at time zone 'Europe/Berlin')`
const COLUMN: Record<Dimension, string> = {
  day: 'day',
  month: 'month',
  customer: 'customer_id',
  configuration: 'configuration_id',
  supplier: 'supplier_id',
}
const OF_LINES: Record<Dimension, string> = {
  day: `${CLOCK}::date`,
  month: `date_trunc('month', ${CLOCK})::date`,
  customer: 'coalesce(o.path[array_position(o.path, :asker_id::uuid) + 1], s.seller_id)',
  configuration: 's.configuration_id',
  supplier: SUPPLIER_OF,
}
export const HOUR = `extract(hour from ${CLOCK})::int`
export const WEEKDAY = `extract(isodow from ${CLOCK})::int`

/** Whether hours know it: what is chosen by nothing, and put together by a clock and a calendar. */
const isOfClock = (dimensions: readonly Dimension[], others: Readonly<Record<string, string>>, filters: LineFilters) =>
  Object.keys(others).length > 0 &&
  Object.values(others).every((sql) => sql === HOUR || sql === WEEKDAY) &&
  dimensions.every((name) => name === 'day' || name === 'month') &&
  isAll(filters)
export const isAll = (filters: LineFilters): boolean => Object.values(filters).every((value) => value === undefined)

/** The filters as the roll-ups take them; undefined where only the lines know. */
async function narrowing(q: Query, actor: SignedIn, filters: LineFilters) {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.some((name) => !ROLLED_UP.has(name))) return undefined
  const { supplier_id, product_id, configuration_id, product_type, kind, status } = filters
  // Of two only the lines know which both have.
  if (filters.customer_id && filters.seller_id) return undefined
  if (status && !(await allSuccessful(q, actor.tenant_id))) return undefined
  const customer_id = filters.customer_id ?? filters.seller_id
  const [known] = await q.query<{ is_direct: boolean; is_own: boolean; configuration_ids: string[] | null }>(
    `select :customer_id::uuid is null
            or exists (select from organisations o
                        where o.tenant_id = :tenant_id and o.id = :customer_id
                          and o.parent_id = :organisation_id and (not :is_one or o.kind = 'seller')) as is_direct,
            :supplier_id::uuid is null or ${OWN_SUPPLIER} as is_own,
            case when :is_narrow then
              array(select c.id from configurations c
                      join products p on p.tenant_id = :tenant_id and p.id = c.product_id
                     where c.tenant_id = :tenant_id and (:product_id::uuid is null or c.product_id = :product_id)
                       and (:configuration_id::uuid is null or c.id = :configuration_id)
                       and (:product_type::text is null or p.type = :product_type)) end as configuration_ids`,
    {
      ...ownedBy(actor),
      customer_id: customer_id ?? null,
      is_one: filters.seller_id !== undefined,
      supplier_id: supplier_id ?? null,
      product_id: product_id ?? null,
      configuration_id: configuration_id ?? null,
      product_type: product_type ?? null,
      is_narrow: Boolean(product_id ?? configuration_id ?? product_type),
    },
  )
  if (!known?.is_direct || !known.is_own) return undefined
  return {
    customer_ids: customer_id === undefined ? null : [customer_id],
    supplier_ids: supplier_id === undefined ? null : [supplier_id],
    configuration_ids: known.configuration_ids,
    signs: status && status !== 'successful' ? [] : kind ? [kind === 'sale' ? 1 : -1] : null,
  }
}

/** Sales that did not end well have an index of their own, which is as good as empty. */
export const allSuccessful = async (q: Query, tenant_id: number): Promise<boolean> =>
  (await q.query(`select from sales s where s.tenant_id = :tenant_id and s.status <> 'successful' limit 1`, { tenant_id })).length === 0

/** Whether the totals of these days agree with the books, whatever is chosen of them. */
export const agreementOn = (q: Query, actor: SignedIn, { date_from, date_to }: Days) =>
  agreementOf(q, actor, date_from ?? ALWAYS.date_from, date_to ?? ALWAYS.date_to)
