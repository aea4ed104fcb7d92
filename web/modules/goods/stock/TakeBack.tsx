// Undoes an import of which nothing is sold yet, after a question that states the number of PINs. The reason is stored in the audit log.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { batch: { batch_no: number; quantity: number; filename: string }; goods: string; close: () => void }

/** The dialog is rendered beside the list and not in its row, because a refusal must stay visible when the row is drawn again. */
export function TakeBack({ batch: { batch_no, quantity, filename }, goods, close }: Props) {
  const t = useTranslations('stock.take_back')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const undo = useCall('batchUndo', { refresh: ['stockList', 'productsList', 'sellerProducts', 'sellerProductsV2', 'poolsList', 'dashboard'], done: close })
  const figures = { n: quantity, count: format.count(quantity), goods }
  function send() {
    const given = reason.trim()
    setMissing(given === '')
    if (given) undo.mutate({ batch_no, reason: given })
  }
  return (
    <Confirm title={t('title', { batch: String(batch_no) })} confirm={t('confirm', figures)} danger busy={undo.isPending} onConfirm={send} onClose={close}>
      <p>{t('text', { ...figures, file: filename || '–' })}</p>
      <TextInput
        label={field('reason')}
        value={reason}
        maxLength={200}
        error={isMissing ? word('say_why') : undefined}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Refusal error={undo.error} changes />
    </Confirm>
  )
}
