// A supplier's details, in sections. Numbers with check digits are read back in groups, as printed on paper.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '../../kit/api.ts'
import { CountryField } from '../../kit/CountryField.tsx'
import { LongTextField, PercentField, TextField } from '../../kit/fields.tsx'
import type { FieldState } from '../../kit/use-call-form.ts'
import styles from './suppliers.module.css'

type Name = Exclude<keyof Input<'supplierAdd'>, number | symbol>

export function useLabels() {
  const t = useTranslations('goods.suppliers')
  return {
    ...{ company: t('company'), full_name: t('full_name'), email: t('email'), mobile: t('mobile'), telephone: t('telephone') },
    ...{ address: t('address'), postalcode: t('postalcode'), city: t('city'), country: t('country') },
    ...{ ustidnr: t('ustidnr'), stnr: t('stnr'), hrb: t('hrb'), director: t('director') },
    ...{ bank_name: t('bank_name'), iban: t('iban'), bic: t('bic'), buying_discount: t('buying_discount'), remarks: t('remarks') },
  } satisfies Record<Name, string>
}

/** In groups of four, as an IBAN is printed. */
export const grouped = (text: string) => text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')

const textOf = (value: FieldState['value']) => (typeof value === 'string' ? value : '')

export function SupplierFields({ form }: { form: { field: (name: Name) => FieldState } }) {
  const t = useTranslations('goods.suppliers')
  const iban = form.field('iban')
  return (
    <>
      <Section title={t('sections.company')}>
        <TextField {...form.field('company')} required />
        <TextField {...form.field('full_name')} />
        <TextField {...form.field('email')} type="email" />
        <TextField {...form.field('mobile')} type="tel" />
        <TextField {...form.field('telephone')} type="tel" />
      </Section>
      <Section title={t('sections.address')}>
        <TextField {...form.field('address')} />
        <TextField {...form.field('postalcode')} />
        <TextField {...form.field('city')} />
        <CountryField {...form.field('country')} />
      </Section>
      <Section title={t('sections.tax')}>
        <TextField {...form.field('ustidnr')} hint={t('ustidnr_hint')} />
        <TextField {...form.field('stnr')} />
        <TextField {...form.field('hrb')} />
        <TextField {...form.field('director')} />
      </Section>
      <Section title={t('sections.bank')}>
        <TextField {...form.field('bank_name')} />
        <TextField {...iban} hint={textOf(iban.value) && <span className="mono">{grouped(textOf(iban.value))}</span>} />
        <TextField {...form.field('bic')} />
      </Section>
      <Section title={t('sections.terms')}>
        <PercentField {...form.field('buying_discount')} hint={t('buying_discount_hint')} />
        <LongTextField {...form.field('remarks')} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}
