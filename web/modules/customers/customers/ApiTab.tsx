// API access of the customer's own systems: a key that is shown once, its rights, its limits, and the addresses from which it may be used.
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole, type Flag, keyFlagsOf } from '../../../../contract/kit/access.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { CountField, ListField, TextField } from '../../../kit/form/fields.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import { useEditForm } from '../../../kit/form/use-call-form.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import type { Details } from './customer-form.ts'
import { RightsField } from './RightsField.tsx'

type Props = { customer: Details }

export function ApiTab({ customer }: Props) {
  const t = useTranslations('customers.api')
  const { api } = customer
  return (
    <div className="card stack">
      <h2>{t('title')}</h2>
      <p className="muted">{t('hint')}</p>
      {can(useUser(), 'customerApi') ? <Key customer={customer} /> : <Words customer={customer} />}
      {api.is_held && <p className="notice warning">{t('held')}</p>}
      {!api.key_last4 && <p>{t('key_none')}</p>}
    </div>
  )
}

/** Shows the access in words to users who may not change it. */
function Words({ customer: { api } }: Props) {
  const t = useTranslations('customers.api')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const facts = [
    { label: t('enabled'), value: word(api.is_enabled ? 'yes_small' : 'no_small') },
    { label: field('calls_per_minute'), value: format.count(api.calls_per_minute) },
    { label: field('amount_per_day'), value: api.amount_per_day === null ? '–' : format.money(api.amount_per_day) },
    { label: field('addresses'), value: api.addresses.join(', ') || '–' },
  ]
  return <Facts facts={facts} />
}

function Key({ customer: { customer_id, account_role, api, flags } }: Props) {
  const t = useTranslations('customers.api')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  // The server sends the key only once, so the page keeps it visible after a later save.
  const [key, setKey] = useState('')
  const call = useCall('customerApi', { refresh: ['customerDetails'], done: (answer) => answer.key && setKey(answer.key) })
  const send = (is_enabled: boolean, new_key = false) => call.mutate({ customer_id, is_enabled, new_key })
  return (
    <>
      <Switch label={t('enabled')} checked={api.is_enabled} disabled={call.isPending} onChange={(event) => send(event.currentTarget.checked)} />
      {api.key_last4 && <p>{t('key_is', { last4: api.key_last4 })}</p>}
      <Used api={api} />
      {key && (
        <div role="status" className="notice success stack">
          <b>{word('new_key_once')}</b>
          <code className="breaks" style={{ fontSize: 18 }}>
            {key}
          </code>
          <div>
            <Button size="xs" variant="default" onClick={() => navigator.clipboard.writeText(key)}>
              {houseWord('copy')}
            </Button>
          </div>
        </div>
      )}
      <Refusal error={call.error} changes />
      {api.key_last4 && (
        <Bounds key={String(api.is_enabled)} customer_id={customer_id} api={api} held={keyFlagsOf(account_role === accountRole.seller, flags)} />
      )}
      {api.key_last4 && (
        <div>
          <Button variant="default" disabled={call.isPending} onClick={() => send(api.is_enabled, true)}>
            {t('new_key')}
          </Button>
        </div>
      )}
    </>
  )
}

const realKey = ({ keys }: Details['api']) => keys.find(({ is_sandbox }) => !is_sandbox)

/** Shows when and from which address the customer's systems made their last call, because an unused key should be withdrawn. */
function Used({ api }: { api: Details['api'] }) {
  const word = useTranslations('words')
  const known = realKey(api)
  if (!known) return null
  const { last_used_at, last_used_from } = known
  return <p className="muted">{last_used_at ? word('last_used', { time: format.dateTime(last_used_at), address: last_used_from }) : word('not_used_yet')}</p>
}

function Bounds({ customer_id, api, held }: { customer_id: string; api: Details['api']; held: readonly Flag[] }) {
  const t = useTranslations('customers.api')
  const word = useTranslations('house.words')
  const { is_enabled, scopes, calls_per_minute, amount_per_day } = api
  const valid_until = realKey(api)?.valid_until
  const known = scopes.filter((flag) => held.includes(flag))
  const row = { scopes: known, addresses: api.addresses, calls_per_minute, amount_per_day: amount_per_day ?? 0, ...(valid_until ? { valid_until } : {}) }
  const form = useEditForm('customerApi', row, {
    fixed: { customer_id, is_enabled },
    refresh: ['customerDetails'],
  })
  return (
    <CallForm form={form} submit={word('save')}>
      <RightsField {...form.fields.scopes} held={held} />
      <CountField {...form.fields.calls_per_minute} />
      <MoneyField {...form.fields.amount_per_day} hint={t('amount_hint')} />
      <TextField {...form.fields.valid_until} type="date" />
      <ListField {...form.fields.addresses} hint={t('addresses_hint')} between={/[\s,;]+/} joint={'\n'} long />
    </CallForm>
  )
}
