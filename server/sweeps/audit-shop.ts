// How each changing call of the reseller's shop succeeds once: for audit-table.ts.
import type { Changing } from '../../contract/index.ts'
import { csv } from '../modules/stock/fixtures/upload.ts'
import { goods, organisationId, rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as, key, newProduct, type Way } from './audit-ways.ts'

let made = 0
/** Nobody has it yet. */
const fresh = (name: string) => `${name}-${Date.now().toString(36)}-${++made}`
const EURO = 10_000
const MOBILE = '+33 6 12 34 56 78'

const supplierOf = async (me: Person) => (await me.calls.suppliersList({})).content[0]?.supplier_id ?? ''

async function newCustomer(me: Person): Promise<string> {
  const username = fresh('client')
  const asked = {
    account_role: 2,
    name: username,
    username,
    full_name: 'Nele Neu',
    email: `${username}@example.test`,
    mobile: MOBILE,
    mobile_confirmation: MOBILE,
  }
  return (await me.calls.customerAdd({ transaction_key: await key(me), ...asked })).customer_id
}

/** Of the platform, at hand to give. */
async function newDevice(me: Person): Promise<string> {
  return (await me.calls.deviceChange({ action: 'add', serial_numbers: [fresh('SN')] })).device_ids[0] ?? ''
}

async function newCards(me: Person, w: World) {
  const { configuration_id, product_id } = await goods(w, { pins: 0 })
  await rowsOf(w, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [product_id])
  const supplier_id = await supplierOf(me)
  const cards = [{ pin: String(8_000_000_000_000_000 + Date.now() * 10 + ++made), serial: '' }]
  return () => me.calls.giftCardsAdd({ configuration_id, supplier_id, buying_discount: 500, cards, publish: false })
}

async function newPool(me: Person, w: World) {
  const { product_id } = await goods(w, { pins: 0 })
  await rowsOf(w, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [product_id])
  return () => me.calls.poolAdd({ product_id, pool_name: fresh('Pool') })
}

const pinFile = () => csv(Array.from({ length: 4 }, () => `${6_000_000_000_000_000 + Date.now() * 100 + ++made};S`).join('\n'), 'pool.csv')

async function poolUploaded(me: Person, w: World) {
  const { pool_id } = await (await newPool(me, w))()
  return me.calls.poolUpload({ pool_id, csv_file: pinFile() })
}

async function poolChecked(me: Person, w: World) {
  const { upload_id } = await poolUploaded(me, w)
  await me.calls.poolUploadCheck({ upload_id, pin_sequence: 1, serial_sequence: 2, has_header: false })
  while ((await me.calls.stockUploadProgress({ upload_id })).step === 'checking') await new Promise((done) => setTimeout(done, 20))
  return upload_id
}

async function waitingRequest(me: Person, w: World): Promise<string> {
  const [request] = await rowsOf<{ id: string }>(
    w,
    `insert into credit_requests (tenant_id, id, wallet_id, type, amount, payment_mode, asked_by, asked_name, asked_at)
     select 1, gen_random_uuid(), $1, 'top_up', ${EURO}, 'cash', gen_random_uuid(), 'Somebody', now() returning id`,
    [await newCustomer(me)],
  )
  return request?.id ?? ''
}

const ofCustomer = (call: (me: Person, customer_id: string, w: World) => Promise<unknown>): Way =>
  as('nord', async (me, w) => {
    const customer_id = await newCustomer(me)
    return () => call(me, customer_id, w)
  })

const customers = {
  customerAdd: as('nord', async (me) => () => newCustomer(me)),
  customerUpdate: ofCustomer((me, customer_id) => me.calls.customerUpdate({ customer_id, version: 0, city: 'Lille' })),
  customerStatus: ofCustomer((me, id) => me.calls.customerStatus({ customer_ids: [id], is_active: false, reason: 'closed' })),
  customerExtra: ofCustomer((me, customer_id) => me.calls.customerExtra({ customer_id, pin_download: true })),
  customerOtp: ofCustomer((me, customer_id) => me.calls.customerOtp({ customer_id, otp_type: 'email' })),
  customerApi: ofCustomer((me, customer_id) => me.calls.customerApi({ customer_id, is_enabled: true, new_key: true })),
  customerRemarks: ofCustomer((me, customer_id) => me.calls.customerRemarks({ customer_id, remarks: 'pays on Fridays' })),
  terminalActivate: ofCustomer((me, customer_id) => me.calls.terminalActivate({ customer_id, terminal_id: fresh('T').slice(-20) })),
}

const money = {
  walletChangeMany: ofCustomer(async (me, customer_id) => me.calls.walletChangeMany({ rows: [{ transaction_key: await key(me), customer_id, amount: EURO }] })),
  autoCreditUpdate: ofCustomer((me, customer_id) =>
    me.calls.autoCreditUpdate({ customer_id, balance_trigger: EURO, balance_topup: 5 * EURO, daily_limit: 20 * EURO, is_enabled: true }),
  ),
  creditRequestDecide: as('nord', async (me, w) => {
    const request_id = await waitingRequest(me, w)
    return () => me.calls.creditRequestDecide({ request_id, action: 'refuse', reason: 'not agreed' })
  }),
  creditRulesUpdate: as('nord', async (me) => () => me.calls.creditRulesUpdate({ credit_approval_above: 900_000 * EURO })),
}

