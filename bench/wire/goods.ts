// The supplier's products, its customers, and the paging of its lists.
import { failing, type SupplierAnswer } from './mischief.ts'

export type OrderInput = { external_id: string; product_id: number; number: string; callback_url: string | null }
export const PRODUCTS = [
  { id: 4711, name: 'Lion 8 SGD', sends: 8, costs: 5.4 },
  { id: 4712, name: 'Lion 15 SGD', sends: 15, costs: 10.1 },
] as const
export const OPERATOR = { id: 2702, name: 'Lion Mobile', country: { name: 'Singapore', iso_code: 'SGP', regions: null }, regions: null }
export const productOf = (id: number) => PRODUCTS.find((each) => each.id === id)
const PER_PAGE_MOST = 100

export type SupplierRequest = {
  account: number
  method: string
  path: string
  query: URLSearchParams
  body: Partial<OrderInput & { mobile_number: string; credit_party_identifier: { mobile_number?: string } }>
}

/** Returns a product of the catalogue as the supplier reports it in JSON. */
export function productTold(id: number) {
  const { name, sends, costs } = productOf(id) ?? { name: 'Lion 3 SGD', sends: 3, costs: 2.1 }
  const money = (unit: string, amount: number) => ({ unit_type: 'CURRENCY', unit, amount })
  return {
    ...{ id, name, description: '', type: 'FIXED_VALUE_RECHARGE', service: { id: 1, name: 'Mobile' }, operator: OPERATOR, regions: null, validity: null },
    ...{ availability_zones: ['INTERNATIONAL'], required_credit_party_identifier_fields: [['mobile_number']], required_debit_party_identifier_fields: null },
    ...{ required_sender_fields: null, required_beneficiary_fields: null, source: money('EUR', costs), destination: money('SGD', sends) },
    prices: { wholesale: { ...money('EUR', costs), fee: 0 }, retail: { ...money('EUR', 7), fee: 0 } },
    rates: { base: 1.48, wholesale: 1.48, retail: 1.14 },
    benefits: [
      {
        type: 'CREDITS',
        unit_type: 'CURRENCY',
        unit: 'SGD',
        amount: { base: sends, promotion_bonus: 0, total_excluding_tax: sends },
        additional_information: null,
      },
    ],
    promotions: null,
  }
}

export function paged(rows: readonly string[], query: URLSearchParams): SupplierAnswer {
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const per_page = Number(query.get('per_page') ?? 50)
  if (!(per_page >= 1 && per_page <= PER_PAGE_MOST)) return failing(400, 1000400, 'per_page')
  const pages = Math.max(1, Math.ceil(rows.length / per_page))
  const headers = {
    ...{ 'x-total': String(rows.length), 'x-total-pages': String(pages), 'x-per-page': String(per_page), 'x-page': String(page) },
    ...{ 'x-next-page': page < pages ? String(page + 1) : '', 'x-prev-page': page > 1 ? String(page - 1) : '' },
  }
  return { status: 200, body: `[${rows.slice((page - 1) * per_page, page * per_page).join(',')}]`, headers }
}

/**
 * Answers requests for the catalogue and the account. Prices in the catalogue are the agreed ones, even if the account's fault makes an order cost more
 * later.
 */
export function catalogue({ method, path, query, body }: SupplierRequest): SupplierAnswer {
  const list = (rows: readonly object[]) =>
    paged(
      rows.map((row) => JSON.stringify(row)),
      query,
    )
  if (method === 'POST' && path === '/lookup/mobile-number')
    return /^\+65\d{8}$/.test(body.mobile_number ?? '') ? list([{ ...OPERATOR, identified: true }]) : failing(400, 1005003, 'Credit party is invalid')
  if (method !== 'GET') return failing(404, 1000404, 'Not found')
  if (path === '/products') return list(PRODUCTS.map(({ id }) => productTold(id)))
  if (path.startsWith('/products/')) {
    const found = PRODUCTS.find(({ id }) => path === `/products/${id}`)
    return found ? { status: 200, body: JSON.stringify(productTold(found.id)) } : failing(404, 1003001, 'Product is not available')
  }
  if (path === '/operators') return list([OPERATOR])
  if (path === '/countries') return list([OPERATOR.country])
  if (path === '/services') return list([{ id: 1, name: 'Mobile' }])
  if (path === '/balances') return list([{ id: 1, unit_type: 'CURRENCY', unit: 'EUR', available: 100_000, holding: 0, credit_limit: 0 }])
  return failing(404, 1000404, 'Not found')
}
