// What happens to a document after it is made: it is cancelled, paid, mailed as a reminder, and checked by the proof.
import { describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { lettersTo } from '../../../test/outbox.ts'
import { fileWorld } from '../../../test/world.ts'
import { proveBooks } from '../books/proof-run.ts'
import { billed, completeParties, givenBack, idsOf, months, soldAt } from './fixtures/lines.ts'
import { invoiceTotals } from './invoices.sql.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque'])
const nord = await w.signIn('nord')
const month = months()
const kiosque = { chain: [ids.kiosque, ids.nord], prices: [9.5 * EURO] }
const exact = async (invoice_id: string) =>
  (await rowsOf<{ lines_total: Money; total: Money }>(w, 'select lines_total, total from invoices where id = $1', [invoice_id]))[0]

describe('a wrong invoice', () => {
  test('is cancelled once, by a document that reverses it; after that its lines can be invoiced again', async () => {
    const m = month()
    const sale = await soldAt(w, { ...kiosque, at: m.at(3), quantity: 10 })
    const first = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
    const made = await nord.calls.invoiceCancel({ invoice_id: first, reason: 'wrong address' })
    expect(await exact(made.invoice_id)).toMatchObject({ lines_total: -95 * EURO, total: -95 * EURO })
    expect(await nord.calls.invoiceReport({ invoice_id: first })).toMatchObject({
      state: 'cancelled',
      open: 0,
      corrections: [{ document_no: made.document_no }],
    })
    await expect(nord.calls.invoiceCancel({ invoice_id: first, reason: 'again' })).rejects.toMatchObject({ code: 'invoice_corrected' })
    await expect(nord.calls.invoiceCancel({ invoice_id: made.invoice_id, reason: 'both' })).rejects.toMatchObject({ code: 'invoice_corrected' })
    await givenBack(w, sale, m.at(20), 4)
    expect((await billed(w, nord, [ids.kiosque], m.period))[0]?.documents).toMatchObject([{ total: 57 * EURO }])
  })

  test('cannot be cancelled by another organisation, nor once a part of it was corrected', async () => {
    const m = month()
    const sale = await soldAt(w, { ...kiosque, at: m.at(3), quantity: 10 })
    const invoice_id = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
    await expect((await w.signIn('sud')).calls.invoiceCancel({ invoice_id, reason: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    await givenBack(w, sale, m.at(20))
    await billed(w, nord, [ids.kiosque], m.period, 'reclamationInvoicesGenerate')
    await expect(nord.calls.invoiceCancel({ invoice_id, reason: 'x' })).rejects.toMatchObject({ code: 'invoice_corrected' })
  })
})

describe('payments of documents', () => {
  test('are recorded once for each payment id, up to the open amount; a wrong payment is reversed; documents not paid in time are overdue', async () => {
    const m = month()
    await nord.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })
    await soldAt(w, { ...kiosque, at: m.at(3), quantity: 10 })
    const invoice_id = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
    const state = async () => (await nord.calls.invoiceReport({ invoice_id })).state
    const pay = (amount: number, payment_id = newId()) => nord.calls.invoicePay({ payment_id, invoice_id, amount: amount * EURO, paid_on: '2026-01-01' })
    expect(await state()).toBe('open')
    const id = newId()
    expect(await pay(40, id)).toEqual({ open: 55 * EURO })
    expect(await pay(40, id)).toEqual({ open: 55 * EURO })
    await expect(pay(41, id)).rejects.toMatchObject({ code: 'key_reused' })
    await expect(pay(55.01)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    await expect(pay(-40.01)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    for (const strange of [0, 0.0001, 39.995]) await expect(pay(strange)).rejects.toMatchObject({ code: 'amount_out_of_range' })
    expect(await state()).toBe('partly_paid')
    w.clock.advance(20 * 24 * 3_600_000)
    const later = await w.signIn('nord')
    expect((await later.calls.invoicesList({ filters: { state: 'overdue' } })).content).toMatchObject([{ invoice_id, open: 55 * EURO }])
    const tomorrow = berlinDay(new Date(w.clock.now().getTime() + 24 * 3_600_000))
    await expect(later.calls.invoicePay({ payment_id: newId(), invoice_id, amount: EURO, paid_on: tomorrow })).rejects.toMatchObject({
      problems: [{ field: 'paid_on', code: 'day_ahead' }],
    })
    const again = async (amount: number) => later.calls.invoicePay({ payment_id: newId(), invoice_id, amount: amount * EURO, paid_on: '2026-01-02' })
    await again(-40)
    expect(await again(95)).toEqual({ open: 0 })
    expect((await later.calls.invoiceReport({ invoice_id })).payments.map(({ amount }) => amount / EURO)).toEqual([40, -40, 95])
    await expect((await w.signIn('sud')).calls.invoicePay({ payment_id: newId(), invoice_id, amount: EURO, paid_on: '2026-01-01' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

test('of two payments recorded at the same time under one id for two documents, one is stored and the other is refused', async () => {
  const me = await w.signIn('nord')
  await me.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })
  const made: string[] = []
  for (const m of [month(), month()]) {
    await soldAt(w, { ...kiosque, at: m.at(3) })
    made.push((await billed(w, me, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? '')
  }
  const payment_id = newId()
  const notes = made.map((invoice_id) => me.calls.invoicePay({ payment_id, invoice_id, amount: EURO, paid_on: '2026-01-01' }))
  const codes = (await Promise.allSettled(notes)).map((note) => (note.status === 'fulfilled' ? 'noted' : (note.reason as { code: string }).code))
  expect(codes.sort()).toEqual(['key_reused', 'noted'])
})

describe('reminders', () => {
  test('are sent for overdue documents, at least a week apart and at most three times; for any other document the answer has the reason', async () => {
    const m = month()
    await rowsOf(w, `update organisations set email = 'kiosque@reminded.test' where id = $1`, [ids.kiosque])
    const me = await w.signIn('nord')
    await me.calls.invoiceTermsUpdate({ customer_id: ids.kiosque, pays_later: true })
    await soldAt(w, { ...kiosque, at: m.at(3), quantity: 2 })
    const invoice_id = (await billed(w, me, [ids.kiosque], m.period))[0]?.documents[0]?.invoice_id ?? ''
    const remind = async (person = me) => (await person.calls.invoicesRemind({ invoice_ids: [invoice_id] })).rows[0]?.outcome
    expect(await remind()).toBe('not_overdue')
    expect(await remind(await w.signIn('sud'))).toBe('not_overdue')
    const [{ due_on } = { due_on: '' }] = await rowsOf<{ due_on: string }>(w, 'select due_on::text from invoices where id = $1', [invoice_id])
    const due = (on: string) => rowsOf(w, 'update invoices set due_on = $2 where id = $1', [invoice_id, on])
    await due('2020-01-01')
    // Of two simultaneous reminders only one sends a mail.
    expect((await Promise.all([remind(), remind()])).sort()).toEqual(['sent', 'too_soon'])
    const weeks = ['too_soon', 'sent', 'sent', 'enough']
    const told = [await remind()]
    for (let i = 0; i < 3; i++) {
      w.clock.advance(8 * 24 * 3_600_000)
      told.push(await remind(await w.signIn('nord')))
    }
    expect(told).toEqual(weeks)
    const letters = await lettersTo(w, 'kiosque@reminded.test')
    expect(letters.filter(({ kind }) => kind === 'invoice_overdue')).toHaveLength(3)
    // Restores the due date, because the money check below compares it with the document.
    await due(due_on)
  })
})

describe('the money check of documents', () => {
  const invoiceChecks = async () => (await wrongs(w)).filter((name) => name.startsWith('invoices_'))

  test('finds no error in the documents and lines that the tests above made', async () => {
    expect(await invoiceChecks()).toEqual([])
  })

  test.for([
    [
      'a line that is missing from its document',
      'delete from invoiced_lines where line_id = (select min(line_id::text)::uuid from invoiced_lines)',
      'invoices_are_their_lines',
    ],
    [
      'a total in the list that differs from the document’s',
      `update invoices set net = net + 1, total = total + 1 where id = (select min(id::text)::uuid from invoices)`,
      'invoices_are_documents',
    ],
    [
      'a paid amount without a recorded payment',
      `update invoices set paid = paid + 1 where id = (select min(id::text)::uuid from invoices)`,
      'invoices_are_paid',
    ],
  ] as const)('control: finds %s', async ([_, sql, name]) => {
    const client = await w.owner.connect()
    try {
      await client.query(`begin; set local app.tenant = '1'; ${sql}`)
      const { rows } = await client.query<{ name: string; wrong: number }>('select * from check_money(1, true)')
      expect(rows.filter(({ wrong }) => wrong > 0).map((row) => row.name)).toContain(name)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

test('the list of documents shows whether its totals agree: payments are compared each time the list is read, lines and documents by the proof', async () => {
  // Signs in again, because the tests of reminders moved the clock on by months and so ended the session.
  const nord = await w.signIn('nord')
  const m = month()
  await soldAt(w, { ...kiosque, at: m.at(3), quantity: 10 })
  const [made] = (await billed(w, nord, [ids.kiosque], m.period))[0]?.documents ?? []
  const mark = async () => (await nord.calls.invoicesList({ filters: { customer_id: ids.kiosque } })).agrees
  const add = (column: string, by: number) =>
    rowsOf(w, `update invoices set ${column} = ${column} + $2 where tenant_id = 1 and id = $1`, [made?.invoice_id, by])
  const sound = { agrees: true, difference: 0, finding: null }
  expect(await mark()).toEqual(sound)
  await add('paid', 1)
  expect(await mark()).toEqual({ agrees: false, difference: 1, finding: null })
  // With `most: 0` the list counts as too long, so only the documents of the page are compared with their payments.
  const actor = { tenant_id: 1, organisation_id: nord.customer_id, role: 'reseller' } as never
  const asked = { page: 0, limit: 20, filters: {}, search_text: undefined } as never
  const apart = (page: string[]) => w.db.read(1, (q) => invoiceTotals(q, actor, asked, false, '2026-01-01', { page, most: 0 }))
  expect([(await apart([made?.invoice_id ?? ''])).difference, (await apart([])).difference]).toEqual([1, 0])
  await add('paid', -1)
  // The list itself does not notice a changed total. Only the proof notices it, because the proof reads the document itself.
  const change = (by: number) =>
    rowsOf(w, 'update invoices set net = net + $2, total = total + $2, due = due + $2 where tenant_id = 1 and id = $1', [made?.invoice_id, by])
  await change(1)
  expect(await mark()).toEqual(sound)
  await proveBooks(w.services, 1, 'nightly')
  expect(await mark()).toEqual({ agrees: false, difference: 0, finding: made?.document_no })
  // The list of corrections does not agree either, because a wrong document could belong in any list of documents.
  expect((await nord.calls.reclamationInvoicesList({})).agrees).toMatchObject({ agrees: false, difference: null })
  await change(-1)
  await proveBooks(w.services, 1, 'nightly')
  expect(await mark()).toEqual(sound)
})
