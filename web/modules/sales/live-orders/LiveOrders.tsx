// Orders at suppliers: a list with the state of each order, and buttons to ask the supplier about an order now, to hand it
// to a person, and to end it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { orderStates } from '../../../../contract/sales/live-orders.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SelectField, TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Order = Row<'liveOrdersList'>
const looks = {
  ...{ created: 'badge', sent: 'badge warning', held: 'badge warning', unknown: 'badge warning', manual: 'badge danger' },
  ...{ delivered: 'badge success', refused: 'badge', reversed: 'badge danger' },
}
const refresh = ['liveOrdersList', 'openMatters'] as const

export default function LiveOrders() {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const named = useNamed()
  const user = useUser()
  const [ending, setEnding] = useState<Order>()
  const [handing, setHanding] = useState<Order>()
  const ask = useCall('liveOrderAsk', { refresh: [...refresh] })
  const columns: Column<Order>[] = [
    { key: 'created_at', header: field('since') },
    { key: 'customer_name' },
    { key: 'product_name' },
    { key: 'recipient_end', header: field('recipient') },
    { key: 'amount', header: field('sold_total') },
    { key: 'state', header: field('stage'), words: wordsOf(orderStates, (state) => t(`order.states.${state}`)), looks },
    { key: 'said', header: t('order.said') },
    { key: 'next_at', header: t('order.next_at') },
    { key: 'in_hands_of' },
    { key: 'company', header: field('supplier'), extra: true },
    { key: 'handed_note', header: t('order.note'), extra: true },
    { key: 'asked', header: t('order.asked'), extra: true },
    { key: 'cost', header: t('order.cost'), extra: true },
    { key: 'supplier_reference', header: t('order.supplier_reference'), extra: true },
    { key: 'ended_at', extra: true },
    { key: 'key', header: t('log.key'), extra: true },
    {
      key: 'action',
      field: null,
      cell: (row) =>
        row.ended_at === null && (
          <div className="row">
            <Button
              size="xs"
              variant="default"
              disabled={ask.isPending}
              aria-label={named(t('order.ask'), row.customer_name)}
              onClick={() => ask.mutate({ key: row.key })}
            >
              {t('order.ask')}
            </Button>
            <Button size="xs" variant="default" aria-label={named(t('order.hand'), row.customer_name)} onClick={() => setHanding(row)}>
              {t('order.hand')}
            </Button>
            {can(user, 'liveOrderEnd') && (
              <Button size="xs" variant="default" aria-label={named(t('order.end'), row.customer_name)} onClick={() => setEnding(row)}>
                {t('order.end')}
              </Button>
            )}
          </div>
        ),
    },
  ]
  const filters: Filter[] = [
    {
      name: 'is_open',
      label: t('order.open'),
      options: [
        { value: '1', label: t('order.is_open'), is: true },
        { value: '0', label: field('ended'), is: false },
      ],
    },
    { name: 'state', label: field('stage'), options: orderStates.map((value) => ({ value, label: t(`order.states.${value}`), is: value })) },
  ]
  return (
    <>
      <Refusal error={ask.error} changes />
      <ListPage
        call="liveOrdersList"
        across
        columns={columns}
        rowKey={(row) => row.key}
        filters={filters}
        searchLabel={t('order.search')}
        nothing={{ title: t('order.nothing'), hint: t('order.nothing_hint') }}
      />
      {handing && <HandOrder order={handing} close={() => setHanding(undefined)} />}
      {ending && <EndOrder order={ending} close={() => setEnding(undefined)} />}
    </>
  )
}

function HandOrder({ order, close }: { order: Order; close: () => void }) {
  const t = useTranslations('connections.order')
  const field = useTranslations('fields')
  const { data } = useQuery(query('liveOrdersList', { limit: 1 }))
  const form = useCallForm('liveOrderHand', { labels: { username: field('in_hands_of'), note: t('note') }, fixed: { key: order.key }, refresh, done: close })
  const people = (data?.people ?? []).map(({ username, full_name }) => ({ value: username, label: full_name || username }))
  return (
    <FormDialog title={t('ask_hand', { customer: order.customer_name })} form={form} submit={t('hand')} onClose={close} above={<p>{t('hand_hint')}</p>}>
      <SelectField {...form.fields.username} required options={people} />
      <TextField {...form.fields.note} required />
    </FormDialog>
  )
}

function EndOrder({ order, close }: { order: Order; close: () => void }) {
  const t = useTranslations('connections.order')
  const form = useCallForm('liveOrderEnd', {
    labels: { proof: t('proof') },
    fixed: { key: order.key },
    refresh,
    done: close,
  })
  const outcomes = (['delivered', 'not_delivered'] as const).map((value) => ({ value, label: t(`outcomes.${value}`) }))
  return (
    <FormDialog title={t('ask_end', { customer: order.customer_name })} form={form} submit={t('end')} onClose={close} above={<p>{t('end_hint')}</p>}>
      <SelectField {...form.fields.outcome} required options={outcomes} />
      <TextField {...form.fields.proof} required />
      <TextField {...form.fields.reason} required />
    </FormDialog>
  )
}
