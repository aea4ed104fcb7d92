// Sections three and four: what the customer pays, and how its portal behaves. `children`: what is asked only for a new customer.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TEMPLATES } from '../../../contract/auth.ts'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { SelectField, TextField } from '../../kit/fields.tsx'
import type { CustomerForm } from './customer-form.ts'
import styles from './customers.module.css'
import { SwitchField } from './SwitchField.tsx'
import { usePlans } from './use-plans.ts'

export function MoneyFields({ form, children }: { form: CustomerForm; children?: ReactNode }) {
  const t = useTranslations('people.form')
  const plans = usePlans()
  const mayPrice = can(useUser(), 'assignedChange')
  if (!mayPrice && !children) return null
  return (
    <fieldset className={styles.section}>
      <legend>{t('money')}</legend>
      {mayPrice && (
        <SelectField {...form.field('plan_id')} options={plans} hint={form.field('plan_id').hint ?? (plans.length === 0 ? t('no_plans') : undefined)} />
      )}
      {children}
    </fieldset>
  )
}

const switches = ['mask_seller_discount', 'pin_download', 'show_print_popup', 'merge_receipts', 'enable_web_view'] as const

export function OptionFields({ form: { field } }: { form: CustomerForm }) {
  const t = useTranslations('people')
  const templates = Array.from({ length: TEMPLATES }, (_, i) => ({ value: String(i), label: t('form.template', { n: String(i + 1) }) }))
  return (
    <fieldset className={styles.section}>
      <legend>{t('form.options')}</legend>
      {switches.map((name) => (
        <SwitchField key={name} {...field(name)} hint={field(name).hint ?? t(`hints.${name}`)} />
      ))}
      <div className={styles.pair}>
        <SelectField {...field('template')} options={templates} />
        <TextField {...field('sub_domain')} />
        <TextField {...field('sms_sender_id')} />
      </div>
    </fieldset>
  )
}
