// Automatic credit: the rules, what each will do next, what they have booked, and the buttons that pause and resume all of them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { NotYourCustomer } from '../../../kit/page/NotYourCustomer.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { AutoRule, type Rule } from './AutoRule.tsx'
import { useEntryColumns } from './use-entry-columns.tsx'
import { Views } from './Views.tsx'

export default function CreditAuto() {
  const t = useTranslations('credit.auto')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const params = useParams()
  const customer = useOwnCustomer(params.customerId ?? '')
  const [state] = useUrlState()
  const [editing, setEditing] = useState<{ rule?: Rule }>()
  const [pausing, setPausing] = useState<boolean>()
  const isBookings = state['view'] === 'bookings'
  const [waits, setWaits] = useState(false)
  const pause = useCall('autoCreditUpdate', {
    refresh: ['autoCreditLedger'],
    done: ({ state }) => {
      setPausing(undefined)
      setWaits(state === 'waiting')
    },
  })
  const views = [
    { value: 'rules', label: word('rules') },
    { value: 'bookings', label: t('bookings') },
  ] as const
  if (customer.isTheirs)
    return (
      <div className="stack">
        <PageTitle />
        <NotYourCustomer />
      </div>
    )
  return (
    <div className="stack">
      <PageTitle>
        {!params.customerId && (
          <>
            <Button variant="default" onClick={() => setPausing(false)}>
              {t('pause_all')}
            </Button>
            <Button variant="default" onClick={() => setPausing(true)}>
              {t('resume_all')}
            </Button>
          </>
        )}
        <Button onClick={() => setEditing({})}>{t('add')}</Button>
      </PageTitle>
      <p className="muted">{t('what')}</p>
      <Views label={field('view')} views={views} />
      {isBookings ? <Bookings customer_id={params.customerId} /> : <Rules customer_id={params.customerId} edit={(rule) => setEditing({ rule })} />}
      {editing && <AutoRule rule={editing.rule} customer_id={params.customerId} onClose={() => setEditing(undefined)} />}
      {waits && <SecondPerson onClose={() => setWaits(false)} />}
      {pausing !== undefined && (
        <Confirm
          title={t(pausing ? 'resume_all' : 'pause_all')}
          confirm={t(pausing ? 'resume_all' : 'pause_all')}
          busy={pause.isPending}
          onConfirm={() => pause.mutate({ is_enabled: pausing })}
          onClose={() => setPausing(undefined)}
        >
          <p>{t(pausing ? 'resume_text' : 'pause_text')}</p>
          <Refusal error={pause.error} changes />
        </Confirm>
      )}
    </div>
  )
}

function Rules({ customer_id, edit }: { customer_id: string | undefined; edit: (rule: Rule) => void }) {
  const t = useTranslations('credit.auto')
  const word = useTranslations('words')
  const named = useNamed()
  const columns: Column<Rule>[] = [
    { key: 'customer_name' },
    { key: 'balance' },
    { key: 'rule', field: ['balance_trigger', 'balance_topup', 'daily_limit'], header: t('rule'), cell: (row) => t('sentence', figuresOf(row)) },
    { key: 'next', field: null, header: t('next'), cell: (row) => <Next row={row} /> },
    { key: 'fired_last_month', header: t('fired') },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <Button size="xs" variant="default" aria-label={named(word('change'), row.customer_name)} onClick={() => edit(row)}>
          {word('change')}
        </Button>
      ),
    },
  ]
  return (
    <ListPage
      bare
      call="autoCreditLedger"
      columns={columns}
      rowKey={(row) => row.customer_id}
      input={customer_id ? { customer_id } : {}}
      searchLabel={t('search')}
      nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
    />
  )
}

function Bookings({ customer_id }: { customer_id: string | undefined }) {
  const t = useTranslations('credit.auto')
  const columns = useEntryColumns()
  return (
    <ListPage
      bare
      call="walletHistory"
      columns={columns}
      rowKey={(row) => row.entry_id}
      input={{ filters: { kind: 'auto_credit', ...(customer_id && { customer_id }) } }}
      searchLabel={t('search')}
      nothing={{ title: t('no_bookings'), hint: t('no_bookings_hint') }}
    />
  )
}

const figuresOf = ({ balance_trigger, balance_topup, daily_limit }: Rule) => ({
  trigger: format.money(balance_trigger),
  amount: format.money(balance_topup),
  limit: format.money(daily_limit),
})

/** Says in one sentence what the customer's rule does next. */
function Next({ row }: { row: Rule }) {
  const t = useTranslations('credit.auto')
  if (!row.is_enabled) return <span className="badge">{t('paused')}</span>
  if (!row.is_active) return <span className="badge">{t('stopped')}</span>
  if (row.booked_today + row.balance_topup > row.daily_limit) return <span className="badge warning">{t('used_up')}</span>
  return t('next_at', { amount: format.money(Math.max(row.balance - row.balance_trigger, 0)) })
}
