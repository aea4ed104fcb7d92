// How the customer's manager signs in, and the customer's switches, such as PIN download. Each change is saved at once; if it is refused, the switch goes back.
import { NativeSelect, Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Details } from './customer-form.ts'

const channels = ['none', 'email', 'sms'] as const
/** The options of a customer that are switched one by one. */
export const options = ['mask_seller_discount', 'pin_download', 'enable_web_view', 'devices_only'] as const

export function AccessTab({ customer }: { customer: Details }) {
  return can(useUser(), 'customerExtra') ? <Switches customer={customer} /> : <Words customer={customer} />
}

/** Shows the switches as words to users who may not change them, because a disabled switch does not show clearly whether it is on. */
function Words({ customer }: { customer: Details }) {
  const _t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const nameOf = useFieldNames('customers')
  const facts = [
    { label: field('code_channel'), value: word(`code_channels.${customer.otp_type}`) },
    ...options.map((name) => ({ label: nameOf(name) ?? name, value: word(customer[name] ? 'yes_small' : 'no_small') })),
  ]
  return (
    <div className="card">
      <Facts facts={facts} />
    </div>
  )
}

function Switches({ customer }: { customer: Details }) {
  const t = useTranslations('customers')
  const wordOf = useTranslations('words')
  const field = useTranslations('fields')
  const nameOf = useFieldNames('customers')
  const refresh = ['customerDetails', 'customersList'] as const
  const otp = useCall('customerOtp', { refresh })
  const extra = useCall('customerExtra', { refresh })
  const maySetStep = can(useUser(), 'customerOtp')
  const { customer_id } = customer
  const chosen = channels.find((one) => one === customer.otp_type)
  return (
    <div className="card stack">
      <h2>{t('access.sign_in')}</h2>
      <NativeSelect
        maw={480}
        label={field('code_channel')}
        description={t('access.code_hint')}
        data={[
          ...(chosen ? [] : [{ value: '', label: wordOf('code_channels.app') }]),
          ...channels.map((value) => ({ value, label: wordOf(`code_channels.${value}`) })),
        ]}
        value={chosen ?? ''}
        disabled={otp.isPending || !maySetStep}
        onChange={(event) => {
          const otp_type = channels.find((one) => one === event.currentTarget.value)
          if (otp_type) otp.mutate({ customer_id, otp_type })
        }}
      />
      <Refusal error={otp.error} changes />
      <h2>{wordOf('options')}</h2>
      {options.map((name) => (
        <Switch
          key={name}
          label={nameOf(name)}
          description={name === 'devices_only' ? t('form.devices_hint') : t(`hints.${name}`)}
          checked={customer[name]}
          disabled={extra.isPending}
          onChange={(event) => extra.mutate({ customer_id, [name]: event.currentTarget.checked })}
        />
      ))}
      <Refusal error={extra.error} changes />
      <p role="status" className="muted">
        {(otp.isSuccess || extra.isSuccess) && t('saved')}
      </p>
    </div>
  )
}
