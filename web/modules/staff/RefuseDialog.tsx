// Keeps somebody out, and tells them why.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import type { Row } from '../../kit/list-state.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

export function RefuseDialog({ request, onClose }: { request: Row<'loginRequestsList'>; onClose: () => void }) {
  const t = useTranslations('staff.requests')
  const house = useTranslations('house.steps')
  const form = useCallForm('loginRequestDecide', {
    labels: { reason: t('reason') },
    values: { reference_id: request.reference_id, action: 'refuse', reason: '' },
    refresh: ['loginRequestsList'],
    done: onClose,
  })
  return (
    <Dialog title={t('refuse_title', { name: request.full_name || request.username })} onClose={onClose}>
      <CallForm
        form={form}
        submit={t('refuse')}
        actions={
          <Button variant="default" onClick={onClose}>
            {house('back')}
          </Button>
        }
      >
        <TextField {...form.field('reason')} hint={t('reason_hint')} autoFocus />
      </CallForm>
    </Dialog>
  )
}
