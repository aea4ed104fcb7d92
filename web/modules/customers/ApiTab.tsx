// Its own systems: a key, shown once, and the addresses they may come from.
import { Button, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../contract/kit/client.ts'
import { problemCodeOf } from '../../../contract/kit/problem-codes.ts'
import { useCall, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { Facts } from '../../kit/DetailPage.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import type { Details } from './customer-form.ts'
import styles from './customers.module.css'

const linesOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)

export function ApiTab({ customer: { customer_id, api } }: { customer: Details }) {
  const t = useTranslations('people.api')
  const words = useTranslations('people.words')
  const errors = useTranslations('errors.problems')
  const mayChange = can(useUser(), 'customerApi')
  const [addresses, setAddresses] = useState(api.addresses.join('\n'))
  // It is answered once: what is saved after it must not take it from the screen.
  const [key, setKey] = useState('')
  const call = useCall('customerApi', { refresh: ['customerDetails'], done: (answer) => answer.key && setKey(answer.key) })
  const send = (is_enabled: boolean, new_key = false) => call.mutate({ customer_id, is_enabled, new_key, addresses: linesOf(addresses) })
  const problem = call.error instanceof CallError ? call.error.problems.find(({ field }) => field.startsWith('addresses')) : undefined
  return (
    <div className="card stack">
      <h2>{t('title')}</h2>
      <p className="muted">{t('hint')}</p>
      {mayChange ? (
        <Switch label={t('enabled')} checked={api.is_enabled} disabled={call.isPending} onChange={(event) => send(event.currentTarget.checked)} />
      ) : (
        <Facts facts={[{ label: t('enabled'), value: words(api.is_enabled ? 'yes' : 'no') }]} />
      )}
      <p>{api.key_last4 ? t('key_is', { last4: api.key_last4 }) : t('key_none')}</p>
      {key && (
        <div role="status" className="notice success stack">
          <b>{t('key_once')}</b>
          <code className={styles.key}>{key}</code>
          <div>
            <Button size="xs" variant="default" onClick={() => navigator.clipboard.writeText(key)}>
              {t('copy')}
            </Button>
          </div>
        </div>
      )}
      <Textarea
        label={t('addresses')}
        description={t('addresses_hint')}
        rows={4}
        value={addresses}
        disabled={!mayChange}
        error={problem && errors(problemCodeOf(problem.code), { limit: String(problem.limit ?? '') })}
        onChange={(event) => setAddresses(event.currentTarget.value)}
      />
      {!problem && <Refusal error={call.error} changes />}
      {mayChange && (
        <div className="row">
          <Button disabled={call.isPending} onClick={() => send(api.is_enabled)}>
            {t('save')}
          </Button>
          {api.key_last4 && (
            <Button variant="default" disabled={call.isPending} onClick={() => send(api.is_enabled, true)}>
              {t('new_key')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
