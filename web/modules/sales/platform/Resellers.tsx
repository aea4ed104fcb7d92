// The resellers as a table: sales today, the trend, the platform's margin, waiting matters, and suppliers that need attention. Every figure except
// the trend links to its screen.
import { useTranslations } from 'use-intl'
import { WAITING_MANY, type WaitingKind } from '../../../../contract/messages/waiting.ts'
import { TREND_DAYS } from '../../../../contract/sales/platform.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { Spark } from '../../../kit/charts/Spark.tsx'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { Change } from '../../../kit/page/Change.tsx'
import { NOTHING } from '../../../kit/page/field-format.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { isLow, isPoor } from '../../live/connections/connections.ts'
import styles from './platform.module.css'
import { orderOf, sorted, USUAL } from './resellers-order.ts'
import { TenantLink } from './TenantLink.tsx'
import type { Tenant } from './use-tenants.ts'

/** For each kind of waiting matter, the path of the screen that lists such matters. */
const places: Record<WaitingKind, string> = {
  claims: '/reclaim-requests?is_open=1',
  credit_requests: '/customer/credit/requests?state=waiting',
  login_requests: '/login-requests?state=waiting',
  registrations: '/registrations?state=waiting',
  stock_held: '/inventory/held',
  live_orders: '/live-orders?is_open=1',
  cases: '/cases?is_open=1',
  invoices_overdue: '/invoices-all?state=overdue',
}

export function Resellers({ rows }: { rows: readonly Tenant[] | undefined }) {
  const [{ sort }, change] = useUrlState()
  const order = orderOf(sort)
  return (
    <ListTable
      columns={useColumns()}
      rows={rows && sorted(rows, order)}
      rowKey={(row) => String(row.tenant_id)}
      sort={order}
      onSort={(next) => change({ sort: next === USUAL ? undefined : next })}
    />
  )
}

function useColumns(): Column<Tenant>[] {
  const t = useTranslations('platform')
  const days = format.count(TREND_DAYS)
  return [
    { key: 'tenant', field: 'name', sort: 'name', cell: (row) => <Name row={row} /> },
    { key: 'today', field: null, header: t('today'), sort: 'today', number: true, fact: true, cell: (row) => <Today row={row} /> },
    { key: 'trend', field: null, header: t('trend', { days }), cell: (row) => <Trend row={row} /> },
    { key: 'platform_margin', field: null, header: t('margin', { days }), sort: 'margin', number: true, fact: true, cell: (row) => <Margin row={row} /> },
    { key: 'waits', field: null, header: t('waiting'), sort: 'waiting', fact: true, cell: (row) => <Waiting row={row} /> },
    { key: 'suppliers', field: null, header: t('suppliers'), cell: (row) => <SuppliersOf row={row} /> },
  ]
}

function Name({ row }: { row: Tenant }) {
  const t = useTranslations('platform')
  const quiet = quietDays(row)
  return (
    <span className="row">
      <TenantLink tenant={row} to="/dashboard">
        <b>{row.name}</b>
      </TenantLink>
      {row.chosen && <span className="badge">{t('viewed')}</span>}
      {quiet > 1 && <span className="badge warning">{t(quiet >= TREND_DAYS ? 'quiet_all' : 'quiet', { days: format.count(quiet) })}</span>}
    </span>
  )
}

/** Returns how many days ago the last sale was: 0 for today, 1 for yesterday; the number of days in the trend if no day of the trend had a sale. */
function quietDays({ sales }: Tenant): number {
  if (!sales) return 0
  const last = sales.days.findLastIndex(({ day }) => day === sales.last_day)
  return sales.days.length - 1 - last
}

function Today({ row }: { row: Tenant }) {
  const t = useTranslations('platform')
  if (!row.sales) return t('unread')
  const { today, yesterday } = row.sales
  const amount = format.money(today.face_total)
  return (
    <span className={styles.figure}>
      <TenantLink tenant={row} to="/reports-sales?period=today" label={`${t('today')} ${amount}`}>
        {amount}
      </TenantLink>
      <Change now={today.face_total} then={yesterday.face_total} same={t('same')} />
    </span>
  )
}

