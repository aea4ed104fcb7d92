// Cancels a registration, after saying what that does.
import { useTranslations } from 'use-intl'
import { useCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import { nameOf, type Registration } from './registration.ts'

type Props = { registration: Registration; done: (registration: Registration) => void; onClose: () => void }

export function CancelRegistration({ registration, done, onClose }: Props) {
  const t = useTranslations('mail.registrations')
  const { registration_id } = registration
  const cancel = useCall('registrationUpdate', { refresh: ['registrationsList'], done: () => done(registration) })
  return (
    <Confirm
      title={t('cancel_title', { name: nameOf(registration) })}
      confirm={t('cancel_confirm')}
      danger
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate({ registration_id, action: 'cancel' })}
      onClose={onClose}
    >
      <p>{t('cancel_text')}</p>
      <Refusal error={cancel.error} changes />
    </Confirm>
  )
}
