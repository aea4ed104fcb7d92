// What waits for somebody: claims with the age of the oldest, sign-ins, credit, customers not billed for last month, and devices. Each leads to its rows, and
// fails alone.
import { Button } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/auth.ts'
import { accountRole } from '../../../contract/kit/access.ts'
import { type CallName, type Input, query, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { useNamed } from '../../kit/base/named.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { periodOf } from '../../kit/page/period.ts'
import styles from './dashboard.module.css'
import { REFRESH_MS } from './use-parts.ts'

const calls = [
  ...(['reclaimsList', 'loginRequestsList', 'creditRequestsList', 'customersForInvoice', 'devicesList'] as const),
  ...(['openMatters', 'shopsReady', 'customersListShort', 'messagesList'] as const),
]
/** What of a month is not billed changes slowly, and is counted from many lines. */
const SLOW_MS = 5 * REFRESH_MS
const DAY_MS = 86_400_000
/** From the second day on a claim shows, from the fourth it presses. */
const ageLook = (days: number) => (days > 3 ? 'badge danger' : days > 1 ? 'badge warning' : 'muted')

export const seesWaiting = (user: UserInfo) => calls.some((name) => can(user, name))

export function WaitingFigures() {
  const t = useTranslations('sales.dashboard')
  return (
    <section className="card stack" aria-label={t('waiting')}>
      <span className="muted">{t('waiting')}</span>
      <ul className={styles.waits}>
        <Claims />
        <Logins />
        <Credits />
        <NotBilled />
        <LowCustomers />
        <QuietShops />
        <Open />
        <FailedMessages />
        <Devices />
      </ul>
    </section>
  )
}

function Claims() {
  const t = useTranslations('sales.dashboard')
  const isShop = useUser().account_role === accountRole.seller
  const asked = useOpen('reclaimsList', { filters: { is_open: true }, sort: 'created_at', limit: 1 })
  const [oldest] = asked?.data?.content ?? []
  const days = oldest && Math.max(0, Math.floor((Date.now() - Date.parse(oldest.created_at)) / DAY_MS))
  return (
    <Line
      of={asked}
      name={t('claims')}
      value={asked?.data?.filters.total_count}
      to={`/${isShop ? 'seller-reclaim-requests' : 'reclaim-requests'}?is_open=1`}
      note={days !== undefined && <span className={ageLook(days)}>{t('oldest', { n: days, days: format.count(days) })}</span>}
    />
  )
}

function Logins() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('loginRequestsList', { filters: { state: 'waiting' }, limit: 1 })
  return <Line of={asked} name={t('logins')} value={asked?.data?.filters.total_count} to="/login-requests?state=waiting" />
}

function Credits() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('creditRequestsList', { filters: { state: 'waiting' }, limit: 1 })
  return <Line of={asked} name={t('credits')} value={asked?.data?.filters.total_count} to="/customer/credit/requests?state=waiting" />
}

function NotBilled() {
  const t = useTranslations('sales.dashboard')
  const { from, to } = periodOf({}, new Date(), 'last_month')
  const asked = useOpen('customersForInvoice', { date_from: from, date_to: to, limit: 1 }, SLOW_MS)
  const count = asked?.data?.filters.total_count
  return (
    <Line
      of={asked}
      name={t('not_billed')}
      value={count}
      to="/invoice-generate"
      note={count ? <span className="muted">{t('not_billed_hint', { amount: format.money(asked?.data?.totals.amount ?? 0) })}</span> : undefined}
    />
  )
}

/** Those with less than two ordinary cards cost. */
function LowCustomers() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('customersListShort', { filters: { low_balance: true }, limit: 1 })
  return <Line of={asked} name={t('low')} value={asked?.data?.filters.total_count} to="/customers/view?low_balance=1" />
}

function QuietShops() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('shopsReady', { limit: 1 }, SLOW_MS)
  return <Line of={asked} name={t('quiet')} value={asked?.data?.filters.total_count} to="/shops-ready" />
}

function Open() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('openMatters', { limit: 1 }, SLOW_MS)
  return <Line of={asked} name={t('open')} value={asked?.data?.filters.total_count} to="/open-matters" />
}

/** Work that the server gave up. What it will try again stands among what is open. */
function FailedMessages() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('messagesList', { filters: { state: 'failed' }, limit: 1 })
  return <Line of={asked} name={t('failed')} value={asked?.data?.filters.total_count} to="/messages?state=failed" />
}

function Devices() {
  const t = useTranslations('sales.dashboard')
  const asked = useOpen('devicesList', { limit: 1 })
  const counts = asked?.data?.counts
  return (
    <Line
      of={asked}
      name={t('devices')}
      value={counts?.assigned}
      to="/devices?status=assigned"
      note={counts && <InnerLink to="/devices?status=free">{t('devices_free', { count: format.count(counts.free) })}</InnerLink>}
    />
  )
}

/** Nothing where it is not open to this person. */
function useOpen<N extends CallName>(name: N, input: Input<N>, every = REFRESH_MS) {
  const enabled = can(useUser(), name)
  const asked = useQuery({ ...query(name, input), refetchInterval: every, staleTime: every / 2, enabled })
  return enabled ? asked : undefined
}

type LineProps = { of: UseQueryResult<unknown> | undefined; name: string; value: number | undefined; to: string; note?: ReactNode }

function Line({ of: asked, name, value, to, note }: LineProps) {
  const t = useTranslations('house.empty')
  const named = useNamed()
  if (!asked) return null
  return (
    <li>
      <span>{name}</span>
      {value === undefined && asked.isError && (
        <Button size="compact-xs" variant="default" aria-label={named(t('retry'), name)} onClick={() => asked.refetch()}>
          {t('retry')}
        </Button>
      )}
      {value === undefined && !asked.isError && <span className="muted">–</span>}
      {value !== undefined && (
        <b>
          <InnerLink to={to}>{format.count(value)}</InnerLink>
        </b>
      )}
      {note}
    </li>
  )
}
