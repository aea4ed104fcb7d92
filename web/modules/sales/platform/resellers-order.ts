// The order of the table of resellers. A reseller whose figures could not be read comes last in either direction, because it is neither the best nor the worst.
import type { Tenant } from './use-tenants.ts'

type Figures = { today: Pick<NonNullable<Tenant['sales']>['today'], 'face_total'>; margin_total: number }
/** The properties of a reseller on which the order depends. */
type Sortable = Pick<Tenant, 'tenant_id' | 'name'> & { sales: Figures | null; waiting: readonly { count: number }[] | null }

/** For each column by which the table can be sorted: returns a reseller's value; undefined if the value could not be read. */
const orders: Record<string, (row: Sortable) => number | string | undefined> = {
  name: ({ name }) => name,
  today: ({ sales }) => sales?.today.face_total,
  margin: ({ sales }) => sales?.margin_total,
  waiting: ({ waiting }) => waiting?.reduce((sum, { count }) => sum + count, 0),
}
export const USUAL = '-today'

/** Returns the order that an address names, or the usual one. */
export const orderOf = (sort: string | undefined) => (sort && Object.hasOwn(orders, sort.replace('-', '')) ? sort : USUAL)

export function sorted<Row extends Sortable>(rows: readonly Row[], order: string): Row[] {
  const of = orders[order.replace('-', '')] ?? (() => undefined)
  const way = order.startsWith('-') ? -1 : 1
  const by = (a: Row, b: Row) => {
    const [x, y] = [of(a), of(b)]
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
    return way * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)))
  }
  return [...rows].sort((a, b) => by(a, b) || a.tenant_id - b.tenant_id)
}
