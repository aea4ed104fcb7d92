// A new contact at a supplier. Opened from a supplier's page, the supplier is chosen already.
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { refresh, SupplierContactFields } from './SupplierContactFields.tsx'

export default function SupplierContactAdd() {
  const t = useTranslations('house.screens')
  const navigate = useNavigate()
  const [{ supplier_id = '' }] = useUrlState()
  const form = useCallForm('supplierContactAdd', { refresh, values: { supplier_id }, done: () => navigate({ to: '/supplier-contacts/view' }) })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('supplier_contact_add')}>
          <Combobox
            {...form.fields.supplier_id}
            call="suppliersList"
            option={(row) => ({ value: row.supplier_id, label: row.company })}
            proposesOnly
            required
          />
          <SupplierContactFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
