// Adds a supplier that is asked at the moment of sale. The supplier is tested and switched on afterwards, on its own page.

import { useTranslations } from 'use-intl'
import { adapterNames, adapters } from '../../../../contract/kit/adapters.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { ConnectionFields, refresh, useLabels } from './ConnectionFields.tsx'

export default function ConnectionAdd() {
  const screen = useTranslations('house.screens')
  const navigate = useNavigate()
  const form = useCallForm('connectionAdd', {
    labels: { ...useLabels() },
    values: { is_sandbox: true },
    refresh,
    done: ({ connection_id }) => navigate(`/connection/edit/${connection_id}`),
  })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={screen('connection_add')}>
          <SelectField {...form.fields.adapter} required options={adapterNames.map((value) => ({ value, label: adapters[value].name }))} />
          <ConnectionFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
