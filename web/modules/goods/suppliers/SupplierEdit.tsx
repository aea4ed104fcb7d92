// The page of one supplier: its deliveries, its details, and at the end the button to stop it.

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { StopCard } from '../../../kit/form/StopCard.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { lastDiscount, refresh, SupplierFields, useLabels } from './SupplierFields.tsx'

export default function SupplierEdit() {
  const t = useTranslations('goods.suppliers')
  const { supplierId = '' } = useParams()
  const asked = useQuery(query('suppliersList', { filters: { supplier_id: supplierId } }))
  const missing = { title: t('missing'), hint: t('missing_hint'), to: '/suppliers/view', label: t('to_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(supplier) => <Edit key={supplierId} supplier={supplier} />}
    </OnePage>
  )
}

function Edit({ supplier }: { supplier: Row<'suppliersList'> }) {
  const t = useTranslations('goods.suppliers')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const seesLog = can(useUser(), 'auditList')
  const { supplier_id, company, status, products_only, iban } = supplier
  const form = useEditForm('supplierUpdate', { ...supplier, iban: ibanInGroups(iban) }, { labels: useLabels(), refresh })
  const facts = [
    { label: field('state'), value: <span className={status ? 'badge success' : 'badge'}>{status ? field('is_active') : word('suspended')}</span> },
    { label: screen('products'), value: format.count(supplier.products) },
    { label: field('last_delivery'), value: supplier.last_delivery_at ? format.date(supplier.last_delivery_at) : '–' },
    { label: t('last_discount'), value: lastDiscount(supplier) },
  ]
  const effect = products_only > 0 ? t('stop.only', { count: products_only }) : t('stop.only_none')
  return (
    <DetailPage
      title={company}
      facts={facts}
      actions={
        <>
          <InnerLink to={`/supplier-contacts/view?supplier_id=${supplier_id}`}>{screen('supplier_contacts')}</InnerLink>
          {seesLog && <InnerLink to={`/audit?subject_id=${supplier_id}`}>{word('history')}</InnerLink>}
        </>
      }
    >
      <section className="card">
        <CallForm form={form} submit={houseWord('save')}>
          <SupplierFields fields={form.fields} />
        </CallForm>
      </section>
      <StopCard
        {...{ title: t('stop.title'), call: 'supplierUpdate', refresh: ['suppliersList'], isActive: status }}
        text={status ? `${t('stop.effect')} ${effect}` : t('stop.stopped')}
        stop={{ input: { supplier_id, status: false }, label: t('stop.stop'), ask: t('stop.ask', { company }) }}
        start={{ input: { supplier_id, status: true }, label: t('stop.start') }}
      >
        <p>{t('stop.effect')}</p>
        <p>{effect}</p>
      </StopCard>
    </DetailPage>
  )
}
