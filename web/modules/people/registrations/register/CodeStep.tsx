// Step two of registering: the code sent to the address or number of the registration.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../../contract/kit/client.ts'
import type { RegistrationState } from '../../../../../contract/people/registrations.ts'
import { CodeEntry } from '../../../../kit/form/CodeEntry.tsx'
import { calls, type StepProps } from './calls.ts'

export function CodeStep({ registration, state, arrived, failed }: StepProps) {
  const t = useTranslations('entry.code')
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [left, setLeft] = useState<number>()
  const [isSent, setIsSent] = useState(false)
  const { code_channel, code_destination, code_again_at } = state

  async function run(work: () => Promise<RegistrationState>) {
    setBusy(true)
    setIsSent(false)
    setLeft(undefined)
    try {
      arrived(await work())
      return true
    } catch (error) {
      failed(error)
      const tries = error instanceof CallError ? Number(error.detail.left) : Number.NaN
      if (!Number.isNaN(tries)) setLeft(tries)
      setAttempt((n) => n + 1)
      return false
    } finally {
      setBusy(false)
    }
  }
  const again = { at: code_again_at, ask: async () => setIsSent(await run(() => calls.registrationCode({ registration }))) }
  return (
    <>
      <p role="status" className="muted quiet">
        {left !== undefined && t('left', { left })}
        {isSent && t('sent')}
      </p>
      <CodeEntry
        key={attempt}
        hint={t(code_channel === 'sms' ? 'sms' : 'email', { destination: code_destination })}
        busy={busy}
        send={(otp) => run(() => calls.registrationCode({ registration, otp }))}
        again={again}
      />
    </>
  )
}
