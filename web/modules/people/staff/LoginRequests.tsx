// Requests to approve a sign-in: first those that wait, then those that were decided, the newest first. The list refreshes itself and announces new requests.
import { useTranslations } from 'use-intl'
import { requestStates } from '../../../../contract/people/login-requests.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Decision } from './Decision.tsx'
import styles from './staff.module.css'
import { useNewRequests } from './use-new-requests.ts'
import { Waiting } from './WaitingTime.tsx'

type Request = Row<'loginRequestsList'>

export default function LoginRequests() {
  const t = useTranslations('staff.requests')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const columns = useColumns()
  const { news, waiting } = useNewRequests()
  const filters: Filter[] = [
    { name: 'state', label: field('state'), options: requestStates.map((value) => ({ value, label: word(`request_states.${value}`), is: value })) },
  ]
  return (
    <>
      <p role="status" className="hidden-visually">
        {news && t('new', { name: news.full_name || news.username, organisation: news.organisation_name })}
      </p>
      <ListPage
        call="loginRequestsList"
        columns={columns}
        rowKey={(row) => row.reference_id}
        filters={filters}
        searchLabel={t('search')}
        above={() => waiting === 0 && <p className="muted">{t('none')}</p>}
        nothing={{ title: t('none'), hint: t('none_hint') }}
      />
    </>
  )
}

function useColumns(): Column<Request>[] {
  const t = useTranslations('staff.requests')
  const field = useTranslations('fields')
  const organisation = useTranslations('fields')('organisation')
  return [
    { key: 'person', field: ['full_name', 'username'], cell: (row) => <Person request={row} /> },
    { key: 'organisation_name', header: organisation },
    {
      key: 'state',
      header: t('waiting_time'),
      cell: (row) => (row.state === 'waiting' ? <Waiting request={row} /> : <State request={row} />),
    },
    { key: 'device', cell: (row) => <Device request={row} /> },
    { key: 'address', header: field('ip_address') },
    { key: 'approval_code', header: field('code'), cell: (row) => <span className="mono nowrap">{row.approval_code}</span> },
    { key: 'requested_at', header: t('requested') },
    { key: 'action', field: null, header: t('action'), cell: (row) => <Decision request={row} /> },
  ]
}

function Person({ request: { full_name, username } }: { request: Request }) {
  return (
    <span className={styles.text}>
      <span className="medium">{full_name || username}</span>
      {full_name && <span className="muted">{username}</span>}
    </span>
  )
}

const looks = { waiting: 'badge info', approved: 'badge success', refused: 'badge danger', expired: 'badge' } as const

function State({ request: { state } }: { request: Request }) {
  const word = useTranslations('words.request_states')
  return <span className={looks[state]}>{word(state)}</span>
}

function Device({ request: { device, device_seen_before } }: { request: Request }) {
  const t = useTranslations('staff.requests')
  return (
    <span>
      {device || '–'} <span className={device_seen_before ? 'badge' : 'badge warning'}>{t(device_seen_before ? 'seen' : 'unseen')}</span>
    </span>
  )
}
