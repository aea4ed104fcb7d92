// The page that shows a list: where its export is run again.
import type { Output } from '../../kit/api.ts'

const pages: Partial<Record<Output<'exportProgress'>['list'], string>> = {
  customersList: '/customers/view',
  customersListShort: '/customers/view',
  productsList: '/products/view',
  suppliersList: '/suppliers/view',
  walletHistory: '/customer/credit/history',
  walletOwn: '/seller/credit',
  devicesAssignedList: '/user/devices',
  devicesList: '/devices',
  terminalsList: '/terminals',
  salesList: '/seller/sales',
  auditList: '/audit',
  staffList: '/staff/view',
  giftCardsList: '/gift-cards/view',
  stockList: '/inventory/view',
  poolsList: '/pools/view',
  plansList: '/discount-slabs/',
  assignedList: '/customers/pad',
  assignedProducts: '/report/product-discounts-list',
  autoCreditLedger: '/customer/credit/auto',
  creditRequestsList: '/customer/credit/requests',
  creditLogs: '/customer/credit/history',
  registrationsList: '/registrations',
  staffAssignHistory: '/staff/history',
  messagesList: '/messages',
}

export const pageOf = (list: keyof typeof pages): string | undefined => pages[list]
