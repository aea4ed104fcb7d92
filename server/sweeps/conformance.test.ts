// A client made only from the specification's text goes through a day of a seller, a reseller, support and the platform. No code of this file reads the
// contract.
import { expect, test } from 'vitest'
import { berlinDay } from '../kit/berlin.ts'
import { completeParties } from '../modules/papers/invoices/fixtures/lines.ts'
import { goOn } from '../modules/papers/invoices/runs.ts'
import { simulatorsBeside } from '../test/demo-simulators.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { callsOfTheText } from './fixtures/calls-of-the-text.ts'
import { stock } from './goods-day.ts'
import { bus, recharges, topUps } from './online-day.ts'
import { approval, customer, devices, staff, view } from './people-day.ts'
import { CallRecord, csv, digits, idOf, ok, rows, textClient } from './text-client.ts'

const w = await fileWorld()
await simulatorsBeside(w)
await completeParties(w)
const asked = new CallRecord()
const PLATFORM = 'platform.localhost'
const client = (host?: string) => textClient(w, asked, host)

async function signedIn(username: string, host?: string) {
  const { ask, login } = client(host)
  await login(username)
  return ask
}

test('a client knowing only the specification makes a seller’s calls: sign-in, offers, sale without a key, 31 cards, list of sales, sign-out', async () => {
  const { ask, login } = client()
  expect(await ask('/p_check/', { organisation_name: HOST })).toMatchObject(ok)
  const { info } = await login('kiosque')
  expect(info).toMatchObject({ ...ok, account_status: 1, account_role: 2, has_cash_card: 1 })

  const offers = await ask('/view_seller_products_v2/', { product_type: '', favorite: '' })
  expect(offers).toMatchObject(ok)
  // `left` is null if there is plenty of stock.
  const offer = rows(offers).find(({ left }) => left === null)
  const configuration_id = idOf(offer, 'configuration_id')

  const sold = await ask('/add_transaction_v3/', { configuration_id, quantity: 2, transaction_key: '' })
  expect(sold).toMatchObject({ ...ok, quantity: 2, transaction_key: expect.stringMatching(/^[\w-]{20,}$/) })
  expect(rows(sold, 'pins')).toHaveLength(2)
  const again = await ask('/add_transaction_v3/', { configuration_id, quantity: 2, transaction_key: sold.transaction_key })
  expect(idOf(again, 'sale_id')).toBe(idOf(sold, 'sale_id'))

  const { transaction_key } = await ask('/get_transaction_session_key/', {}, 'GET')
  expect(await ask('/add_transaction_v3/', { configuration_id, quantity: 31, transaction_key })).toMatchObject({
    status: 400,
    message_type: 0,
    message: 'Maximum quantity limit is 30',
  })
  expect(await ask('/add_bulk_transaction_v3/', { configuration_id, quantity: 31, transaction_key })).toMatchObject({ ...ok, quantity: 31, transaction_key })

  expect(await ask('/get_sales_report_list/', { page: '', filters: [] })).toMatchObject(ok)
  const page = await ask('/get_sales_report_list/', { filters: { page: 0, limit: 1, product_type: '' } })
  expect(page).toMatchObject({ ...ok, filters: { page: 0, limit: 1 } })
  expect(rows(page)).toHaveLength(1)
  expect(await ask('/dynamic_balance/', {}, 'GET')).toMatchObject(ok)
  expect(await ask('/update_password/', { new_password: 'Neue#Strasse12' })).toMatchObject(ok)

  expect(await ask('/logout/')).toMatchObject(ok)
  expect(await ask('/auth_check/')).toMatchObject({ status: 401, message_type: 0 })
})

