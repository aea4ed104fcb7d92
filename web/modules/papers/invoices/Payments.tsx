// The payments of a document, and a form to record another payment.

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Output, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Empty } from '../../../kit/page/Empty.tsx'

type Shown = Output<'invoiceReport'>

export function Payments({ invoice }: { invoice: Shown }) {
  const t = useTranslations('invoices')
  const mayPay = can(useUser(), 'invoicePay')
  const { payments, open } = invoice
  // A document that was settled from the balance has no payments, so nothing is shown.
  if (payments.length === 0 && open === 0) return null
  return (
    <section className="card stack" aria-labelledby="payments">
      <h2 id="payments">{t('payments')}</h2>
      {payments.length === 0 && <Empty title={t('no_payments')} />}
      <ul>
        {payments.map(({ payment_id, amount, paid_on, remarks, created_by }) => (
          <li key={payment_id}>
            {format.day(paid_on)}: {[format.money(amount), created_by, remarks].filter(Boolean).join(' · ')}
          </li>
        ))}
      </ul>
      {mayPay && <PayForm key={payments.length} invoice={invoice} />}
    </section>
  )
}

function PayForm({ invoice: { invoice_id, open } }: { invoice: Shown }) {
  const t = useTranslations('invoices')
  const field = useTranslations('fields')
  // Each form has an id, so that sending it twice records the payment only once.
  const [payment_id] = useState(() => crypto.randomUUID())
  const form = useCallForm('invoicePay', {
    labels: { remarks: field('note') },
    fixed: { invoice_id, payment_id },
    values: { amount: open, paid_on: format.berlinDay(new Date()) },
    refresh: ['invoiceReport', 'invoicesList', 'reclamationInvoicesList'],
  })
  const { fields } = form
  return (
    <CallForm form={form} submit={t('note_payment')}>
      <MoneyField {...fields.amount} hint={t('amount_hint')} />
      <TextField {...fields.paid_on} type="date" />
      <TextField {...fields.remarks} />
    </CallForm>
  )
}
