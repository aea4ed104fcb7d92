// A pool's name and the denominations that draw on it.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Drawing } from './Drawing.tsx'

export function PoolEdit({ pool, close }: { pool: Row<'poolsList'>; close: () => void }) {
  const t = useTranslations('goods.pools')
  const word = useTranslations('house.words')
  const product = useQuery(query('productsList', { view_type: 'single', product_id: pool.product_id })).data?.content[0]
  const { pool_id, pool_name, configurations } = pool
  const row = { pool_name, configuration_ids: configurations.map(({ configuration_id }) => configuration_id) }
  const form = useEditForm('poolsList', row, {
    labels: { pool_name: t('name'), configuration_ids: t('draws') },
    fixed: { action: 'update', pool_id },
    refresh: ['poolsList', 'productsList', 'sellerProductsV2'],
    done: close,
  })
  return (
    <FormDialog title={t('edit_title', { pool: pool.pool_name })} form={form} submit={word('save')} onClose={close}>
      <TextField {...form.fields.pool_name} required autoFocus />
      {product && (
        <Drawing
          denominations={product.configurations}
          pool_id={pool_id}
          chosen={given(form.values.configuration_ids) ?? []}
          choose={(ids) => form.setValue('configuration_ids', ids)}
        />
      )}
    </FormDialog>
  )
}
