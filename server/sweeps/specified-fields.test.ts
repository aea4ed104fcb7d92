// A client that knows only the specification's text sends no field that the text does not name. So the fields that we have added need defaults. An action that
// was not carried out is never reported as done.
import { expect, test } from 'vitest'
import { newId } from '../kit/ids.ts'
import { rowsOf } from '../test/arrange.ts'
import { addAccount, mailedCode } from '../test/door.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { type Answer, csv, digits, idOf, ok, rows, textClient } from './text-client.ts'

const w = await fileWorld()
const unchanged = { status: 202, message_type: 2, message: 'Nothing was changed' }

async function signedIn(username: string, host = HOST) {
  const client = textClient({ fetch: (path, init) => w.fetch(path, { ...init, host }) })
  await client.login(username)
  return client.ask
}

const customerNamed = async (username: string) =>
  (await rowsOf<{ id: string }>(w, 'select organisation_id as id from users where tenant_id = 1 and username = $1', [username]))[0]?.id ?? ''

test('/verify/ checks a code by user name and code, for the sign-in that this browser began last', async () => {
  const person = await addAccount(w, 'kiosque', { otp_type: 'email' })
  const { ask } = textClient(w)
  const { reference_id } = await ask('/login/', { username: person.username, password: 'Demo!2026' })
  const otp = await mailedCode(w, String(reference_id))
  // A browser without a sign-in under way is refused, even with the right user name and code.
  expect(await textClient(w).ask('/verify/', { username: person.username, otp })).toMatchObject({ status: 410, code: 'login_expired' })
  const other = await addAccount(w, 'kiosque', { otp_type: 'email' })
  expect(await ask('/verify/', { username: other.username, otp })).toMatchObject({ status: 410, code: 'login_expired' })
  expect(await ask('/verify/', { username: person.username, otp, reference_id })).toMatchObject({ status: 400, problems: [{ field: 'reference' }] })
  expect(await ask('/verify/', { username: person.username, otp })).toMatchObject({ ...ok, token: expect.stringMatching(/.{20}/) })
  expect(await ask('/verify/', { username: person.username, otp })).toMatchObject({ status: 410, code: 'login_expired' })
})

