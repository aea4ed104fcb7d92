// A new link, where it went wrong to another address; the one before is dead from then on.
import { useTranslations } from 'use-intl'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/fields.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { nameOf, type Registration } from './registration.ts'

type Props = { registration: Registration; done: (registration: Registration) => void; onClose: () => void }

export function ResendLink({ registration, done, onClose }: Props) {
  const t = useTranslations('mail.registrations')
  const { registration_id, email, mobile } = registration
  const form = useCallForm('registrationUpdate', {
    labels: { email: t('email'), mobile: t('mobile') },
    values: { registration_id, action: 'resend', email, mobile },
    refresh: ['registrationsList'],
    done: () => done(registration),
  })
  return (
    <Dialog title={t('resend_title', { name: nameOf(registration) })} onClose={onClose}>
      <div className="stack">
        <p>{t('resend_text')}</p>
        <CallForm form={form} submit={t('resend_send')}>
          <TextField {...form.field('email')} type="email" hint={t('email_hint')} autoFocus />
          <TextField {...form.field('mobile')} type="tel" hint={t('mobile_hint')} />
        </CallForm>
      </div>
    </Dialog>
  )
}
