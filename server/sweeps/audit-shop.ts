// One successful use of each call by which a reseller changes its goods, customers, credit or prices, for audit-table.ts.

import type { Changing } from '../../contract/index.ts'
import { EURO } from '../../contract/kit/money.ts'
import { ean13 } from '../seeds/demo-brands.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../test/arrange.ts'
import { bought, withBuses } from '../test/buses.ts'
import { goOn } from '../test/practice.ts'
import type { Person, World } from '../test/world.ts'
import { bankLines } from './audit-bank-lines.ts'
import { cashiers } from './audit-cashiers.ts'
import { directDebits } from './audit-direct-debits.ts'
import { documents } from './audit-invoices.ts'
import { movingIn } from './audit-moving-in.ts'
import { reminders } from './audit-reminders.ts'
import { statusNotices } from './audit-status-notices.ts'
import { as, claimed, key, meAs, newProduct, sold, type Way } from './audit-ways.ts'
import { webhooks } from './audit-webhooks.ts'

let made = 0
/** Returns a name that is not in use. */
const fresh = (name: string) => `${name}-${Date.now().toString(36)}-${++made}`
const MOBILE = '+33 6 12 34 56 78'

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

async function waitingRequest(me: Person, w: World): Promise<string> {
  const [request] = await rowsOf<{ id: string }>(
    w,
    `insert into credit_requests (tenant_id, id, organisation_id, wallet_id, type, amount, payment_mode, asked_by, asked_name, asked_at)
     select 1, gen_random_uuid(), $2, $1, 'top_up', ${EURO}, 'cash', gen_random_uuid(), 'Somebody', now() returning id`,
    [await newCustomer(me), me.customer_id],
  )
  return request?.id ?? ''
}

const ofCustomer = (call: (me: Person, customer_id: string, w: World) => Promise<unknown>): Way =>
  as('nord', async (me, w) => {
    const customer_id = await newCustomer(me)
    return () => call(me, customer_id, w)
  })

const sending = {
  pinsSend: as('kiosque', async (me, w) => {
    const { sale_id } = await me.calls.sell(await sold(me, w))
    const transaction_key = await key(me)
    return () => me.calls.pinsSend({ transaction_key, sale_ids: [sale_id], email: 'customer@example.test', consent: 1, consent_language: 'fr' })
  }),
} as const

const customers = {
  customerAdd: as('nord', async (me) => () => newCustomer(me)),
  customerUpdate: ofCustomer((me, customer_id) => me.calls.customerUpdate({ customer_id, version: 0, city: 'Lille' })),
  customerStatus: ofCustomer((me, id) => me.calls.customerStatus({ customer_ids: [id], is_active: false, reason: 'closed' })),
  customerExtra: ofCustomer((me, customer_id) => me.calls.customerExtra({ customer_id, pin_download: true })),
  customerOtp: ofCustomer((me, customer_id) => me.calls.customerOtp({ customer_id, otp_type: 'email' })),
  customerApi: ofCustomer((me, customer_id) => me.calls.customerApi({ customer_id, is_enabled: true, new_key: true })),
  customerNoteAdd: ofCustomer((me, customer_id) => me.calls.customerNoteAdd({ customer_id, note: 'wants a second till' })),
  customerRemarks: ofCustomer((me, customer_id) => me.calls.customerRemarks({ customer_id, remarks: 'pays on Fridays' })),
  terminalActivate: ofCustomer((me, customer_id) => me.calls.terminalActivate({ customer_id, terminal_id: fresh('T').slice(-20) })),
}

const apiKeys = {
  apiKeyMake: as('kiosque', async (me) => () => me.calls.apiKeyMake({ is_sandbox: true })),
  apiKeyRevoke: as('kiosque', async (me) => {
    await me.calls.apiKeyMake({ is_sandbox: true })
    return () => me.calls.apiKeyRevoke({ is_sandbox: true })
  }),
}

