// Screens of the menu's group shop, and those that belong to them.
import { sums } from './reports.ts'
import type { Screen } from './screen.ts'

/** What a shop sold; its reseller has reports of its own. */
const SHOP = { only: ['seller'], roles: ['seller'], flags: ['has_reports', 'has_transaction'] } as const

export const shop: readonly Screen[] = [
  {
    path: '/seller/sales',
    title: 'sales',
    call: 'salesList',
    access: SHOP,
    area: 'sales',
    view: () => import('../modules/sales/SalesList.tsx'),
    menu: { icon: 'ReceiptText', group: 'shop' },
    letter: 'r',
  },
  {
    path: '/seller/recharge-summary',
    title: 'sales_operators',
    call: 'salesByGroup',
    access: SHOP,
    area: 'sales-reports',
    view: sums,
    menu: { icon: 'TableProperties', group: 'shop' },
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
