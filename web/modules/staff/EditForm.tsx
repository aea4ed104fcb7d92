// The form of an existing person: it sends only what was changed, and first shows what a change of rights gains and loses.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../contract/staff.ts'
import { ask, type Input } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { EffectConfirm } from './EffectConfirm.tsx'
import { MenuPreview } from './MenuPreview.tsx'
import { PersonFields, RoleField } from './PersonFields.tsx'
import { RightsMatrix } from './RightsMatrix.tsx'
import { effectOf, flagsIn, isSame } from './rights.ts'
import styles from './staff.module.css'
import { useLabels } from './use-labels.ts'
import { useSourceOf } from './use-source.ts'

const valuesOf = (person: Staff) => ({
  user_id: person.user_id,
  full_name: person.full_name,
  email: person.email,
  mobile: person.mobile,
  job_role: person.job_role,
  language: person.language ?? '',
  otp_type: person.otp_type,
  login_approval: person.login_approval ? '1' : '0',
  internal_role: String(person.internal_role),
  flags: JSON.stringify(person.internal_role === 0 ? [] : person.flags),
})

/** What differs from the saved person; a blank job is removed. A manager has all rights, so none are sent. */
function changesOf(person: Staff, { user_id, flags = [], ...given }: Input<'staffUpdate'>): Input<'staffUpdate'> {
  const differs = Object.entries({ ...given, job_role: given.job_role ?? '' }).filter(([name, value]) => person[name as keyof Staff] !== value)
  const isStaff = given.internal_role !== 0
  const hasNewRights = isStaff && (person.internal_role === 0 || !isSame(flags, person.flags))
  return { user_id, ...Object.fromEntries(differs), ...(hasNewRights && { flags }) }
}

export function EditForm({ person }: { person: Staff }) {
  const t = useTranslations('staff')
  const source = useSourceOf(person)
  const [isAsking, setAsking] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const form = useCallForm('staffUpdate', {
    labels: useLabels(),
    values: valuesOf(person),
    required: person.is_own ? ['full_name'] : ['full_name', 'email', 'otp_type'],
    refresh: ['staffList', 'authCheck'],
    send: (input) => ask('staffUpdate', changesOf(person, input)),
    done: () => setSaved(true),
  })
  const isManager = form.values['internal_role'] === '0'
  const given = isManager ? source.held : flagsIn(form.values['flags'])
  const effect = effectOf(person.flags, given)
  const hasEffect = effect.gains.length + effect.loses.length > 0 || isManager !== (person.internal_role === 0)
  const send = () => {
    setAsking(false)
    setSaved(false)
    form.submit()
  }
  return (
    <div className={`${styles.sides} ${styles.wide}`}>
      <section className="card">
        <CallForm
          form={{ ...form, submit: hasEffect ? () => setAsking(true) : send }}
          submit={t('form.submit_edit')}
          actions={<span role="status">{isSaved && t('form.saved')}</span>}
        >
          {person.is_own && <p className="notice">{t('form.own')}</p>}
          <div className={styles.fields}>
            <h2>{t('form.person')}</h2>
            <PersonFields form={form} own={person.is_own} />
            <h2>{t('form.rights')}</h2>
            {!person.is_own && <RoleField form={form} />}
          </div>
          {isManager && <p className="muted">{t('matrix.manager')}</p>}
          {!isManager && (
            <RightsMatrix source={source} given={given} disabled={person.is_own} change={(flags) => form.setValue('flags', JSON.stringify(flags))} />
          )}
        </CallForm>
      </section>
      <MenuPreview account_role={source.account_role} is_manager={isManager} given={given} />
      {isAsking && <EffectConfirm person={person} effect={effect} isManager={isManager} busy={form.busy} onConfirm={send} onClose={() => setAsking(false)} />}
    </div>
  )
}
