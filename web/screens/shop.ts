// Screens of the menu's group shop, and those that belong to them.
import type { Screen } from './screen.ts'

export const shop: readonly Screen[] = [
  {
    path: '/seller/sales',
    title: 'sales',
    call: 'salesList',
    area: 'sales',
    view: () => import('../modules/sales/SalesList.tsx'),
    menu: { icon: 'ReceiptText', group: 'shop' },
    letter: 'r',
  },
  {
    path: '/seller/zreport',
    title: 'z_reports',
    call: 'zReport',
    area: 'shifts',
    view: () => import('../modules/shifts/ZReports.tsx'),
    menu: { icon: 'FileCheck', group: 'shop' },
    letter: 'z',
  },
  {
    path: '/seller/credit',
    title: 'own_credit',
    call: 'walletOwn',
    area: 'credit',
    view: () => import('../modules/credit/OwnCredit.tsx'),
    menu: { icon: 'WalletCards', group: 'shop' },
  },
]