/** The last days as bars, with today highlighted. A screen reader reads their sum and the best day. */
function Trend({ row: { sales } }: { row: Tenant }) {
  const t = useTranslations('platform')
  if (!sales) return NOTHING
  const days = sales.days.map(({ day, face_total }) => ({ day, amount: face_total }))
  const best = days.reduce((a, b) => (b.amount > a.amount ? b : a), { day: '', amount: 0 })
  const amount = format.money(days.reduce((sum, one) => sum + one.amount, 0))
  const label = best.amount > 0 ? t('trend_text', { amount, day: format.day(best.day), most: format.money(best.amount) }) : t('trend_none')
  return <Spark days={days} from={days.at(-1)?.day ?? ''} label={label} className={styles.trend} />
}

function Margin({ row }: { row: Tenant }) {
  const t = useTranslations('platform')
  const { sales } = row
  const [from, to] = [sales?.days[0]?.day, sales?.days.at(-1)?.day]
  if (!sales || !from || !to) return NOTHING
  const amount = format.money(sales.margin_total)
  return (
    <TenantLink
      tenant={row}
      to={`/reports-sales-new?${new URLSearchParams({ period: 'custom', from, to })}`}
      label={`${t('margin', { days: format.count(TREND_DAYS) })} ${amount}`}
    >
      <span className={sales.margin_total < 0 ? 'negative' : undefined}>{amount}</span>
    </TenantLink>
  )
}

/** The kinds whose screens show a list across all resellers. */
const acrossKinds = ['claims', 'live_orders', 'cases', 'invoices_overdue'] as const satisfies readonly WaitingKind[]

/** The number of waiting matters of all resellers together, by kind; each kind links to its list across all resellers. */
export function WaitingAcross({ rows }: { rows: readonly Tenant[] }) {
  const label = useTranslations('pages.list')('all_resellers')
  const name = useWaitingNames()
  const counts = acrossKinds.map((kind) => ({ kind, all: rows.flatMap(({ waiting }) => waiting?.filter((one) => one.kind === kind) ?? []) }))
  const some = counts.filter(({ all }) => all.length > 0)
  if (rows.length < 2 || some.length === 0) return null
  return (
    <p className="row gap-4">
      <span className="muted">{label}</span>
      {some.map(({ kind, all }) => (
        <InnerLink key={kind} to={`${places[kind]}&tenants=all`} className={`badge ${looks[kind] ?? ''}`}>
          {name(
            kind,
            all.reduce((sum, { count }) => sum + count, 0),
            all.some(({ count }) => count >= WAITING_MANY),
          )}
        </InnerLink>
      ))}
    </p>
  )
}

/** Returns a function that says how many matters of a kind wait. Counts stop at a hundred, so from there on it says that there are more. */
function useWaitingNames() {
  const t = useTranslations('platform.waits')
  return (kind: WaitingKind, count: number, isMore = count >= WAITING_MANY) =>
    t(kind, { n: count, count: isMore ? `${format.count(Math.max(count, WAITING_MANY) - 1)}+` : format.count(count) })
}

function Waiting({ row }: { row: Tenant }) {
  const t = useTranslations('platform')
  const name = useWaitingNames()
  if (!row.waiting) return t('unread')
  if (row.waiting.length === 0) return <span className="muted">{t('nothing_waits')}</span>
  return (
    <span className="row gap-4">
      {row.waiting.map(({ kind, count }) => {
        const text = name(kind, count)
        return (
          <TenantLink key={kind} tenant={row} to={places[kind]} label={text} className={`badge ${looks[kind] ?? ''}`}>
            {text}
          </TenantLink>
        )
      })}
    </span>
  )
}

/** The colours of waiting matters that hold somebody's money or wait for the platform itself; other kinds have no colour. */
const looks: Partial<Record<WaitingKind, string>> = { live_orders: 'danger', cases: 'warning', credit_requests: 'warning', invoices_overdue: 'warning' }

function SuppliersOf({ row }: { row: Tenant }) {
  const t = useTranslations('platform')
  if (!row.connections) return t('unread')
  const n = row.connections.length
  if (n === 0) return NOTHING
  const bad = row.connections.filter((one) => isLow(one) || isPoor(one)).length
  const text = bad === 0 ? t('suppliers_well', { n, count: format.count(n) }) : t('suppliers_bad', { bad: format.count(bad), count: format.count(n) })
  return (
    <TenantLink tenant={row} to="/connections" label={text} className={bad === 0 ? '' : 'badge danger'}>
      {text}
    </TenantLink>
  )
}
