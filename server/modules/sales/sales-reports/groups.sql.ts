// Sums of lines, grouped in one or two ways, for one period or for two side by side.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ProductType } from '../../../../contract/kit/product-types.ts'
import type { groupNames, salesByGroup } from '../../../../contract/sales/sales-reports.ts'
import type { Dimension } from '../../../figures/question.ts'
import type { Counted } from '../../../figures/row-sums.ts'
import { type By, figuresChosen, HOUR, WEEKDAY } from '../../../figures/sale-lines.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { type Counted as CountedRows, counted } from '../../../postgres/row-pages.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'

type SalesByGroupInput = InputOf<typeof salesByGroup>
type GroupName = (typeof groupNames)[number]

export type Sums = {
  count: number
  quantity: number
  given_back: number
  face_total: Money
  sold_total: Money
  bought_total: Money
  sold_total_2: Money
  bought_total_2: Money
}
export const NO_SUMS: Sums = { count: 0, quantity: 0, given_back: 0, face_total: 0, sold_total: 0, bought_total: 0, sold_total_2: 0, bought_total_2: 0 }

type Keys = {
  customer_id: string | null
  customer_name: string | null
  day: string | null
  seller_id: string | null
  seller_name: string | null
  product_id: string | null
  product_name: string | null
  product_type: ProductType | null
  configuration_id: string | null
  value: Money | null
  user_id: string | null
  username: string | null
  supplier_id: string | null
  supplier_name: string | null
  hour: number | null
  weekday: number | null
}
type WholeSums = { [S in keyof Sums as `all_${S}`]: Sums[S] }
/** The amounts of a row. `until_…`: the sum of an amount over all rows up to this one, in the order of the keys. */
export const AMOUNTS = ['face_total', 'sold_total', 'bought_total', 'sold_total_2', 'bought_total_2'] as const
type Until = { [S in (typeof AMOUNTS)[number] as `until_${S}`]: Money }
export type Group = Keys & Sums & WholeSums & Until & CountedRows

/** The columns by which figures are grouped, with their SQL types. */
const COLUMNS = {
  customer_id: 'uuid',
  day: 'date',
  configuration_id: 'uuid',
  product_type: 'text',
  supplier_id: 'uuid',
  seller_id: 'uuid',
  user_id: 'uuid',
  hour: 'int',
  weekday: 'int',
} as const
type Column = keyof typeof COLUMNS
const columns = Object.keys(COLUMNS) as Column[]

type GroupDef = { key: string; sql: string; column: Column; join?: string } & ({ dimension: Dimension } | { lines: string })
/**
 * For each grouping: `key`, the field in a row; `sql`, its value from figures `f` and their goods; `column`, the column of the figures it needs; `join`, the
 * table of these goods. A table is joined for its own grouping only, because Citus cannot plan a left join whose condition is always null.
 */
const GROUPS: Record<GroupName, GroupDef> = {
  customer: { key: 'customer_id', sql: 'f.customer_id', column: 'customer_id', dimension: 'customer' },
  day: { key: 'day', sql: 'f.day', column: 'day', dimension: 'day' },
  product: {
    key: 'product_id',
    sql: 'c.product_id',
    column: 'configuration_id',
    dimension: 'configuration',
    join: 'left join configurations c on c.tenant_id = :tenant_id and c.id = f.configuration_id',
  },
  product_type: { key: 'product_type', sql: 'f.product_type', column: 'product_type', dimension: 'kind' },
  configuration: { key: 'configuration_id', sql: 'f.configuration_id', column: 'configuration_id', dimension: 'configuration' },
  supplier: {
    key: 'supplier_id',
    sql: 'su.id',
    column: 'supplier_id',
    dimension: 'supplier',
    join: `left join suppliers su on su.tenant_id = :tenant_id and su.id = f.supplier_id and ${isOwn('su')}`,
  },
  seller: { key: 'seller_id', sql: 'f.seller_id', column: 'seller_id', dimension: 'seller' },
  user: { key: 'user_id', sql: 'f.user_id', column: 'user_id', dimension: 'user' },
  hour: { key: 'hour', sql: 'f.hour', column: 'hour', lines: HOUR },
  weekday: { key: 'weekday', sql: 'f.weekday', column: 'weekday', lines: WEEKDAY },
}
const names = Object.keys(GROUPS) as GroupName[]
const KEYS = names.map((name) => `g.${GROUPS[name].key}`).join(', ')

