// A pool's name and the denominations that draw on it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/api.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import type { Row } from '../../kit/list-state.ts'
import { useCallForm } from '../../kit/use-call-form.ts'
import { Drawing } from './Drawing.tsx'

export function PoolEdit({ pool, close }: { pool: Row<'poolsList'>; close: () => void }) {
  const t = useTranslations('goods.pools')
  const product = useQuery(query('productsList', { view_type: 'single', product_id: pool.product_id })).data?.content[0]
  const [chosen, setChosen] = useState(() => pool.configurations.map(({ configuration_id }) => configuration_id))
  const form = useCallForm('poolsList', {
    labels: { pool_name: t('name'), configuration_ids: t('draws') },
    values: { action: 'update', pool_id: pool.pool_id, pool_name: pool.pool_name, configuration_ids: JSON.stringify(chosen) },
    refresh: ['poolsList', 'productsList', 'sellerProductsV2'],
    done: close,
  })
  return (
    <FormDialog title={t('edit_title', { pool: pool.pool_name })} form={form} submit={t('save')} onClose={close}>
      <TextField {...form.field('pool_name')} required autoFocus />
      {product && (
        <Drawing
          denominations={product.configurations}
          pool_id={pool.pool_id}
          chosen={chosen}
          choose={(ids) => {
            setChosen(ids)
            form.setValue('configuration_ids', JSON.stringify(ids))
          }}
        />
      )}
    </FormDialog>
  )
}
