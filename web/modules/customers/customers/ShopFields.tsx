// Section one of a customer's form: its kind, name and address.
import { useTranslations } from 'use-intl'
import { organisationTypes, shopTypes } from '../../../../contract/customers/customers.ts'
import { CountryField } from '../../../kit/form/CountryField.tsx'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { SelectField, TextField } from '../../../kit/form/fields.tsx'
import type { CustomerFields } from './customer-form.ts'

/** `isReseller`: the customer is a reseller, so the section's title does not call it a shop. */
export function ShopFields({ fields, isReseller = false }: { fields: CustomerFields; isReseller?: boolean }) {
  const field = useTranslations('fields')
  return (
    <FormSection title={field(isReseller ? 'organisation' : 'seller')}>
      <TextField {...fields.name} required />
      <AddressFields fields={fields} />
    </FormSection>
  )
}

export function AddressFields({ fields }: { fields: CustomerFields }) {
  const t = useTranslations('customers')
  return (
    <>
      <TextField {...fields.customer_number} />
      <SelectField {...fields.shop_type} options={shopTypes.map((value) => ({ value, label: t(`shop_types.${value}`) }))} />
      <SelectField {...fields.organisation_type} options={organisationTypes.map((value) => ({ value, label: t(`organisation_types.${value}`) }))} />
      <TextField {...fields.address} />
      <TextField {...fields.house_no} />
      <TextField {...fields.postal} />
      <TextField {...fields.city} />
      <CountryField {...fields.country} />
      <TextField {...fields.ustidnr} />
      <TextField {...fields.stnr} />
    </>
  )
}
