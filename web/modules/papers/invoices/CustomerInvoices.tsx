// One customer's documents, and the terms on which the customer is billed.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { DocumentList } from './DocumentList.tsx'
import { TermsForm } from './TermsForm.tsx'

export default function CustomerInvoices() {
  const t = useTranslations('invoices')
  const { customerId = '' } = useParams()
  const asked = useQuery(query('invoiceTerms', { customer_id: customerId }))
  const [isOpen, setOpen] = useState(false)
  const missing = { title: t('no_customer'), hint: t('no_customer_hint'), to: '/invoices-all', label: t('to_list') }
  return (
    <OnePage asked={asked} row={(terms) => terms} missing={missing}>
      {(terms) => (
        <DocumentList
          call="invoicesList"
          customer_id={customerId}
          title={t('of_customer', { customer: terms.customer_name })}
          action={
            <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('terms')}
            </Button>
          }
          first={isOpen && <TermsForm key={customerId} terms={terms} />}
        />
      )}
    </OnePage>
  )
}
