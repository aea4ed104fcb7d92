// What waits for somebody: claims with the age of the oldest, sign-ins, credit, customers not billed for last month, and devices. One answer has them all, each as
// the list it leads to counts it; one that could not be counted is asked for again with a button.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { UserInfo } from '../../../contract/account.ts'
import { accountRole } from '../../../contract/kit/access.ts'
import type { FigureKind } from '../../../contract/waiting.ts'
import { type CallName, type Output, query, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { useNamed } from '../../kit/base/named.ts'
import { InnerLink } from '../../kit/page/InnerLink.tsx'
import { Widget } from '../../kit/page/Widget.tsx'
import styles from './dashboard.module.css'
import { REFRESH_MS } from './use-parts.ts'

type Figure = Output<'waitingFigures'>['figures'][number]

/** What of a month is not billed changes slowly, and is counted from many lines; the menu says every minute what presses. */
const AGAIN_MS = 5 * REFRESH_MS
const DAY_MS = 86_400_000
/** From the second day on a claim shows, from the fourth it presses. */
const ageLook = (days: number) => (days > 3 ? 'badge danger' : days > 1 ? 'badge warning' : 'muted')

/** Where the rows behind each are. */
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
  const isShop = useUser().account_role === accountRole.seller
  const asked = useQuery({ ...query('waitingFigures', {}), refetchInterval: AGAIN_MS, staleTime: REFRESH_MS / 2 })
  return (
    <Widget of={asked}>
      {({ figures }) => (
        <section className="card stack" aria-label={t('waiting')}>
          <span className="muted">{t('waiting')}</span>
          <ul className={`cells ${styles.waits}`}>
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
  const t = useTranslations('house.empty')
  const named = useNamed()
  return (
    <li>
      <span>{name}</span>
      {figure.count === null ? (
        <Button size="compact-xs" variant="default" aria-label={named(t('retry'), name)} onClick={() => retry()}>
          {t('retry')}
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
