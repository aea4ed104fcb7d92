// One-time codes: whether they are on, and the three steps to turn them on (delivery, first code, recovery codes).
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import { CodeSetup, type Way } from './CodeSetup.tsx'
import { CodeStart } from './CodeStart.tsx'
import { CodeStop } from './CodeStop.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { TabProps } from './tabs.ts'

const FEW = 3

type Step = { at: 'status' | 'start' | 'stop' } | { at: 'setup'; begun: Output<'codeStart'>; way: Way } | { at: 'recovery'; codes: readonly string[] }
const status: Step = { at: 'status' }

export default function CodeTab({ all }: TabProps) {
  const [step, setStep] = useState<Step>(status)
  const cache = useQueryClient()
  const back = () => setStep(status)
  function confirmed(codes: readonly string[]) {
    setStep({ at: 'recovery', codes })
    for (const stale of ['settingsView', 'authCheck', 'sessionsList'] as const) cache.invalidateQueries({ queryKey: [stale] })
  }
  if (step.at === 'start') return <CodeStart all={all} begun={(way, begun) => setStep({ at: 'setup', way, begun })} back={back} />
  if (step.at === 'setup') return <CodeSetup {...step} done={confirmed} again={() => setStep({ at: 'start' })} />
  if (step.at === 'recovery') return <RecoveryCodes codes={step.codes} done={back} />
  return (
    <>
      <Status all={all} begin={() => setStep({ at: 'start' })} stop={() => setStep({ at: 'stop' })} />
      {step.at === 'stop' && <CodeStop done={back} />}
    </>
  )
}

function Status({ all, begin, stop }: TabProps & { begin: () => void; stop: () => void }) {
  const t = useTranslations('settings.code')
  const word = useTranslations('words')
  const { otp_type, is_required, recovery_codes_left } = all.one_time_code
  const isOn = otp_type !== 'none'
  return (
    <div className="card stack">
      <p>
        <b>{isOn ? t(`on_${otp_type}`) : t('off')}</b>
      </p>
      {isOn ? (
        <p className={recovery_codes_left < FEW ? 'notice warning' : undefined}>
          {t('recovery_left')}: {recovery_codes_left} {recovery_codes_left < FEW && t('recovery_few')}
        </p>
      ) : (
        <p className="muted">{t('why')}</p>
      )}
      {is_required && <p className="muted">{t('required', { organisation: all.organisation.name })}</p>}
      <div className="row">
        <Button variant={isOn ? 'default' : 'filled'} onClick={begin}>
          {isOn ? t('again') : t('begin')}
        </Button>
        {isOn && !is_required && (
          <Button variant="default" onClick={stop}>
            {word('switch_off')}
          </Button>
        )}
      </div>
    </div>
  )
}
