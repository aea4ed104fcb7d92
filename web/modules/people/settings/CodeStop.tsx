// Turns the one-time code off: shows the effect and asks for the password.
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PasswordField } from './PasswordField.tsx'

export function CodeStop({ done }: { done: () => void }) {
  const t = useTranslations('settings')
  const word = useTranslations('words')
  const form = useCallForm('codeStop', {
    labels: { current_password: t('current_password') },
    refresh: ['settingsView', 'authCheck'],
    done,
  })
  return (
    <FormDialog title={t('code.stop_title')} form={form} submit={word('switch_off')} onClose={done} above={<p>{t('code.stop_effect')}</p>}>
      <PasswordField {...form.fields.current_password} autoFocus />
    </FormDialog>
  )
}
