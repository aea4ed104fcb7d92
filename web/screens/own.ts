// Screens outside the groups of the menu: the start page, a finished export, the user's settings.
import { withArea } from '../kit/base/language.tsx'
import type { Screen } from './screen.ts'

export const own: readonly Screen[] = [
  {
    path: '/dashboard',
    title: 'dashboard',
    call: 'dashboard',
    area: 'sales',
    view: () => import('../modules/sales/sales/Dashboard.tsx'),
    menu: { icon: 'LayoutDashboard' },
    letter: 'd',
  },
  {
    path: '/report-schedules',
    title: 'report_schedules',
    call: 'reportSchedules',
    area: 'ledgers',
    view: () => import('../modules/papers/report-schedules/ReportSchedules.tsx'),
  },
  { path: '/download/$downloadId', title: 'download', area: 'devices', view: () => import('../modules/papers/exports/Download.tsx'), access: 'all' },
  {
    path: '/api-access',
    title: 'api_access',
    call: 'apiAccess',
    area: 'api_keys',
    view: () => withArea('settings', import('../modules/people/api-keys/ApiAccess.tsx')),
    menu: { icon: 'SquareTerminal', group: 'service', head: 'api_access' },
  },
  {
    path: '/webhooks',
    title: 'webhooks',
    call: 'webhooksList',
    area: 'webhooks',
    view: () => import('../modules/sales/webhooks/Webhooks.tsx'),
    menu: { icon: 'Webhook', group: 'service', head: 'api_access' },
  },
  {
    path: '/webhook-deliveries',
    title: 'webhook_deliveries',
    call: 'webhookDeliveries',
    area: 'webhooks',
    view: () => import('../modules/sales/webhooks/DeliveryList.tsx'),
    menu: { icon: 'Send', group: 'service', head: 'api_access' },
  },
  { path: '/settings', title: 'settings', access: 'all', area: 'settings', view: () => import('../modules/people/settings/Settings.tsx') },
]
