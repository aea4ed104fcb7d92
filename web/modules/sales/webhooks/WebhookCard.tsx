// One webhook: its address and state, the events that are sent to it, how many messages wait or failed, and what can be done with it.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Output, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useEventName } from './event-names.ts'
import { EditDialog, type Webhook } from './WebhookDialogs.tsx'

const looks = { on: 'badge success', off: 'badge', failing: 'badge warning', stopped: 'badge danger' } as const

const stateOf = ({ is_active, stopped, failing_since }: Webhook): keyof typeof looks =>
  is_active ? (failing_since ? 'failing' : 'on') : stopped === '' ? 'off' : 'stopped'

export function WebhookCard({ webhook, mayTest }: { webhook: Webhook; mayTest: boolean }) {
  const t = useTranslations('webhooks')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const house = useTranslations('house.words')
  const named = useEventName()
  const actionName = useNamed()
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const { webhook_id, url, is_active, stopped, failing_since } = webhook
  const refresh = ['webhooksList', 'webhookDeliveries'] as const
  const test = useCall('webhookTest', {})
  const update = useCall('webhookUpdate', { refresh })
  const remove = useCall('webhookRemove', { refresh })
  const state = stateOf(webhook)
  const close = () => setOpen(undefined)
  const of = (what: 'waiting' | 'failed') => `/webhook-deliveries?webhook_id=${webhook_id}&state=${what}`
  const count = (what: 'waiting' | 'failed') => (
    <InnerLink to={of(what)} aria-label={actionName(t(`states.${what}`), format.count(webhook[what]))}>
      {format.count(webhook[what])}
    </InnerLink>
  )
  return (
    <section className="card stack" aria-label={url}>
      <div className="row">
        <h2 className="mono breaks">{url}</h2>
        <span className={looks[state]}>{t(`state.${state}`)}</span>
      </div>
      {stopped !== '' && <p className="notice danger">{t(`stopped.${stopped}`)}</p>}
      {failing_since && is_active && <p className="notice warning">{t('failing_since', { time: format.dateTime(failing_since) })}</p>}
      <Facts
        facts={[
          { label: field('events'), value: webhook.events.map(named).join(', ') },
          { label: t('states.waiting'), value: count('waiting') },
          { label: t('states.failed'), value: count('failed') },
          { label: t('last'), value: webhook.last_delivered_at ? format.dateTime(webhook.last_delivered_at) : '–' },
        ]}
      />
      <div className="row">
        <Button variant="default" disabled={!mayTest || test.isPending} onClick={() => test.mutate({ webhook_id })}>
          {t('test')}
        </Button>
        <Button variant="default" onClick={() => setOpen('edit')}>
          {word('change')}
        </Button>
        <Button variant="default" disabled={update.isPending} onClick={() => update.mutate({ webhook_id, is_active: !is_active })}>
          {is_active ? word('switch_off') : t('switch_on')}
        </Button>
        <Button variant="default" onClick={() => setOpen('remove')}>
          {house('remove')}
        </Button>
      </div>
      {!is_active && <p className="muted">{t('begins_anew')}</p>}
      {test.data && <TestResult answer={test.data} />}
      <Refusal error={test.error ?? update.error ?? remove.error} changes />
      {open === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      {open === 'remove' && (
        <Confirm
          danger
          title={t('remove_title')}
          confirm={house('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ webhook_id }, { onSettled: close })}
          onClose={close}
        >
          <p>{t('remove_text')}</p>
        </Confirm>
      )}
    </section>
  )
}

function TestResult({ answer: { status, error, duration_ms } }: { answer: Output<'webhookTest'> }) {
  const t = useTranslations('webhooks.tested')
  const isFine = status !== null && status >= 200 && status < 300
  const text = status === null ? t('none', { error }) : t(isFine ? 'fine' : 'refused', { status, ms: format.count(duration_ms) })
  return (
    <p role="status" className={`notice ${isFine ? 'success' : 'danger'}`}>
      {text}
    </p>
  )
}
