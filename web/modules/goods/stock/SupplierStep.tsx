// Step three: the supplier and its discount. The last button shows how many PINs are added.
import { Button, Switch } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { priceOf } from '../../../../contract/kit/money.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import { isGuided } from '../../../kit/base/guided-tour.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { PercentField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { UploadRefused } from './UploadRefused.tsx'
import { callsOf, type Upload } from './upload-state.ts'

type Previous = Output<'supplierDiscountPrevious'>
type Props = { upload: Upload; leaveOut: boolean; back: () => void }

export default function SupplierStep({ upload, leaveOut, back }: Props) {
  const t = useTranslations('stock.import')
  const field = useTranslations('fields')
  const cache = useQueryClient()
  const [supplier, setSupplier] = useState('')
  const [previous, setPrevious] = useState<Previous>()
  const picked = useRef('')
  const form = useCallForm(callsOf(upload).finish, {
    fixed: { upload_id: upload.upload_id, leave_out_errors: leaveOut },
    // For a new reseller who follows the checklist, putting the stock on sale at once is the default.
    values: { publish: isGuided(useUser().user_id) },
    refresh: ['stockUploadProgress', 'stockUploadsOpen', 'stockList', 'poolsList'],
  })
  async function pick(row: { supplier_id: string; company: string } | undefined) {
    picked.current = row?.supplier_id ?? ''
    setSupplier(row?.company ?? '')
    setPrevious(undefined)
    if (!row) return
    const { configuration_id, pool_name } = upload
    const { supplier_id } = row
    // The discount of the previous batch is read anew each time, because that batch may have been added just before.
    const asked = pool_name
      ? cache.fetchQuery({ ...query('poolDiscountPrevious', { pool_id: configuration_id, supplier_id }), staleTime: 0 })
      : cache.fetchQuery({ ...query('supplierDiscountPrevious', { configuration_id, supplier_id }), staleTime: 0 })
    const last = await asked.catch(() => undefined)
    if (picked.current !== row.supplier_id || !last) return
    setPrevious(last)
    if (last.buying_discount !== null) form.setValue('buying_discount', last.buying_discount)
  }
  const discount = given(form.values.buying_discount)
  const count = format.count(upload.accepted)
  return (
    <section className="card stack narrow">
      <UploadRefused error={form.refusal} />
      <CallForm form={{ ...form, refusal: undefined }} submit={t('add', { n: upload.accepted, count })} actions={<BackButton back={back} />}>
        <Combobox
          {...form.fields.supplier_id}
          call="suppliersList"
          input={{ filters: { status: true } }}
          option={(row) => ({ value: row.supplier_id, label: row.company })}
          picked={pick}
          proposesOnly
        />
        <PercentField {...form.fields.buying_discount} hint={previousText(t, previous, upload.pool_name !== '')} />
        <Summary upload={upload} supplier={supplier} discount={discount} leaveOut={leaveOut} />
        <Switch
          label={field('publish')}
          description={t('publish_now_hint')}
          checked={form.values.publish === true}
          onChange={({ currentTarget: { checked } }) => form.setValue('publish', checked)}
        />
      </CallForm>
    </section>
  )
}

function previousText(t: ReturnType<typeof useTranslations<'stock.import'>>, previous: Previous | undefined, isPool: boolean) {
  if (!previous) return undefined
  if (previous.buying_discount === null || previous.given_at === null) return isPool ? t('previous_none_pool') : t('previous_none')
  return t('previous', { discount: format.percent(previous.buying_discount), day: format.date(previous.given_at) })
}

function BackButton({ back }: { back: () => void }) {
  const word = useTranslations('house.words')
  return (
    <Button variant="default" onClick={back}>
      {word('back')}
    </Button>
  )
}

type SummaryProps = { upload: Upload; supplier: string; discount: number | undefined; leaveOut: boolean }

/** Shows what is added, with the cost of the batch: the rounded cost of one PIN times their number. */
function Summary({ upload, supplier, discount, leaveOut }: SummaryProps) {
  const t = useTranslations('stock.import')
  const wordOf = useTranslations('words')
  // The cost of a pool's card depends on the denomination it is sold as, so no cost is shown for a pool.
  const isComplete = upload.pool_name === '' && supplier !== '' && discount !== undefined && discount >= 0
  const cost = isComplete ? format.money(priceOf(upload.value, discount) * upload.accepted) : ''
  const what = { n: upload.accepted, count: format.count(upload.accepted), product: goodsName(upload) }
  return (
    <div className="notice" role="status">
      <b>{isComplete ? t('summary', { ...what, supplier, cost }) : t('summary_short', what)}</b>
      {upload.import_batch && <p>{wordOf('lot_number', { lot: upload.import_batch })}</p>}
      {leaveOut && upload.errors > 0 && <p>{t('summary_left_out', { n: upload.errors, count: format.count(upload.errors) })}</p>}
    </div>
  )
}
