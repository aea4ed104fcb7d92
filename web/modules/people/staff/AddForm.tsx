// The form for a new person. It offers the rights of the organisation that the person joins, and previews the person's menu.
import { useTranslations } from 'use-intl'
import { internalRole } from '../../../../contract/kit/access.ts'
import { CallError } from '../../../../contract/kit/client.ts'
import { useUser } from '../../../kit/base/api.ts'
import { useLanguage } from '../../../kit/base/language.tsx'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { given, textOf } from '../../../kit/form/form-values.ts'
import { Preset } from '../../../kit/form/Preset.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { MenuPreview } from './MenuPreview.tsx'
import { PersonFields, RoleField } from './PersonFields.tsx'
import { RightsOfPerson } from './RightsOfPerson.tsx'
import { useLabels } from './use-labels.ts'
import { presetsAt, useSource } from './use-source.ts'

const usual = { otp_type: 'none', login_approval: false, internal_role: internalRole.staff } as const

export function AddForm({ done }: { done: (added: { name: string; email: string }) => void }) {
  const t = useTranslations('staff')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const user = useUser()
  const form = useCallForm('staffAdd', {
    labels: useLabels(),
    values: { ...usual, flags: [], language: useLanguage() },
    refresh: ['staffList', 'registrationsList'],
    done: () => done({ name: textOf(form.values.full_name), email: textOf(form.values.email) }),
  })
  const source = useSource(textOf(form.values.customer_id))
  const rights = given(form.values.flags) ?? []
  const isManager = form.values.internal_role === internalRole.manager
  return (
    <div className="beside wide" style={{ '--columns': 'minmax(0, 3fr) minmax(240px, 1fr)' }}>
      <section className="card">
        <CallForm form={form} submit={word('add_and_send_the_link')}>
          <FormSection title={field('person')}>
            <Combobox
              {...form.fields.customer_id}
              call="customersListShort"
              hint={t('form.organisation_hint', { name: user.organisation_name })}
              option={(row) => ({ value: row.customer_id, label: row.city ? `${row.name}, ${row.city}` : row.name })}
              picked={() => form.setValue('flags', [])}
            />
            <div className="stack gap-8">
              <TextField {...form.fields.username} />
              <Suggestions refusal={form.refusal} choose={(name) => form.setValue('username', name)} />
            </div>
            <PersonFields fields={form.fields} />
          </FormSection>
          <RoleField isManager={isManager} choose={(role) => form.setValue('internal_role', role)} />
          {isManager && <p className="muted">{t('matrix.manager')}</p>}
          {!isManager && source && <RightsOfPerson {...{ source, given: rights, kind: presetsAt(source) }} change={(flags) => form.setValue('flags', flags)} />}
        </CallForm>
      </section>
      {source && <MenuPreview account_role={source.account_role} is_manager={isManager} given={isManager ? source.held : rights} />}
    </div>
  )
}

/** Offers similar free names if the typed user name is taken. */
function Suggestions({ refusal, choose }: { refusal: unknown; choose: (name: string) => void }) {
  const t = useTranslations('staff.form')
  const names = refusal instanceof CallError && refusal.code === 'username_taken' ? refusal.detail['suggestions'] : undefined
  if (!Array.isArray(names) || names.length === 0) return null
  return (
    <div className="row">
      <span>{t('taken')}</span>
      {names.map((name) => (
        <Preset key={name} choose={() => choose(name)}>
          {name}
        </Preset>
      ))}
    </div>
  )
}
