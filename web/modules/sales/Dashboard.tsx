// The start page: today against yesterday, what can still be spent, what runs out. A widget without data for this person is left out.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Failed } from '../../kit/page/Empty.tsx'
import { PageTitle } from '../../kit/page/PageTitle.tsx'
import { DashboardCharts } from './DashboardCharts.tsx'
import styles from './dashboard.module.css'
import { HourStrip } from './HourStrip.tsx'
import { LowCustomers } from './LowCustomers.tsx'
import { SalesToday } from './SalesToday.tsx'
import { ScarceStock, StockDays } from './StockDays.tsx'
import { ToDo } from './ToDo.tsx'
import { WalletGauge } from './WalletGauge.tsx'
import { Ways, Welcome } from './Welcome.tsx'

const REFRESH_MS = 60_000

export default function Dashboard() {
  const t = useTranslations('sales.dashboard')
  const asked = useQuery({ ...query('dashboard', {}), refetchInterval: REFRESH_MS })
  return (
    <div className="stack">
      <PageTitle>
        {asked.data && <span className="muted">{t('as_of', { time: format.time(asked.data.as_of) })}</span>}
        <Ways most={2} />
      </PageTitle>
      {asked.isError && !asked.data && <Failed error={asked.error} retry={() => asked.refetch()} />}
      {asked.isPending && <div className={styles.waiting} role="status" aria-label={t('loading')} />}
      {asked.data && <Widgets data={asked.data} />}
    </div>
  )
}

function Widgets({ data }: { data: Output<'dashboard'> }) {
  const { as_of, sales, wallet, stock, customers_low } = data
  const isEmpty = !sales && !wallet && !stock && !customers_low
  return (
    <>
      <div className={styles.figures}>
        {sales && <SalesToday sales={sales} as_of={as_of} />}
        {wallet && <WalletGauge wallet={wallet} />}
        {stock && <ScarceStock />}
      </div>
      <ToDo data={data} />
      <div className={styles.widgets}>
        {sales && <HourStrip sales={sales} as_of={as_of} />}
        {stock && <StockDays stock={stock} />}
        {customers_low && <LowCustomers customers={customers_low} />}
      </div>
      {sales && <DashboardCharts />}
      {isEmpty && <Welcome />}
    </>
  )
}
