// Sales by operator or kind of goods; an office sees them crossed with its customers. Live goods are rows like all others.
import { accountRole } from '../../../contract/kit/access.ts'
import { useUser } from '../../kit/base/api.ts'
import { GroupReport } from './GroupReport.tsx'

export default function Operators() {
  const isShop = useUser().account_role === accountRole.seller
  return <GroupReport groups={['product', 'product_type', 'configuration']} across={isShop ? ['day', 'user'] : ['customer', 'day']} />
}
