// Sections three and four of a customer's form: what the customer pays, and how its portal behaves.
import { useTranslations } from 'use-intl'
import { TEMPLATES } from '../../../../contract/people/auth.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { FormSection } from '../../../kit/form/FormSection.tsx'
import { SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { CustomerFields } from './customer-form.ts'
import { usePlans } from './use-plans.ts'

type Props = { fields: CustomerFields }

export function MoneyFields({ fields }: Props) {
  const t = useTranslations('customers.form')
  if (!can(useUser(), 'assignedChange')) return null
  return (
    <FormSection title={t('money')}>
      <PlanField fields={fields} />
    </FormSection>
  )
}

export function PlanField({ fields }: Props) {
  const t = useTranslations('customers.form')
  const plans = usePlans() ?? []
  return <SelectField {...fields.plan_id} options={plans} hint={fields.plan_id.hint ?? (plans.length === 0 ? t('no_plans') : undefined)} />
}

const switches = ['mask_seller_discount', 'pin_download', 'show_print_popup', 'merge_receipts', 'enable_web_view'] as const

export function OptionFields({ fields }: Props) {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const templates = Array.from({ length: TEMPLATES }, (_, i) => ({ value: i, label: t('form.template', { n: String(i + 1) }) }))
  return (
    <FormSection title={word('options')}>
      {switches.map((name) => (
        <SwitchField key={name} {...fields[name]} hint={fields[name].hint ?? t(`hints.${name}`)} />
      ))}
      <SelectField {...fields.template} options={templates} />
      <TextField {...fields.sub_domain} />
      <TextField {...fields.sms_sender_id} />
    </FormSection>
  )
}
