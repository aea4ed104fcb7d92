// The settings of the documents that the organisation makes, such as the logo and the document numbers.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { operationKinds } from '../../../../contract/papers/invoice-settings.ts'
import { type Output, query, useUser } from '../../../kit/base/api.ts'
import { actorOf } from '../../../kit/base/can.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { CountryField } from '../../../kit/form/CountryField.tsx'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { CountField, LongTextField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Datev } from './Datev.tsx'
import { Logo } from './Logo.tsx'
import './paper.css'

export default function InvoiceSettings() {
  const t = useTranslations('invoices')
  const asked = useQuery(query('invoiceSettings', {}))
  return (
    <OnePage asked={asked} row={(settings) => settings} missing={{ title: t('none') }}>
      {(settings) => <Settings settings={settings} />}
    </OnePage>
  )
}

function Settings({ settings }: { settings: Output<'invoiceSettings'> }) {
  const t = useTranslations('invoices')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const user = useUser()
  const labels = { address: field('street_and_number'), city: field('town'), contact_name: field('name'), contact_email: field('email') }
  const form = useEditForm('invoiceSettingsUpdate', settings, { names: 'invoices', labels, refresh: ['invoiceSettings', 'customersForInvoice'] })
  const { fields } = form
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('save_settings')}>
          <FormSection title={t('sections.issuer')}>
            <TextField {...fields.legal_name} hint={t('legal_name_hint')} />
            <TextField {...fields.address} />
            <TextField {...fields.postal} />
            <TextField {...fields.city} />
            <CountryField {...fields.country} />
          </FormSection>
          <FormSection title={word('tax_and_register')}>
            <TextField {...fields.ustidnr} />
            <TextField {...fields.stnr} />
            <TextField {...fields.foreign_vat_ids} hint={t('foreign_hint')} />
            <SwitchField {...fields.uses_oss} />
            <TextField {...fields.hrb} />
            <TextField {...fields.director} />
          </FormSection>
          <FormSection title={t('sections.france')}>
            <TextField {...fields.siren} inputMode="numeric" hint={t('siren_hint')} />
            <SelectField {...fields.operation_kind} clears={false} options={operationKinds.map((value) => ({ value, label: t(`operations.${value}`) }))} />
            <SwitchField {...fields.vat_on_debits} />
          </FormSection>
          <FormSection title={field('contact_name')}>
            <TextField {...fields.contact_name} hint={t('contact_hint')} />
            <TextField {...fields.contact_phone} type="tel" />
            <TextField {...fields.contact_email} type="email" />
          </FormSection>
          <FormSection title={field('payment')}>
            {actorOf(user).is_manager ? (
              <>
                <TextField {...fields.bank_name} />
                <TextField {...fields.iban} />
                <TextField {...fields.bic} />
                <TextField {...fields.creditor_id} hint={t('creditor_id_hint')} />
              </>
            ) : (
              <BankDetails settings={settings} />
            )}
            <CountField {...fields.payment_days} />
            <CountField {...fields.prenotification_days} hint={t('prenotification_hint')} />
          </FormSection>
          <FormSection title={t('sections.numbers')}>
            <TextField {...fields.invoice_prefix} hint={t('prefix_hint')} />
            <TextField {...fields.correction_prefix} />
            <TextField {...fields.self_billed_prefix} />
            <LongTextField {...fields.footer} />
          </FormSection>
        </CallForm>
      </section>
      <Logo logo={settings.logo} />
      <Datev />
    </div>
  )
}

/** The bank details for people who may not change them. */
function BankDetails({ settings: { bank_name, iban, bic, creditor_id } }: { settings: Output<'invoiceSettings'> }) {
  const t = useTranslations('errors.problems')
  const field = useTranslations('fields')
  const facts = Object.entries({ bank_name, iban: ibanInGroups(iban), bic, creditor_id }).flatMap(([name, value]) =>
    value ? [{ label: field(name as 'iban'), value }] : [],
  )
  return (
    <Whole>
      <Facts facts={facts} />
      <p className="muted">{t('managers_only')}</p>
    </Whole>
  )
}
