// Makes a PIN card with stock for a single journey, so that no journey changes prices that another journey checks. The page's user, a reseller, makes the card.

import type { Page } from 'playwright-core'
import { EURO } from '../../contract/kit/money.ts'
import { beforeTheApp, callsOn } from './calls.ts'
import { freshPin } from './supplier-file.ts'

const STOCK = 5
/** The supplier's discount in hundredths of a percent: a card of 10.00 € costs 9.20 €. */
const BUYING_DISCOUNT = 800

const configuration = (euro: number) => ({
  ...{ value: euro * EURO, info: '', ean: '', is_active: true },
  ...{ vat_treatment: 'multi_purpose_voucher' as const, vat_rate: 0, vat_country: '' },
})

export type Card = { name: string; product_id: string; configuration_ids: string[] }

export async function newCard(page: Page, euros: readonly number[] = [10, 20, 50]): Promise<Card> {
  await beforeTheApp(page)
  const { productAdd, productsList, suppliersList, giftCardsAdd } = callsOn(page)
  const name = `Azur ${Math.random().toString(36).slice(2, 8)}`
  const { product_id } = await productAdd({ product_name: name, product_type: 'gift_card', configurations: euros.map(configuration) })
  const [product] = (await productsList({ search_text: name })).content
  const [supplier] = (await suppliersList({ filters: { status: true } })).content
  if (!product || !supplier) throw new Error('no product or no supplier')
  const configuration_ids = product.configurations.map(({ configuration_id }) => configuration_id)
  for (const configuration_id of configuration_ids)
    await giftCardsAdd({
      configuration_id,
      supplier_id: supplier.supplier_id,
      buying_discount: BUYING_DISCOUNT,
      cards: Array.from({ length: STOCK }, () => ({ pin: freshPin(14), serial: '' })),
    })
  return { name, product_id, configuration_ids }
}

export async function customerId(page: Page, name: string): Promise<string> {
  const [found] = (await callsOn(page).customerSearch({ search_text: name.toLowerCase() })).content
  if (!found) throw new Error(`no customer ${name}`)
  return found.customer_id
}

export async function planId(page: Page, name: string): Promise<string> {
  const { content } = await callsOn(page).plansList({ search_text: name.toLowerCase() })
  return content.find((plan) => plan.plan_name === name)?.discount_plan_id ?? ''
}
