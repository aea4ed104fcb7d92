// Edits one of the user's own products: texts, picture, whether it is sold. Another owner's product is read-only.
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { StopCard } from '../../../kit/form/StopCard.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { draftsOf, type Product } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { InstructionFields, PinFields } from './ProductFields.tsx'
import { Told, useMayChange } from './ReadOnlyProduct.tsx'
import { SlipPreview } from './SlipPreview.tsx'
import { useLabels } from './use-labels.ts'

const refresh = ['productsList', 'productFilters', 'stockList'] as const
type Props = { product: Product }

export function EditProduct({ product }: Props) {
  const word = useTranslations('house.words')
  const row = { ...product, is_active: undefined, configurations: undefined, instructions: product.instructions_by_language }
  const form = useEditForm('productUpdate', row, { labels: useLabels(), refresh })
  if (!useMayChange(product)) return <Told product={product} />
  return (
    <div className="beside wide" style={{ '--columns': 'minmax(0, 1fr) 300px' }}>
      <div className="stack">
        <section className="card">
          <CallForm form={form} submit={word('save')}>
            <TextField {...form.fields.product_name} required />
            <PinFields fields={form.fields} />
            <InstructionFields fields={form.fields} problems={form.problems} />
          </CallForm>
        </section>
        <PictureCard product={product} />
        <StatusCard product={product} />
      </div>
      <SlipPreview values={{ ...form.values, configurations: draftsOf(product) }} />
    </div>
  )
}

function PictureCard({ product }: Props) {
  const t = useTranslations('goods.products.picture')
  const word = useTranslations('house.words')
  const [{ picture }] = useUrlState()
  const call = useCall('productImage', { refresh })
  const { product_id, product_name, product_image } = product
  const send = (file: File | undefined) => call.mutate({ product_id, ...(file && { product_image: file }) })
  return (
    <section className="card stack">
      {picture === 'refused' && !call.isSuccess && <p className="notice warning">{t('refused')}</p>}
      <Refusal error={call.error} changes />
      <PictureField name={product_name} current={product_image} file={undefined} choose={send} remove={() => send(undefined)} />
      <span role="status">{call.isPending && word('sending')}</span>
    </section>
  )
}

function StatusCard({ product: { product_id, product_name, is_active, stock } }: Props) {
  const t = useTranslations('goods.products.stop')
  const wordOf = useTranslations('words')
  return (
    <StopCard
      {...{ title: t('title'), call: 'productUpdate', refresh, isActive: is_active, text: t(is_active ? 'effect' : 'stopped') }}
      stop={{ input: { product_id, is_active: false }, label: wordOf('take_off_sale'), ask: t('ask', { product: product_name }) }}
      start={{ input: { product_id, is_active: true }, label: wordOf('put_on_sale') }}
    >
      <p>{t('lost', { n: stock, count: format.count(stock) })}</p>
      <p>{t('kept')}</p>
    </StopCard>
  )
}
