// What is waiting for the user, such as claims with the age of the oldest, sign-ins, credit, and customers not billed for last month. One call returns all
// counts; each equals the number of rows in its list. A matter that could not be counted has a button to try again.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import type { FigureKind } from '../../../../contract/messages/waiting.ts'
import type { UserInfo } from '../../../../contract/people/account.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type CallName, type Output, query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import styles from './dashboard.module.css'
import { REFRESH_MS } from './use-parts.ts'

type Figure = Output<'waitingFigures'>['figures'][number]

/**
 * How often these figures are read. The amount of unbilled sales changes slowly and is expensive to compute; the menu reads the urgent counts every minute.
 */
const AGAIN_MS = 5 * REFRESH_MS
const DAY_MS = 86_400_000
/** Returns the badge of the oldest claim's age in days: a warning from the second day, urgent from the fourth. */
const ageLook = (days: number) => (days > 3 ? 'badge danger' : days > 1 ? 'badge warning' : 'muted')

/** The list to which each figure links, and the call that the user must be allowed to make there. */
const places: readonly { kind: FigureKind; of: CallName; to: string }[] = [
  { kind: 'claims', of: 'reclaimsList', to: '/reclaim-requests?is_open=1' },
  { kind: 'logins', of: 'loginRequestsList', to: '/login-requests?state=waiting' },
  { kind: 'credits', of: 'creditRequestsList', to: '/customer/credit/requests?state=waiting' },
  { kind: 'not_billed', of: 'customersForInvoice', to: '/invoice-generate' },
  { kind: 'low', of: 'customersListShort', to: '/customers/view?low_balance=1' },
  { kind: 'quiet', of: 'shopsReady', to: '/shops-ready' },
  { kind: 'open', of: 'openMatters', to: '/open-matters' },
  { kind: 'failed', of: 'messagesList', to: '/messages?state=failed' },
  { kind: 'devices', of: 'devicesList', to: '/devices?status=assigned' },
]

export const seesWaiting = (user: UserInfo) => places.some(({ of }) => can(user, of))

export function WaitingFigures() {
  const t = useTranslations('sales.dashboard')
  const second = useTranslations('house.second')
  const isShop = useUser().account_role === accountRole.seller
  const asked = useQuery({ ...query('waitingFigures', {}), refetchInterval: AGAIN_MS, staleTime: REFRESH_MS / 2 })
  return (
    <Widget of={asked}>
      {({ figures }) => (
        <section className="card stack" aria-label={second('list')}>
          <span className="muted">{second('list')}</span>
          <ul className={`cells ${styles.waits}`} style={{ '--least': '240px' }}>
            {places.map(({ kind, to }) => {
              const figure = figures.find((one) => one.kind === kind)
              const place = isShop && kind === 'claims' ? `/seller${to.replace('/', '-')}` : to
              return figure && <Line key={kind} figure={figure} name={t(kind)} to={place} retry={asked.refetch} />
            })}
          </ul>
        </section>
      )}
    </Widget>
  )
}

function Line({ figure, name, to, retry }: { figure: Figure; name: string; to: string; retry: () => void }) {
  const text = useTranslations('auth.loading')
  const named = useNamed()
  return (
    <li>
      <span>{name}</span>
      {figure.count === null ? (
        <Button size="compact-xs" variant="default" aria-label={named(text('retry'), name)} onClick={() => retry()}>
          {text('retry')}
        </Button>
      ) : (
        <b>
          <InnerLink to={to}>{format.count(figure.count)}</InnerLink>
        </b>
      )}
      <Note figure={figure} />
    </li>
  )
}

function Note({ figure: { count, oldest_at, amount, free } }: { figure: Figure }) {
  const t = useTranslations('sales.dashboard')
  if (oldest_at) {
    const days = Math.max(0, Math.floor((Date.now() - Date.parse(oldest_at)) / DAY_MS))
    return <span className={ageLook(days)}>{t('oldest', { n: days, days: format.count(days) })}</span>
  }
  if (count && amount !== null) return <span className="muted">{t('not_billed_hint', { amount: format.money(amount) })}</span>
  if (free !== null) return <InnerLink to="/devices?status=free">{t('devices_free', { count: format.count(free) })}</InnerLink>
  return null
}
