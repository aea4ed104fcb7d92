// The fields of a mandate, for the forms that add and change one.
import { useTranslations } from 'use-intl'
import { mandateSchemes } from '../../../../contract/papers/mandates.ts'
import type { Input } from '../../../kit/base/api.ts'
import { FieldGrid } from '../../../kit/form/FormSection.tsx'
import { SelectField, TextField } from '../../../kit/form/fields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

export const refresh = ['mandatesList', 'mandateCustomers'] as const

type Fields = Omit<FormOf<Input<'mandateAdd'>>['fields'], 'customer_id'>

export function MandateFields({ fields }: { fields: Fields }) {
  const t = useTranslations('debits')
  return (
    <FieldGrid>
      <TextField {...fields.account_holder} required />
      <TextField {...fields.iban} required />
      <TextField {...fields.bic} />
      <SelectField {...fields.scheme} clears={false} options={mandateSchemes.map((value) => ({ value, label: t(`schemes.${value}`) }))} required />
      <TextField {...fields.signed_on} type="date" required />
      <TextField {...fields.mandate_reference} hint={t('reference_hint')} />
    </FieldGrid>
  )
}
