// Section two: who signs in, how to reach them, their rights. `children`: fields only for a new customer.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Flag } from '../../../../contract/kit/access.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { languageNames } from '../../../kit/base/language.tsx'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { CountField, ListField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { CustomerFields } from './customer-form.ts'
import { RightsField } from './RightsField.tsx'

type Props = { fields: CustomerFields; held: readonly Flag[]; children?: ReactNode; confirmation?: ReactNode }

export function AccessFields({ fields, held, children, confirmation }: Props) {
  const t = useTranslations('customers.form')
  const maySetStep = can(useUser(), 'customerOtp')
  return (
    <FormSection title={t('access')}>
      <TextField {...fields.full_name} required />
      {children}
      <TextField {...fields.email} type="email" required />
      <TextField {...fields.mobile} type="tel" required />
      {confirmation}
      <ListField {...fields.alternative_mobiles} hint={fields.alternative_mobiles.hint ?? t('mobiles_hint')} between={/[,;]/} joint=", " type="tel" />
      <SelectField {...fields.default_language} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      {(children || maySetStep) && <SwitchField {...fields.enable_otp} hint={fields.enable_otp.hint ?? t('otp_hint')} />}
      <SwitchField {...fields.devices_only} hint={fields.devices_only.hint ?? t('devices_hint')} />
      <CountField {...fields.terminal_limit} hint={fields.terminal_limit.hint ?? t('terminals_hint')} />
      <Whole>
        <RightsField {...fields.flags} held={held} />
      </Whole>
    </FormSection>
  )
}
