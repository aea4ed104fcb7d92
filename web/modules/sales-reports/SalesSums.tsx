// The office's sums: by customer, day, shop, goods, person or supplier, or two of them crossed.
import { GroupReport } from './GroupReport.tsx'
import type { GroupName } from './grouping.tsx'

const GROUPS = ['customer', 'day', 'seller', 'product', 'configuration', 'product_type', 'user', 'supplier'] as const satisfies readonly GroupName[]

export default function SalesSums() {
  return <GroupReport hasCharts groups={GROUPS} across={GROUPS} />
}
