// The grouped reports, chosen by the address: for offices, for a reseller's purchases and resales, and by operator. Live goods have rows like all other goods.
import { usePage } from '../../../kit/router/Pages.tsx'
import { GroupReport } from './GroupReport.tsx'
import type { GroupName } from './grouping.tsx'

const ALL = ['customer', 'day', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier'] as const satisfies readonly GroupName[]
const GOODS = ['product', 'product_type', 'configuration'] as const satisfies readonly GroupName[]

export default function Sums() {
  const path = usePage().route.path
  if (path.startsWith('/reports-sales-new')) return <GroupReport groups={ALL} across={ALL} hasCharts />
  if (path.startsWith('/reseller-reports-sales')) return <GroupReport groups={['day', ...GOODS]} across={['product', 'day']} isCrossed hasCharts />
  return <GroupReport groups={GOODS} across={path.startsWith('/seller/') ? ['day', 'user'] : ['customer', 'day']} />
}
