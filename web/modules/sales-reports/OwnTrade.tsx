// What a reseller bought from the level above and sold on, day by day and product by product.
import { GroupReport } from './GroupReport.tsx'

export default function OwnTrade() {
  return <GroupReport hasCharts groups={['day', 'product', 'configuration', 'product_type']} across={['product', 'day']} isCrossed />
}
