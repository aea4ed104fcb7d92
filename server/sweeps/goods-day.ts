// A day with goods: pictures, suppliers, pools, gift cards, discounts on suppliers' goods. The client is made only from the specification's text.
import { expect } from 'vitest'
import { type Answer, type Ask, csv, digits, idOf, ok, rows } from './text-client.ts'

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
export const picture = () => new File([Buffer.from(DOT, 'base64')], 'a.png', { type: 'image/png' })

/** Adds a product with one denomination; returns the ids of both. */
async function product(ask: Ask, product_type: string): Promise<{ product_id: unknown; configuration_id: string }> {
  const { product_id } = await ask('/add_product/', { product_name: `Days ${digits(6)}`, product_type, pin_length: 12, configurations: [{ value: 10 }] })
  const [found] = rows(await ask('/view_products/', { view_type: 'single', product_id }))
  return { product_id, configuration_id: idOf(rows(found as Answer, 'configurations')[0], 'configuration_id') }
}

export async function stock(ask: Ask): Promise<void> {
  const { product_id } = await product(ask, 'cash_card')
  expect(await ask('/update_product_image/', { product_id, product_image: picture() })).toMatchObject(ok)
  expect(await ask('/update_product_details/', { product_id, customer_care: '0800 1' })).toMatchObject(ok)
  const { supplier_id } = await ask('/add_supplier/', { company: 'Days GmbH' })
  expect(await ask('/edit_supplier/', { supplier_id, city: 'Lille', status: 1 })).toMatchObject(ok)

  const card = await product(ask, 'calling_card')
  const { pool_id } = await ask('/add_pool/', { product_id: card.product_id, pool_name: `Days ${digits(6)}` })
  expect(await ask('/view_update_pool/', { pool_id, action: 'update', configuration_ids: [card.configuration_id] })).toMatchObject(ok)
  const csv_file = csv(Array.from({ length: 3 }, () => `8${digits(11)};L1`))
  const { upload_id } = await ask('/pool_upload_file/', { csv_file, delimiter: ';', pool_id })
  const reaches = (step: string) => expect.poll(async () => (await ask('/upload_progress/', { upload_id })).step, { timeout: 60_000 }).toBe(step)
  expect(await ask('/pool_upload_file_step_two/', { upload_id, pin_sequence: 1, batch_sequence: 2, import_batch: 'L1' })).toMatchObject(ok)
  await reaches('checked')
  expect(await ask('/get_previous_supplier_pool_discount/', { pool_id, supplier_id })).toMatchObject(ok)
  expect(await ask('/pool_upload_file_step_three/', { upload_id, supplier_id, buying_discount: 8 })).toMatchObject(ok)
  await reaches('imported')

  const gift = await product(ask, 'gift_card')
  const cards = [{ pin: `9${digits(11)}`, serial: digits(8) }]
  const { batch_no } = await ask('/add_gift_cards/', { configuration_id: gift.configuration_id, supplier_id, buying_discount: 5, cards })
  expect(await ask('/gift_card_batch_search/', { batch_no })).toMatchObject(ok)
  const gift_card_id = idOf(rows(await ask('/view_gift_cards/', { search_text: cards[0]?.serial }))[0], 'gift_card_id')
  expect(await ask('/gift_card_details/', { gift_card_id })).toMatchObject(ok)
  expect(await ask('/update_gift_cards/', { gift_card_id, serial: digits(8) })).toMatchObject(ok)
}
