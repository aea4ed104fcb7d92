// Releases held stock, after a warning about the risk. The reason is stored in the audit log and in the history of the batch.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { batch?: { batch_no: number; product_name: string }; count: number; close: () => void }

export function Release({ batch, count, close }: Props) {
  const t = useTranslations('stock.held')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const refresh = ['heldList', 'stockList', 'productsList', 'poolsList', 'sellerProducts', 'sellerProductsV2', 'dashboard'] as const
  const release = useCall('heldRelease', { refresh: [...refresh], done: close })
  const figures = { n: count, count: format.count(count) }
  function send() {
    const given = reason.trim()
    setMissing(given === '')
    if (given) release.mutate({ ...(batch && { batch_no: batch.batch_no }), reason: given })
  }
  return (
    <Confirm
      title={batch ? t('ask_one', { batch: String(batch.batch_no), product: batch.product_name }) : t('ask_all')}
      confirm={t('confirm', figures)}
      danger
      busy={release.isPending}
      onConfirm={send}
      onClose={close}
    >
      <p>{t('risk')}</p>
      <TextInput
        label={field('reason')}
        value={reason}
        maxLength={200}
        error={isMissing ? word('say_why') : undefined}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <Refusal error={release.error} changes />
    </Confirm>
  )
}
