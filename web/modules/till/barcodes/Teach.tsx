// Assigns a barcode to a card: the user chooses the product, then its value if it has several.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

type Product = Row<'productsList'>

export function Teach({ ean, onClose }: { ean: string; onClose: () => void }) {
  const t = useTranslations('goods.barcodes')
  const field = useTranslations('fields')
  const [product, setProduct] = useState<Product>()
  const form = useCallForm('barcodeTeach', {
    labels: { configuration_id: field('value') },
    fixed: { ean },
    refresh: ['barcodesList', 'sellerProductsV2'],
    done: onClose,
  })
  function choose(row: Product | undefined) {
    setProduct(row)
    const [only, another] = row?.configurations ?? []
    form.setValue('configuration_id', only && !another ? only.configuration_id : '')
  }
  return (
    <FormDialog title={t('teach_title', { ean })} form={form} submit={t('teach')} onClose={onClose} above={<p>{t('teach_hint')}</p>}>
      <Combobox
        id="barcode-product"
        label={field('product')}
        value={product?.product_id ?? ''}
        onChange={() => undefined}
        onBlur={() => undefined}
        error={undefined}
        required
        call="productsList"
        option={(row) => ({ value: row.product_id, label: row.product_name })}
        picked={choose}
      />
      {product && (
        <Choices
          label={field('value')}
          value={textOf(form.values.configuration_id)}
          choices={product.configurations.map(({ configuration_id, value, info }) => ({
            value: configuration_id,
            label: [format.money(value), info].filter(Boolean).join(' '),
          }))}
          choose={(value) => form.setValue('configuration_id', value)}
        />
      )}
    </FormDialog>
  )
}
