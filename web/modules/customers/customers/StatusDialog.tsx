// Suspends customers or reactivates them, with a reason. The title names a single customer, or says how many were chosen.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { LeftOut } from '../../../kit/list/LeftOut.tsx'

type Props = { customer_ids: readonly string[]; name?: string; is_active: boolean; onClose: () => void; done?: () => void }

const refresh = ['customersListShort', 'customersList', 'customerDetails'] as const

export function StatusDialog({ customer_ids, name, is_active, onClose, done }: Props) {
  const t = useTranslations('customers.status')
  const [leftOut, setLeftOut] = useState(0)
  const way = is_active ? 'restart' : 'stop'
  const form = useCallForm('customerStatus', {
    fixed: { customer_ids: [...customer_ids], is_active },
    required: ['reason'],
    refresh,
    done({ left_out, was }) {
      offer(was)
      if (left_out > 0) setLeftOut(left_out)
      else finish()
    },
  })
  /** Offers to undo the change. Customers that were suspended before are then suspended again for the reason that they had. */
  function offer(was: Output<'customerStatus'>['was']) {
    const still = { is_active, reason: is_active ? '' : String(form.values.reason ?? '') }
    const back = (reason: string) => ({ is_active: !is_active, reason: is_active ? reason : t('undo_reason') })
    offerUndo({
      steps: was.map(({ reason, customer_ids }) => step('customerStatus', { customer_ids, ...back(reason), still })),
      rows: was.flatMap(({ customer_ids }) => customer_ids).length,
      refresh,
    })
  }
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
