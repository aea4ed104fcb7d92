// A shop's sales: all of them for whoever may see those, and for a cashier what they sold themselves.
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import SalesList, { OwnSales } from './SalesList.tsx'

export default function SellerSales() {
  return can(useUser(), 'salesList') ? <SalesList /> : <OwnSales />
}
