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
    path: '/seller/credit',
    title: 'own_credit',
    call: 'walletOwn',
    area: 'credit',
    view: () => import('../modules/credit/OwnCredit.tsx'),
    menu: { icon: 'WalletCards', group: 'shop' },
  },
  {
    path: '/seller/ledger',
    title: 'ledger',
    access: { only: ['seller'], roles: ['seller'], flags: ['has_transaction'] },
    area: 'ledgers',
    view: () => import('../modules/ledgers/OwnLedger.tsx'),
    menu: { icon: 'BookOpen', group: 'shop' },
  },
]
