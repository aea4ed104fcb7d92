// Cancels a registration, after showing the effect of cancelling.
import { useTranslations } from 'use-intl'
import { EffectDialog } from '../../../kit/page/EffectButton.tsx'
import { nameOf, type Registration } from './registration.ts'

type Props = { registration: Registration; done: (registration: Registration) => void; onClose: () => void }

export function CancelRegistration({ registration, done, onClose }: Props) {
  const t = useTranslations('messages.registrations')
  const word = useTranslations('words')
  return (
    <EffectDialog
      {...{ call: 'registrationUpdate', input: { registration_id: registration.registration_id, action: 'cancel' }, refresh: ['registrationsList'], onClose }}
      title={t('cancel_title', { name: nameOf(registration) })}
      label={word('cancel_registration')}
      done={() => done(registration)}
    >
      <p>{t('cancel_text')}</p>
    </EffectDialog>
  )
}
