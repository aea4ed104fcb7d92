// The steps to the first sale: on which screen each is taken, and by which call.
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import type { CallName, Output } from '../../../kit/base/api.ts'

export type Start = Output<'guidedStart'>
type Way = { to: (start: Start) => string; of: CallName }

const at = (path: string) => () => path
/** Makes the address of a step about a shop: the page of the shop that is nearest to its first sale, or the list of shops if there is no such shop. */
const ofShop =
  (path: (customer_id: string) => string) =>
  ({ customer_id }: Start) =>
    customer_id ? path(customer_id) : '/customers/view'

/** On which screen each step is taken, and by which call; null for a step that another organisation takes. */
export const ways: Record<StartStep, Way | null> = {
  supplier: { to: at('/supplier/add'), of: 'supplierAdd' },
  product: { to: at('/products/add'), of: 'productAdd' },
  stock: { to: at('/inventory/add'), of: 'stockUpload' },
  plan: { to: at('/discount-slabs/add'), of: 'planAdd' },
  shop: { to: at('/customer/add'), of: 'customerAdd' },
  shop_plan: { to: ofShop((id) => `/customer/details/${id}?do=plan`), of: 'assignedChange' },
  credit: { to: ofShop((id) => `/customer/${id}/credit/add`), of: 'walletChange' },
  people: { to: at('/registrations'), of: 'registrationsList' },
  sale: { to: at('/shops-ready'), of: 'shopsReady' },
  device: null,
  offer: null,
  in_stock: null,
  money: { to: at('/seller/credit'), of: 'walletOwn' },
  first_sale: { to: at('/cashcards/'), of: 'sellerProductsV2' },
}

/** Returns the path of a step's screen, without the query of the address. */
export const screenOf = (step: StartStep, start: Start): string | undefined => ways[step]?.to(start).split('?')[0]

/** Returns the first step, except `but`, that is not done and that this user may take. */
export const nextOf = ({ steps }: Start, but?: StartStep): StartStep | undefined =>
  steps.find(({ step, is_done, missing }) => !is_done && missing.length === 0 && ways[step] !== null && step !== but)?.step
