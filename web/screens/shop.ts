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
    path: '/seller-reclaim-requests',
    title: 'own_claims',
    call: 'reclaimCheck',
    area: 'reclamations',
    view: () => import('../modules/reclamations/OwnClaims.tsx'),
    menu: { icon: 'Undo2', group: 'shop' },
  },
  {
    path: '/seller-reclaim/$reclaimId',
    title: 'claim',
    call: 'reclaimCheck',
    area: 'reclamations',
    view: () => import('../modules/reclamations/ClaimDetails.tsx'),
    parent: '/seller-reclaim-requests',
  },
]
