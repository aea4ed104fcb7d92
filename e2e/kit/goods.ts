// Goods made for one test: a product that no other test sells, and a pool of its cards.
import type { Page } from 'playwright-core'
import { EURO } from '../../contract/kit/money.ts'
import type { StockType } from '../../contract/kit/product-types.ts'
import { unique } from './browser.ts'
import { callsOn } from './calls.ts'
import { onItsHost } from './open-page.ts'
import { PIN_LENGTH } from './pins.ts'
import { SELLER_NAME } from './shop.ts'

/** A product made for a test. `configuration_ids`: its denominations, the smallest value first. */
export type Goods = { name: string; product_id: string; configuration_ids: string[] }
/** `customer_id`: the customer the goods are offered to, at 5 % off. */
type GoodsOptions = { euros?: readonly number[]; pin_length?: number; customer_id?: string }

/** Adds the product as nord, who is signed in on the page. */
export async function newGoods(page: Page, product_type: StockType, { euros = [10], pin_length = PIN_LENGTH, customer_id }: GoodsOptions = {}): Promise<Goods> {
  await onItsHost(page)
  const calls = callsOn(page)
  const name = `Essai ${unique()}`
  const configuration = { info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true } as const
  const configurations = euros.map((euro) => ({ ...configuration, value: euro * EURO }))
  const { product_id } = await calls.productAdd({ product_name: name, product_type, pin_length, configurations })
  const seller_id = customer_id ?? (await calls.customerSearch({ search_text: SELLER_NAME })).content[0]?.customer_id ?? ''
  await calls.assignedChange({ action: 'add', customer_ids: [seller_id], pad_list: [{ product_id, discount: 500 }] })
  const { content } = await calls.productsList({ view_type: 'single', product_id })
  const configuration_ids = [...(content[0]?.configurations ?? [])].sort((a, b) => a.value - b.value).map(({ configuration_id }) => configuration_id)
  return { name, product_id, configuration_ids }
}

/** Adds a pool to a calling card; all denominations of the card use it. */
export async function newPool(page: Page, { product_id, configuration_ids }: Goods) {
  const pool_name = `Europe ${unique()}`
  const { pool_id } = await callsOn(page).poolAdd({ product_id, pool_name, configuration_ids })
  return { pool_id, pool_name }
}
