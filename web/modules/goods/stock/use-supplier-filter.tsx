// Filters stock by supplier. A choice in the address applies before the suppliers' names have been loaded.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { accepts, type Filter } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'

const NAME = 'supplier_id'

export function useSupplierFilter(): Filter[] {
  const field = useTranslations('fields')
  const house = useTranslations('pages.list')
  const [state, change] = useUrlState()
  const { data } = useQuery(query('productFilters', {}))
  const chosen = state[NAME] ?? ''
  const isKept = chosen !== '' && accepts('stockList', 'filters', JSON.stringify({ [NAME]: chosen }))
  const named = data?.suppliers.map(({ supplier_id, company }) => ({ value: supplier_id, label: company, is: supplier_id })) ?? []
  const isNamed = named.some(({ value }) => value === chosen)
  const options = isKept && !isNamed ? [...named, { value: chosen, label: '…', is: chosen }] : named
  if (options.length === 0) return []
  const label = field('supplier')
  const control = (
    <NativeSelect
      aria-label={label}
      value={isKept ? chosen : ''}
      onChange={({ currentTarget }) => change({ [NAME]: currentTarget.value || undefined, page: undefined })}
      data={[{ value: '', label: house('any', { filter: label }) }, ...options.map((one) => ({ value: one.value, label: one.label }))]}
    />
  )
  return [{ name: NAME, label, options, control }]
}
