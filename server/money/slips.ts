// The data of a slip: the facts of a sale and its PINs, still sealed.
import type { Instant } from '../../contract/kit/field.ts'
import type { Money } from '../../contract/kit/money.ts'
import type { ProductType } from '../../contract/kit/product-types.ts'
import type { MoneyDb, Named } from '../postgres/db.ts'

export type SaleFacts = {
  sale_id: string
  created_at: Instant
  product_name: string
  product_type: ProductType
  configuration_id: string
  value: Money
  info: string
  quantity: number
  price_unit: Money
  amount_total: Money
  balance_before: Money | null
  balance_after: Money | null
  copies: number
  download_id: string | null
  downloaded_at: Instant | null
  seller_id: string
  user_id: string
  session_id: string
  username: string | null
  instructions: string
  customer_care: string
  seller_name: string
  seller_address: string
  seller_city: string
  organisation_name: string | null
  mask_seller_discount: boolean
}

/** Some PINs of one sealed block: `seqs` are their numbers in the batch, `serials` their serials in the same order. */
export type SealedPins = {
  sale_id: string
  batch_no: number
  block: number
  sealed: Buffer
  data_key: Buffer
  configuration_id: string
  seqs: number[]
  serials: string[]
  lot: string
  expires_on: string | null
}

export type Slip = { tenant_id: number; facts: SaleFacts; blocks: SealedPins[] }

/** Statements that read the slips of these sales, to be sent together with the sale itself. */
export const slipStatements = (tenant_id: number, sale_ids: readonly string[]): [Named, Named] => [
  { name: 'sale_slips', text: 'select * from sale_slips(:tenant_id, :sale_ids::uuid[])', values: { tenant_id, sale_ids } },
  { name: 'sale_pins', text: 'select * from sale_pins(:tenant_id, :sale_ids::uuid[])', values: { tenant_id, sale_ids } },
]

export function slipsOf(tenant_id: number, facts: readonly SaleFacts[], blocks: readonly SealedPins[]): Map<string, Slip> {
  const slips = new Map(facts.map((fact): [string, Slip] => [fact.sale_id, { tenant_id, facts: fact, blocks: [] }]))
  for (const block of blocks) slips.get(block.sale_id)?.blocks.push(block)
  return slips
}

export async function readSlips({ callTogether }: MoneyDb, tenant_id: number, sale_ids: readonly string[]): Promise<Map<string, Slip>> {
  if (sale_ids.length === 0) return new Map()
  return slipsOf(tenant_id, ...(await callTogether<[SaleFacts[], SealedPins[]]>(...slipStatements(tenant_id, sale_ids))))
}
