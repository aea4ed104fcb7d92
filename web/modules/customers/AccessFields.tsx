// Section two: who signs in, how to reach them, what they may do. `children`: what is asked only for a new customer.

import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { languages } from '../../../contract/auth.ts'
import type { Flag } from '../../../contract/kit/access.ts'
import { useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { SelectField, TextField, useInputProps } from '../../kit/fields.tsx'
import { languageNames } from '../../kit/language.tsx'
import type { CustomerForm } from './customer-form.ts'
import styles from './customers.module.css'
import { RightsField } from './RightsField.tsx'
import { SwitchField } from './SwitchField.tsx'

type Props = { form: CustomerForm; held: readonly Flag[]; children?: ReactNode; confirmation?: ReactNode }

export function AccessFields({ form, held, children, confirmation }: Props) {
  const t = useTranslations('people.form')
  const { field } = form
  const maySetStep = can(useUser(), 'customerOtp')
  return (
    <fieldset className={styles.section}>
      <legend>{t('access')}</legend>
      <TextField {...field('full_name')} required />
      {children}
      <TextField {...field('email')} type="email" required />
      <div className={styles.pair}>
        <TextField {...field('mobile')} type="tel" required />
        {confirmation}
      </div>
      <OtherMobiles {...field('alternative_mobiles')} />
      <SelectField {...field('default_language')} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      {(children || maySetStep) && <SwitchField {...field('enable_otp')} hint={field('enable_otp').hint ?? t('otp_hint')} />}
      <SwitchField {...field('devices_only')} hint={field('devices_only').hint ?? t('devices_hint')} />
      <TextField {...field('terminal_limit')} inputMode="numeric" hint={field('terminal_limit').hint ?? t('terminals_hint')} />
      <RightsField {...field('flags')} held={held} />
    </fieldset>
  )
}

/** Several numbers on one line, separated by commas. */
function OtherMobiles(field: ReturnType<CustomerForm['field']>) {
  const t = useTranslations('people.form')
  const [text, setText] = useState(() => (typeof field.value === 'string' && field.value !== '' ? String(JSON.parse(field.value)).replaceAll(',', ', ') : ''))
  return (
    <TextInput
      {...useInputProps({ ...field, hint: field.hint ?? t('mobiles_hint') })}
      type="tel"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const numbers = typed.split(/[,;]/).map((one) => one.trim())
        setText(typed)
        field.onChange(JSON.stringify(numbers.filter(Boolean)))
      }}
    />
  )
}
