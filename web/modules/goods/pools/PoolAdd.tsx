// A new pool: its calling card, its name, and the denominations that draw on it.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Drawing } from './Drawing.tsx'

export function PoolAdd({ close }: { close: () => void }) {
  const t = useTranslations('goods.pools')
  const [product, setProduct] = useState<Row<'productsList'>>()
  const form = useCallForm('poolAdd', {
    labels: { pool_name: t('name'), configuration_ids: t('draws') },
    values: { configuration_ids: [] },
    refresh: ['poolsList', 'productsList', 'sellerProductsV2'],
    done: close,
  })
  const choose = (ids: string[]) => form.setValue('configuration_ids', ids)
  return (
    <FormDialog title={t('add')} form={form} submit={t('add_submit')} onClose={close}>
      <Combobox
        {...form.fields.product_id}
        call="productsList"
        input={{ filters: { product_type: 'calling_card', is_active: true } }}
        option={(row) => ({ value: row.product_id, label: row.product_name })}
        picked={(row) => {
          setProduct(row)
          choose([])
        }}
        autoFocus
      />
      <TextField {...form.fields.pool_name} hint={t('name_hint')} />
      {product && <Drawing denominations={product.configurations} chosen={given(form.values.configuration_ids) ?? []} choose={choose} />}
    </FormDialog>
  )
}
