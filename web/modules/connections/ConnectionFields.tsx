// How a supplier is reached. What signs us in is typed here and never comes back.
import { useTranslations } from 'use-intl'
import { providers } from '../../../contract/live-prices.ts'
import type { Input } from '../../kit/base/api.ts'
import { FormSection } from '../../kit/form/FormSection.tsx'
import { LongTextField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx'
import { MoneyField } from '../../kit/form/MoneyField.tsx'
import type { FormOf } from '../../kit/form/use-call-form.ts'

const names = ['company', 'provider', 'base_url', 'account', 'secret', 'token', 'settings', 'is_sandbox', 'balance_alarm'] as const
type Name = (typeof names)[number]

export const refresh = ['connectionsList'] as const

export function useLabels() {
  const t = useTranslations('connections')
  return Object.fromEntries(names.map((name) => [name, t(name)])) as Record<Name, string>
}

const EXAMPLE = '{"currency":"EUR"}'

type Props = Pick<FormOf<Pick<Input<'connectionAdd'>, Name>>, 'fields'> & { /** Of a connection there is: the ending of its account. */ end?: string }

export function ConnectionFields({ fields, end }: Props) {
  const t = useTranslations('connections')
  const kept = end === undefined ? undefined : t('kept_hint')
  return (
    <>
      <FormSection title={t('sections.who')}>
        <TextField {...fields.company} required />
        <SelectField {...fields.provider} required options={providers.map((value) => ({ value, label: t(`providers.${value}`) }))} />
        <TextField {...fields.base_url} required hint={t('base_url_hint')} />
      </FormSection>
      <FormSection title={t('sections.sign_in')}>
        <TextField {...fields.account} hint={end === undefined ? undefined : t('account_hint', { end })} />
        <TextField {...fields.secret} type="password" hint={kept} />
        <TextField {...fields.token} type="password" hint={kept} />
      </FormSection>
      <FormSection title={t('sections.more')}>
        <MoneyField {...fields.balance_alarm} />
        <SwitchField {...fields.is_sandbox} />
        <LongTextField {...fields.settings} hint={t('settings_hint', { example: EXAMPLE })} />
      </FormSection>
    </>
  )
}
