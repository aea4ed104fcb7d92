// The steps to the first sale: where each is taken, and whether this browser's user follows them.
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import type { CallName } from '../../../kit/base/api.ts'

/** A step with null is taken by another organisation. */
export const ways: Record<StartStep, { to: string; of: CallName } | null> = {
  supplier: { to: '/supplier/add', of: 'supplierAdd' },
  product: { to: '/products/add', of: 'productAdd' },
  stock: { to: '/inventory/add', of: 'stockUpload' },
  plan: { to: '/discount-slabs/add', of: 'planAdd' },
  shop: { to: '/customer/add', of: 'customerAdd' },
  people: { to: '/registrations', of: 'registrationsList' },
  credit: { to: '/customer/credit/add', of: 'walletChange' },
  sale: { to: '/shops-ready', of: 'shopsReady' },
  device: null,
  offer: null,
  in_stock: null,
  money: { to: '/seller/credit', of: 'walletOwn' },
  first_sale: { to: '/cashcards/', of: 'sellerProductsV2' },
}
