// Refuses a sign-in and tells the person why.
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import type { Row } from '../../kit/list-state.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

export function RefuseDialog({ request, onClose }: { request: Row<'loginRequestsList'>; onClose: () => void }) {
  const t = useTranslations('staff.requests')
  const form = useCallForm('loginRequestDecide', {
    labels: { reason: t('reason') },
    fixed: { reference_id: request.reference_id, action: 'refuse' },
    refresh: ['loginRequestsList'],
    done: onClose,
  })
  return (
    <FormDialog title={t('refuse_title', { name: request.full_name || request.username })} form={form} submit={t('refuse')} onClose={onClose}>
      <TextField {...form.fields.reason} hint={t('reason_hint')} autoFocus />
    </FormDialog>
  )
}
