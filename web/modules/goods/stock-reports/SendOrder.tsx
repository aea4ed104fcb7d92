// Mails an order to a supplier, after a question that states its quantity and address.
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Props = { supplier: { supplier_id: string; company: string }; lasting_days: number; close: () => void }

export function SendOrder({ supplier: { supplier_id, company }, lasting_days, close }: Props) {
  const t = useTranslations('stock_reports.reorder')
  const field = useTranslations('fields')
  const [typed, setTyped] = useState<string>()
  const list = useQuery(query('reorderList', { lasting_days, filters: { supplier_id }, limit: 1 }))
  const known = list.data?.content[0]?.supplier_email ?? ''
  const send = useCall('reorderSend', { done: close })
  const email = (typed ?? known).trim()
  return (
    <Confirm
      title={t('send_title', { supplier: company })}
      confirm={t('send')}
      busy={send.isPending}
      onConfirm={() => send.mutate({ supplier_id, lasting_days, ...(email === '' || email === known ? {} : { email }) })}
      onClose={close}
    >
      <p>{t('send_text', { count: format.count(list.data?.totals.quantity ?? 0) })}</p>
      <TextInput
        label={field('mail_address')}
        type="email"
        value={typed ?? known}
        maxLength={254}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Refusal error={send.error} changes />
    </Confirm>
  )
}
