// The start page: today against yesterday, what can still be spent, what runs out, what waits. Each widget asks, waits and fails alone.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import * as format from '../../kit/base/format.ts'
import { PageTitle } from '../../kit/page/PageTitle.tsx'
import { Widget } from '../../kit/page/Widget.tsx'
import { TopSales } from '../charts/charts.tsx'
import { DashboardCharts } from './DashboardCharts.tsx'
import styles from './dashboard.module.css'
import { HourStrip } from './HourStrip.tsx'
import { LastSlips } from './LastSlips.tsx'
import { LowCustomers } from './LowCustomers.tsx'
import { SalesToday } from './SalesToday.tsx'
import { ScarceStock, StockDays } from './StockDays.tsx'
import { ToDo } from './ToDo.tsx'
import { useParts } from './use-parts.ts'
import { WaitingFigures } from './WaitingFigures.tsx'
import { WalletGauge } from './WalletGauge.tsx'
import { Ways, Welcome } from './Welcome.tsx'

const TOP = 5

export default function Dashboard() {
  const t = useTranslations('sales.dashboard')
  const user = useUser()
  const { sales, wallet, stock, customers } = useParts()
  const as_of = sales?.data?.as_of ?? wallet?.data?.as_of ?? stock?.data?.as_of
  const today = format.berlinDay()
  const isShop = user.account_role === accountRole.seller
  return (
    <div className="stack">
      <PageTitle>
        {as_of && <span className="muted">{t('as_of', { time: format.time(as_of) })}</span>}
        <Ways most={2} />
      </PageTitle>
      <div className={styles.figures}>
        <Widget of={sales}>{(data) => data.sales && <SalesToday sales={data.sales} as_of={data.as_of} />}</Widget>
        <Widget of={wallet}>{(data) => data.wallet && <WalletGauge wallet={data.wallet} />}</Widget>
        {stock && <ScarceStock />}
        <WaitingFigures />
      </div>
      <ToDo stock={stock?.data} wallet={wallet?.data} customers={customers?.data} />
      <div className={styles.widgets}>
        <Widget of={sales}>{(data) => data.sales && <HourStrip sales={data.sales} as_of={data.as_of} />}</Widget>
        {sales && isShop && <LastSlips />}
        <Widget of={stock}>{(data) => data.stock && <StockDays stock={data.stock} />}</Widget>
        <Widget of={customers}>{(data) => data.customers_low && <LowCustomers customers={data.customers_low} />}</Widget>
      </div>
      {sales && isShop && <TopSales span={{ from: today, to: today }} by="product" title={t('top_today')} most={TOP} />}
      {sales && <DashboardCharts />}
      {!sales && !stock && !customers && !can(user, 'walletOwn') && <Welcome />}
    </div>
  )
}
