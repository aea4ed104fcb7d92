// A new mandate for a customer who has no mandate.

import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { MandateFields, refresh } from './MandateFields.tsx'

export default function MandateAdd() {
  const t = useTranslations('house.screens')
  const navigate = useNavigate()
  const form = useCallForm('mandateAdd', {
    refresh,
    values: { signed_on: format.berlinDay(new Date()), scheme: 'core' },
    done: () => navigate('/mandates/view'),
  })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('mandate_add')}>
          <Combobox
            {...form.fields.customer_id}
            required
            call="mandateCustomers"
            option={(row) => ({ value: row.customer_id, label: row.city ? `${row.customer_name}, ${row.city}` : row.customer_name })}
          />
          <MandateFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
