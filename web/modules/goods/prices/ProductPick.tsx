// Chooses, by typing, a whole product or one of its values. All chosen customers have the same parent, so all of them have the same goods as the first.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'

export type Target = { product_id: string; configuration_id: string | null }
type Props = { customer_id: string; target: Target | undefined; choose: (target: Target | undefined) => void }

/** The props of a field that is used outside a form. */
export const alone = { onBlur: () => undefined, error: undefined, required: true }
const VALUES_MAX = 100

export function ProductPick({ customer_id, target, choose }: Props) {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const product_id = target?.product_id
  const asked = { customer_id, limit: VALUES_MAX, filters: product_id ? { product_id } : {} }
  const values = useQuery({ ...query('assignedProducts', asked), enabled: product_id !== undefined }).data?.content ?? []
  const options = values.flatMap(({ configuration_id, value }) =>
    configuration_id && value !== null ? [{ value: configuration_id, label: format.money(value) }] : [],
  )
  return (
    <>
      <Combobox
        {...alone}
        id="product"
        label={field('product')}
        value={product_id ?? ''}
        onChange={(value) => choose(value === '' ? undefined : { product_id: String(value), configuration_id: null })}
        call="assignedProducts"
        input={{ customer_id }}
        option={(row) => ({ value: row.product_id, label: row.product_name })}
      />
      {product_id && (
        <SelectField
          {...alone}
          id="value"
          label={field('value')}
          value={target.configuration_id ?? ALL}
          onChange={(value) => choose({ product_id, configuration_id: value === ALL ? null : String(value) })}
          options={[{ value: ALL, label: t('all_values') }, ...options]}
        />
      )}
    </>
  )
}

const ALL = 'all'
