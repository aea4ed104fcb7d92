// The screens of the menu's group "shop", and the screens below them.
import type { Screen } from './screen.ts'

/** The users who see the screens about a shop's sales. The shop's reseller has reports of its own. */
const SHOP = { only: ['seller'], roles: ['seller'], flags: ['has_reports', 'has_transaction'] } as const

export const shop: readonly Screen[] = [
  {
    path: '/seller/sales',
    title: 'sales',
    call: 'ownSalesList',
    area: 'sales',
    view: () => import('../modules/sales/sales/SellerSales.tsx'),
    menu: { icon: 'ReceiptText', group: 'shop' },
    letter: 'r',
  },
  {
    path: '/seller/recharge-summary',
    title: 'sales_operators',
    call: 'rechargeSummary',
    access: SHOP,
    area: 'top_ups',
    view: () => import('../modules/till/recharges/RechargeSummary.tsx'),
    menu: { icon: 'Smartphone', group: 'shop' },
  },
  {
    path: '/seller/zreport',
    title: 'z_reports',
    call: 'zReport',
    callsAhead: ['shiftNow', 'zReport', 'shiftsOpen'],
    area: 'shifts',
    view: () => import('../modules/papers/shifts/ZReports.tsx'),
    menu: { icon: 'FileCheck', group: 'shop' },
    letter: 'z',
  },
  {
    path: '/seller/credit',
    title: 'own_credit',
    call: 'walletOwn',
    area: 'credit',
    view: () => import('../modules/customers/credit/OwnCredit.tsx'),
    menu: { icon: 'WalletCards', group: 'shop' },
  },
  {
    path: '/seller-reclaim-requests',
    title: 'own_claims',
    call: 'reclaimCheck',
    area: 'reclamations',
    view: () => import('../modules/sales/reclamations/OwnClaims.tsx'),
    menu: { icon: 'Undo2', group: 'shop' },
  },
  {
    path: '/seller-reclaim/$reclaimId',
    title: 'claim',
    call: 'reclaimCheck',
    area: 'reclamations',
    view: () => import('../modules/sales/reclamations/ClaimDetails.tsx'),
    parent: '/seller-reclaim-requests',
  },
  {
    path: '/seller/ledger',
    title: 'ledger',
    access: { only: ['seller'], roles: ['seller'], flags: ['has_transaction'] },
    area: 'ledgers',
    view: () => import('../modules/papers/ledgers/OwnLedger.tsx'),
    menu: { icon: 'BookOpen', group: 'shop' },
  },
]
