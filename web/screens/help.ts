// Which help a screen shows, as data: a help text of its own, or that of the list to which it belongs. help.test.ts checks that every screen has help and that
// every text is used.
import type { Messages } from '../i18n/catalogue.ts'
import type { ScreenTitle } from '../kit/page/PageTitle.tsx'

export type Topic = keyof Messages['help']['topics']

/** The help texts, each with the screens that show it. */
export const helped: Record<Topic, readonly ScreenTitle[]> = {
  dashboard: ['dashboard'],
  download: ['download'],
  report_schedules: ['report_schedules'],
  api_access: ['api_access'],
  settings: ['settings'],
  till: ['till'],
  flixbus: ['flixbus', 'bus_tickets', 'sold_ticket'],
  top_ups: ['top_ups', 'top_ups_sent'],
  recharges: ['recharges'],
  on_demand: ['on_demand'],
  sales: ['sales'],
  z_reports: ['z_reports'],
  own_credit: ['own_credit'],
  claims: ['claims', 'sent_claims'],
  own_claims: ['own_claims'],
  claim: ['claim'],
  ledger: ['ledger', 'customer_ledger'],
  products: ['products', 'product_add', 'product'],
  stock: ['stock', 'stock_details'],
  stock_add: ['stock_add'],
  stock_files: ['stock_files'],
  stock_held: ['stock_held'],
  reorder: ['reorder'],
  barcodes: ['barcodes'],
  suppliers: ['suppliers', 'supplier_add', 'supplier_edit'],
  connections: ['connections', 'connection_add', 'connection_edit'],
  inventory_search: ['inventory_search', 'stock_sold'],
  pools: ['pools', 'pool_upload'],
  gift_cards: ['gift_cards', 'gift_cards_add'],
  live_products: ['live_products', 'live_product', 'exchange_rates'],
  customers: ['customers', 'customers_stopped'],
  customer: ['customer'],
  customer_add: ['customer_add', 'customer_edit'],
  shops_ready: ['shops_ready'],
  credit_add: ['credit_add'],
  credit_multi: ['credit_multi'],
  moving_in: ['moving_in', 'move'],
  credit_round: ['credit_round'],
  credit_history: ['credit_history'],
  credit_auto: ['credit_auto'],
  credit_reminders: ['credit_reminders'],
  bank_lines: ['bank_lines'],
  credit_requests: ['credit_requests'],
  pad: ['pad'],
  plans: ['plans', 'plan_add', 'plan', 'plans_compare'],
  planned_prices: ['planned_prices'],
  live_discounts: ['live_discounts'],
  live_prices: ['live_prices'],
  discount_report: ['discount_report'],
  invoices: ['invoices', 'customer_invoices', 'invoice'],
  invoice_corrections: ['invoice_corrections', 'invoice_corrections_generate'],
  invoices_generate: ['invoices_generate'],
  month_end: ['month_end'],
  invoice_settings: ['invoice_settings'],
  invoices_received: ['invoices_received', 'invoice_corrections_received'],
  sales_report: ['sales_report'],
  sales_sums: ['sales_sums', 'sales_comparison', 'sales_own', 'sales_operators'],
  stock_report: ['stock_report', 'stock_history'],
  exchanges: ['exchanges'],
  live_log: ['live_log'],
  transaction_check: ['transaction_check'],
  live_orders: ['live_orders'],
  cases: ['cases'],
  statements: ['statements'],
  terminals: ['terminals'],
  devices: ['devices', 'device_add', 'device_edit', 'devices_assign', 'customer_devices'],
  devices_own: ['devices_own', 'device_pair'],
  login_requests: ['login_requests'],
  staff: ['staff', 'staff_add', 'staff_edit', 'staff_assign', 'staff_history'],
  registrations: ['registrations'],
  messages: ['messages'],
  audit: ['audit'],
  books: ['books'],
  support_views: ['support_views'],
  open_matters: ['open_matters'],
}

const isTopic = (name: string): name is Topic => name in helped
const topics = Object.keys(helped).filter(isTopic)

export const topicOf = (title: ScreenTitle): Topic | undefined => topics.find((topic) => helped[topic].includes(title))

/** The help texts with a picture in public/help; `npm run pictures` makes the pictures. */
export const pictured: readonly Topic[] = ['till', 'stock_add', 'credit_add', 'customers', 'plans', 'invoices', 'claims', 'z_reports']
