// A shop's sales: users who may see all sales of the shop get all of them, cashiers get their own sales.
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import SalesList, { OwnSales } from './SalesList.tsx'

export default function SellerSales() {
  return can(useUser(), 'salesList') ? <SalesList /> : <OwnSales />
}