test('a client knowing only the specification makes a reseller’s calls: goods, a supplier, a form whose file comes before its fields, customers, credit, prices', async () => {
  const { ask, login } = client()
  await login('nord')
  const picture = new File(
    [Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')],
    'a.png',
    {
      type: 'image/png',
    },
  )
  const added = await ask('/add_product/', {
    product_image: picture,
    product_name: 'Conform',
    product_type: 'cash_card',
    pin_length: 12,
    customer_care: '',
    instructions: 'Dial *100# and the code',
    configurations: [{ value: 10, info: '', ean: '' }],
  })
  expect(added).toMatchObject(ok)
  const products = await ask('/view_products/', {
    view_type: 'single',
    product_id: added.product_id,
    page: '',
    total_items: 10,
    search_text: '',
    filters: '{}',
  })
  expect(rows(products)).toMatchObject([
    { product_name: 'Conform', instructions: 'Dial *100# and the code', product_image: expect.stringContaining('/images/') },
  ])
  const [configuration] = (rows(products)[0] as { configurations: Record<string, unknown>[] }).configurations
  const configuration_id = idOf(configuration, 'configuration_id')

  const supplier = await ask('/add_supplier/', { company: 'Conform GmbH', full_name: '', email: '', mobile: '', telephone: '', country: 'Germany', status: '' })
  expect(supplier).toMatchObject(ok)
  const file = csv(Array.from({ length: 40 }, () => `7${digits(11)};L1`))
  const upload = await ask('/upload_file/', { csv_file: file, delimiter: ';', configuration_id })
  expect(upload).toMatchObject({ ...ok, rows: 40 })
  const upload_id = upload.upload_id
  expect(await ask('/upload_step_two/', { upload_id, pin_sequence: 1, batch_sequence: 2, import_batch: '', delimiter: '' })).toMatchObject(ok)
  await expect.poll(async () => (await ask('/upload_progress/', { upload_id })).step, { timeout: 60_000 }).toBe('checked')
  expect(await ask('/previous_supplier_discount/', { configuration_id, supplier_id: supplier.supplier_id })).toMatchObject(ok)
  expect(await ask('/upload_step_three/', { upload_id, supplier_id: supplier.supplier_id, buying_discount: 8.5 })).toMatchObject(ok)
  await expect.poll(async () => (await ask('/upload_progress/', { upload_id })).step, { timeout: 60_000 }).toBe('imported')

  const customers = await ask('/view_customers_list_with_less_data/', { filters: [], page: 0, limit: '', search_text: '' })
  expect(customers).toMatchObject({ ...ok, filters: { page: 0, limit: 10 }, type_of_filters: expect.anything() })
  const customer_id = idOf(
    rows(customers).find(({ may_credit }) => may_credit),
    'customer_id',
  )
  expect(await ask('/view_customers/', { filters: { colour: 'red' } })).toMatchObject({ status: 400, message: 'No such filter: colour' })
  expect(await ask('/view_customers/', { total_items: 3, colour: 'red' })).toMatchObject({ ...ok, filters: { limit: 3 } })
  expect(await ask('/customer_details/', { customer_id })).toMatchObject(ok)
  expect(await ask('/check_customer/', { username: 'kiosque' })).toMatchObject({ ...ok, available: false })
  const customer = { account_role: 2, name: 'Conform Kiosk', username: `conform${digits(6)}`, full_name: 'A. Conform', email: 'c@conform.example' }
  const contact = { mobile: '+33 6 12 34 56 78', country: 'Frankreich', plan_id: '', city: '', terminal_limit: '' }
  expect(await ask('/add_customer/', { ...customer, ...contact, mobile_confirmation: '+33 6 12 34 56 79' })).toMatchObject({
    status: 400,
    message: 'Mobile not matched',
  })
  expect(await ask('/add_customer/', { ...customer, ...contact, mobile_confirmation: contact.mobile })).toMatchObject(ok)
  for (const is_active of [0, 1]) expect(await ask('/update_customer_status/', { customer_id, is_active })).toMatchObject({ ...ok, changed: 1 })

  expect(await ask('/process_wallet_history/', { customer_id, amount: 12.5, payment_mode: '', remarks: '' })).toMatchObject({
    ...ok,
    state: 'booked',
    transaction_key: expect.any(String),
  })
  const many = await ask('/process_top_up_with_multi_customers/', {
    rows: [
      { customer_id, amount: 5 },
      { username: 'nobody', amount: '1.00' },
    ],
  })
  expect(rows(many, 'rows')).toMatchObject([{ outcome: 'booked' }, { outcome: 'refused' }])
  const none = await ask('/process_top_up_with_multi_customers/', { rows: [{ username: 'nobody', amount: 1 }] })
  expect(none).toMatchObject({ status: 202, message_type: 2, message: 'Nothing was booked' })
  expect(await ask('/view_wallet_history/', { filters: { customer_id, kind: '' }, page: '' })).toMatchObject(ok)

  const plan = await ask('/add_discount_plan/', { plan_name: `Conform ${digits(4)}`, copy_of: '' })
  expect(plan).toMatchObject(ok)
  const { discount_plan_id } = plan
  const entry = (discount: number) => ({ discount_plan_id, entries: [{ product_id: added.product_id, discount }] })
  expect(await ask('/update_configuration_slab/', entry(-1))).toMatchObject({ status: 400, message: 'Discount value should be non negative' })
  expect(await ask('/update_configuration_slab/', entry(4.5))).toMatchObject(ok)
  const give = (fields: object) => ask('/add_update_delete_disable_pad/', { action: 'plan', customer_ids: [customer_id], ...fields })
  expect(await give({ discount_plan_id: '' })).toMatchObject({ status: 400, message: 'A discount slab must be selected' })
  expect(await give({ discount_plan_id })).toMatchObject({ ...ok, changed: 1 })
  expect(await give({ action: 'plan_remove' })).toMatchObject({ ...ok, changed: 1 })

  for (const path of [
    '/view_pad/',
    '/view_discount_plan/',
    '/view_suppliers/',
    '/inventory_list/',
    '/view_credit_logs/',
    '/view_login_requests/',
    '/view_gift_cards/',
  ])
    expect([path, await ask(path, { page: '', limit: '', filters: '', search_text: '' })]).toMatchObject([path, ok])
  expect(await ask('/gift_card_batch_search/', { batch_no: 1 })).toMatchObject(ok)
})

test('a client knowing only the specification reads reports and ledgers, closes a Z-report, and handles a claim and invoices', async () => {
  const blank = { page: '', limit: '', filters: '', search_text: '' }
  const { ask: till, login: seller } = client()
  await seller('port')
  const offer = rows(await till('/view_seller_products_v2/')).find(({ left }) => left === null)
  const sold = await till('/add_transaction_v3/', { configuration_id: offer?.configuration_id, quantity: 2 })
  expect(await till('/get_sales_report_list/', { ...blank, filters: { cancelable: 1, user_id: '' } })).toMatchObject(ok)
  expect(await till('/get_sales_report_counters/', { filters: [] })).toMatchObject({ ...ok, today: expect.anything() })
  expect(await till(`/get_sales_record_details/?sale_id=${sold.sale_id}`, {}, 'GET')).toMatchObject({ ...ok, sale_id: sold.sale_id })
  for (const path of ['/view_ledger/', '/z_report/', '/get_sales_report_2_with_customer_id/']) expect([path, await till(path, blank)]).toMatchObject([path, ok])
  const { transaction_key } = await till('/get_transaction_session_key/', {}, 'GET')
  expect(await till('/z_report/', { transaction_key })).toMatchObject({ ...ok, report: { number: 1, quantity: 2 } })
  const claimed = await till('/post_reclam_pins/', { sale_id: sold.sale_id, reason: 'not_working', remarks: '' })
  expect(rows(claimed, 'rows')).toMatchObject([{ outcome: 'claimed' }, { outcome: 'claimed' }])
  const [claim] = rows(await till('/view_update_reclam_pins/', blank))
  expect(claim).toMatchObject({ state: 'new', reason: 'not_working', reject_reason: '', username: 'port' })
  expect(await till('/reclam_pin_details/', { reclaim_id: claim?.reclaim_id })).toMatchObject({ ...ok, sale_id: sold.sale_id })

  const { ask, login } = client()
  await login('nord')
  const sums = await ask('/get_sales_report_2_with_customer_id/', { filters: [], cancelable: 1 })
  const [row] = rows(sums)
  const amount = expect.stringMatching(/^-?\d+\.\d{2,4}$/)
  expect(row).toMatchObject({ customer_id: expect.any(String), total_sale_amount: amount, total_buying_amount: amount })
  const customer_id = idOf(row, 'customer_id')
  expect(await ask('/view_customer_ledger/', { customer_id, ...blank })).toMatchObject(ok)
  expect(await ask('/get_sales_report_download_url/', { filters: [] })).toMatchObject({ ...ok, download_url: expect.stringContaining('/download/') })
  expect(await ask('/get_sold_pins_by_batch/', { configuration_id: offer?.configuration_id, batch_no: '', ...blank, filters: [] })).toMatchObject(ok)
  expect(await ask('/get_product_filters/', {}, 'GET')).toMatchObject(ok)
  for (const path of [
    ...['/get_stock_report/', '/get_inventory_history_report/', '/view_update_reclam_pins/', '/view_invoices/', '/view_reclamation_invoices/'],
    ...['/get_customers_for_invoice/', '/get_customers_for_reclamation_invoice/'],
  ])
    expect([path, await ask(path, blank)]).toMatchObject([path, { ...ok, filters: { page: 0, limit: 20 } }])
  for (const path of ['/generate_invoices_with_customer_ids/', '/generate_reclamation_invoices_with_customer_ids/'])
    expect([path, await ask(path, { customer_ids: [customer_id] })]).toMatchObject([path, { ...ok, run_id: expect.any(String) }])
  expect(await ask('/get_invoice_report/', { invoice_id: '' })).toMatchObject({ status: 400, message_type: 0 })
  const today = berlinDay(w.clock.now())
  const { run_id } = await ask('/generate_invoices_with_customer_ids/', { customer_ids: [customer_id], date_from: today, date_to: today })
  await goOn(w.services, 1, String(run_id))
  const invoice_id = idOf(rows(await ask('/view_invoices/'))[0], 'invoice_id')
  expect(await ask('/get_invoice_report/', { invoice_id })).toMatchObject(ok)
})

test('a client knowing only the specification sells a recharge, a top-up in its steps, a bus ticket, cards on demand, and sets the shop’s hours', async () => {
  const ask = await signedIn('gare')
  expect(rows(await ask('/view_seller_products/', { product_type: '', favorite: '' })).length).toBeGreaterThan(0)
  await recharges(ask)
  await topUps(ask)
  await bus(ask)
  for (const path of ['/get_softapi_products/', '/get_pj_telesoft_api_products/']) expect([path, rows(await ask(path)).length > 0]).toEqual([path, true])
  expect(await ask('/update_shop_open_timings/', { start: '08:00', close: '19:00', lunch: '12:30-14:00', holidays: ['2026-12-25'] })).toMatchObject(ok)
})

test('a client knowing only the specification registers a customer, signs in with a code and with approval, manages staff, pools and gift cards', async () => {
  const ask = await signedIn('nord')
  await customer(w, ask, client)
  await approval(w, ask, client)
  await staff(ask, idOf(rows(await ask('/search_customer/', { search_text: 'gare' }))[0], 'customer_id'))
  await stock(ask)
  for (const path of ['/api_discounts/', '/dynamic_products/']) expect([path, await ask(path)]).toMatchObject([path, ok])
})

test('a client knowing only the specification makes the platform’s calls: devices, resellers’ discounts, suppliers’ answers, look-up of a PIN', async () => {
  const ask = await signedIn('platform', PLATFORM)
  await devices(ask, idOf(rows(await ask('/search_customer/', { search_text: 'nord' }))[0], 'customer_id'))
  for (const path of ['/view_update_super_admin_discounts/', '/dynamic_products/', '/view_dynamic_product_logs/'])
    expect([path, await ask(path)]).toMatchObject([path, ok])
  expect(await ask('/inventory_batch_and_pin_search/', { search_text: '1' })).toMatchObject(ok)
})

test('a client knowing only the specification makes support’s calls: views a portal that allows it, finds bus trips, and is refused a sale', async () => {
  const ask = await signedIn('support', PLATFORM)
  await view(ask)
})

test('each of the specification’s 121 calls was made at least once', () => {
  expect(callsOfTheText).toHaveLength(121)
  expect(callsOfTheText.filter((path) => !asked.done.has(path)).map((path) => [path, asked.refused.get(path)])).toEqual([])
})
