// The fields that say how a supplier is reached. Credentials are typed into them and never shown again.
import { useMessages, useTranslations } from 'use-intl'
import { type Provider, providers, typeOfProvider } from '../../../../contract/goods/live-prices.ts'
import { usualTreatment } from '../../../../contract/live/connections.ts'
import type { Input } from '../../../kit/base/api.ts'
import { FormSection, Whole } from '../../../kit/form/FormSection.tsx'
import { LongTextField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx'
import type { Typed } from '../../../kit/form/form-values.ts'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { TaxFields } from '../../../kit/form/TaxFields.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'

export const refresh = ['connectionsList'] as const

export function useLabels() {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  return { company: field('supplier'), account: field('account_end'), secret: t('secret'), token: t('token'), is_sandbox: t('is_sandbox') }
}

const isProvider = (value: Typed<Provider>): value is Provider => providers.some((one) => one === value)

/** Whether a provider sells tickets. All trips are sold as one product, the ticket, so its tax is set on the connection. */
const sellsTickets = (provider: Typed<Provider>) => isProvider(provider) && typeOfProvider[provider] === 'bus_ticket'

const EXAMPLE = '{"currency":"EUR"}'

export function useProviderNames() {
  const { words, connections } = useMessages()
  return { ...words.providers, ...connections.providers }
}

type Props = Pick<FormOf<Omit<Input<'connectionAdd'>, 'adapter'>>, 'fields'> & {
  /** The last characters of the account at the supplier; only set for a connection that exists already. */ end?: string
}

export function ConnectionFields({ fields, end }: Props) {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const names = useProviderNames()
  /**
   * Sets the provider. On a new connection it also sets the tax treatment that is usual for the provider's kind of goods, unless the user has already
   * replaced the usual treatment of the previous provider by another one.
   */
  const chooseProvider = (provider: Typed<Provider>) => {
    const { vat_treatment } = fields
    const proposed = isProvider(fields.provider.value) ? usualTreatment[fields.provider.value] : undefined
    const isOwn = Boolean(vat_treatment.value) && vat_treatment.value !== proposed
    fields.provider.onChange(provider)
    if (end === undefined && !isOwn && isProvider(provider)) vat_treatment.onChange(usualTreatment[provider])
  }
  const kept = end === undefined ? undefined : t('kept_hint')
  return (
    <>
      <FormSection title={field('supplier')}>
        <TextField {...fields.company} required />
        <SelectField {...fields.provider} required onChange={chooseProvider} options={providers.map((value) => ({ value, label: names[value] }))} />
        <TextField {...fields.base_url} required hint={t('base_url_hint')} />
      </FormSection>
      <FormSection title={field('sign_in')}>
        <TextField {...fields.account} hint={end === undefined ? undefined : t('account_hint', { end })} />
        <TextField {...fields.secret} type="password" hint={kept} />
        <TextField {...fields.token} type="password" hint={kept} />
      </FormSection>
      <FormSection title={field('tax')}>
        <Whole>
          <p className="muted">{t('tax_hint')}</p>
        </Whole>
        <TaxFields fields={fields} {...(!sellsTickets(fields.provider.value) && { blankCountry: t('country_hint') })} />
      </FormSection>
      <FormSection title={t('sections.more')}>
        <MoneyField {...fields.balance_alarm} />
        <SwitchField {...fields.is_sandbox} />
        <LongTextField {...fields.settings} hint={t('settings_hint', { example: EXAMPLE })} />
      </FormSection>
    </>
  )
}
