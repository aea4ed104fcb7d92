// The start page: today compared with yesterday, the available balance, low stock, waiting matters. If one part cannot be loaded, the other parts are still
// shown.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { withArea } from '../../../kit/base/language.tsx'
import { SalesSpans, TopSales } from '../../../kit/charts/charts.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { WhenNear } from '../../../kit/page/WhenNear.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import { DashboardCharts } from './DashboardCharts.tsx'
import styles from './dashboard.module.css'
import { HourStrip } from './HourStrip.tsx'
import { LastSlips } from './LastSlips.tsx'
import { LowCustomers } from './LowCustomers.tsx'
import { SalesToday } from './SalesToday.tsx'
import { ScarceStock, StockDays } from './StockDays.tsx'
import { ToDo } from './ToDo.tsx'
import { useParts } from './use-parts.ts'
import { seesWaiting, WaitingFigures } from './WaitingFigures.tsx'
import { WalletGauge } from './WalletGauge.tsx'
import { Ways, Welcome } from './Welcome.tsx'

const TOP = 5
const StartCard = lazy(() => withArea('start', import('../../customers/guided-start/StartCard.tsx')))
const NeedsYou = lazy(() => import('../../live/connections/NeedsYou.tsx'))
const PlatformStart = lazy(() => withArea('platform', import('../platform/PlatformStart.tsx')))

export default function Dashboard() {
  const t = useTranslations('sales.dashboard')
  const user = useUser()
  const { sales, wallet, stock, customers } = useParts()
  const as_of = sales?.data?.as_of ?? wallet?.data?.as_of ?? stock?.data?.as_of
  const today = format.berlinDay()
  const seesAll = can(user, 'tenantsToday')
  const isShop = user.account_role === accountRole.seller
  return (
    <div className="stack in-order">
      <PageTitle>
        <span className="muted hidden-on-phone" style={as_of ? undefined : { visibility: 'hidden' }}>
          {t('as_of', { time: format.time(as_of ?? new Date().toISOString()) })}
        </span>
        <Ways most={2} mainLast />
      </PageTitle>
      <Start />
      {seesAll && (
        <Suspense fallback={<i data-waiting hidden />}>
          <PlatformStart />
        </Suspense>
      )}
      <div className="columns in-order">
        <Widget of={sales}>{(data) => data.sales && <SalesToday sales={data.sales} as_of={data.as_of} />}</Widget>
        <Widget of={wallet}>{(data) => data.wallet && <WalletGauge wallet={data.wallet} />}</Widget>
        <Widget of={stock}>{(data) => data.stock_low !== null && <ScarceStock low={data.stock_low} />}</Widget>
      </div>
      {seesWaiting(user) && (
        <WhenNear>
          <WaitingFigures />
        </WhenNear>
      )}
      {!seesAll && can(user, 'connectionsList') && (
        <Suspense fallback={<i data-waiting hidden />}>
          <NeedsYou />
        </Suspense>
      )}
      {[stock, wallet, customers].some((part) => part?.isPending) && <i data-waiting hidden />}
      <ToDo stock={stock?.data} wallet={wallet?.data} customers={customers?.data} />
      {sales && (
        <WhenNear>
          <SalesSpans />
        </WhenNear>
      )}
      <div className={`lines gap-16 ${styles.widgets} in-order`}>
        <Widget of={sales}>{(data) => data.sales && <HourStrip sales={data.sales} as_of={data.as_of} />}</Widget>
        {sales && isShop && <LastSlips />}
        <Widget of={stock}>{(data) => data.stock && <StockDays stock={data.stock} />}</Widget>
        <Widget of={customers}>{(data) => data.customers_low && <LowCustomers customers={data.customers_low} />}</Widget>
      </div>
      {sales && (
        <WhenNear>
          {isShop && <TopSales span={{ from: today, to: today }} by="product" title={t('top_today')} most={TOP} />}
          <DashboardCharts />
        </WhenNear>
      )}
      {!sales && !stock && !customers && !can(user, 'walletOwn') && <Welcome />}
    </div>
  )
}

/** The checklist to the first sale. Its code is loaded only for organisations that have not sold anything yet. */
function Start() {
  // A user who has just completed a step and returns sees it ticked, so an answer is used again only while the page opens.
  const { data, isPending } = useQuery({ ...query('guidedStart', {}), staleTime: 1_000 })
  if (isPending) return <i data-waiting hidden />
  if (!data || data.steps.length === 0) return null
  return (
    <Suspense fallback={<i data-waiting hidden />}>
      <StartCard start={data} />
    </Suspense>
  )
}
