// Screens of the menu's group reports, and those that belong to them.
import type { Screen } from './screen.ts'

export const reports: readonly Screen[] = [
  {
    path: '/report/product-discounts-list',
    title: 'discount_report',
    call: 'assignedProducts',
    area: 'prices',
    view: () => import('../modules/prices/DiscountReport.tsx'),
    menu: { icon: 'TableProperties', group: 'reports' },
  },
]
