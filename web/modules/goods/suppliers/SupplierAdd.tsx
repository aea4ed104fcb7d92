// The screen that adds a supplier; the list of suppliers then opens.

import { useTranslations } from 'use-intl'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { refresh, SupplierFields, useLabels } from './SupplierFields.tsx'

export default function SupplierAdd() {
  const t = useTranslations('goods.suppliers')
  const navigate = useNavigate()
  const form = useCallForm('supplierAdd', { labels: useLabels(), refresh, done: () => navigate('/suppliers/view') })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('submit_add')}>
          <SupplierFields fields={form.fields} />
        </CallForm>
      </section>
    </div>
  )
}
