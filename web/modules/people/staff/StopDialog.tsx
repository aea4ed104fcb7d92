// Suspends or reactivates an account, with a reason; a suspended person is signed out at once.
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { useLabels } from './use-labels.ts'

export function StopDialog({ person, onClose }: { person: Staff; onClose: () => void }) {
  const t = useTranslations('staff.stop')
  const way = person.is_active ? 'stop' : 'restart'
  const form = useCallForm('staffUpdate', {
    labels: useLabels(),
    fixed: { user_id: person.user_id, is_active: !person.is_active },
    refresh: ['staffList'],
    done: onClose,
  })
  return (
    <FormDialog
      title={t(`${way}_title`, { name: person.full_name || person.username })}
      form={form}
      submit={t(way)}
      onClose={onClose}
      above={<p>{t(`${way}_text`)}</p>}
    >
      <TextField {...form.fields.reason} hint={t('reason_hint')} autoFocus />
    </FormDialog>
  )
}
