// A shop's sales: all of them for users who may see those, for a cashier their own.
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import SalesList, { OwnSales } from './SalesList.tsx'

export default function SellerSales() {
  return can(useUser(), 'salesList') ? <SalesList /> : <OwnSales />
}
