// The grouped reports, chosen by the address: for offices, for a reseller's purchases and resales, and by operator. Live goods have rows like all other goods.
import { usePage } from '../../../kit/router/Pages.tsx'
import { GroupReport, readFirst } from './GroupReport.tsx'
import type { GroupName } from './grouping.tsx'

const SUMMARY = '/reports-sales-new'
const ALL = ['customer', 'day', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier'] as const satisfies readonly GroupName[]
const GOODS = ['product', 'product_type', 'configuration'] as const satisfies readonly GroupName[]

/** Only the summary of sales is opened so often that its first answers are requested before it is drawn. */
export function readAhead(path: string): void {
  if (path === SUMMARY) readFirst(ALL[0])
}

export default function Sums() {
  const path = usePage().route.path
  if (path.startsWith(SUMMARY)) return <GroupReport groups={ALL} across={ALL} hasCharts />
  if (path.startsWith('/reseller-reports-sales')) return <GroupReport groups={['day', ...GOODS]} across={['product', 'day']} isCrossed hasCharts />
  return <GroupReport groups={GOODS} across={path.startsWith('/seller/') ? ['day', 'user'] : ['customer', 'day']} />
}
