// The form for a new contact at a supplier. The address may name the supplier; the list of contacts does so if it is filtered by one supplier.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { refresh, SupplierContactFields } from './SupplierContactFields.tsx'

const option = ({ supplier_id, company }: Row<'suppliersList'>) => ({ value: supplier_id, label: company })

export default function SupplierContactAdd() {
  const [{ supplier_id }] = useUrlState()
  const asked = useQuery({ ...query('suppliersList', { filters: { supplier_id } }), enabled: supplier_id !== undefined })
  const isAsking = supplier_id !== undefined && asked.isPending
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">{!isAsking && <Add supplier={asked.data?.content[0]} />}</section>
    </div>
  )
}

function Add({ supplier }: { supplier: Row<'suppliersList'> | undefined }) {
  const t = useTranslations('house.screens')
  const navigate = useNavigate()
  const values = { supplier_id: supplier?.supplier_id ?? '' }
  const form = useCallForm('supplierContactAdd', { refresh, values, done: () => navigate('/supplier-contacts/view') })
  return (
    <CallForm form={form} submit={t('supplier_contact_add')}>
      <Combobox {...form.fields.supplier_id} call="suppliersList" option={option} known={supplier && option(supplier)} proposesOnly required />
      <SupplierContactFields fields={form.fields} />
    </CallForm>
  )
}
