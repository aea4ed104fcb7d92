// Provokes each refusal of the reseller's shop once, for errors.test.ts.

import { PLANNED_MAX } from '../../contract/goods/planned-prices.ts'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import { sendingsMax } from '../../contract/till/sendings.ts'
import { billed, idsOf, MPV, soldAt } from '../modules/papers/invoices/fixtures/lines.ts'
import { ean13 } from '../seeds/demo-brands.ts'
import { goods, organisationId, rowsOf } from '../test/arrange.ts'
import { pairedTill, withCode } from '../test/cashiers.ts'
import { connect } from '../test/connections.ts'
import { addAccount } from '../test/door.ts'
import { practice } from '../test/practice.ts'
import { HOST, type Person, type World } from '../test/world.ts'
import { claimed, key, newProduct } from './audit-ways.ts'

type ErrorWorld = { w: World; nord: Person; shop: Person }
const MOBILE = '+33 6 12 34 56 78'

const platformOf = (w: World) => w.signIn('platform', { host: 'platform.localhost' })

async function newDevices(me: Person, serial_numbers: string[]) {
  return (await me.calls.deviceChange({ action: 'add', serial_numbers })).device_ids
}

/** Makes devices and gives them to nord: the platform gives devices to resellers, a reseller gives them to its shops. */
async function devicesOfNord({ w, nord }: ErrorWorld, ...serial_numbers: string[]) {
  const platform = await platformOf(w)
  const device_ids = await newDevices(platform, serial_numbers)
  await platform.calls.devicesAssign({ device_ids, customer_id: nord.customer_id })
  return device_ids
}

/** Sells while the shop may sell only on its own devices, of which this browser is one, and its terminal is inactive. */
async function withInactiveTerminal(ground: ErrorWorld) {
  const [device_id = ''] = await devicesOfNord(ground, 'SN-INACTIVE')
  await ground.nord.calls.devicesAssign({ device_ids: [device_id], customer_id: ground.shop.customer_id })
  const { code } = await ground.nord.calls.devicePairing({ device_id })
  await ground.shop.calls.devicePair({ code })
  return whileShop(ground, `devices_only = true, terminal_id = 'T-0001', terminal_state = 'inactive'`, () => sells(ground))
}

const newCustomer = async (me: Person, username: string, sub_domain: string) =>
  me.calls.customerAdd({
    transaction_key: await key(me),
    account_role: 2,
    name: username,
    username,
    full_name: 'Nele Neu',
    sub_domain,
    email: `${username}@example.test`,
    mobile: MOBILE,
    mobile_confirmation: MOBILE,
  })

/** Runs the work while the shop has these settings; its cached sessions are dropped before and after. */
async function whileShop({ w, shop }: ErrorWorld, set: string, work: () => Promise<unknown>) {
  const change = async (columns: string) => {
    await rowsOf(w, `update organisations set ${columns} where tenant_id = 1 and id = $1`, [shop.customer_id])
    w.services.sessions.forgetOrganisation(shop.customer_id)
  }
  await change(set)
  await work().finally(() => change(`devices_only = false, terminal_id = '', terminal_state = 'inactive'`))
}

async function sells({ w, shop }: ErrorWorld) {
  const { configuration_id } = await goods(w, { pins: 1, euro: 1 })
  return shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 1 })
}

async function soldOne({ w, shop }: ErrorWorld): Promise<string> {
  const { configuration_id } = await goods(w, { pins: 1, euro: 1 })
  return (await shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 1 })).sale_id
}

const sendsPins = async ({ shop }: ErrorWorld, sale_id: string) =>
  shop.calls.pinsSend({ transaction_key: await key(shop), sale_ids: [sale_id], email: 'customer@example.test', consent: 1, consent_language: 'fr' })