test('a customer is added and edited with the specification’s fields only', async () => {
  const ask = await signedIn('nord')
  const username = `text${digits(8)}`
  const added = await ask('/add_customer/', { username, name: 'Text Kiosk', email: 't@text.example', mobile: '+33 6 12 34 56 78' })
  expect(added).toMatchObject(ok)
  const { customer_id } = added
  expect(await ask('/customer_details/', { customer_id })).toMatchObject({ account_role: 2, full_name: 'Text Kiosk' })
  for (const city of ['Lyon', 'Brest']) expect(await ask('/edit_customer/', { customer_id, city })).toMatchObject(ok)
  expect(await ask('/customer_details/', { customer_id })).toMatchObject({ city: 'Brest', name: 'Text Kiosk' })
  expect(await ask('/edit_customer/', { customer_id, city: 'Nice', version: 0 })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(await ask('/update_customer_api_details/', { customer_id })).toMatchObject(ok)
  expect(await ask('/update_customer_status/', { customer_id, is_active: 0 })).toMatchObject({ ...ok, changed: 1 })
  expect(await ask('/update_customer_status/', { customer_id, is_active: 0 })).toMatchObject(unchanged)
})

test('a rule of automatic credit without a daily limit gets its amount as the limit; the limit follows the amount until a limit is given', async () => {
  const ask = await signedIn('nord')
  const customer_id = await customerNamed('gare')
  const limitAfter = async (rule: object) => {
    expect(await ask('/update_auto_credit/', { customer_id, ...rule })).not.toHaveProperty('code')
    return rows(await ask('/view_auto_credit_ledger/', { customer_id }))[0]?.daily_limit
  }
  expect(await limitAfter({ balance_trigger: 5, balance_topup: 10 })).toBe('10.00')
  expect(await limitAfter({ balance_topup: 15 })).toBe('15.00')
  expect(await limitAfter({ daily_limit: 30 })).toBe('30.00')
  expect(await limitAfter({ balance_topup: 20 })).toBe('30.00')
})

test('a customer’s own price is added, and removed without a discount; adding it without a discount is refused', async () => {
  const ask = await signedIn('nord')
  const customer_id = await customerNamed('gare')
  const [product] = rows(await ask('/view_products/'))
  const pad = (action: string, discount?: number) =>
    ask('/add_update_delete_disable_pad/', { action, customer_id, pad_list: [{ product_id: product?.product_id, discount }] })
  expect(await pad('add')).toMatchObject({ status: 400, problems: [{ field: 'pad_list.0.discount', code: 'required' }] })
  expect(await pad('add', 1)).toMatchObject({ ...ok, changed: 1 })
  expect(await pad('add', 1)).toMatchObject(unchanged)
  expect(await pad('disable')).toMatchObject({ ...ok, changed: 1 })
  expect(await pad('delete')).toMatchObject({ ...ok, changed: 1 })
  expect(await pad('delete')).toMatchObject(unchanged)
})

test('saving a plan without a change is answered as unchanged, and renaming a plan counts as a change', async () => {
  const ask = await signedIn('nord')
  const [product] = rows(await ask('/view_products/'))
  const { discount_plan_id } = await ask('/add_discount_plan/', { plan_name: `Text ${digits(6)}` })
  const slab = { discount_plan_id, entries: [{ product_id: product?.product_id, discount: 1 }] }
  expect(await ask('/update_configuration_slab/', slab)).toMatchObject({ ...ok, changed: 1 })
  expect(await ask('/update_configuration_slab/', slab)).toMatchObject(unchanged)
  expect(await ask('/update_configuration_slab/', { ...slab, plan_name: `Text ${digits(6)}` })).toMatchObject({ ...ok, changed: 0 })
})

test('a device has one serial number, and is given to a customer and taken back by its own id', async () => {
  const platform = await signedIn('platform', 'platform.localhost')
  const serial_number = `SN-${digits(8)}`
  const added = await platform('/add_update_delete_devices/', { action: 'add', serial_number })
  expect(added).toMatchObject(ok)
  const [device_id] = added.device_ids as string[]
  expect(await platform('/add_update_delete_devices/', { action: 'update', device_id, serial_number: `${serial_number}B` })).toMatchObject(ok)
  expect(rows(await platform('/view_devices/', { search_text: serial_number }))).toMatchObject([{ serial_number: `${serial_number}B` }])
  const customer_id = await customerNamed('nord')
  expect(await platform('/add_update_delete_assigned_devices/', { device_id, customer_id })).toMatchObject({ ...ok, changed: 1 })
  expect(await platform('/add_update_delete_assigned_devices/', { device_id, customer_id })).toMatchObject(unchanged)
  expect(await platform('/delete_assigned_devices/', { device_id })).toMatchObject({ ...ok, changed: 1 })
})

test('a shop’s opening hours are sent as a start, a close and a lunch for every day; hours left out stay as they are', async () => {
  const ask = await signedIn('kiosque')
  const kept = async () => (await ask('/view_settings/')).shop_timings as { days: object[]; holidays: object[] }
  expect(await ask('/update_shop_open_timings/', { start: '08:00', close: '19:00', lunch: '12:30-14:00', holidays: ['2026-12-25'] })).toMatchObject(ok)
  const day = { is_open: true, start: '08:00', close: '19:00', lunch_start: '12:30', lunch_end: '14:00' }
  expect(await kept()).toEqual({ is_binding: false, days: Array(7).fill(day), holidays: [{ day: '2026-12-25', name: '' }] })
  expect(await ask('/update_shop_open_timings/', { close: '20:00', lunch: '' })).toMatchObject(ok)
  expect((await kept()).days[0]).toEqual({ ...day, close: '20:00', lunch_start: null, lunch_end: null })
  expect(await ask('/update_shop_open_timings/', { close: '08:00' })).toMatchObject({ status: 400, problems: [{ field: 'close', code: 'hours_equal' }] })
  expect(await ask('/update_shop_open_timings/', { lunch: '14:00-12:00' })).toMatchObject({ status: 400, problems: [{ field: 'lunch_end' }] })
})

test('a supplier’s file goes through its three steps with the specification’s fields, without the number of the upload', async () => {
  const ask = await signedIn('nord')
  const added = await ask('/add_product/', { product_name: `Text ${digits(6)}`, product_type: 'cash_card', pin_length: 12 })
  expect(added).toMatchObject(ok)
  const { product_id } = added
  expect(await ask('/update_product_details/', { product_id, value: 10, info: 'one more', ean: '' })).toMatchObject(ok)
  const [product] = rows(await ask('/view_products/', { view_type: 'single', product_id }))
  const [configuration] = rows(product as Answer, 'configurations')
  expect(configuration).toMatchObject({ value: '10.00', info: 'one more' })
  const { supplier_id } = await ask('/add_supplier/', { company: 'Text GmbH' })
  expect(await ask('/upload_step_two/', { pin_sequence: 1 })).toMatchObject({ status: 400, problems: [{ field: 'upload_id', code: 'required' }] })
  const csv_file = csv(Array.from({ length: 3 }, () => `7${digits(11)};L1`))
  const { upload_id } = await ask('/upload_file/', { csv_file, delimiter: ';', configuration_id: configuration?.configuration_id })
  expect(await ask('/upload_step_two/', { pin_sequence: 1, batch_sequence: 2, import_batch: 'L1' })).toMatchObject({ ...ok, upload_id })
  await expect.poll(async () => (await ask('/upload_progress/', { upload_id })).step, { timeout: 60_000 }).toBe('checked')
  expect(await ask('/upload_step_three/', { supplier_id, buying_discount: 8 })).toMatchObject({ ...ok, upload_id })
  await expect.poll(async () => (await ask('/upload_progress/', { upload_id })).step, { timeout: 60_000 }).toBe('imported')
})

test('answers have the specification’s names for a denomination’s product, a customer’s own price entries and plan, and, on request, managers', async () => {
  const ask = await signedIn('nord')
  const [product] = rows(await ask('/view_products/'))
  const product_id = idOf(product, 'product_id')
  for (const one of rows(product as Answer, 'configurations')) expect(one).toMatchObject({ product_id })
  const customer_id = await customerNamed('gare')
  const pad = (action: string) => ask('/add_update_delete_disable_pad/', { action, customer_id, pad_list: [{ product_id, discount: 1 }] })
  const assigned = await ask('/view_assigned_products/', { customer_id, filters: { product_id } })
  expect(assigned).toMatchObject({ ...ok, pad_list: [], discount_plan_id: expect.any(String) })
  await pad('add')
  const own = rows(await ask('/view_assigned_products/', { customer_id, filters: { product_id } }), 'pad_list')
  expect(own[0]).toMatchObject({ product_id, pad_id: expect.any(String), source: 'pad_product' })
  await pad('delete')
  const isManager = (row: Record<string, unknown>) => row.internal_role === 0
  expect(rows(await ask('/view_internal_permission/', { manager: 1 })).some(isManager)).toBe(true)
  expect(rows(await ask('/view_internal_permission/', { manager: 0 })).some(isManager)).toBe(false)
})

test('a value or amount of zero, a bulk sale of thirty cards and an ended session are each refused with a sentence of their own', async () => {
  const ask = await signedIn('nord')
  const nothing = { status: 400, message: 'The amount must be greater than 0' }
  expect(await ask('/add_product/', { product_name: 'Nothing', product_type: 'cash_card', configurations: [{ value: 0 }] })).toMatchObject(nothing)
  expect(await ask('/process_wallet_history/', { customer_id: await customerNamed('gare'), amount: 0 })).toMatchObject(nothing)
  const till = await signedIn('kiosque')
  const [offer] = rows(await till('/view_seller_products_v2/'))
  const bulk = (quantity: number) => till('/add_bulk_transaction_v3/', { configuration_id: offer?.configuration_id, quantity })
  expect(await bulk(30)).toMatchObject({ status: 400, message: 'A bulk sale begins at 31; fewer are sold at the till' })
  expect(await bulk(501)).toMatchObject({ status: 400, message: 'At most 500' })
  expect(await till('/logout/')).toMatchObject(ok)
  expect(await till('/auth_check/')).toMatchObject({ status: 401, message: 'Session beendet. Bitte erneuert Einloggen' })
})

test('a claim that could not be moved to another state is not reported as moved', async () => {
  const till = await signedIn('kiosque')
  const offer = rows(await till('/view_seller_products_v2/')).find(({ left }) => left === null)
  const sold = await till('/add_transaction_v3/', { configuration_id: offer?.configuration_id, quantity: 1 })
  const claimed = await till('/post_reclam_pins/', { sale_id: sold.sale_id, reason: 'not_working' })
  const reclaim_ids = [idOf(rows(claimed, 'rows')[0], 'reclaim_id')]
  const ask = await signedIn('nord')
  const move = (fields: object) => ask('/view_update_reclam_pins/', { reclaim_ids, ...fields })
  expect(await move({ action: 'accept' })).toMatchObject({ status: 202, message_type: 2, message: 'Nothing was booked', results: [{ outcome: 'over' }] })
  expect(await move({ action: 'take', reclaim_ids: [newId()] })).toMatchObject({ status: 202, message_type: 2, results: [{ outcome: 'not_found' }] })
  expect(await move({ action: 'take', reclaim_ids: [...reclaim_ids, newId()] })).toMatchObject({ ...ok, results: [{ outcome: 'done' }, {}] })
})

test('an internal failure is answered with the specification’s message', async () => {
  const ask = await signedIn('nord')
  const without = async (table: string, work: () => Promise<Answer>) => {
    await w.owner.query(`alter table ${table} rename to elsewhere`)
    return work().finally(() => w.owner.query(`alter table elsewhere rename to ${table}`))
  }
  expect(await without('suppliers', () => ask('/view_suppliers/'))).toMatchObject({ status: 500, message: 'Error fetching data' })
  expect(await without('plans', () => ask('/view_discount_plan/'))).toMatchObject({ status: 500, message: 'Error fetching discount slabs' })
  const till = await signedIn('gare')
  const [offer] = rows(await till('/view_seller_products_v2/'))
  const buy = () => till('/add_transaction_v3/', { configuration_id: offer?.configuration_id, quantity: 1 })
  expect(await without('sales', buy)).toMatchObject({ status: 500, message: 'Transaction failed' })
})
