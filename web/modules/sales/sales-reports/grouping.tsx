// How sums are grouped: the groupings of a report, the columns that name a row, and the link to the sales behind it.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { productTypes } from '../../../../contract/kit/product-types.ts'
import type { groupNames } from '../../../../contract/sales/sales-reports.ts'
import { useUser } from '../../../kit/base/api.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { stringifySearch } from '../../../kit/base/url.ts'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import type { Report } from '../../../kit/page/report.ts'

export type GroupName = (typeof groupNames)[number]
export type Sums = Row<'salesByGroup'>

/** For each grouping, the filter by which the list of sales shows the sales of one group. */
const filterOf = {
  customer: 'customer_id',
  seller: 'seller_id',
  product: 'product_id',
  configuration: 'configuration_id',
  product_type: 'product_type',
  user: 'user_id',
  supplier: 'supplier_id',
} as const satisfies Partial<Record<GroupName, keyof Sums>>

export function useGroups(names: readonly GroupName[]) {
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const own: Partial<Record<GroupName, string>> = {
    ...{ configuration: word('product_and_value'), hour: field('hour_of_day'), weekday: field('weekday'), user: field('sold_by') },
  }
  const nameOf = useFieldNames()
  return names.map((value) => ({ value, label: own[value] ?? nameOf(value) ?? value }))
}

/** Returns the columns that say to which group a row of sums belongs. */
export function useKeyColumns(group_by: readonly GroupName[]): Column<Sums>[] {
  const fieldName = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const value = useTranslations('fields')('value')
  const columns: Partial<Record<GroupName, Column<Sums>[]>> = {
    customer: [{ key: 'customer_name' }],
    day: [{ key: 'day', sort: 'day' }],
    seller: [{ key: 'seller_name' }],
    product: [{ key: 'product_name' }],
    configuration: [{ key: 'product_name' }, { key: 'value', header: value }],
    product_type: [{ key: 'product_type', words: wordsOf(productTypes, types) }],
    user: [{ key: 'username', header: fieldName('sold_by') }],
    supplier: [{ key: 'supplier_name' }],
  }
  const all = group_by.flatMap((name) => columns[name] ?? [])
  return all.filter(({ key }, i) => all.findIndex((other) => other.key === key) === i)
}

/** Returns a function that names a row in one text, for places without columns. */
export function useRowName(): (row: Sums) => string {
  const types = useTranslations('house.product_types')
  return (row) =>
    [
      row.day && format.day(row.day),
      row.customer_name ?? row.seller_name ?? row.supplier_name ?? row.username,
      row.product_name,
      row.value === null ? undefined : format.money(row.value),
      row.product_type && types(row.product_type),
    ]
      .filter(Boolean)
      .join(' · ') || '–'
}

/** Returns a function that makes the link to the sales behind a row. */
export function useLinesOf(): (row: Sums, group_by: readonly GroupName[], { from, to }: Pick<Report, 'from' | 'to'>) => string {
  const path = useUser().account_role === accountRole.seller ? '/seller/sales' : '/reports-sales'
  return (row, group_by, { from, to }) => {
    const filters = Object.entries(filterOf).flatMap(([group, field]) => {
      const value = row[field]
      return group_by.some((name) => name === group) && value !== null ? [[field, value] as const] : []
    })
    const days = { period: 'custom', from: row.day ?? from, to: row.day ?? to }
    return `${path}${stringifySearch({ ...days, ...Object.fromEntries(filters) })}`
  }
}
