// How a supplier is reached. Credentials are typed here and never shown again.
import { useTranslations } from 'use-intl'
import { type Provider, providers } from '../../../../contract/goods/live-prices.ts'
import { usualTreatment } from '../../../../contract/live/connections.ts'
import type { Input } from '../../../kit/base/api.ts'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { LongTextField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { Typed } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { TaxFields, useTaxWords } from '../../../kit/form/TaxFields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

const names = ['company', 'provider', 'base_url', 'account', 'secret', 'token', 'settings', 'is_sandbox', 'balance_alarm'] as const
type Name = (typeof names)[number] | 'vat_treatment' | 'vat_rate' | 'vat_country'

export const refresh = ['connectionsList'] as const

export function useLabels() {
  const t = useTranslations('connections')
  const { labels } = useTaxWords()
  return { ...Object.fromEntries(names.map((name) => [name, t(name)])), ...labels } as Record<Name, string>
}

const EXAMPLE = '{"currency":"EUR"}'

type Props = Pick<FormOf<Pick<Input<'connectionAdd'>, Name>>, 'fields'> & { /** Existing connections: the end of the account. */ end?: string }

export function ConnectionFields({ fields, end }: Props) {
  const t = useTranslations('connections')
  /** The kind of goods sets the usual tax treatment, until a user chooses one. */
  const chooseProvider = (provider: Typed<Provider>) => {
    fields.provider.onChange(provider)
    if (end === undefined && provider && typeof provider === 'string') fields.vat_treatment.onChange(usualTreatment[provider])
  }
  const kept = end === undefined ? undefined : t('kept_hint')
  return (
    <>
      <FormSection title={t('sections.who')}>
        <TextField {...fields.company} required />
        <SelectField {...fields.provider} required onChange={chooseProvider} options={providers.map((value) => ({ value, label: t(`providers.${value}`) }))} />
        <TextField {...fields.base_url} required hint={t('base_url_hint')} />
      </FormSection>
      <FormSection title={t('sections.sign_in')}>
        <TextField {...fields.account} hint={end === undefined ? undefined : t('account_hint', { end })} />
        <TextField {...fields.secret} type="password" hint={kept} />
        <TextField {...fields.token} type="password" hint={kept} />
      </FormSection>
      <FormSection title={t('sections.tax')}>
        <Whole>
          <p className="muted">{t('tax_hint')}</p>
        </Whole>
        <TaxFields fields={fields} {...(fields.provider.value !== 'flixbus' && { blankCountry: t('country_hint') })} />
      </FormSection>
      <FormSection title={t('sections.more')}>
        <MoneyField {...fields.balance_alarm} />
        <SwitchField {...fields.is_sandbox} />
        <LongTextField {...fields.settings} hint={t('settings_hint', { example: EXAMPLE })} />
      </FormSection>
    </>
  )
}
