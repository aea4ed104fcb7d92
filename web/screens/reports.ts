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
  {
    path: '/reports-stock',
    title: 'stock_report',
    call: 'stockReport',
    area: 'stock_reports',
    view: () => import('../modules/stock-reports/StockReport.tsx'),
    menu: { icon: 'Warehouse', group: 'reports' },
  },
  {
    path: '/reports-inventory',
    title: 'stock_history',
    call: 'stockHistory',
    area: 'stock_reports',
    view: () => import('../modules/stock-reports/StockHistory.tsx'),
    menu: { icon: 'PackageSearch', group: 'reports' },
  },
]
