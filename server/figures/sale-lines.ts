// Figures of the lines that filters choose (line-filters.ts): from the roll-ups if these can answer the question (sales-figures.ts), otherwise from
// the lines themselves.
import type { SignedIn } from '../kit/actor.ts'
import { dayEnd, dayStart, firstIdAt } from '../kit/berlin.ts'
import type { Query } from '../postgres/db.ts'
import { ownedBy } from '../postgres/row-scope.ts'
import { agreementOf } from './agreement.ts'
import { figuresByHour, hasHours } from './by-hour.ts'
import { KIND, ofKinds } from './by-kind.ts'
import { both, CHOSEN, type LineFilters, lineValues, OWN_SUPPLIER, type Scope, SUPPLIER_OF, scopeOf } from './line-filters.ts'
import { COLUMN, type Dimension } from './question.ts'
import { type Counted, together } from './row-sums.ts'
import { figuresBy, figuresOfLines, isRolledUp, USER } from './sales-figures.ts'

/** Berlin days, both included. */
export type Days = { date_from?: string | undefined; date_to?: string | undefined }

/** The filters that the roll-ups can apply. */
const ROLLED_UP: ReadonlySet<string> = new Set([
  ...['customer_id', 'seller_id', 'user_id', 'product_id', 'configuration_id', 'product_type', 'supplier_id', 'kind', 'status'],
  ...['seller_ids', 'configuration_ids'],
])
/** A period that contains every possible line, for a request without days. */
const ALWAYS = { date_from: '2000-01-01', date_to: '2099-12-31' }

/**
 * How figures are grouped. `others`: groupings that the roll-ups lack, as SQL over a line `s`. `scope`: the shops and sales that the filters can
 * match (line-filters.ts), if the caller has looked them up already.
 */
export type By = { dimensions: readonly Dimension[]; others?: Readonly<Record<string, string>>; scope?: Scope }

/** The figures of the chosen lines, to be read `from (${text}) f`: one row for each combination of the dimensions (sales-figures.ts). */
export async function figuresChosen(q: Query, actor: SignedIn, { dimensions, others = {}, scope }: By, filters: LineFilters, days: Days): Promise<Counted> {
  const asker = { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, kind: actor.kind }
  const asked = { asker, date_from: days.date_from ?? ALWAYS.date_from, date_to: days.date_to ?? ALWAYS.date_to }
  const keys = { ...Object.fromEntries(dimensions.map((name) => [COLUMN[name], OF_LINES[name]])), ...others }
  if (isOfClock(dimensions, others, filters) && hasHours(asker)) return figuresByHour(q, keys, asked)
  const ofLines = async (more: LineFilters, where = 'true') => {
    const { [COLUMN.kind]: kind, ...others } = keys
    const { text, values } = figuresOfLines(kind ? { ...others, [COLUMN.configuration]: OF_LINES.configuration } : keys, asked, `${CHOSEN} and ${where}`)
    const counted = { text, values: { ...values, ...lineValues(actor, more, scope ?? (await scopeOf(q, actor, more))) } }
    return kind ? ofKinds(counted, Object.keys(keys)) : counted
  }
  if (Object.keys(others).length > 0) return ofLines(filters)
  const { cancelable, ...more } = filters
  if (cancelable === undefined || more.kind) {
    const narrowed = await narrowing(q, actor, filters)
    return narrowed && isRolledUp(dimensions, { ...asked, ...narrowed }) ? figuresBy(q, dimensions, { ...asked, ...narrowed }) : ofLines(filters)
  }
  const narrowed = await narrowing(q, actor, { ...more, kind: cancelable ? 'sale' : 'refund' })
  if (!narrowed || !isRolledUp(dimensions, { ...asked, ...narrowed })) return ofLines(filters)
  const [all, gone] = [await figuresBy(q, dimensions, { ...asked, ...narrowed }), await ofLines(more, GONE)]
  return { text: together(Object.keys(keys), [all, 1], [gone, cancelable ? -1 : 1]), values: { ...all.values, ...gone.values } }
}

