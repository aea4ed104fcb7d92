// Section one: what the shop is and its address.
import { useTranslations } from 'use-intl'
import { organisationTypes, shopTypes } from '../../../contract/customers.ts'
import { CountryField } from '../../kit/CountryField.tsx'
import { SelectField, TextField } from '../../kit/fields.tsx'
import type { CustomerForm } from './customer-form.ts'
import styles from './customers.module.css'

export function ShopFields({ form: { field } }: { form: CustomerForm }) {
  const t = useTranslations('people')
  return (
    <fieldset className={styles.section}>
      <legend>{t('form.shop')}</legend>
      <TextField {...field('name')} required />
      <div className={styles.pair}>
        <SelectField {...field('shop_type')} options={shopTypes.map((value) => ({ value, label: t(`shop_types.${value}`) }))} />
        <SelectField {...field('organisation_type')} options={organisationTypes.map((value) => ({ value, label: t(`organisation_types.${value}`) }))} />
      </div>
      <div className={styles.pair}>
        <TextField {...field('address')} />
        <TextField {...field('house_no')} />
      </div>
      <div className={styles.pair}>
        <TextField {...field('postal')} />
        <TextField {...field('city')} />
        <CountryField {...field('country')} />
      </div>
      <div className={styles.pair}>
        <TextField {...field('ustidnr')} />
        <TextField {...field('stnr')} />
      </div>
    </fieldset>
  )
}
