// The page that shows a list: where its export is run again.
import type { Output } from '../../kit/api.ts'

const pages: Partial<Record<Output<'exportProgress'>['list'], string>> = {
  customersList: '/customers/view',
  customersListShort: '/customers/view',
  productsList: '/products/view',
  suppliersList: '/suppliers/view',
  walletHistory: '/customer/credit/history',
  devicesAssignedList: '/user/devices',
  devicesList: '/devices',
  terminalsList: '/terminals',
  salesList: '/seller/sales',
  auditList: '/audit',
  staffList: '/staff/view',
  giftCardsList: '/gift-cards/view',
}

export const pageOf = (list: keyof typeof pages): string | undefined => pages[list]
