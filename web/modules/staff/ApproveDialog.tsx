// Lets a person in after they read out the number on their screen: whoever cannot is not the one who asked.
import { useTranslations } from 'use-intl'
import { Facts } from '../../kit/DetailPage.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import type { Row } from '../../kit/list-state.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

export function ApproveDialog({ request, onClose }: { request: Row<'loginRequestsList'>; onClose: () => void }) {
  const t = useTranslations('staff.requests')
  const form = useCallForm('loginRequestDecide', {
    labels: { number: t('number') },
    fixed: { reference_id: request.reference_id, action: 'approve' },
    required: ['number'],
    refresh: ['loginRequestsList'],
    done: onClose,
  })
  const facts = [
    { label: t('code'), value: <span className="mono">{request.approval_code}</span> },
    { label: t('device'), value: request.device || '–' },
    { label: t('address'), value: request.address },
  ]
  return (
    <FormDialog
      title={t('approve_title', { name: request.full_name || request.username })}
      form={form}
      submit={t('approve')}
      onClose={onClose}
      above={
        <>
          <Facts facts={facts} />
          {!request.device_seen_before && <p className="notice warning">{t('unseen_hint')}</p>}
        </>
      }
    >
      <TextField {...form.fields.number} inputMode="numeric" hint={t('number_hint')} autoFocus />
    </FormDialog>
  )
}
