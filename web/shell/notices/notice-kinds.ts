// The page to which each kind of notice links, and which of its values are amounts or percentages.
import type { NoticeKind } from '../../../contract/messages/notices.ts'

export const leadsTo: Record<NoticeKind, string> = {
  login_request: '/login-requests',
  new_device: '/settings?tab=places',
  password_changed: '/settings?tab=places',
  rights_changed: '/dashboard',
  registration_done: '/registrations',
  credit_received: '/seller/credit',
  credit_corrected: '/seller/credit',
  credit_low: '/dashboard',
  credit_request: '/customer/credit/requests',
  credit_approved: '/customer/credit/requests',
  credit_refused: '/customer/credit/requests',
  approval_request: '/customer/credit/requests',
  approval_given: '/customer/credit/requests',
  approval_denied: '/customer/credit/requests',
  stock_imported: '/inventory/view',
  pool_filled: '/pools/view',
  stock_low: '/inventory/details/$configId',
  pool_low: '/inventory/details/$configId',
  stock_expiring: '/inventory/details/$configId',
  stock_held: '/inventory/held',
  stock_refused_again: '/audit',
  stock_stopped: '/audit',
  login_token: '/settings?tab=places',
  api_key_made: '/api-access',
  api_keys_held: '/customers/view',
  webhook_added: '/webhooks',
  webhook_stopped: '/webhooks',
  bank_details_changed: '/invoice-settings',
  reclaim_new: '/reclaim-requests',
  reclaim_moved: '/seller-reclaim-requests',
  reclaim_message: '/reclaim-requests',
  reclaim_accepted: '/seller-reclaim-requests',
  reclaim_rejected: '/seller-reclaim-requests',
  supplier_low: '/connections',
  cashier_code_given: '/settings?tab=cashier',
  cashier_code_used_up: '/settings?tab=cashier',
  live_order_handed: '/live-orders?is_open=1',
  margin_negative: '/reports-sales-new?period=yesterday&group=configuration&sort=margin_total',
  discount_fallen: '/inventory/details/$configId',
  reprints_odd: '/customer/details/$customerId',
  buying_unusual: '/customer/details/$customerId',
  prices_held: '/coming-prices',
}

/** Every value that a notice's sentence may contain; a value that the notice does not have stays blank. */
export const blank = { name: '', customer: '', device: '', code: '', product: '', count: '', batch_no: '', reason: '', number: '' }
export const amounts = ['amount', 'balance', 'value'] as const
export const shares = ['before', 'percent'] as const
