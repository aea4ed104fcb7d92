// The tax of goods: the treatment and, if VAT is due at the sale, its rate and country. Another treatment clears rate and country.
// <TaxFields fields={form.fields} />
import { useTranslations } from 'use-intl'
import { vatTreatments } from '../../../contract/goods/products.ts'
import { isTaxed } from '../../../contract/kit/vat.ts'
import type { Input } from '../base/api.ts'
import * as format from '../base/format.ts'
import { useLanguage } from '../base/language.tsx'
import { CountryField } from './CountryField.tsx'
import { countryNames } from './countries.ts'
import { PercentField, SelectField } from './fields.tsx'
import { given } from './form-values.ts'
import type { FormOf } from './use-call-form.ts'

type Tax = FormOf<Pick<Input<'liveProductsUpdate'>, 'vat_treatment' | 'vat_rate' | 'vat_country'>>

type Row = { vat_treatment: string | null; vat_rate: number | null; vat_country: string | null }

export function useTaxWords() {
  const t = useTranslations('pages.tax')
  const country = countryNames(useLanguage())
  const treatments = vatTreatments.map((value) => ({ value, label: t(`treatments.${value}`) }))
  return {
    treatments,
    /** Returns a tax (treatment, rate and country) as one line of text. */
    said: ({ vat_treatment, vat_rate, vat_country }: Row) =>
      [
        treatments.find(({ value }) => value === vat_treatment)?.label,
        ...(isTaxed({ vat_treatment }) ? [format.percent(vat_rate ?? 0), country(vat_country ?? '')] : []),
      ]
        .filter(Boolean)
        .join(' · '),
  }
}

type Props = {
  fields: Tax['fields']
  /** Called instead of the fields' own `onChange` if the form holds the tax as one value: changes several parts of the tax at once. */
  change?: (changes: Tax['values']) => void
  /** The meaning of a blank country, if the country may be blank. */
  blankCountry?: string
}

export function TaxFields({ fields: { vat_treatment, vat_rate, vat_country }, change, blankCountry }: Props) {
  const { treatments } = useTaxWords()
  const apart = (changes: Tax['values']) => {
    vat_treatment.onChange(changes.vat_treatment)
    if (!('vat_rate' in changes)) return
    vat_rate.onChange(undefined)
    vat_country.onChange('')
  }
  const treatment = given(vat_treatment.value)
  const choose = (next: Tax['values']['vat_treatment']) =>
    (change ?? apart)({ vat_treatment: next, ...(!isTaxed({ vat_treatment: next }) && { vat_rate: undefined, vat_country: '' }) })
  return (
    <>
      <SelectField {...vat_treatment} required clears={false} onChange={choose} options={treatments} />
      {isTaxed({ vat_treatment: treatment }) && <PercentField {...vat_rate} required={treatment === 'single_purpose_voucher'} />}
      {isTaxed({ vat_treatment: treatment }) && <CountryField {...vat_country} required={!blankCountry} hint={blankCountry} />}
    </>
  )
}

/** Converts a row's tax for a form. The rate field is blank if no VAT is due at the sale, or if a telecom service has no rate or the rate 0. */
export const heldTax = <T extends Pick<Row, 'vat_treatment' | 'vat_rate'>>(row: T) => ({
  ...row,
  vat_rate: isTaxed(row) && (row.vat_treatment !== 'telecom_service' || row.vat_rate) ? row.vat_rate : undefined,
})
