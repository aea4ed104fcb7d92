// Registration by a mailed link, in three steps: user name, one-time code, password. The server says which step is due.
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../../contract/kit/client.ts'
import type { RegistrationState } from '../../../../../contract/people/registrations.ts'
import { preferredLanguage, setLanguage } from '../../../../kit/base/language.tsx'
import { OrganisationContext, useOrganisation } from '../../../../kit/base/organisation.ts'
import { Refusal } from '../../../../kit/page/Refusal.tsx'
import { DoorPage } from '../../auth/auth.ts'
import { CodeStep } from './CodeStep.tsx'
import { calls, forgetProof, keepProof, proofOf } from './calls.ts'
import { PasswordStep } from './PasswordStep.tsx'
import { Ready } from './Ready.tsx'
import { StepList } from './StepList.tsx'
import { UserNameStep } from './UserNameStep.tsx'
import { useStepAddress } from './use-step-address.ts'

const steps = { username: UserNameStep, code: CodeStep, password: PasswordStep }
const names = ['username', 'code', 'password'] as const

/**
 * Returns the step that is due. If this tab has the proof that the code was entered, the password is due; the server, which does not get the proof, still
 * answers `code`.
 */
const dueStep = ({ step }: RegistrationState, registration: string) => (step === 'code' && proofOf(registration) ? 'password' : step)

export function Registration({ registration }: { registration: string }) {
  const t = useTranslations('entry.register')
  const text = useTranslations('auth.loading')
  const [state, setState] = useState<RegistrationState>()
  const [trouble, setTrouble] = useState<unknown>()
  const due = state && dueStep(state, registration)
  useStepAddress(due && due !== 'done' ? names.indexOf(due) + 1 : undefined)

  useEffect(() => {
    calls
      .registrationUserName({ registration })
      .then(async (read) => {
        await setLanguage(preferredLanguage(read.language))
        setState(read)
      })
      .catch(setTrouble)
  }, [registration])

  function arrived(next: RegistrationState) {
    if (next.proof) keepProof(registration, next.proof)
    else forgetProof(registration)
    setTrouble(undefined)
    setState(next)
  }

  if (trouble instanceof CallError && trouble.code === 'registration_over') return <Over />
  if (!state || !due) return <DoorPage title={text('account')}>{trouble ? <Refusal error={trouble} /> : <p className="muted">{t('wait')}</p>}</DoorPage>
  if (due === 'done')
    return (
      <OwnDoor name={state.portal_name}>
        <Ready state={state} />
      </OwnDoor>
    )
  const Step = steps[due]
  return (
    <OwnDoor name={state.portal_name}>
      <DoorPage title={text('account')}>
        <StepList step={names.indexOf(due) + 1} />
        <div className="stack">
          {due === 'username' && <p>{t('welcome', { name: state.full_name || state.username, organisation: state.organisation_name })}</p>}
          <Refusal error={trouble} />
          <Step registration={registration} state={state} arrived={arrived} failed={setTrouble} />
        </div>
      </DoorPage>
    </OwnDoor>
  )
}

/** Shows the page with the name of the portal that the new user will use, whichever host the link leads to. */
function OwnDoor({ name, children }: { name: string; children: ReactNode }) {
  const behindHost = useOrganisation()
  return <OrganisationContext value={{ ...behindHost, organisation_name: name }}>{children}</OrganisationContext>
}

function Over() {
  const t = useTranslations('entry.register')
  const { organisation_name, support } = useOrganisation()
  return (
    <DoorPage title={t('over')}>
      <p>{t('over_hint', { organisation: organisation_name })}</p>
      {support?.phone && <a href={`tel:${support.phone.replaceAll(' ', '')}`}>{support.phone}</a>}
      {support?.email && <a href={`mailto:${support.email}`}>{support.email}</a>}
    </DoorPage>
  )
}
