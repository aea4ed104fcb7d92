// One supplier: what it delivered, its details, and at the end how to stop it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { percentText } from '../../../contract/kit/money.ts'
import { query, useUser } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { can } from '../../kit/can.ts'
import { DetailPage } from '../../kit/DetailPage.tsx'
import { Empty, Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { InnerLink } from '../../kit/InnerLink.tsx'
import type { Row } from '../../kit/list-state.ts'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { StopSupplier } from './StopSupplier.tsx'
import { grouped, SupplierFields, useLabels } from './SupplierFields.tsx'

type Supplier = Row<'suppliersList'>

export default function SupplierEdit() {
  const t = useTranslations('goods.suppliers')
  const { supplierId = '' }: { supplierId?: string } = useParams({ strict: false })
  const seesLog = can(useUser(), 'auditList')
  const asked = useQuery(query('suppliersList', { filters: { supplier_id: supplierId } }))
  const [supplier] = asked.data?.content ?? []
  if (asked.isPending) return <PageTitle />
  if (asked.isError && !asked.data) return <Failed error={asked.error} retry={() => asked.refetch()} />
  if (!supplier) return <Missing />
  const facts = [
    { label: t('status'), value: <span className={supplier.status ? 'badge success' : 'badge'}>{t(supplier.status ? 'active' : 'stopped')}</span> },
    { label: t('products'), value: format.count(supplier.products) },
    { label: t('last_delivery'), value: supplier.last_delivery_at ? format.date(supplier.last_delivery_at) : '–' },
    { label: t('buying_discount'), value: format.percent(supplier.buying_discount) },
  ]
  return (
    <DetailPage
      title={supplier.company}
      facts={facts}
      actions={seesLog && <InnerLink to={`/audit?subject_id=${supplier.supplier_id}`}>{t('history')}</InnerLink>}
    >
      <EditForm key={supplier.supplier_id} supplier={supplier} />
      <StopSupplier supplier={supplier} />
    </DetailPage>
  )
}

function EditForm({ supplier }: { supplier: Supplier }) {
  const t = useTranslations('goods.suppliers')
  const [isSaved, setSaved] = useState(false)
  const { products, products_only, last_delivery_at, status, buying_discount, iban, ...texts } = supplier
  const form = useCallForm('supplierUpdate', {
    labels: useLabels(),
    values: { ...texts, iban: grouped(iban), buying_discount: percentText(buying_discount) },
    refresh: ['suppliersList', 'productFilters'],
    done: () => setSaved(true),
  })
  const submit = () => {
    setSaved(false)
    form.submit()
  }
  return (
    <section className="card">
      <CallForm form={{ ...form, submit }} submit={t('submit_edit')} actions={<span role="status">{isSaved && t('saved')}</span>}>
        <SupplierFields form={form} />
      </CallForm>
    </section>
  )
}

function Missing() {
  const t = useTranslations('goods.suppliers')
  return (
    <div className="stack">
      <PageTitle />
      <Empty title={t('missing')} hint={t('missing_hint')}>
        <Button component={Link} to="/suppliers/view">
          {t('to_list')}
        </Button>
      </Empty>
    </div>
  )
}
