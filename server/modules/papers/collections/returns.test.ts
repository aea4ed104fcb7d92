// Returns of direct debits: a return is stored once, however many files contain it. It takes the invoice's payment back once, or not at all if that payment is
// no longer the last.
import { expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { RETURNS_MAX } from '../../../../contract/papers/collections.ts'
import { newId } from '../../../kit/ids.ts'
import { ask } from '../../../sweeps/raw-calls.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { collecting, type Owed } from './fixtures/collections.ts'

const w = await fileWorld()
const { ids, nord, collected, drop, lineWith, linesOf, paymentsOf, pageOf, openOf } = await collecting(w)
const sud = await w.signIn('sud')

type ReturnRow = Partial<{ booked_on: string; amount: number; reason: string }>
const back = (end_to_end_id: string, euro: number, given: ReturnRow = {}, who: Person = nord) =>
  who.calls.debitReturnsTake({ file_name: 'a.xml', returns: [{ end_to_end_id, booked_on: '2026-01-20', amount: euro * EURO, reason: 'AM04', ...given }] })

/** A collection whose credit is booked. */
async function credited(owed: Owed) {
  const { collection_id, invoice_ids, total, message_no } = await collected(owed)
  await drop(total, message_no)
  await nord.calls.bankLineBook({ line_id: (await lineWith(message_no)).line_id, collection_id })
  const lines = await linesOf(collection_id)
  const line = lines.find(({ invoice_id }) => invoice_id === invoice_ids[0])
  return { collection_id, invoice_ids, message_no, end_to_end_id: line?.end_to_end_id ?? '', invoice_id: invoice_ids[0] ?? '' }
}
const lineOf = async (collection_id: string, end_to_end_id: string) => (await linesOf(collection_id)).find((line) => line.end_to_end_id === end_to_end_id)
const returnOf = async (collection_id: string, end_to_end_id: string) => (await lineOf(collection_id, end_to_end_id))?.return_id ?? ''

test('a return is shown at its line with reason and fee, and takes the payment of its invoice back; the invoice can then be collected again', async () => {
  const { collection_id, invoice_ids, invoice_id, end_to_end_id } = await credited([
    [ids.kiosque, 31],
    [ids.gare, 32],
  ])
  expect(await back(end_to_end_id, 34)).toEqual({ taken: 1 })
  const line = await lineOf(collection_id, end_to_end_id)
  expect(line).toMatchObject({ state: 'returned', returned_on: '2026-01-20', return_reason: 'AM04', return_fee: 3 * EURO, return_state: 'open' })
  expect(await pageOf(collection_id)).toMatchObject({ open_returns: 1 })
  expect(await openOf(invoice_ids)).toEqual([0, 0])
  expect(await nord.calls.debitReturnBook({ return_id: line?.return_id ?? '' })).toEqual({ state: 'booked' })
  expect(await openOf(invoice_ids)).toEqual([31 * EURO, 0])
  expect(await lineOf(collection_id, end_to_end_id)).toMatchObject({ state: 'returned', return_state: 'booked' })
  expect(await pageOf(collection_id)).toMatchObject({ open_returns: 0, booked: 63 * EURO })
  expect((await nord.calls.invoiceReport({ invoice_id })).payments.map(({ amount, paid_on }) => [amount, paid_on])).toEqual(
    expect.arrayContaining([[-31 * EURO, '2026-01-20']]),
  )
  expect((await nord.calls.collectionPreview({})).rows.map((row) => row.invoice_id)).toContain(invoice_id)
})

test('the same return from two files, sent in four requests at once and booked in four at once, takes one payment back', async () => {
  const { collection_id, invoice_ids, invoice_id, end_to_end_id } = await credited([[ids.kiosque, 41]])
  const taken = await Promise.all(Array.from({ length: 4 }, () => back(end_to_end_id, 41)))
  expect(taken.reduce((sum, one) => sum + one.taken, 0)).toBe(1)
  expect(await back(end_to_end_id, 44, { booked_on: '2026-01-21', reason: '' })).toEqual({ taken: 0 })
  const return_id = await returnOf(collection_id, end_to_end_id)
  const answers = await Promise.all(Array.from({ length: 4 }, () => nord.calls.debitReturnBook({ return_id })))
  expect(answers).toEqual(Array.from({ length: 4 }, () => ({ state: 'booked' })))
  expect(await openOf(invoice_ids)).toEqual([41 * EURO])
  expect(await paymentsOf(invoice_id)).toHaveLength(2)
  // Control: the return of another debit is taken and booked too.
  const other = await credited([[ids.gare, 42]])
  expect(await back(other.end_to_end_id, 42)).toEqual({ taken: 1 })
  await nord.calls.debitReturnBook({ return_id: await returnOf(other.collection_id, other.end_to_end_id) })
  expect(await openOf(other.invoice_ids)).toEqual([42 * EURO])
})

test('after a later payment of the invoice nothing is taken back, and the line is to be cleared by hand', async () => {
  const { collection_id, invoice_ids, invoice_id, end_to_end_id } = await credited([[ids.kiosque, 51]])
  await nord.calls.invoicePay({ payment_id: newId(), invoice_id, amount: -51 * EURO, paid_on: '2026-01-20' })
  await nord.calls.invoicePay({ payment_id: newId(), invoice_id, amount: 51 * EURO, paid_on: '2026-01-21' })
  await back(end_to_end_id, 51)
  expect(await nord.calls.debitReturnBook({ return_id: await returnOf(collection_id, end_to_end_id) })).toEqual({ state: 'by_hand' })
  expect(await openOf(invoice_ids)).toEqual([0])
  expect(await paymentsOf(invoice_id)).toHaveLength(3)
  expect(await lineOf(collection_id, end_to_end_id)).toMatchObject({ state: 'by_hand', return_state: 'by_hand' })
  expect(await pageOf(collection_id)).toMatchObject({ by_hand: 1 })
})

test('a return with a fee beyond 100 euros, or of less than the line’s amount, is cleared by hand and never booked automatically', async () => {
  for (const [euro, debited] of [
    [61, 60],
    [62, 163],
  ] as const) {
    const { collection_id, invoice_ids, end_to_end_id } = await credited([[ids.kiosque, euro]])
    expect(await back(end_to_end_id, debited)).toEqual({ taken: 1 })
    expect(await lineOf(collection_id, end_to_end_id)).toMatchObject({ state: 'by_hand', return_fee: 0 })
    expect(await nord.calls.debitReturnBook({ return_id: await returnOf(collection_id, end_to_end_id) })).toEqual({ state: 'by_hand' })
    expect(await openOf(invoice_ids)).toEqual([0])
  }
  // Control: a fee of exactly 100 euros is accepted, and the return is booked.
  const { collection_id, end_to_end_id } = await credited([[ids.kiosque, 63]])
  await back(end_to_end_id, 163)
  expect(await lineOf(collection_id, end_to_end_id)).toMatchObject({ state: 'returned', return_fee: 100 * EURO, return_state: 'open' })
})

test('a return that comes before the credit waits until the credit is booked', async () => {
  const { collection_id, invoice_ids, message_no } = await collected([[ids.kiosque, 71]])
  const end_to_end_id = (await linesOf(collection_id))[0]?.end_to_end_id ?? ''
  await back(end_to_end_id, 71)
  const return_id = await returnOf(collection_id, end_to_end_id)
  await expect(nord.calls.debitReturnBook({ return_id })).rejects.toMatchObject({ code: 'request_over' })
  await drop(71, message_no)
  await nord.calls.bankLineBook({ line_id: (await lineWith(message_no)).line_id, collection_id })
  expect(await nord.calls.debitReturnBook({ return_id })).toEqual({ state: 'booked' })
  expect(await openOf(invoice_ids)).toEqual([71 * EURO])
})

test('the return of a collection that was given up, as after a restored backup, takes nothing back', async () => {
  const { collection_id, invoice_ids } = await collected([[ids.kiosque, 72]])
  const end_to_end_id = (await linesOf(collection_id))[0]?.end_to_end_id ?? ''
  await nord.calls.collectionCancel({ collection_id, reason: 'restored' })
  await back(end_to_end_id, 72)
  expect(await nord.calls.debitReturnBook({ return_id: await returnOf(collection_id, end_to_end_id) })).toEqual({ state: 'by_hand' })
  expect(await openOf(invoice_ids)).toEqual([72 * EURO])
})

test('the return of another reseller’s debit is ignored like any outgoing payment, and nobody else can book a return', async () => {
  const { collection_id, end_to_end_id } = await credited([[ids.kiosque, 81]])
  expect(await back(end_to_end_id, 81, {}, sud)).toEqual({ taken: 0 })
  expect(await back(newId().replaceAll('-', ''), 81)).toEqual({ taken: 0 })
  expect(await lineOf(collection_id, end_to_end_id)).toMatchObject({ return_id: null })
  // Control: the same return in the reseller's own statement is stored.
  expect(await back(end_to_end_id, 81)).toEqual({ taken: 1 })
  const return_id = await returnOf(collection_id, end_to_end_id)
  await expect(sud.calls.debitReturnBook({ return_id })).rejects.toMatchObject({ code: 'not_found' })
  const clerk = await w.signIn((await addAccount(w, 'nord', { flags: ['has_credit'] })).username)
  await expect(clerk.calls.debitReturnBook({ return_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a return whose reference, amount, day or reason is invalid is refused at its field; one call takes at most 500', async () => {
  const good = { end_to_end_id: '0'.repeat(32), booked_on: '2026-01-20', amount: '10.00', reason: 'AM04' }
  const send = (returns: readonly object[]) =>
    ask(w, calls.debitReturnsTake, { host: 'localhost', headers: nord.headers }, { file_name: 'a.xml', returns: JSON.stringify(returns) })
  for (const [field, bad] of [
    ['end_to_end_id', { end_to_end_id: 'x'.repeat(32) }],
    ['end_to_end_id', { end_to_end_id: '0'.repeat(36) }],
    ['amount', { amount: '-1.00' }],
    ['booked_on', { booked_on: '2026-02-31' }],
    ['reason', { reason: 'no money' }],
  ] as const) {
    const { status, text } = await send([good, { ...good, ...bad }])
    expect([status, text]).toEqual([400, expect.stringContaining(`returns.1.${field}`)])
  }
  expect(await send(Array.from({ length: RETURNS_MAX + 1 }, () => good))).toMatchObject({ status: 400, text: expect.stringContaining('too_big') })
  expect(await send(Array.from({ length: RETURNS_MAX }, () => good))).toMatchObject({ status: 202 })
})