const training = {
  trainingStart: as('kiosque', async (me) => () => me.calls.trainingStart({})),
  trainingEnd: as('kiosque', async (me) => {
    goOn(me, await me.calls.trainingStart({}))
    return () => me.calls.trainingEnd({})
  }),
}

const shifts = {
  shiftRulesUpdate: as('kiosque', async (me) => () => me.calls.shiftRulesUpdate({ counts_drawer: true })),
}

const money = {
  walletChangeMany: ofCustomer(async (me, customer_id) => me.calls.walletChangeMany({ rows: [{ transaction_key: await key(me), customer_id, amount: EURO }] })),
  creditRunStart: ofCustomer(async (me, customer_id) => me.calls.creditRunStart({ rows: [{ transaction_key: await key(me), customer_id, amount: EURO }] })),
  autoCreditUpdate: ofCustomer((me, customer_id) =>
    me.calls.autoCreditUpdate({ customer_id, balance_trigger: EURO, balance_topup: 5 * EURO, daily_limit: 20 * EURO, is_enabled: true }),
  ),
  creditRequestDecide: as('nord', async (me, w) => {
    const request_id = await waitingRequest(me, w)
    return () => me.calls.creditRequestDecide({ request_id, action: 'refuse', reason: 'not agreed' })
  }),
  creditRulesUpdate: as('nord', async (me) => () => me.calls.creditRulesUpdate({ credit_approval_above: 900_000 * EURO })),
}

/** Plans a change of a plan's entry in the far future. */
async function plannedPrice(me: Person, w: World) {
  const [{ discount_plan_id }, { product_id }] = [await me.calls.planAdd({ plan_name: fresh('Plan') }), await goods(w, { pins: 0 })]
  await me.calls.planUpdate({ discount_plan_id, entries: [{ product_id, discount: 400 }], valid_from: '2999-01-01' })
  return (await me.calls.plannedPrices({})).content.at(-1)?.planned_id ?? ''
}

const prices = {
  shopOffers: meAs({ internal_role: 0 }, async (me, w) => {
    const customer_id = await organisationId(w, 'kiosque')
    return () => me.calls.shopOffers({ customer_id })
  }),
  planAdd: as('nord', async (me) => () => me.calls.planAdd({ plan_name: fresh('Plan') })),
  planUpdate: as('nord', async (me, w) => {
    const [{ discount_plan_id }, { product_id }] = [await me.calls.planAdd({ plan_name: fresh('Plan') }), await goods(w, { pins: 0 })]
    return () => me.calls.planUpdate({ discount_plan_id, entries: [{ product_id, discount: 400 }] })
  }),
  assignedChange: as('nord', async (me, w) => {
    const [customer_ids, { product_id }] = [[await newCustomer(me)], await goods(w, { pins: 0 })]
    return () => me.calls.assignedChange({ action: 'add', customer_ids, pad_list: [{ product_id, discount: 400 }] })
  }),
  plannedChange: meAs({ internal_role: 0 }, async (me, w) => {
    const planned_id = await plannedPrice(me, w)
    return () => me.calls.plannedChange({ planned_id, valid_from: '2999-02-01', tell_till: true, tell_mail: false })
  }),
  plannedTakeBack: meAs({ internal_role: 0 }, async (me, w) => {
    const planned_id = await plannedPrice(me, w)
    return () => me.calls.plannedTakeBack({ planned_id })
  }),
}

