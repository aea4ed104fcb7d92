// Filters of sales: the customers, shops, goods, people and suppliers that have sales in the period. The server finds them and lists those with the largest
// sums first.
import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { productTypes } from '../../../../contract/kit/product-types.ts'
import { saleStatuses } from '../../../../contract/sales/sales.ts'
import type { groupNames } from '../../../../contract/sales/sales-reports.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import * as format from '../../../kit/base/format.ts'
import { accepts, type Filter, type Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'

type Sums = Row<'salesByGroup'>
type Facet = {
  name: 'customer_id' | 'seller_id' | 'product_id' | 'configuration_id' | 'user_id' | 'supplier_id'
  group: (typeof groupNames)[number]
  label: (row: Sums) => string | null
}

/** The most options that a choice lists: those with the largest sums. */
const MOST = 100
const facets: readonly Facet[] = [
  { name: 'customer_id', group: 'customer', label: (row) => row.customer_name },
  { name: 'seller_id', group: 'seller', label: (row) => row.seller_name },
  { name: 'product_id', group: 'product', label: (row) => row.product_name },
  {
    name: 'configuration_id',
    group: 'configuration',
    label: (row) => `${row.product_name} ${row.value === null ? '' : format.money(row.value)}`,
  },
  { name: 'user_id', group: 'user', label: (row) => row.username },
  { name: 'supplier_id', group: 'supplier', label: (row) => row.supplier_name },
]
/** The facets that a shop has. A shop has no customers, and may not see its reseller's suppliers. */
const ofShop: readonly Facet['name'][] = ['product_id', 'configuration_id', 'user_id']
const ownFields = ['batch_no', 'terminal_id', 'device_id'] as const

type Days = { from: string; to: string }

/**
 * `isOpen`: whether the filters are unfolded. The server has to count their options, so options are requested only for unfolded filters and for a filter that
 * the address sets.
 */
export function useLineFilters(days: Days, isOpen: boolean): Filter[] {
  const t = useTranslations('sales')
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const word = useTranslations('words')
  const [state] = useUrlState()
  const named = useNamed()
  const labelOf = useLabelOf()
  const isShop = useUser().account_role === accountRole.seller
  const shown = facets.filter(({ name }) => !isShop || ofShop.includes(name))
  const asked = useFacets(shown, days, isOpen)
  const fixed: Filter[] = [
    { name: 'product_type', label: field('product_type'), options: productTypes.map((type) => ({ value: type, label: types(type), is: type })) },
    { name: 'kind', label: field('line'), options: (['sale', 'refund'] as const).map((kind) => ({ value: kind, label: t(`lines.${kind}`), is: kind })) },
    { name: 'status', label: field('state'), options: saleStatuses.map((status) => ({ value: status, label: word(`sale_states.${status}`), is: status })) },
    {
      name: 'cancelable',
      label: t('cancelable'),
      options: [
        { value: '1', label: t('cancelable_yes'), is: true },
        { value: '0', label: t('cancelable_no'), is: false },
      ],
    },
  ]
  const given = ownFields.flatMap((name): Filter[] => {
    const value = state[name]
    if (value === undefined || !isKept({ [name]: value })) return []
    const label = labelOf(name)
    return [{ name, label, options: [{ value, label: named(label, value), is: value }] }]
  })
  return [...fixed, ...asked, ...given]
}

const isKept = (filters: Record<string, string>) => accepts('salesList', 'filters', JSON.stringify(filters))

/** Returns the label of a filter. The user is called "sold by" and the denomination "product and value"; other filters are called like their fields. */
function useLabelOf(): (name: string) => string {
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const nameOf = useFieldNames()
  const own: Readonly<Record<string, string>> = { configuration_id: word('product_and_value'), user_id: field('sold_by') }
  return (name) => own[name] ?? nameOf(name) ?? name
}

function useFacets(facets: readonly Facet[], { from, to }: Days, isOpen: boolean): Filter[] {
  const nameOf = useLabelOf()
  const [state] = useUrlState()
  const answers = useQueries({
    queries: facets.map(({ name, group }) => ({
      ...query('salesByGroup', { date_from: from, date_to: to, group_by: [group], limit: MOST }),
      enabled: isOpen || state[name] !== undefined,
    })),
  })
  return facets.map(({ name, label: labelOf }, i) => {
    const options = (answers[i]?.data?.content ?? []).flatMap((row) => {
      const value = row[name]
      return value === null ? [] : [{ value, label: labelOf(row) || '–', is: value }]
    })
    // A choice in the address applies even before its name is loaded, and even if it has no sales in this period.
    const chosen = state[name]
    const isNew = chosen !== undefined && isKept({ [name]: chosen }) && !options.some(({ value }) => value === chosen)
    return { name, label: nameOf(name), options: isNew ? [...options, { value: chosen, label: '…', is: chosen }] : options }
  })
}
