// The first step of setting up one-time codes: the user chooses how they are delivered, and enters the current password.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Choices } from '../../../kit/form/Choices.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import type { Way } from './CodeSetup.tsx'
import { PasswordField } from './PasswordField.tsx'
import type { TabProps } from './tabs.ts'

const ways = ['app', 'email', 'sms'] as const

type Props = TabProps & { begun: (way: Way, begun: Output<'codeStart'>) => void; back: () => void }

export function CodeStart({ all, begun, back }: Props) {
  const t = useTranslations('settings')
  const word = useTranslations('house.words')
  const open = ways.filter((way) => all.one_time_code.channels.includes(way))
  const form = useCallForm('codeStart', {
    labels: { current_password: t('current_password'), otp_type: t('code.way') },
    values: { otp_type: open[0] ?? 'app' },
    done: (answer) => begun(chosen, answer),
  })
  const chosen = open.find((way) => way === form.values.otp_type) ?? 'app'
  return (
    <div className="card">
      <CallForm
        form={form}
        submit={word('next')}
        actions={
          <Button variant="default" onClick={back}>
            {word('back')}
          </Button>
        }
      >
        <Choices
          label={t('code.way')}
          value={chosen}
          choices={open.map((value) => ({ value, label: t(`code.${value}`) }))}
          choose={(way) => form.setValue('otp_type', way)}
        />
        {!open.includes('email') && <p className="muted">{t('code.reach_hint')}</p>}
        <PasswordField {...form.fields.current_password} />
      </CallForm>
    </div>
  )
}
