// The network loses exactly one answer, and the client repeats its request. The server still makes only one run's documents, one payment, one correction and
// one reminder.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { swallowingWorld } from '../../../test/swallowing-world.ts'
import { billed, completeParties, idsOf, months, soldAt } from './fixtures/lines.ts'
import { goOn } from './runs.ts'

const { w, swallow, swallowed } = await swallowingWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque'])
let nord = await w.signIn('nord')
const month = months()
const MAILBOX = 'kiosque@lost.test'
await rowsOf(w, 'update organisations set email = $2 where id = $1', [ids.kiosque, MAILBOX])
await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })

/** Makes the network lose the answer to the commit that follows this SQL statement. The client learns neither that the work was done nor that it failed. */
async function lost(statement: string, work: () => Promise<unknown>) {
  const before = swallowed() ?? 0
  swallow(statement, 'commit')
  await expect(work()).rejects.toMatchObject({ code: expect.stringMatching(/^(in_progress|busy)$/) })
  expect(swallowed()).toBe(before + 1)
}
async function invoice() {
  const m = month()
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [9 * EURO], at: m.at(3), quantity: 10 })
  const invoice_id = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
  return { invoice_id, report: () => nord.calls.invoiceReport({ invoice_id }), ...m }
}

test('an invoice run that is begun again after a lost answer makes every document once', async () => {
  const m = month()
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [9 * EURO], at: m.at(3) })
  const asked = { customer_ids: [ids.kiosque], ...m.period }
  await lost('insert into invoice_runs', () => nord.calls.invoicesGenerate(asked))
  const again = await billed(w, nord, [ids.kiosque], m.period)
  const [left] = await rowsOf<{ id: string }>(w, 'select id from invoice_runs where tenant_id = 1 and done < total')
  await goOn(w.services, 1, left?.id ?? '')
  const [made] = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from invoices where tenant_id = 1 and date_from = $1', [m.period.date_from])
  expect([again[0]?.documents.length, made?.n]).toEqual([1, 1])
})

test('a payment is recorded once under its id; control: under another id it is another payment', async () => {
  const { invoice_id, report } = await invoice()
  const payment = { payment_id: newId(), invoice_id, amount: 40 * EURO, paid_on: '2026-01-01' }
  await lost('note_invoice_payment', () => nord.calls.invoicePay(payment))
  expect(await nord.calls.invoicePay(payment)).toEqual({ open: 50 * EURO })
  expect((await report()).payments).toHaveLength(1)
  expect(await nord.calls.invoicePay({ ...payment, payment_id: newId() })).toEqual({ open: 10 * EURO })
})

test('a document is cancelled once; the repeated request after a lost answer is refused, because the document is cancelled already', async () => {
  const { invoice_id, report, period } = await invoice()
  await lost('put_cancellation', () => nord.calls.invoiceCancel({ invoice_id, reason: 'wrong' }))
  await expect(nord.calls.invoiceCancel({ invoice_id, reason: 'wrong' })).rejects.toMatchObject({ code: 'invoice_corrected' })
  expect(await report()).toMatchObject({ state: 'cancelled', corrections: [{ total: -90 * EURO }] })
  expect((await billed(w, nord, [ids.kiosque], period))[0]?.documents).toMatchObject([{ total: 90 * EURO }])
})

test('a reminder that is requested again after a lost answer sends only one mail', async () => {
  const { invoice_id } = await invoice()
  w.clock.advance(20 * 24 * 3_600_000)
  nord = await w.signIn('nord')
  await lost('insert into invoice_reminders', () => nord.calls.invoicesRemind({ invoice_ids: [invoice_id] }))
  expect((await nord.calls.invoicesRemind({ invoice_ids: [invoice_id] })).rows).toMatchObject([{ outcome: 'too_soon' }])
  expect(await lettersTo(w, MAILBOX)).toHaveLength(1)
  expect((await wrongs(w)).filter((name) => name.startsWith('invoices_'))).toEqual([])
})
