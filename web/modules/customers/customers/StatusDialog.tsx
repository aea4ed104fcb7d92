// Suspends customers or reactivates them, with a reason. The title names a single customer, or says how many were chosen.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { LeftOut } from '../../../kit/list/LeftOut.tsx'

type Props = { customer_ids: readonly string[]; name?: string; is_active: boolean; onClose: () => void; done?: () => void }

export function StatusDialog({ customer_ids, name, is_active, onClose, done }: Props) {
  const t = useTranslations('customers.status')
  const [leftOut, setLeftOut] = useState(0)
  const way = is_active ? 'restart' : 'stop'
  const form = useCallForm('customerStatus', {
    fixed: { customer_ids: [...customer_ids], is_active },
    required: ['reason'],
    refresh: ['customersListShort', 'customersList', 'customerDetails'],
    done: ({ left_out }) => (left_out > 0 ? setLeftOut(left_out) : finish()),
  })
  const n = customer_ids.length
  const title = name ? t(`${way}_title`, { name }) : t(`${way}_many`, { n, count: format.count(n) })
  function finish() {
    done?.()
    onClose()
  }
  if (leftOut > 0) return <LeftOut title={title} count={leftOut} onClose={finish} />
  return (
    <FormDialog title={title} form={form} submit={t(way)} onClose={onClose} above={<p>{t(`${way}_text`)}</p>}>
      <TextField {...form.fields.reason} hint={t('reason_hint')} autoFocus />
    </FormDialog>
  )
}