/** SQL: line `s` is a sale that was refunded completely. Such sales are few, so they are found from the refunds whose sales are of these days. */
const GONE = `
  s.sign > 0 and s.id = any (array(
    select b.sale_id from refunds b join sales l on l.tenant_id = :tenant_id and l.id = b.sale_id
     where b.tenant_id = :tenant_id
       and b.sale_id >= ${firstIdAt(`${dayStart(':date_from')} - interval '1 hour'`)}
       and b.sale_id < ${firstIdAt(`${dayEnd(':date_to')} + interval '1 hour'`)}
     group by b.sale_id, l.quantity having sum(b.quantity) >= l.quantity))`

const CLOCK = `(s.created_at at time zone 'Europe/Berlin')`
const OF_LINES: Record<Dimension, string> = {
  day: `${CLOCK}::date`,
  month: `date_trunc('month', ${CLOCK})::date`,
  customer: 'coalesce(o.path[array_position(o.path, :asker_id::uuid) + 1], s.seller_id)',
  configuration: 's.configuration_id',
  kind: KIND,
  supplier: SUPPLIER_OF,
  seller: 's.seller_id',
  user: USER,
}
export const HOUR = `extract(hour from ${CLOCK})::int`
export const WEEKDAY = `extract(isodow from ${CLOCK})::int`

/**
 * Whether the hourly roll-up can answer: the question must have no filters and be grouped by hour or weekday; it may also be grouped by day or month, but by
 * nothing else.
 */
const isOfClock = (dimensions: readonly Dimension[], others: Readonly<Record<string, string>>, filters: LineFilters) =>
  Object.keys(others).length > 0 &&
  Object.values(others).every((sql) => sql === HOUR || sql === WEEKDAY) &&
  dimensions.every((name) => name === 'day' || name === 'month') &&
  isAll(filters)
export const isAll = (filters: LineFilters): boolean => Object.values(filters).every((value) => value === undefined)

/** Translates the filters into those of the roll-ups; returns undefined if only the lines can answer. */
async function narrowing(q: Query, actor: SignedIn, filters: LineFilters) {
  const given = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (given.some((name) => !ROLLED_UP.has(name))) return undefined
  const { customer_id, seller_id, user_id, supplier_id, product_id, configuration_id, product_type, kind, status } = filters
  // Every stored sale was successful (6-check-sales.sql), so a filter for another status finds no sale.
  const signs = status && status !== 'successful' ? [] : kind ? [kind === 'sale' ? 1 : -1] : null
  if (given.every((name) => name === 'kind' || name === 'status')) return { signs }
  const [known] = await q.query<{ customer: CustomerKind; seller: CustomerKind; is_own: boolean; configuration_ids: string[] | null }>(
    `select ${KNOWN(':customer_id')} as customer, ${KNOWN(':seller_id')} as seller,
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
      seller_id: seller_id ?? null,
      supplier_id: supplier_id ?? null,
      product_id: product_id ?? null,
      configuration_id: configuration_id ?? null,
      product_type: product_type ?? null,
      is_narrow: Boolean(product_id ?? configuration_id ?? product_type),
    },
  )
  // A customer that is not directly below the asker can be a filter of the roll-ups only if it is a shop.
  const far = customer_id && !known?.customer?.is_direct ? customer_id : undefined
  if (!known?.is_own || (far && !known.customer?.is_shop)) return undefined
  const isDirect = !customer_id && known.seller?.is_direct && known.seller.is_shop
  const shops = both(far ? [far] : null, isDirect || !seller_id ? null : [seller_id], filters.seller_ids)
  const customer = far ? undefined : (customer_id ?? (isDirect ? seller_id : undefined))
  return {
    customer_ids: customer ? [customer] : null,
    seller_ids: shops,
    user_ids: user_id ? [user_id] : null,
    supplier_ids: supplier_id ? [supplier_id] : null,
    configuration_ids: both(known.configuration_ids, filters.configuration_ids),
    kinds: product_type && !(product_id ?? configuration_id ?? filters.configuration_ids) ? [product_type] : null,
    signs,
  }
}

type CustomerKind = { is_direct: boolean; is_shop: boolean } | null
const KNOWN = (id: string) => `
  (select json_build_object('is_direct', k.parent_id = :organisation_id, 'is_shop', k.kind = 'seller')
     from organisations k where k.tenant_id = :tenant_id and k.id = ${id}::uuid)`

/** Whether the totals of these days agree with the books, whatever filters apply. */
export const agreementOn = (q: Query, actor: SignedIn, { date_from, date_to }: Days) =>
  agreementOf(q, actor, date_from ?? ALWAYS.date_from, date_to ?? ALWAYS.date_to)
