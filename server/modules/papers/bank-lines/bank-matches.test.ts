// What is proposed for an incoming transfer: documents by their number or amount, customers by user name, account or name. Also tests booking the payment.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, idsOf, months, soldAt } from '../invoices/fixtures/lines.ts'

const w = await fileWorld()
await completeParties(w)
const ids = await idsOf(w, ['nord', 'kiosque', 'gare'])
const nord = await w.signIn('nord')
const month = months()
for (const customer_id of [ids.kiosque, ids.gare]) await nord.calls.invoiceTermsUpdate({ customer_id, pays_later: true })

/** Makes an invoice of this amount that is still to be paid. */
async function invoice(customer_id: string, euro: number) {
  const m = month()
  await soldAt(w, { chain: [customer_id, ids.nord], prices: [euro * EURO], at: m.at(3) })
  const [document] = (await billed(w, nord, [customer_id], m.period))[0]?.documents ?? []
  if (!document) throw new Error('no document')
  return document
}
const open = async (invoice_id: string) => (await nord.calls.invoiceReport({ invoice_id })).open

const nameOf = async (id: string) => (await rowsOf<{ name: string }>(w, 'select name from organisations where tenant_id = 1 and id = $1', [id]))[0]?.name ?? ''

let made = 0
async function line(euro: number, given: { name?: string; iban?: string; reference?: string }) {
  const booked_on = `2026-04-${String((made++ % 28) + 1).padStart(2, '0')}`
  const transfer = { booked_on, amount: euro * EURO, name: `Payer ${made}`, iban: '', reference: '', nth: made, ...given }
  await nord.calls.bankLinesTake({ file_name: 'statement.xml', account: '', transfers: [transfer] })
  const { content } = await nord.calls.bankLinesList({ search_text: transfer.name, limit: 50 })
  const row = content.find((one) => one.booked_on === booked_on && one.amount === transfer.amount)
  if (!row) throw new Error('no transfer')
  return row
}

