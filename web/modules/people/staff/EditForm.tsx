// The form for an existing person. It sends only changed fields, and first shows which rights a change adds and removes.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { internalRole } from '../../../../contract/kit/access.ts'
import type { Staff } from '../../../../contract/people/staff.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { EffectConfirm } from './EffectConfirm.tsx'
import { MenuPreview } from './MenuPreview.tsx'
import { PersonFields, RoleField } from './PersonFields.tsx'
import { RightsOfPerson } from './RightsOfPerson.tsx'
import { effectOf, flagsAs, inOrder } from './rights.ts'
import { useLabels } from './use-labels.ts'
import { presetsAt, useSourceOf } from './use-source.ts'

export function EditForm({ person }: { person: Staff }) {
  const t = useTranslations('staff')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  const source = useSourceOf(person)
  const [isAsking, setAsking] = useState(false)
  const wasManager = person.internal_role === internalRole.manager
  const held = wasManager ? undefined : inOrder(person.flags)
  const form = useEditForm(
    'staffUpdate',
    { ...person, is_active: undefined, flags: held },
    { labels: useLabels(), required: person.is_own ? ['full_name'] : ['full_name', 'email', 'otp_type'], refresh: ['staffList', 'authCheck'] },
  )
  const isManager = form.values.internal_role === internalRole.manager
  const typed = given(form.values.flags)
  const rights = isManager ? [...source.held] : (typed ?? [])
  const effect = effectOf(person.flags, rights)
  const hasEffect = effect.gains.length + effect.loses.length > 0 || isManager !== wasManager
  const send = () => {
    setAsking(false)
    form.submit()
  }
  function setRole(role: number) {
    form.setValue('internal_role', role)
    form.setValue('flags', flagsAs(role, held, typed))
  }
  return (
    <div className="beside wide" style={{ '--columns': 'minmax(0, 3fr) minmax(240px, 1fr)' }}>
      <section className="card">
        <CallForm form={{ ...form, submit: hasEffect ? () => setAsking(true) : send }} submit={word('save')} saved={t('form.saved')}>
          {person.is_own && <p className="notice">{t('form.own')}</p>}
          <FormSection title={field('person')}>
            <PersonFields fields={form.fields} own={person.is_own} />
          </FormSection>
          {!person.is_own && <RoleField isManager={isManager} choose={setRole} />}
          {isManager && <p className="muted">{t('matrix.manager')}</p>}
          {!isManager && (
            <RightsOfPerson
              {...{ source, given: rights, kind: presetsAt(source) }}
              disabled={person.is_own}
              change={(flags) => form.setValue('flags', inOrder(flags))}
            />
          )}
        </CallForm>
      </section>
      <MenuPreview account_role={source.account_role} is_manager={isManager} given={rights} />
      {isAsking && <EffectConfirm person={person} effect={effect} isManager={isManager} busy={form.busy} onConfirm={send} onClose={() => setAsking(false)} />}
    </div>
  )
}
