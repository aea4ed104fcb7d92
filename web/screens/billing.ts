// Screens of the menu's group billing, and those that belong to them.
import type { Screen } from './screen.ts'

export const billing: readonly Screen[] = [
  {
    path: '/admin/ledger',
    title: 'ledger',
    access: { only: ['reseller'], roles: ['reseller'], flags: ['has_transaction'] },
    area: 'ledgers',
    view: () => import('../modules/ledgers/OwnLedger.tsx'),
    menu: { icon: 'BookOpen', group: 'billing' },
  },
  {
    path: '/admin/customer-ledger',
    title: 'customer_ledger',
    call: 'ledgerCustomer',
    area: 'ledgers',
    view: () => import('../modules/ledgers/CustomerLedger.tsx'),
    menu: { icon: 'BookUser', group: 'billing' },
  },
]
