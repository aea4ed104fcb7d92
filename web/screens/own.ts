// Screens outside the groups of the menu: the start page, a finished export, the user's settings.
import type { Screen } from './screen.ts'

export const own: readonly Screen[] = [
  {
    path: '/dashboard',
    title: 'dashboard',
    call: 'dashboard',
    area: 'sales',
    view: () => import('../modules/sales/Dashboard.tsx'),
    menu: { icon: 'LayoutDashboard' },
    letter: 'd',
  },
  { path: '/download/$downloadId', title: 'download', area: 'devices', view: () => import('../modules/exports/Download.tsx'), access: 'all' },
  { path: '/settings', title: 'settings', access: 'all', area: 'settings', view: () => import('../modules/settings/Settings.tsx') },
]
