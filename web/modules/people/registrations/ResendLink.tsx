// Sends a new registration link, to another address if the first was wrong. The earlier link stops working.
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { nameOf, type Registration } from './registration.ts'

type Props = { registration: Registration; done: (registration: Registration) => void; onClose: () => void }

export function ResendLink({ registration, done, onClose }: Props) {
  const t = useTranslations('messages.registrations')
  const field = useTranslations('fields')
  const { registration_id, email, mobile } = registration
  const form = useCallForm('registrationUpdate', {
    labels: { email: field('mail_address'), mobile: field('mobile_number') },
    fixed: { registration_id, action: 'resend' },
    values: { email, mobile },
    refresh: ['registrationsList'],
    done: () => done(registration),
  })
  return (
    <FormDialog
      title={t('resend_title', { name: nameOf(registration) })}
      form={form}
      submit={t('resend_send')}
      onClose={onClose}
      above={<p>{t('resend_text')}</p>}
    >
      <TextField {...form.fields.email} type="email" hint={t('email_hint')} autoFocus />
      <TextField {...form.fields.mobile} type="tel" hint={t('mobile_hint')} />
    </FormDialog>
  )
}
