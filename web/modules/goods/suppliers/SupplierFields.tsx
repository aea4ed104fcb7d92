// The fields of a supplier, in sections. The IBAN is shown again in groups, as on paper.
import { useTranslations } from 'use-intl'
import type { Input } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { ibanInGroups } from '../../../kit/base/iban.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { CountryField } from '../../../kit/form/CountryField.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { CountField, LongTextField, PercentField, TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import type { FormOf } from '../../../kit/form/use-call-form.ts'
import { NOTHING } from '../../../kit/page/field-format.tsx'

export const refresh = ['suppliersList', 'productFilters'] as const

export function useLabels() {
  const field = useTranslations('fields')
  return { full_name: field('contact_name'), address: field('street_and_number'), city: field('town') }
}

export function SupplierFields({ fields }: Pick<FormOf<Input<'supplierAdd'>>, 'fields'>) {
  const t = useTranslations('goods.suppliers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const iban = ibanInGroups(textOf(fields.iban.value))
  return (
    <>
      <FormSection title={t('sections.company')}>
        <TextField {...fields.company} required />
        <TextField {...fields.full_name} />
        <TextField {...fields.email} type="email" />
        <TextField {...fields.mobile} type="tel" />
        <TextField {...fields.telephone} type="tel" />
      </FormSection>
      <FormSection title={field('address')}>
        <TextField {...fields.address} />
        <TextField {...fields.postalcode} />
        <TextField {...fields.city} />
        <CountryField {...fields.country} />
      </FormSection>
      <FormSection title={word('tax_and_register')}>
        <TextField {...fields.ustidnr} hint={t('ustidnr_hint')} />
        <TextField {...fields.stnr} />
        <TextField {...fields.hrb} />
        <TextField {...fields.director} />
      </FormSection>
      <FormSection title={field('bank_name')}>
        <TextField {...fields.bank_name} />
        <TextField {...fields.iban} hint={iban && <span className="mono">{iban}</span>} />
        <TextField {...fields.bic} />
      </FormSection>
      <FormSection title={t('sections.terms')}>
        <PercentField {...fields.buying_discount} hint={t('buying_discount_hint')} />
        <CountField {...fields.reclaim_days} hint={t('reclaim_days_hint')} />
        <LongTextField {...fields.remarks} />
      </FormSection>
    </>
  )
}

export const lastDiscount = ({ last_discount }: Pick<Row<'suppliersList'>, 'last_discount'>) =>
  last_discount === null ? NOTHING : format.percent(last_discount)