function countedBy(group_by: readonly GroupName[]): By {
  const groups = group_by.map((name) => GROUPS[name])
  return {
    dimensions: [...new Set(groups.flatMap((group) => ('dimension' in group ? [group.dimension] : [])))],
    others: Object.fromEntries(groups.flatMap((group) => ('lines' in group ? [[group.column, group.lines] as const] : []))),
  }
}

const SUMS = Object.keys(NO_SUMS) as (keyof Sums)[]
const FIRST: Record<keyof Sums, string> = {
  count: 'a.lines',
  quantity: 'a.quantity',
  given_back: 'a.refund_quantity',
  face_total: 'a.face_total',
  sold_total: 'a.sold_total',
  bought_total: 'a.bought_total',
  sold_total_2: '0',
  bought_total_2: '0',
}
const SECOND: Record<keyof Sums, string> = {
  ...Object.assign({}, ...SUMS.map((name) => ({ [name]: '0' }))),
  sold_total_2: 'a.sold_total',
  bought_total_2: 'a.bought_total',
}
const WHOLE = SUMS.map((name) => `total(g.${name}) over () as all_${name}`).join(', ')
/** SQL: running sums in the order of the keys, however the rows are sorted when shown, so that a row always has the same cents. */
const UNTIL = AMOUNTS.map((name) => `total(g.${name}) over (order by ${KEYS} rows unbounded preceding) as until_${name}`)

/** SQL: figures with a column for every grouping; a column by which they are not grouped is null. */
const inColumns = ({ text }: Counted, group_by: readonly GroupName[], sums: Record<keyof Sums, string>) => {
  const asked = new Set(group_by.map((name) => GROUPS[name].column))
  const keys = columns.map((name) => `${asked.has(name) ? `a.${name}` : `null::${COLUMNS[name]}`} as ${name}`)
  return `select ${[...keys, ...SUMS.map((name) => `${sums[name]} as ${name}`)].join(', ')} from (${text}) a`
}

/** SQL: puts the rows of two periods side by side. The rows of each period are sums already, so this SQL statement adds nothing up. */
function sideBySide(first: Counted, second: Counted, group_by: readonly GroupName[]): string {
  const asked = new Set(group_by.map((name) => GROUPS[name].column))
  const key = (name: Column) => (asked.has(name) ? `coalesce(a.${name}, b.${name})` : `null::${COLUMNS[name]}`)
  const sum = (name: keyof Sums) => (name.endsWith('_2') ? `b.${name.slice(0, -2)}` : FIRST[name])
  const keys = columns.map((name) => `${key(name)} as ${name}`)
  const sums = SUMS.map((name) => `coalesce(${sum(name)}, 0) as ${name}`)
  const isSame = [...asked].map((name) => `b.${name} = a.${name}`).join(' and ')
  return `
    select ${[...keys, ...sums].join(', ')}
      from (${first.text}) a full join (${second.text}) b on ${isSame}`
}

/**
 * Renames the second period's day parameters, so that both periods fit in one query. `mark`, the time up to which the roll-ups have counted, is a
 * lower bound, so the first period's value serves both.
 */
function asSecond({ text, values: { date_from, date_to, ...values } }: Counted): Counted {
  return { text: text.replaceAll(/:date_(from|to)\b/g, ':date_$1_2'), values: { ...values, date_from_2: date_from, date_to_2: date_to } }
}

/** Whether the figures are already grouped by exactly these columns, so that they need no further grouping. */
const isByColumns = (group_by: readonly GroupName[]) => group_by.every((name) => GROUPS[name].sql === `f.${GROUPS[name].column}`)
const summed = (rows: string, group_by: readonly GroupName[], isPlain: boolean) => {
  const types: Partial<Record<string, string>> = { ...COLUMNS, product_id: 'uuid' }
  const keys = names.map((name) => ({ ...GROUPS[name], sql: group_by.includes(name) ? GROUPS[name].sql : undefined }))
  const by = keys.flatMap(({ sql }) => sql ?? [])
  const column = (name: string) => (isPlain ? `f.${name}` : `total(f.${name}) as ${name}`)
  const joins = isPlain ? '' : `${group_by.map((name) => GROUPS[name].join ?? '').join('\n')} group by ${by.join(', ')}`
  return `
    select ${keys.map(({ key, sql }) => `${sql ?? `null::${types[key]}`} as ${key}`).join(', ')},
           ${SUMS.map(column).join(', ')}
      from (${rows}) f ${joins}`
}

