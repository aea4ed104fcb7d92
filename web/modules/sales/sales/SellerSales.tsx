// A shop's sales: all of the shop for users who may see them, and a cashier's own for cashiers.
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import SalesList, { OwnSales } from './SalesList.tsx'

export default function SellerSales() {
  return can(useUser(), 'salesList') ? <SalesList /> : <OwnSales />
}