const catalogue = {
  supplierAdd: as('nord', async (me) => () => me.calls.supplierAdd({ company: fresh('Supplier') })),
  supplierUpdate: as('nord', async (me) => {
    const { supplier_id } = await me.calls.supplierAdd({ company: fresh('Supplier') })
    return () => me.calls.supplierUpdate({ supplier_id, status: false })
  }),
  reorderSend: as('nord', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 12 })
    const shop = await w.signIn('kiosque')
    await shop.calls.sell({ transaction_key: await key(shop), configuration_id, quantity: 11 })
    const { content } = await me.calls.reorderList({ lasting_days: 90, limit: 100 })
    const supplier_id = content.find((row) => row.configuration_id === configuration_id)?.supplier_id ?? ''
    return () => me.calls.reorderSend({ supplier_id, lasting_days: 90, email: 'supplier@example.test' })
  }),
  productAdd: as('nord', async (me) => () => newProduct(me, '')),
  productUpdate: as('nord', async (me, w) => {
    const { product_id } = await goods(w, { pins: 0 })
    return () => me.calls.productUpdate({ product_id, product_name: fresh('Product') })
  }),
  // Uses another person than nord: most other entries of the audit table sign in as nord, and the sign-ins of one account are limited.
  barcodeTeach: as('sud', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 0, owner: 'sud' })
    return () => me.calls.barcodeTeach({ ean: ean13('420000000001'), configuration_id })
  }),
  barcodeForget: as('sud', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 0, owner: 'sud' })
    const ean = ean13('420000000002')
    await me.calls.barcodeTeach({ ean, configuration_id })
    return () => me.calls.barcodeForget({ ean })
  }),
  productImage: as('nord', async (me, w) => {
    const { product_id } = await goods(w, { pins: 0 })
    await rowsOf(w, `update products set image = 'gone' where tenant_id = 1 and id = $1`, [product_id])
    return () => me.calls.productImage({ product_id })
  }),
}

const claims = {
  // Uses another shop than most other entries of the audit table, because the sign-ins of one account are limited.
  reclaimSubmit: as('gare', async (me, w) => {
    const { configuration_id } = await goods(w, { pins: 1, euro: 1 })
    const { sale_id } = await me.calls.sell({ transaction_key: await key(me), configuration_id, quantity: 1 })
    return () => me.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  }),
  reclaimFileAdd: as('port', async (me, w) => {
    const { reclaim_id } = await claimed(w, me)
    return () => me.calls.reclaimFileAdd({ reclaim_id, attachment: new File(['%PDF-1.7\n%%EOF'], 'slip.pdf') })
  }),
  reclaimListSend: as('platform', async (me, w) => {
    await me.calls.tenantChoose({ tenant_id: 1 })
    const supplier_id = await claimedFrom(w)
    return () => me.calls.reclaimListSend({ supplier_id })
  }),
  reclaimAnswers: as('platform', async (me, w) => {
    await me.calls.tenantChoose({ tenant_id: 1 })
    const supplier_id = await claimedFrom(w)
    await me.calls.reclaimListSend({ supplier_id })
    const { content } = await me.calls.reclaimsList({ filters: { state: 'in_progress' }, limit: 1 })
    return () => me.calls.reclaimAnswers({ supplier_id, csv_file: new File([`serial;answer\n${content[0]?.serial};yes`], 'answers.csv') })
  }),
}

const buses = {
  busCancel: as('port', async (me, w) => {
    await withBuses(w)
    await giveWallet(w, me.customer_id, 1_000 * EURO)
    const { booking_id, price } = (await bought(me)).booking
    return () => me.calls.busCancel({ booking_id, refund_seen: price - 2 * EURO })
  }),
}

/** Makes a claim of a shop of nord; returns the supplier of the goods. */
async function claimedFrom(w: World): Promise<string> {
  const { batch_no } = await claimed(w, await w.signIn('gare'))
  const [row] = await rowsOf<{ supplier_id: string }>(w, 'select supplier_id from batches where tenant_id = 1 and batch_no = $1', [batch_no])
  return row?.supplier_id ?? ''
}

export const shopChanging = {
  ...customers,
  ...money,
  ...prices,
  ...catalogue,
  ...claims,
  ...shifts,
  ...apiKeys,
  ...training,
  ...cashiers,
  ...documents,
  ...buses,
  ...sending,
  ...reminders,
  ...movingIn,
  ...bankLines,
  ...directDebits,
  ...statusNotices,
  ...webhooks,
} satisfies Partial<Record<Changing<true>, Way>>
