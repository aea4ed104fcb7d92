// Filters a list by one product, which is found by typing and stored in the address. Without a choice the list shows all products.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'

export function ProductFilter() {
  const field = useTranslations('fields')
  const [state, change] = useUrlState()
  const product_id = state['product_id'] ?? ''
  const goods = useQuery({ ...query('assignedProducts', { limit: 1, filters: { product_id } }), enabled: product_id !== '' })
  const [known] = goods.data?.content ?? []
  return (
    <Combobox
      id="product"
      label={field('product')}
      value={product_id}
      onChange={(value) => change({ product_id: String(value) || undefined, sort: undefined, page: undefined })}
      onBlur={() => undefined}
      error={undefined}
      required={false}
      inRow
      call="productsList"
      option={(row) => ({ value: row.product_id, label: row.product_name })}
      known={known && { value: known.product_id, label: known.product_name }}
    />
  )
}