test('a document whose number is in the purpose, in any spelling, is proposed as certain if the transfer is exactly the document’s open amount', async () => {
  const document = await invoice(ids.kiosque, 31)
  const spaced = document.document_no.replaceAll('-', ' ').toLowerCase()
  const { line_id, proposal } = await line(31, { reference: `Rechnung ${spaced} vielen Dank` })
  expect(proposal).toMatchObject({ by: 'document_no', is_certain: true, invoice_id: document.invoice_id, customer_id: ids.kiosque, open: 31 * EURO })
  const asked = { line_id, invoice_id: document.invoice_id }
  const results = await Promise.allSettled([nord.calls.bankLineBook(asked), nord.calls.bankLineBook(asked), nord.calls.bankLineBook(asked)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(await open(document.invoice_id)).toBe(0)
  expect((await nord.calls.invoiceReport({ invoice_id: document.invoice_id })).payments).toMatchObject([{ amount: 31 * EURO }])
  await expect(nord.calls.bankLineBook({ line_id, customer_id: ids.kiosque })).rejects.toMatchObject({ code: 'request_over' })
})

test('a transfer of less than a document’s open amount is proposed as its payment, but not as certain; a larger one is proposed as a top-up', async () => {
  const document = await invoice(ids.kiosque, 32)
  const part = await line(12, { reference: document.document_no })
  expect(part.proposal).toMatchObject({ by: 'document_no', is_certain: false, invoice_id: document.invoice_id })
  const more = await line(40, { reference: document.document_no })
  expect(more.proposal).toMatchObject({ by: 'document_no', is_certain: false, invoice_id: null, customer_id: ids.kiosque })
  await expect(nord.calls.bankLineBook({ line_id: more.line_id, invoice_id: document.invoice_id })).rejects.toMatchObject({ code: 'amount_out_of_range' })
  expect((await nord.calls.bankLinesList({ filters: { state: 'open' } })).content.map(({ line_id }) => line_id)).toContain(more.line_id)
  await nord.calls.bankLineBook({ line_id: part.line_id, invoice_id: document.invoice_id })
  expect(await open(document.invoice_id)).toBe(20 * EURO)
})

test('a purpose that is only a user name is proposed as a certain top-up, unless a document of exactly this amount is open', async () => {
  const ofKiosque = { by: 'username', customer_id: ids.kiosque, invoice_id: null }
  expect((await line(77, { reference: 'KIOSQUE' })).proposal).toMatchObject({ ...ofKiosque, is_certain: true })
  // Within a longer purpose the user name may be an ordinary word, so the proposal is not certain unless the payer's name matches too.
  expect((await line(77, { reference: 'travaux au kiosque.' })).proposal).toMatchObject({ ...ofKiosque, is_certain: false })
  expect((await line(77, { reference: 'solde kiosque', name: await nameOf(ids.kiosque) })).proposal).toMatchObject({ ...ofKiosque, is_certain: true })
  const document = await invoice(ids.kiosque, 78)
  expect((await line(78, { reference: 'kiosque' })).proposal).toMatchObject({
    ...{ by: 'username', is_certain: false, invoice_id: document.invoice_id },
  })
  // Control: there is no proposal for a word that only contains the user name, nor for a purpose with two user names.
  expect((await line(79, { reference: 'kiosques' })).proposal).toBeNull()
  expect((await line(80, { reference: 'kiosque gare' })).proposal).toBeNull()
})

test('a transfer from the account of an earlier transfer is proposed as a certain top-up; an account that paid for two customers gives no proposal', async () => {
  const iban = 'FR1420041010050500013M02606'
  const first = await line(5, { iban })
  expect(first.proposal).toBeNull()
  await nord.calls.bankLineBook({ line_id: first.line_id, customer_id: ids.gare })
  const second = await line(6, { iban })
  expect(second.proposal).toMatchObject({ by: 'iban', is_certain: true, customer_id: ids.gare })
  await nord.calls.bankLineBook({ line_id: second.line_id, customer_id: ids.kiosque })
  expect((await line(7, { iban })).proposal).toBeNull()
})

test('a match by name or by amount alone is proposed, but never as certain', async () => {
  const document = await invoice(ids.gare, 123)
  expect((await line(123, {})).proposal).toMatchObject({ by: 'amount', is_certain: false, invoice_id: document.invoice_id })
  // A match by name takes precedence over an equal amount that another customer has open.
  const named = { by: 'name', is_certain: false, invoice_id: null }
  expect((await line(123, { name: await nameOf(ids.kiosque) })).proposal).toMatchObject({ ...named, customer_id: ids.kiosque })
  expect((await line(9, { name: (await nameOf(ids.gare)).toUpperCase() })).proposal).toMatchObject({ ...named, customer_id: ids.gare })
})

test('a user who may give credit but not invoice can book transfers as top-ups and not as payments', async () => {
  const document = await invoice(ids.kiosque, 41)
  const { line_id } = await line(41, { reference: document.document_no })
  await rowsOf(w, `update users set flags = array['has_credit'] where tenant_id = 1 and username = 'nord-stock'`)
  const clerk = await w.signIn('nord-stock')
  await expect(clerk.calls.bankLineBook({ line_id, invoice_id: document.invoice_id })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await open(document.invoice_id)).toBe(41 * EURO)
  expect(await clerk.calls.bankLineBook({ line_id, customer_id: ids.kiosque })).toEqual({ state: 'booked' })
})

test('the same transfer in another file, written differently, is marked as a possible duplicate', async () => {
  const transfer = { booked_on: '2026-05-04', amount: 66 * EURO, name: 'Twin', iban: '', reference: 'one', nth: 0 }
  for (const [file_name, reference] of [
    ['a.xml', 'one'],
    ['b.sta', 'one and more'],
  ] as const)
    await nord.calls.bankLinesTake({ file_name, account: '', transfers: [{ ...transfer, reference }] })
  const { content } = await nord.calls.bankLinesList({ search_text: 'Twin' })
  expect(content.map(({ is_twin }) => is_twin)).toEqual([true, true])
  // Control: two equal transfers of one file count as two transfers.
  await nord.calls.bankLinesTake({ file_name: 'c.xml', account: '', transfers: [0, 1].map((nth) => ({ ...transfer, name: 'Alone', nth })) })
  expect((await nord.calls.bankLinesList({ search_text: 'Alone' })).content.map(({ is_twin }) => is_twin)).toEqual([false, false])
})