/** `on` returns the tests' world, which exists only once the tests run. */
export const shopErrors = (on: () => ErrorWorld) =>
  ({
    statement_unreadable: async () => {
      const platform = await platformOf(on().w)
      const of = { adapter: 'paysafecard', provider: 'softapi', base_url: 'http://127.0.0.1:9', credentials: { distributor: '1', api_key: 'k' } } as const
      await platform.calls.statementRead({ connection_id: await connect(on().w, of), csv_file: new File(['<html>'], 'day.csv') })
    },
    training_only: async () => {
      const practising = await practice(on().w, 'gare')
      await practising.calls.favouritesSet({ configuration_ids: [] })
    },
    account_stopped: async () => {
      const { w } = on()
      const port = await organisationId(w, 'port')
      const set = (is_active: boolean) => rowsOf(w, 'update organisations set is_active = $2 where tenant_id = 1 and id = $1', [port, is_active])
      await set(false)
      await w.signIn('port').finally(() => set(true))
    },
    session_locked: async () => {
      const till = await pairedTill(on().w, 'gare')
      await till.calls.cashierLock({})
      await till.calls.sellerProductsV2({})
    },
    cashier_password: async () => {
      const till = await pairedTill(on().w, 'gare')
      const { user_id } = await addAccount(on().w, 'gare')
      await till.calls.cashierSwitch({ user_id, code: '4826' })
    },
    cashier_code_wrong: async () => {
      const till = await pairedTill(on().w, 'gare')
      const { user_id } = await withCode(on().w, 'gare', '4826')
      await till.calls.cashierSwitch({ user_id, code: '7315' })
    },
    cashier_code_new: async () => {
      const till = await pairedTill(on().w, 'gare')
      const { user_id } = await addAccount(on().w, 'gare')
      const { code } = await till.calls.cashierCodeGive({ user_id })
      await till.calls.cashierSwitch({ user_id, code })
    },
    planned_full: async () => {
      const { w, nord } = on()
      const [{ discount_plan_id }, { product_id }] = [await nord.calls.planAdd({ plan_name: 'Full' }), await goods(w, { pins: 0 })]
      for (let i = 0; i <= PLANNED_MAX; i++) await nord.calls.planUpdate({ discount_plan_id, entries: [{ product_id, discount: i }], valid_from: '2999-01-01' })
    },
    sendings_used_up: async () => {
      const sale_id = await soldOne(on())
      for (let n = 0; n <= sendingsMax.sale; n++) await sendsPins(on(), sale_id)
    },
    pins_not_sent: async () => {
      const { w, shop } = on()
      await sendsPins(on(), (await claimed(w, shop)).sale_id)
    },
    device_not_assigned: () => whileShop(on(), 'devices_only = true', () => sells(on())),
    terminal_inactive: () => withInactiveTerminal(on()),
    ean_taken: async () => {
      const ean = ean13('990000000001')
      await newProduct(on().nord, ean)
      await newProduct(on().nord, ean)
    },
    configuration_used: async () => {
      const { configuration_id, product_id } = await goods(on().w, { pins: 1 })
      await rowsOf(on().w, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [product_id])
      await on().nord.calls.poolAdd({ product_id, pool_name: 'Of one with stock', configuration_ids: [configuration_id] })
    },
    datev_incomplete: () => on().nord.calls.datevFile({ date_from: '2026-01-01', date_to: '2026-01-31' }),
    invoice_corrected: async () => {
      const { w, nord } = on()
      const ids = await idsOf(w, ['gare', 'nord'])
      await soldAt(w, { chain: [ids.gare, ids.nord], prices: [1], at: new Date('2025-01-15T12:00:00Z'), vat: MPV })
      const [result] = await billed(w, nord, [ids.gare], { date_from: '2025-01-01', date_to: '2025-01-31' })
      const invoice_id = result?.documents[0]?.invoice_id ?? ''
      for (const reason of ['once', 'twice']) await nord.calls.invoiceCancel({ invoice_id, reason })
    },
    e_invoice_incomplete: async () => {
      const { w, nord } = on()
      const { kiosque, nord: issuer } = await idsOf(w, ['kiosque', 'nord'])
      await rowsOf(w, `update organisations set email = '' where tenant_id = 1 and id = $1`, [kiosque])
      await soldAt(w, { chain: [kiosque, issuer], prices: [1], at: new Date('2025-01-15T12:00:00Z'), vat: MPV })
      const [result] = await billed(w, nord, [kiosque], { date_from: '2025-01-01', date_to: '2025-01-31' })
      await nord.calls.invoiceFile({ invoice_id: result?.documents[0]?.invoice_id ?? '', file: 'xrechnung' })
    },
    image_unreadable: async () => {
      const { product_id } = await goods(on().w, { pins: 0 })
      await on().nord.calls.productImage({ product_id, product_image: new File(['<svg/>'], 'card.png') })
    },
    attachment_unreadable: async () => {
      const { w, nord, shop } = on()
      const { reclaim_id } = await claimed(w, shop)
      await nord.calls.reclaimFileAdd({ reclaim_id, attachment: new File(['<svg/>'], 'slip.png') })
    },
    name_taken: async () => {
      await on().nord.calls.planAdd({ plan_name: 'Twice' })
      await on().nord.calls.planAdd({ plan_name: 'Twice' })
    },
    sub_domain_taken: async () => {
      await newCustomer(on().nord, 'etoile-one', 'etoile')
      await newCustomer(on().nord, 'etoile-two', 'etoile')
    },
    changed_meanwhile: () => on().nord.calls.customerUpdate({ customer_id: on().shop.customer_id, version: 4711, city: 'Lille' }),
    serial_taken: async () => {
      const platform = await platformOf(on().w)
      await newDevices(platform, ['SN-TWICE'])
      await newDevices(platform, ['SN-TWICE'])
    },
    key_address: async () => (await withKey(on().w, { addresses: ['203.0.113.7'] })).balance({}),
    key_amount: async () => {
      const { w } = on()
      const { configuration_id } = await goods(w, { pins: 2, euro: 10 })
      const calls = await withKey(w, { amount_per_day: 1 })
      await calls.sell({ configuration_id, quantity: 1, ...(await calls.transactionKey({})) })
    },
    device_in_use: async () => {
      const device_ids = await devicesOfNord(on(), 'SN-ELSEWHERE')
      await on().nord.calls.devicesAssign({ device_ids, customer_id: on().shop.customer_id })
      await on().nord.calls.devicesAssign({ device_ids, customer_id: await organisationId(on().w, 'gare') })
    },
    pairing_wrong: () => on().shop.calls.devicePair({ code: '00000000' }),
    terminal_taken: async () => {
      await on().nord.calls.terminalActivate({ customer_id: await organisationId(on().w, 'gare'), terminal_id: 'T-TAKEN' })
      await on().nord.calls.terminalActivate({ customer_id: on().shop.customer_id, terminal_id: 'T-TAKEN' })
    },
    terminal_limit: async () => {
      const customer_id = await organisationId(on().w, 'gare')
      await rowsOf(on().w, 'update organisations set terminal_limit = 1 where tenant_id = 1 and id = $1', [customer_id])
      await on().nord.calls.devicesAssign({ device_ids: await devicesOfNord(on(), 'SN-LIMIT-1', 'SN-LIMIT-2'), customer_id })
    },
  }) satisfies Partial<Record<ErrorCode, () => Promise<unknown>>>

/** Makes an API key with these bounds, and returns the calls of a shop's own system with that key. */
async function withKey(w: World, { addresses = [], ...bounds }: { addresses?: string[]; amount_per_day?: number }) {
  const nord = await w.signIn('nord')
  const { key } = await nord.calls.customerApi({ customer_id: await organisationId(w, 'port'), is_enabled: true, new_key: true, addresses, ...bounds })
  return w.anonymous(HOST, { authorization: `Bearer ${key}` })
}
