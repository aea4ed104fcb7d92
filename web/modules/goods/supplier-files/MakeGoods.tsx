// Goods in a supplier's file that the reseller's products do not include: another value of a known product, or a new product. They can be added without leaving
// the screen.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { CountField, TextField } from '../../../kit/form/fields.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

export type UnknownGoods = {
  name: string
  value: number
  pin_length: number
  pin_letters: boolean
  /** The product to which only this value has to be added; undefined if the product is new too. */
  product: { product_id: string; product_name: string } | undefined
}
type Props = { wanted: UnknownGoods; onClose: () => void }

export default function MakeGoods({ wanted: { product, ...wanted }, onClose }: Props) {
  return product ? <NewValue product={product} value={wanted.value} onClose={onClose} /> : <NewProduct wanted={wanted} onClose={onClose} />
}

const refresh = ['productsList', 'productFilters'] as const

function NewValue({
  product: { product_id, product_name },
  value,
  onClose,
}: {
  product: NonNullable<UnknownGoods['product']>
  value: number
  onClose: () => void
}) {
  const t = useTranslations('supplier_files.make')
  const form = useCallForm('productUpdate', { fixed: { product_id }, required: ['value'], values: { value }, refresh, done: onClose })
  const title = t('title', { goods: `${product_name} ${format.money(value)}` })
  return (
    <FormDialog title={title} form={form} submit={t('open')} onClose={onClose} above={<p>{t('value_hint', { product: product_name })}</p>}>
      <MoneyField {...form.fields.value} />
    </FormDialog>
  )
}

function NewProduct({ wanted: { name, value, pin_length, pin_letters }, onClose }: { wanted: Omit<UnknownGoods, 'product'>; onClose: () => void }) {
  const t = useTranslations('supplier_files.make')
  const field = useTranslations('fields')
  const configuration = { value, info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_country: '', is_active: true } as const
  const form = useCallForm('productAdd', {
    labels: { product_name: field('name') },
    fixed: { product_type: 'cash_card', pin_letters, configurations: [configuration] },
    values: { product_name: name, pin_length },
    refresh,
    done: onClose,
  })
  const title = t('title', { goods: `${name} ${format.money(value)}`.trim() })
  return (
    <FormDialog title={title} form={form} submit={t('open')} onClose={onClose} above={<p>{t('new_hint')}</p>}>
      <TextField {...form.fields.product_name} />
      <CountField {...form.fields.pin_length} />
    </FormDialog>
  )
}