const prices = {
  planAdd: as('nord', async (me) => () => me.calls.planAdd({ plan_name: fresh('Plan') })),
  planUpdate: as('nord', async (me, w) => {
    const [{ discount_plan_id }, { product_id }] = [await me.calls.planAdd({ plan_name: fresh('Plan') }), await goods(w, { pins: 0 })]
    return () => me.calls.planUpdate({ discount_plan_id, entries: [{ product_id, discount: 400 }] })
  }),
  assignedChange: as('nord', async (me, w) => {
    const [customer_ids, { product_id }] = [[await newCustomer(me)], await goods(w, { pins: 0 })]
    return () => me.calls.assignedChange({ action: 'add', customer_ids, pad_list: [{ product_id, discount: 400 }] })
  }),
}

const devices = {
  deviceChange: as('platform', async (me) => () => newDevice(me)),
  devicesAssign: as('platform', async (me, w) => {
    const [device_ids, customer_id] = [[await newDevice(me)], await organisationId(w, 'nord')]
    return () => me.calls.devicesAssign({ device_ids, customer_id })
  }),
  devicesUnassign: as('platform', async (me, w) => {
    const [device_ids, customer_id] = [[await newDevice(me)], await organisationId(w, 'nord')]
    await me.calls.devicesAssign({ device_ids, customer_id })
    return () => me.calls.devicesUnassign({ device_ids })
  }),
  devicePairing: as('platform', async (me, w) => {
    const device_id = await given(me, w)
    return () => me.calls.devicePairing({ device_id })
  }),
  devicePair: as('gare', async (me, w) => {
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    const { code } = await platform.calls.devicePairing({ device_id: await given(platform, w) })
    return () => me.calls.devicePair({ code })
  }),
}

/** Standing at a shop. */
async function given(me: Person, w: World): Promise<string> {
  const device_id = await newDevice(me)
  await me.calls.devicesAssign({ device_ids: [device_id], customer_id: await organisationId(w, 'gare') })
  return device_id
}

const stock = {
  supplierAdd: as('nord', async (me) => () => me.calls.supplierAdd({ company: fresh('Supplier') })),
  supplierUpdate: as('nord', async (me) => {
    const { supplier_id } = await me.calls.supplierAdd({ company: fresh('Supplier') })
    return () => me.calls.supplierUpdate({ supplier_id, status: false })
  }),
  productAdd: as('nord', async (me) => () => newProduct(me, '')),
  productUpdate: as('nord', async (me, w) => {
    const { product_id } = await goods(w, { pins: 0 })
    return () => me.calls.productUpdate({ product_id, product_name: fresh('Product') })
  }),
  productImage: as('nord', async (me, w) => {
    const { product_id } = await goods(w, { pins: 0 })
    await rowsOf(w, `update products set image = 'gone' where tenant_id = 1 and id = $1`, [product_id])
    return () => me.calls.productImage({ product_id })
  }),
  batchUndo: as('nord', async (me, w) => {
    const { batch_no } = await goods(w, { pins: 3 })
    return () => me.calls.batchUndo({ batch_no, reason: 'wrong file' })
  }),
  inventorySearch: as('nord', async (me, w) => {
    const { batch_no } = await goods(w, { pins: 1 })
    return () => me.calls.inventorySearch({ search_text: `T${batch_no}-0`, kind: 'serial' })
  }),
  giftCardsAdd: as('nord', newCards),
  giftCardsUpdate: as('nord', async (me, w) => {
    const { batch_no } = await (await newCards(me, w))()
    return () => me.calls.giftCardsUpdate({ gift_card_id: `${batch_no}-0`, action: 'block', reason: 'lost' })
  }),
  poolAdd: as('nord', newPool),
  poolUpload: as('nord', async (me, w) => () => poolUploaded(me, w)),
  poolUploadCheck: as('nord', async (me, w) => {
    const { upload_id } = await poolUploaded(me, w)
    return () => me.calls.poolUploadCheck({ upload_id, pin_sequence: 1, serial_sequence: 2, has_header: false })
  }),
  poolUploadFinish: as('nord', async (me, w) => {
    const [upload_id, supplier_id] = [await poolChecked(me, w), await supplierOf(me)]
    return () => me.calls.poolUploadFinish({ upload_id, supplier_id, buying_discount: 650 })
  }),
  exportStart: as('nord', async (me) => () => me.calls.exportStart({ list: 'suppliersList', input: {}, columns: [{ key: 'company', header: 'Company' }] })),
}

export const shopChanging = { ...customers, ...money, ...prices, ...devices, ...stock } satisfies Partial<Record<Changing<true>, Way>>
