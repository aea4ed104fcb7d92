// The screens of the menu's group "service", and the screens below them.
import { withArea } from '../kit/base/language.tsx'
import { people } from './people.ts'
import type { Screen } from './screen.ts'

/** Organisations that decide claims: resellers and the platform, never a shop. */
const desk = { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_reclamation'] } as const

export const service: readonly Screen[] = [
  {
    path: '/reclaim-requests',
    title: 'claims',
    call: 'reclaimsList',
    access: desk,
    area: 'reclamations',
    view: () => import('../modules/sales/reclamations/ClaimQueue.tsx'),
    menu: { icon: 'Undo2', group: 'service', head: 'claims', waits: 'claims' },
  },
  {
    path: '/reclaim-request/$reclaimId',
    title: 'claim',
    call: 'reclaimDetails',
    access: desk,
    area: 'reclamations',
    view: () => import('../modules/sales/reclamations/ClaimDetails.tsx'),
    parent: '/reclaim-requests',
  },
  {
    path: '/reseller-reclaim-requests',
    title: 'sent_claims',
    call: 'reclaimsList',
    access: desk,
    area: 'reclamations',
    view: () => import('../modules/sales/reclamations/SentClaims.tsx'),
    menu: { icon: 'Redo2', group: 'service', head: 'claims' },
  },
  {
    path: '/transaction-check',
    title: 'transaction_check',
    call: 'liveSalesCheck',
    area: 'connections',
    view: () => withArea('sales-reports', withArea('top_ups', import('../modules/sales/live-orders/TransactionCheck.tsx'))),
    menu: { icon: 'ScanSearch', group: 'service', head: 'live_orders' },
  },
  {
    path: '/live-orders',
    title: 'live_orders',
    call: 'liveOrdersList',
    area: 'connections',
    view: () => import('../modules/sales/live-orders/LiveOrders.tsx'),
    menu: { icon: 'Hourglass', group: 'service', head: 'live_orders', waits: 'live_orders' },
  },
  {
    path: '/cases',
    was: ['/live-cases', '/statement-cases'],
    title: 'cases',
    call: 'casesList',
    area: 'connections',
    view: () => import('../modules/live/cases/Cases.tsx'),
    menu: { icon: 'Scale', group: 'service', head: 'live_orders', waits: 'cases' },
  },
  {
    path: '/statements',
    title: 'statements',
    call: 'statementsList',
    area: 'connections',
    view: () => import('../modules/live/statements/StatementList.tsx'),
    menu: { icon: 'FileCheck', group: 'service', head: 'live_orders' },
  },
  ...people,
  {
    path: '/messages',
    title: 'messages',
    call: 'messagesList',
    area: 'messages',
    view: () => import('../modules/messages/messages/MessageList.tsx'),
    menu: { icon: 'Mail', group: 'service', head: 'audit' },
  },
  {
    path: '/audit',
    title: 'audit',
    call: 'auditList',
    area: 'audit',
    view: () => import('../modules/people/audit/AuditList.tsx'),
    menu: { icon: 'ScrollText', group: 'service', head: 'audit' },
    letter: 'h',
  },
  {
    path: '/books',
    title: 'books',
    call: 'proofsList',
    area: 'audit',
    view: () => import('../modules/papers/books/ProofList.tsx'),
    menu: { icon: 'ShieldCheck', group: 'service', head: 'audit' },
  },
  {
    path: '/support',
    title: 'support_views',
    call: 'viewsList',
    area: 'audit',
    view: () => import('../modules/people/support/SupportViews.tsx'),
    menu: { icon: 'Eye', group: 'service', head: 'audit' },
  },
  {
    path: '/open-matters',
    title: 'open_matters',
    call: 'openMatters',
    area: 'open_matters',
    view: () => import('../modules/messages/open-matters/OpenMatters.tsx'),
    menu: { icon: 'Hourglass', group: 'service' },
  },
]
