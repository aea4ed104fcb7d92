// Refuses a sign-in and tells the person why.
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'

export function RefuseDialog({ request, onClose }: { request: Row<'loginRequestsList'>; onClose: () => void }) {
  const t = useTranslations('staff.requests')
  const word = useTranslations('words')
  const form = useCallForm('loginRequestDecide', {
    fixed: { reference_id: request.reference_id, action: 'refuse' },
    refresh: ['loginRequestsList'],
    done: onClose,
  })
  return (
    <FormDialog title={t('refuse_title', { name: request.full_name || request.username })} form={form} submit={word('refuse')} onClose={onClose}>
      <TextField {...form.fields.reason} hint={t('reason_hint')} autoFocus />
    </FormDialog>
  )
}
