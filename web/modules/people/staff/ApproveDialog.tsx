// Approves a sign-in by the number that is on the user's screen. A person who cannot read the number out did not start this sign-in.
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'

export function ApproveDialog({ request, onClose }: { request: Row<'loginRequestsList'>; onClose: () => void }) {
  const t = useTranslations('staff.requests')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const form = useCallForm('loginRequestDecide', {
    labels: { number: t('number') },
    fixed: { reference_id: request.reference_id, action: 'approve' },
    required: ['number'],
    refresh: ['loginRequestsList'],
    done: onClose,
  })
  const facts = [
    { label: field('code'), value: <span className="mono">{request.approval_code}</span> },
    { label: field('device'), value: request.device || '–' },
    { label: field('ip_address'), value: request.address },
  ]
  return (
    <FormDialog
      title={t('approve_title', { name: request.full_name || request.username })}
      form={form}
      submit={word('approve')}
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
