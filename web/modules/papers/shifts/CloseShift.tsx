// Closes a shift: its cash is counted first where the shop wants that. After a lost answer the request is repeated with the same key, so it is closed once.
import { useTranslations } from 'use-intl'
import type { ZReport } from '../../../../contract/papers/shifts.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

/** Calls that show shifts and Z-reports; they are made again after a change. */
export const showsShifts = ['shiftNow', 'zReport', 'shiftsOpen', 'zReportsList'] as const

/** `till_id` undefined: the user's own till. */
export type Closing = { till_id: string | undefined; username: string; counts: boolean }

type Props = { closing: Closing; done: (report: ZReport) => void; onClose: () => void }

export function CloseShift({ closing: { till_id, username, counts }, done, onClose }: Props) {
  const t = useTranslations('shifts.close')
  const now = useTranslations('shifts.now')
  const form = useCallForm('zReport', {
    labels: { counted: t('counted') },
    ...(till_id === undefined ? {} : { fixed: { till_id } }),
    required: counts ? ['counted'] : [],
    refresh: showsShifts,
    done: ({ report }) => report && done(report),
  })
  return (
    <FormDialog title={t('title', { name: username })} form={form} submit={now('close')} onClose={onClose} above={<p>{t('text')}</p>}>
      {counts && <MoneyField {...form.fields.counted} hint={t('counted_hint')} autoFocus />}
    </FormDialog>
  )
}
