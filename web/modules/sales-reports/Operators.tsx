// Sales by operator or kind of goods; an office sees them crossed with its customers. Live goods are rows like all others.
import { useUser } from '../../kit/base/api.ts'
import { GroupReport } from './GroupReport.tsx'

const SELLER = 2

export default function Operators() {
  const isShop = useUser().account_role === SELLER
  return <GroupReport groups={['product', 'product_type', 'configuration']} across={isShop ? ['day', 'user'] : ['customer', 'day']} />
}
