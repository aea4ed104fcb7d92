// Section two of a customer's form: the person who signs in, contact details, devices, and rights.
import { useTranslations } from 'use-intl'
import { accountRole, type Flag } from '../../../../contract/kit/access.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { languageNames } from '../../../kit/base/language.tsx'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { CountField, ListField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { CustomerFields } from './customer-form.ts'
import { RightsField } from './RightsField.tsx'

type Props = { fields: CustomerFields; held: readonly Flag[]; account_role: number }

export function AccessFields({ fields, held, account_role }: Props) {
  const t = useTranslations('customers.form')
  return (
    <FormSection title={t('access')}>
      <TextField {...fields.full_name} required />
      <TextField {...fields.email} type="email" required />
      <TextField {...fields.mobile} type="tel" required />
      <LanguageField fields={fields} />
      <DeviceFields fields={fields} maySetStep={can(useUser(), 'customerOtp')} />
      <Whole>
        <RightsField {...fields.flags} held={held} kind={presetsOf(account_role)} />
      </Whole>
    </FormSection>
  )
}

export const presetsOf = (account_role: unknown) => (account_role === accountRole.reseller ? 'reseller' : 'shop')

export const LanguageField = ({ fields }: Pick<Props, 'fields'>) => (
  <SelectField {...fields.default_language} options={languages.map((value) => ({ value, label: languageNames[value] }))} />
)

/** The fields for further telephone numbers, for the one-time code, and for the devices on which the customer sells. */
export function DeviceFields({ fields, maySetStep }: Pick<Props, 'fields'> & { maySetStep: boolean }) {
  const t = useTranslations('customers.form')
  return (
    <>
      <ListField {...fields.alternative_mobiles} hint={fields.alternative_mobiles.hint ?? t('mobiles_hint')} between={/[,;]/} joint=", " type="tel" />
      {maySetStep && <SwitchField {...fields.enable_otp} hint={fields.enable_otp.hint ?? t('otp_hint')} />}
      <SwitchField {...fields.devices_only} hint={fields.devices_only.hint ?? t('devices_hint')} />
      <CountField {...fields.terminal_limit} hint={fields.terminal_limit.hint ?? t('terminals_hint')} />
    </>
  )
}
