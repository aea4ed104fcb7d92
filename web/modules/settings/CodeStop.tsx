// Signing in without a code again: said what it means, and asked for the password.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CallForm } from '../../kit/CallForm.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { PasswordField } from './PasswordField.tsx'

export function CodeStop({ done }: { done: () => void }) {
  const t = useTranslations('settings')
  const steps = useTranslations('house.steps')
  const form = useCallForm('codeStop', {
    labels: { current_password: t('current_password') },
    values: { current_password: '' },
    refresh: ['settingsView', 'authCheck'],
    done,
  })
  return (
    <Dialog title={t('code.stop_title')} onClose={done}>
      <div className="stack">
        <p>{t('code.stop_effect')}</p>
        <CallForm
          form={form}
          submit={t('code.stop')}
          actions={
            <Button variant="default" onClick={done}>
              {steps('back')}
            </Button>
          }
        >
          <PasswordField {...form.field('current_password')} autoFocus />
        </CallForm>
      </div>
    </Dialog>
  )
}
