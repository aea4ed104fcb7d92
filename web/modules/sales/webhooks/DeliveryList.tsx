// The messages of webhooks: which event was sent to which address, whether the message arrived, and a button to send it again.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { deliveryStates, webhookEvents } from '../../../../contract/sales/webhooks.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useEventName } from './event-names.ts'

type Delivery = Row<'webhookDeliveries'>

const looks = { waiting: 'badge info', delivered: 'badge success', failed: 'badge danger' } as const

export default function DeliveryList() {
  const t = useTranslations('webhooks')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const { states } = useMessages().webhooks
  const eventName = useEventName()
  const named = useNamed()
  const [reading, setReading] = useState<Delivery>()
  const webhooks = useQuery(query('webhooksList', {})).data?.content ?? []
  const retry = useCall('webhookRetry', { refresh: ['webhookDeliveries', 'webhooksList'] })
  const filters: Filter[] = [
    { name: 'state', label: field('state'), options: deliveryStates.map((value) => ({ value, label: states[value], is: value })) },
    { name: 'event', label: t('event'), options: webhookEvents.map((value) => ({ value, label: eventName(value), is: value })) },
    { name: 'webhook_id', label: field('url'), options: webhooks.map(({ webhook_id, url }) => ({ value: webhook_id, label: url, is: webhook_id })) },
  ]
  const columns: Column<Delivery>[] = [
    { key: 'event', header: t('event'), words: wordsOf(webhookEvents, eventName), fact: true },
    { key: 'created_at', header: t('queued'), fact: true },
    { key: 'state', words: states, looks, fact: true },
    { key: 'delivered_at', header: t('arrived') },
    { key: 'status', field: ['status', 'error'], header: t('answer'), cell: ({ status, error }) => status ?? (error || '–') },
    { key: 'attempts', header: t('attempts') },
    // The address is long and nearly always the same, so it comes last, because in a narrow window the last columns are out of sight.
    { key: 'url', header: field('url') },
    { key: 'message_id', header: 'webhook-id', extra: true },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <div className="row">
          <Button size="xs" variant="default" aria-label={named(word('show'), row.message_id)} onClick={() => setReading(row)}>
            {word('show')}
          </Button>
          {row.state !== 'waiting' && (
            <Button
              size="xs"
              variant="default"
              disabled={retry.isPending}
              aria-label={named(word('send_again'), row.message_id)}
              onClick={() => retry.mutate({ delivery_id: row.delivery_id })}
            >
              {word('send_again')}
            </Button>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      <Refusal error={retry.error} changes />
      <ListPage
        call="webhookDeliveries"
        columns={columns}
        rowKey={(row) => row.delivery_id}
        filters={filters}
        nothing={{ title: t('no_deliveries'), hint: t('no_deliveries_hint') }}
      />
      {reading && (
        <Dialog title={eventName(reading.event)} onClose={() => setReading(undefined)}>
          <pre className="mono verbatim">{JSON.stringify(JSON.parse(reading.body), null, 2)}</pre>
        </Dialog>
      )}
    </>
  )
}
