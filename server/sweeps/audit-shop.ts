// One successful use of each changing call of the reseller's shop: for audit-table.ts.

import type { Changing } from '../../contract/index.ts'
import { EURO } from '../../contract/kit/money.ts'
import { berlinDay } from '../kit/berlin.ts'
import { newId } from '../kit/ids.ts'
import { billed, completeParties, idsOf, soldAt } from '../modules/invoices/fixtures/lines.ts'
import { goods, rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as, claimed, key, meAs, newProduct, type Way } from './audit-ways.ts'

let made = 0
/** A name nobody has yet. */
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

const shifts = {
  shiftRulesUpdate: as('kiosque', async (me) => () => me.calls.shiftRulesUpdate({ counts_drawer: true })),
}

/** What the shop owes for one card. */
async function openInvoice(me: Person, w: World): Promise<string> {
  const { kiosque, nord } = await idsOf(w, ['kiosque', 'nord'])
  await me.calls.invoiceTermsUpdate({ customer_id: kiosque, pays_later: true })
  await completeParties(w)
  const at = w.clock.now()
  await soldAt(w, { chain: [kiosque, nord], prices: [EURO], at })
  const day = berlinDay(at)
  return (await billed(w, me, [kiosque], { date_from: day, date_to: day }))[0]?.documents[0]?.invoice_id ?? ''
}
const A_MONTH = { date_from: '2026-01-01', date_to: '2026-01-31' }

/** By somebody new each time: one account signs in only so often. */
const ofShop = (call: (me: Person, customer_id: string) => Promise<unknown>): Way =>
  meAs({ internal_role: 0 }, async (me, w) => {
    const { gare } = await idsOf(w, ['gare'])
    return () => call(me, gare)
  })

const documents = {
  invoicesGenerate: ofShop((me, customer_id) => me.calls.invoicesGenerate({ customer_ids: [customer_id], ...A_MONTH })),
  reclamationInvoicesGenerate: ofShop((me, customer_id) => me.calls.reclamationInvoicesGenerate({ customer_ids: [customer_id], ...A_MONTH })),
  invoicePay: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoicePay({ payment_id: newId(), invoice_id, amount: EURO, paid_on: '2026-01-31' })
  }),
  invoiceCancel: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoiceCancel({ invoice_id, reason: 'wrong address' })
  }),
  invoiceMail: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    return () => me.calls.invoiceMail({ invoice_id, email: 'books@example.test' })
  }),
  invoicesRemind: meAs({ internal_role: 0 }, async (me, w) => {
    const invoice_id = await openInvoice(me, w)
    await rowsOf(w, `update invoices set due_on = '2020-01-01' where tenant_id = 1 and id = $1`, [invoice_id])
    return () => me.calls.invoicesRemind({ invoice_ids: [invoice_id] })
  }),
  invoiceSettingsUpdate: meAs({ internal_role: 0 }, async (me) => () => me.calls.invoiceSettingsUpdate({ footer: fresh('Thank you') })),
  invoiceLogo: meAs({ internal_role: 0 }, async (me) => () => me.calls.invoiceLogo({})),
  datevSettingsUpdate: meAs({ internal_role: 0 }, async (me) => () => me.calls.datevSettingsUpdate({ consultant_no: 1001, client_no: 7 })),
  ledgerStatement: meAs({ internal_role: 0 }, async (me) => () => me.calls.ledgerStatement({ date_from: '2026-01-01', date_to: '2026-01-31' })),
  monthPack: meAs({ internal_role: 0 }, async (me) => () => me.calls.monthPack({ month: '2020-01' })),
  invoiceTermsUpdate: ofShop((me, customer_id) => me.calls.invoiceTermsUpdate({ customer_id, buyer_reference: '4711' })),
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
  productImage: as('nord', async (me, w) => {
    const { product_id } = await goods(w, { pins: 0 })
    await rowsOf(w, `update products set image = 'gone' where tenant_id = 1 and id = $1`, [product_id])
    return () => me.calls.productImage({ product_id })
  }),
}

const claims = {
  // Not by those who sign in for most others: sign-ins are bounded.
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

/** The supplier of goods that a shop of nord has a claim of. */
async function claimedFrom(w: World): Promise<string> {
  const { batch_no } = await claimed(w, await w.signIn('gare'))
  const [row] = await rowsOf<{ supplier_id: string }>(w, 'select supplier_id from batches where tenant_id = 1 and batch_no = $1', [batch_no])
  return row?.supplier_id ?? ''
}

export const shopChanging = { ...customers, ...money, ...prices, ...catalogue, ...claims, ...shifts, ...documents } satisfies Partial<
  Record<Changing<true>, Way>
>
