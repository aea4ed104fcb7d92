// The screens of the menu's group "reports", and the screens below them.
import { withArea } from '../kit/base/language.tsx'
import type { Screen } from './screen.ts'

const OFFICE = { only: ['superadmin', 'reseller'], roles: ['superadmin', 'reseller'], flags: ['has_reports', 'has_transaction'] } as const

/** The view of grouped reports, which several addresses share. It has the filters of the list of sales, so the texts of that list are loaded with it. */
export const sums = () => withArea('sales', import('../modules/sales/sales-reports/Sums.tsx'))

export const reports: readonly Screen[] = [
  {
    path: '/reports-sales',
    title: 'sales_report',
    call: 'salesList',
    access: OFFICE,
    area: 'sales',
    view: () => import('../modules/sales/sales/SalesList.tsx'),
    menu: { icon: 'ReceiptText', group: 'reports' },
  },
  {
    path: '/reports-sales-new',
    title: 'sales_sums',
    call: 'salesByGroup',
    access: OFFICE,
    area: 'sales-reports',
    view: sums,
    menu: { icon: 'ChartColumn', group: 'reports', head: 'sales_sums' },
  },
  {
    path: '/reports-sales-comparison',
    title: 'sales_comparison',
    call: 'salesByGroup',
    access: OFFICE,
    area: 'sales-reports',
    view: () => withArea('sales', import('../modules/sales/sales-reports/SalesComparison.tsx')),
    menu: { icon: 'Scale', group: 'reports', head: 'sales_sums' },
  },
  {
    path: '/reseller-reports-sales',
    title: 'sales_own',
    call: 'salesByGroup',
    access: { ...OFFICE, only: ['reseller'] },
    area: 'sales-reports',
    view: sums,
    menu: { icon: 'Store', group: 'reports', head: 'sales_sums' },
  },
  {
    path: '/report/recharge-summary',
    title: 'sales_operators',
    call: 'rechargeSummary',
    access: OFFICE,
    area: 'top_ups',
    view: () => import('../modules/till/recharges/RechargeSummary.tsx'),
    menu: { icon: 'Smartphone', group: 'reports', head: 'sales_sums' },
  },
  {
    path: '/report/product-discounts-list',
    title: 'discount_report',
    call: 'assignedProducts',
    area: 'prices',
    view: () => import('../modules/goods/prices/DiscountReport.tsx'),
    menu: { icon: 'TableProperties', group: 'reports' },
  },
  {
    path: '/reports-stock',
    title: 'stock_report',
    call: 'stockReport',
    area: 'stock_reports',
    view: () => import('../modules/goods/stock-reports/StockReport.tsx'),
    menu: { icon: 'Warehouse', group: 'reports', head: 'stock_report' },
  },
  {
    path: '/reports-inventory',
    title: 'stock_history',
    call: 'stockHistory',
    area: 'stock_reports',
    view: () => import('../modules/goods/stock-reports/StockHistory.tsx'),
    menu: { icon: 'PackageSearch', group: 'reports', head: 'stock_report' },
  },
  {
    path: '/report/dynamic-products-log',
    title: 'live_log',
    call: 'liveSalesCheck',
    access: { only: ['superadmin'], roles: ['superadmin'], flags: ['has_transaction'] },
    area: 'connections',
    view: () => withArea('top_ups', withArea('sales-reports', import('../modules/sales/live-orders/LiveLog.tsx'))),
    menu: { icon: 'ScrollText', group: 'reports' },
  },
  {
    path: '/report/dynamic-products-log/requests',
    title: 'exchanges',
    call: 'exchangesList',
    area: 'connections',
    view: () => import('../modules/sales/live-orders/ExchangeLog.tsx'),
    parent: '/report/dynamic-products-log',
  },
]
