// The form for the terms on which one customer is billed from now on.
import { useTranslations } from 'use-intl'
import { billings } from '../../../../contract/papers/invoices.ts'
import type { Output } from '../../../kit/base/api.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { PercentField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'

export function TermsForm({ terms }: { terms: Output<'invoiceTerms'> }) {
  const t = useTranslations('invoices')
  const field = useTranslations('fields')
  const labels = { by_mail: t('by_mail') }
  const { customer_id } = terms
  const form = useEditForm('invoiceTermsUpdate', terms, { labels, fixed: { customer_id }, refresh: ['invoiceTerms', 'customersForInvoice'] })
  const { fields } = form
  return (
    <section className="card">
      <CallForm form={form} submit={t('save_terms')}>
        <FormSection title={t('terms')}>
          <SelectField {...fields.billing} options={billings.map((value) => ({ value, label: t(`billings.${value}`) }))} />
          <SwitchField {...fields.pays_later} hint={t('pays_later_hint')} />
          <SwitchField {...fields.by_mail} hint={t('by_mail_hint')} />
          <TextField {...fields.buyer_reference} />
          <TextField {...fields.siren} inputMode="numeric" hint={t('siren_hint')} />
          <TextField {...fields.resale_certificate_until} type="date" hint={t('certificate_hint')} />
          <TextField {...fields.debtor_no} inputMode="numeric" hint={t('debtor_no_hint', { account: terms.debtor_in_use })} />
        </FormSection>
        <FormSection title={field('commission')}>
          <PercentField {...fields.commission_rate} hint={t('commission_rate_hint')} />
          <TextField {...fields.self_billing_agreed_on} type="date" hint={t('agreed_on_hint')} />
        </FormSection>
      </CallForm>
    </section>
  )
}