type Name = { of: readonly GroupName[]; column: string; table: string; key: string }
/** The names that a page's rows show beside their keys, and the table from which each name is read. */
const NAMES: Record<string, Name> = {
  customer_name: { of: ['customer'], column: 'cu.name', table: 'organisations cu', key: 'g.customer_id' },
  seller_name: { of: ['seller'], column: 'se.name', table: 'organisations se', key: 'g.seller_id' },
  value: { of: ['configuration'], column: 'c.value', table: 'configurations c', key: 'g.configuration_id' },
  product_name: { of: ['product', 'configuration'], column: 'p.name', table: 'products p', key: 'c.product_id' },
  username: { of: ['user'], column: 'u.username', table: 'users u', key: 'g.user_id' },
  supplier_name: { of: ['supplier'], column: 'su.company', table: 'suppliers su', key: 'g.supplier_id' },
}

/** SQL: joins only the names that are shown, because planning the statement with all names takes longer than running it. */
function named(page: string, group_by: readonly GroupName[], order: string): string {
  const isMeant = ({ of }: Name) => of.some((name) => group_by.includes(name))
  const columns = Object.entries(NAMES).map(([name, def]) => `${isMeant(def) ? def.column : 'null'} as ${name}`)
  const join = ([name, { table, key, column }]: [string, Name]) => {
    const [alias, id] = [column.split('.')[0], name === 'product_name' && group_by.includes('product') ? 'g.product_id' : key]
    return `left join ${table} on ${alias}.tenant_id = :tenant_id and ${alias}.id = ${id}`
  }
  const joins = Object.entries(NAMES).filter(([, def]) => isMeant(def))
  return `
    select g.*, ${columns.join(', ')}
      from (${page}) g
      ${joins.map(join).join('\n      ')}
     order by ${order}`
}

const ORDERS: Record<string, string> = {
  day: 'g.day',
  quantity: 'g.quantity',
  total_sale_amount: 'g.sold_total',
  margin_total: '(g.sold_total - g.bought_total)',
  difference: '(g.sold_total - g.sold_total_2)',
  face_total: 'g.face_total',
}

/** Rows that are equal in the chosen order are put in the order of their keys, so that a page always has the same rows. */
function orderOf(sort: SalesByGroupInput['sort']): string {
  const direction = sort.startsWith('-') ? ' desc' : ''
  return `${ORDERS[sort.replace('-', '')]}${direction}, ${KEYS}`
}

export const isCompared = ({ date_from_2, date_to_2 }: Pick<SalesByGroupInput, 'date_from_2' | 'date_to_2'>) =>
  date_from_2 !== undefined || date_to_2 !== undefined

/** A page of rows; each row also has the totals of all rows. */
export async function groupsOf(q: Query, actor: SignedIn, asked: SalesByGroupInput) {
  const { group_by, date_from_2, date_to_2 } = asked
  const filters = asked.cancelable === undefined ? asked.filters : { ...asked.filters, cancelable: asked.cancelable }
  const by = countedBy(group_by)
  const first = await figuresChosen(q, actor, by, filters, asked)
  const second = isCompared(asked) ? asSecond(await figuresChosen(q, actor, by, filters, { date_from: date_from_2, date_to: date_to_2 })) : undefined
  const isPlain = isByColumns(group_by)
  const rows = !second
    ? inColumns(first, group_by, FIRST)
    : isPlain
      ? sideBySide(first, second, group_by)
      : [inColumns(first, group_by, FIRST), inColumns(second, group_by, SECOND)].join(' union all ')
  const values = { ...second?.values, ...first.values, ...(group_by.includes('supplier') ? ownedBy(actor) : {}) }
  return counted(asked, (limit, offset) =>
    q.query<Group>(
      pageOf(
        {
          select: `g.*, count(*) over ()::int as total_count, ${WHOLE}, ${UNTIL.join(', ')}`,
          from: `(${summed(rows, group_by, isPlain)}) g`,
          where: 'true',
          order: orderOf(asked.sort),
          around: (page) => named(page, group_by, orderOf(asked.sort)),
        },
        values,
        { limit, offset },
      ),
    ),
  )
}
