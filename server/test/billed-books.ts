// The books of busy-books.ts and everything that follows sales: invoices, their payments, corrections, failed live orders, waiting work.
import { EURO } from '../../contract/kit/money.ts'
import { tallyTenant } from '../figures/tallies.ts'
import { berlinDay } from '../kit/berlin.ts'
import { newId } from '../kit/ids.ts'
import { billed, completeParties } from '../modules/papers/invoices/fixtures/lines.ts'
import { unbilled } from '../modules/papers/invoices/unbilled-tally.ts'
import { giveWallet, goods, organisationId, rowsOf } from './arrange.ts'
import { busyBooks, keyOf, sellTo } from './busy-books.ts'
import { giveBack } from './claims.ts'
import { delivered, liveGoods } from './holds.ts'
import type { Person, World } from './world.ts'

const DAY_MS = 86_400_000

/** Makes these books. Returns ids by name, as busyBooks does; tests put the ids in place of `:name` in the SQL of the corruption files. */
export async function billedBooks(w: World) {
  await completeParties(w)
  await giveWallet(w, await organisationId(w, 'gare'), 10_000 * EURO)
  const day = (days: number) => berlinDay(new Date(w.clock.now().getTime() + days * DAY_MS))
  const before = await closedInvoice(w, day(-1), day(0))
  const busy = await busyBooks(w)
  await tallyTenant(w.services, 1, unbilled)
  const nord = await w.signIn('nord')
  const { shop } = busy
  const filed = { date_from: day(-4), date_to: day(-1) }
  await nord.calls.invoiceTermsUpdate({ customer_id: shop, pays_later: true })

  const first = await made(w, nord, shop, filed)
  const till = await w.signIn('kiosque')
  const { configuration_id } = await goods(w, { pins: 60 })
  const equal = await sellTo(till, configuration_id, 2)
  const line = { configuration_id, quantity: 1 }
  const paid = async (payment: 'card' | 'cash') =>
    (await till.calls.sellBasket({ transaction_key: await keyOf(till), lines: [line, { ...line, quantity: 2 }], payment })).sales[0]?.sale_id ?? ''
  const [bycard, bycash] = [await paid('card'), await paid('cash')]
  const today = { date_from: day(0), date_to: day(0) }
  const invoice = await made(w, nord, shop, today)
  const payment = newId()
  const pay = (payment_id: string, amount: number) => nord.calls.invoicePay({ payment_id, invoice_id: invoice, amount, paid_on: day(0) })
  await pay(payment, 5 * EURO)
  await pay(newId(), 2 * EURO)

  await giveBack(w, equal, 1)
  const [{ documents = [] } = {}] = await billed(w, nord, [shop], today, 'reclamationInvoicesGenerate')
  const correction = documents[0]?.invoice_id ?? ''
  const sud = await organisationId(w, 'sud')
  const cancelled = await made(w, nord, sud, { date_from: day(-4), date_to: day(0) })
  const { invoice_id: cancelling } = await nord.calls.invoiceCancel({ invoice_id: cancelled, reason: 'wrong address' })

  await nord.calls.walletChange({ transaction_key: await keyOf(nord), customer_id: shop, amount: 30 * EURO, payment_mode: 'cash' })
  const [{ seq: wrong } = { seq: 0 }] = await rowsOf<{ seq: number }>(w, 'select transfers as seq from wallets where tenant_id = 1 and organisation_id = $1', [
    shop,
  ])
  await nord.calls.walletCorrect({ transaction_key: await keyOf(nord), entry_id: `${shop}-${wrong}`, reason: 'wrong shop' })
  await nord.calls.walletChange({ transaction_key: await keyOf(nord), customer_id: shop, amount: 750 * EURO, type: 'credit_limit', payment_mode: 'cash' })
  const live = await liveOrders(w, await w.signIn('gare'))
  await tallyTenant(w.services, 1, unbilled)
  return { ...busy, ...before, ...live, first, invoice, payment, equal, bycard, bycash, correction, cancelled, cancelling, sud, wrong, nord: nord.customer_id }
}

/** Makes a document that is partly paid, early enough to be in a closed period when busyBooks has finished. */
async function closedInvoice(w: World, date_from: string, date_to: string) {
  const { configuration_id } = await goods(w, { pins: 20 })
  const nord = await w.signIn('nord')
  const gare = await organisationId(w, 'gare')
  await nord.calls.invoiceTermsUpdate({ customer_id: gare, pays_later: true })
  await sellTo(await w.signIn('gare'), configuration_id, 2)
  const oldinvoice = await made(w, nord, gare, { date_from, date_to })
  const oldpayment = newId()
  await nord.calls.invoicePay({ payment_id: oldpayment, invoice_id: oldinvoice, amount: 4 * EURO, paid_on: date_to })
  return { gare, oldinvoice, oldpayment }
}

const made = async (w: World, person: Person, customer_id: string, period: { date_from: string; date_to: string }) => {
  const [{ documents = [], ...result } = {}] = await billed(w, person, [customer_id], period)
  const [document] = documents
  if (!document) throw new Error(`not billed: ${JSON.stringify(result)}`)
  return document.invoice_id
}

/** Makes two delivered orders, an order that the supplier reversed, and an order that a person has to decide. */
async function liveOrders(w: World, till: Person) {
  const goods = await liveGoods(w, till)
  const { money } = w.services
  const sold = async () => {
    const asked = goods.asked()
    await money.hold(asked)
    return { key: asked.key, sale_id: await money.post(1, asked.key, delivered(w, asked.key)) }
  }
  const [one, two, three] = [await sold(), await sold(), await sold()]
  await money.openCase(1, three.key, 'late_refusal', 'taken back')
  const waiting = goods.asked()
  await money.hold(waiting)
  return { liveone: one.sale_id, keyone: one.key, keytwo: two.key, reversed: three.key, waitingkey: waiting.key }
}
