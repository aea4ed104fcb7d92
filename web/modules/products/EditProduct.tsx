// Edits an own product: texts, picture, whether it is sold. Another owner's product is shown read-only.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ask, useCall } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { TextField } from '../../kit/fields.tsx'
import * as format from '../../kit/format.ts'
import { Refusal } from '../../kit/Refusal.tsx'
import { useUrlState } from '../../kit/url.ts'
import { useCallForm } from '../../kit/use-call-form.ts'
import { draftsOf, type Product } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { InstructionFields, PinFields } from './ProductFields.tsx'
import styles from './products.module.css'
import { SlipPreview } from './SlipPreview.tsx'
import { Told, useMayChange } from './Told.tsx'
import { useLabels } from './use-labels.ts'

const refresh = ['productsList', 'productFilters', 'stockList'] as const
type Props = { product: Product }

export function EditProduct({ product }: Props) {
  const t = useTranslations('goods.products')
  const [isSaved, setSaved] = useState(false)
  const configurations = JSON.stringify(draftsOf(product))
  const form = useCallForm('productUpdate', {
    labels: useLabels(),
    values: {
      product_id: product.product_id,
      product_name: product.product_name,
      pin_length: String(product.pin_length),
      pin_letters: product.pin_letters ? '1' : '0',
      customer_care: product.customer_care,
      instructions: JSON.stringify(product.instructions_by_language),
    },
    refresh,
    // An emptied phone number is sent as an empty text, so that it is removed.
    send: (input) => ask('productUpdate', { ...input, customer_care: input.customer_care ?? '' }),
    done: () => setSaved(true),
  })
  if (!useMayChange(product)) return <Told product={product} />
  const submit = () => {
    setSaved(false)
    form.submit()
  }
  return (
    <div className={styles.sides}>
      <div className="stack">
        <section className="card">
          <CallForm form={{ ...form, submit }} submit={t('submit_edit')} actions={<span role="status">{isSaved && t('saved')}</span>}>
            <TextField {...form.field('product_name')} required />
            <PinFields form={form} />
            <InstructionFields form={form} />
          </CallForm>
        </section>
        <PictureCard product={product} />
        <StatusCard product={product} />
      </div>
      <SlipPreview form={{ values: { ...form.values, configurations } }} />
    </div>
  )
}

function PictureCard({ product }: Props) {
  const t = useTranslations('goods.products.picture')
  const [{ picture }] = useUrlState()
  const call = useCall('productImage', { refresh })
  const { product_id, product_name, product_image } = product
  const send = (file: File | undefined) => call.mutate({ product_id, ...(file && { product_image: file }) })
  return (
    <section className="card stack">
      {picture === 'refused' && !call.isSuccess && <p className="notice warning">{t('refused')}</p>}
      <Refusal error={call.error} changes />
      <PictureField name={product_name} current={product_image} file={undefined} choose={send} remove={() => send(undefined)} />
      <span role="status">{call.isPending && t('sending')}</span>
    </section>
  )
}

function StatusCard({ product }: Props) {
  const t = useTranslations('goods.products.stop')
  const [isAsking, setAsking] = useState(false)
  const call = useCall('productUpdate', { refresh, done: () => setAsking(false) })
  const { product_id, product_name, is_active, stock } = product
  const set = (is_active: boolean) => call.mutate({ product_id, is_active })
  return (
    <section className="card stack" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <p className="muted">{t(is_active ? 'effect' : 'stopped')}</p>
      <Refusal error={call.error} changes />
      <div className="row">
        {is_active ? (
          <Button color="danger" variant="outline" onClick={() => setAsking(true)}>
            {t('stop')}
          </Button>
        ) : (
          <Button variant="default" disabled={call.isPending} onClick={() => set(true)}>
            {t('start')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={t('ask', { product: product_name })}
          confirm={t('stop')}
          danger
          busy={call.isPending}
          onConfirm={() => set(false)}
          onClose={() => setAsking(false)}
        >
          <p>{t('lost', { n: stock, count: format.count(stock) })}</p>
          <p>{t('kept')}</p>
        </Confirm>
      )}
    </section>
  )
}
