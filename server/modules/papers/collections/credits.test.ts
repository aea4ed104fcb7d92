// Credits of collections in bank statements: a credit is settled once and only in full, however many files contain it.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'
import { creditOf } from './collections.ts'
import { collecting } from './fixtures/collections.ts'

const w = await fileWorld()
const { ids, nord, collect_on, collected, drop, lineWith, linesOf, paymentsOf, pageOf, statesOf, openOf } = await collecting(w)
const [sud, rhein] = await Promise.all([w.signIn('sud'), w.signIn('rhein', { host: 'rhein.localhost' })])

test('the credit of a collection is recognised by its reference, and one request books all its invoices as paid on the day of the bank', async () => {
  const { collection_id, invoice_ids, part } = await collected([
    [ids.kiosque, 31],
    [ids.gare, 32],
  ])
  await drop(63, part)
  const line = await lineWith(part)
  expect(line).toMatchObject({ state: 'open', collection_id, collect_on, expected: 63 * EURO, proposal: null })
  expect(await openOf(invoice_ids)).toEqual([31 * EURO, 32 * EURO])
  expect(await nord.calls.bankLineBook({ line_id: line.line_id, collection_id })).toEqual({ state: 'booked' })
  expect(await openOf(invoice_ids)).toEqual([0, 0])
  expect(await statesOf(collection_id)).toEqual(['booked', 'booked'])
  expect(await pageOf(collection_id)).toMatchObject({ state: 'under_way', booked_on: '2026-01-12', booked: 63 * EURO, by_hand: 0 })
  expect(await lineWith(part)).toMatchObject({ state: 'booked', collection_id, collect_on, expected: null, customer_id: null })
  const [paid] = (await nord.calls.invoiceReport({ invoice_id: invoice_ids[0] ?? '' })).payments
  expect(paid).toMatchObject({ amount: 31 * EURO, paid_on: '2026-01-12' })
})

test('the same credit from several files is booked once, and a repeated request books nothing', async () => {
  const { collection_id, invoice_ids, part } = await collected([[ids.kiosque, 41]])
  expect([await drop(41, part), await drop(41, part), await drop(41, part.toUpperCase())]).toEqual([1, 0, 0])
  // One file names the creditor as the payer, so that the same credit is stored twice.
  expect(await drop(41, `Collection ${part}`)).toBe(1)
  const rows = (await nord.calls.bankLinesList({ search_text: part })).content
  expect(rows.map((row) => [row.collection_id, row.is_twin])).toEqual([
    [collection_id, true],
    [collection_id, true],
  ])
  const [first, second] = rows.map(({ line_id }) => ({ line_id, collection_id }))
  if (!first || !second) throw new Error('both transfers are listed')
  expect([await nord.calls.bankLineBook(first), await nord.calls.bankLineBook(first)]).toEqual([{ state: 'booked' }, { state: 'booked' }])
  await expect(nord.calls.bankLineBook(second)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect((await nord.calls.bankLinesList({ search_text: part, filters: { state: 'open' } })).content[0]).toMatchObject({ expected: 0 })
  expect(await paymentsOf(invoice_ids[0] ?? '')).toHaveLength(1)
})

test('a credit whose amount is not that of the collection is shown with the amount under way, and is not booked for the collection', async () => {
  const { collection_id, invoice_ids, message_no } = await collected([[ids.kiosque, 61]])
  await drop(60, message_no)
  const line = await lineWith(message_no)
  expect(line).toMatchObject({ amount: 60 * EURO, collection_id, expected: 61 * EURO, proposal: null })
  await expect(nord.calls.bankLineBook({ line_id: line.line_id, collection_id })).rejects.toMatchObject({ code: 'changed_meanwhile' })
  expect(await openOf(invoice_ids)).toEqual([61 * EURO])
  expect(await pageOf(collection_id)).toMatchObject({ booked_on: null, booked: 0 })
  // Control: the same reference with the amount of the collection is booked.
  await drop(61, message_no)
  const right = (await nord.calls.bankLinesList({ search_text: message_no })).content.find(({ amount }) => amount === 61 * EURO)
  await nord.calls.bankLineBook({ line_id: right?.line_id ?? '', collection_id })
  expect(await openOf(invoice_ids)).toEqual([0])
})

test('first and recurring debits are credited as two sums, and a bank that credits each debit names it by its end-to-end reference', async () => {
  await rowsOf(w, 'update mandates set last_used_on = null where tenant_id = 1 and customer_id = $1', [ids.gare])
  const two = await collected([
    [ids.kiosque, 71],
    [ids.gare, 72],
  ])
  expect(two.parts).toEqual([`${two.message_no}-1`, `${two.message_no}-2`])
  await drop(72, two.part)
  await nord.calls.bankLineBook({ line_id: (await lineWith(two.part)).line_id, collection_id: two.collection_id })
  expect(await statesOf(two.collection_id)).toEqual(['booked', 'under_way'])
  const last = (await linesOf(two.collection_id)).find(({ state }) => state === 'under_way')?.end_to_end_id ?? ''
  await drop(71, last, { day: '2026-01-13' })
  expect(await lineWith(last)).toMatchObject({ collection_id: two.collection_id, expected: 71 * EURO })
  await nord.calls.bankLineBook({ line_id: (await lineWith(last)).line_id, collection_id: two.collection_id })
  expect(await openOf(two.invoice_ids)).toEqual([0, 0])
  expect(await pageOf(two.collection_id)).toMatchObject({ booked_on: '2026-01-13', booked: 143 * EURO })
})

test('a collection that the bank has credited is not given up, neither by this server nor by an older one', async () => {
  const { collection_id, part } = await collected([[ids.kiosque, 81]])
  await drop(81, part)
  await nord.calls.bankLineBook({ line_id: (await lineWith(part)).line_id, collection_id })
  await expect(nord.calls.collectionCancel({ collection_id, reason: 'never sent' })).rejects.toMatchObject({ code: 'request_over' })
  const older = (id: string) =>
    rowsOf(w, `update collections set state = 'cancelled', reason = 'x' where tenant_id = 1 and id = $1 and state = 'under_way'`, [id])
  await expect(older(collection_id)).rejects.toMatchObject({ code: '23514' })
  // Control: a collection that the bank has not credited is given up.
  const other = await collected([[ids.kiosque, 82]])
  await nord.calls.collectionCancel({ collection_id: other.collection_id, reason: 'never sent' })
})

test('after a restore the credit of a collection that is given up or unknown counts as an ordinary transfer', async () => {
  const { collection_id, part } = await collected([[ids.kiosque, 84]])
  await nord.calls.collectionCancel({ collection_id, reason: 'restored' })
  await drop(84, part)
  const line = await lineWith(part)
  expect(line).toMatchObject({ collection_id, expected: 0 })
  await expect(nord.calls.bankLineBook({ line_id: line.line_id, collection_id })).rejects.toMatchObject({ code: 'changed_meanwhile' })
  const unknown = newId()
  await drop(85, unknown.replaceAll('-', ''))
  const forgotten = await lineWith(unknown.replaceAll('-', ''))
  expect(forgotten).toMatchObject({ collection_id: null, expected: null })
  await expect(nord.calls.bankLineBook({ line_id: forgotten.line_id, collection_id: unknown })).rejects.toMatchObject({ code: 'not_found' })
  // Control: the transfer can still be booked by hand.
  expect(await nord.calls.bankLineBook({ line_id: forgotten.line_id, customer_id: ids.kiosque })).toEqual({ state: 'booked' })
})

test('a reference to another reseller’s collection in a statement is ignored, and no user can book a credit for another reseller’s collection', async () => {
  const { collection_id, invoice_ids, part } = await collected([[ids.kiosque, 86]])
  for (const other of [sud, rhein]) {
    await drop(86, part, { who: other })
    const line = await lineWith(part, other)
    expect(line).toMatchObject({ collection_id: null, collect_on: null, expected: null })
    await expect(other.calls.bankLineBook({ line_id: line.line_id, collection_id })).rejects.toMatchObject({ code: 'not_found' })
  }
  // A transfer that does not name the collection is not booked for it either.
  await drop(86, newId().replaceAll('-', ''))
  expect(await openOf(invoice_ids)).toEqual([86 * EURO])
  const { line_id } = (await nord.calls.bankLinesList({ filters: { state: 'open' } })).content.find(({ amount }) => amount === 86 * EURO) ?? { line_id: '' }
  await expect(nord.calls.bankLineBook({ line_id, collection_id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.bankLineBook({ line_id, collection_id, customer_id: ids.kiosque })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('an invoice that was paid in another way meanwhile is not paid twice: its line is to be cleared by hand, and the others are booked', async () => {
  const { collection_id, invoice_ids, part } = await collected([
    [ids.kiosque, 91],
    [ids.gare, 92],
  ])
  const [paid = '', other = ''] = invoice_ids
  await nord.calls.invoicePay({ payment_id: newId(), invoice_id: paid, amount: 91 * EURO, paid_on: '2026-01-10' })
  await drop(183, part)
  await nord.calls.bankLineBook({ line_id: (await lineWith(part)).line_id, collection_id })
  expect([await paymentsOf(paid), await paymentsOf(other)].map(({ length }) => length)).toEqual([1, 1])
  expect(await statesOf(collection_id)).toEqual(['booked', 'by_hand'])
  expect(await pageOf(collection_id)).toMatchObject({ booked: 183 * EURO, by_hand: 1 })
})

test('a user who may not note payments cannot book a credit either', async () => {
  const { collection_id, part } = await collected([[ids.kiosque, 93]])
  await drop(93, part)
  const { line_id } = await lineWith(part)
  const clerk = await w.signIn((await addAccount(w, 'nord', { flags: ['has_credit'] })).username)
  await expect(clerk.calls.bankLineBook({ line_id, collection_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('a reference without a part means the whole collection or the part whose sum is credited; the whole is shown if no sum fits', () => {
  const name = '0123456789abcdef0123456789abcdef'
  const underWay = [{ name, collection_id: 'k', collect_on: '2026-01-12', first: 10, recurring: 20 }]
  const of = (amount: number, reference: string) => creditOf({ amount, reference }, underWay)?.expected
  expect([30, 10, 20, 25].map((amount) => of(amount, `x ${name.toUpperCase()} y`))).toEqual([30, 10, 20, 30])
  expect([of(30, `${name}-1`), of(30, `${name}-2`), of(10, `${name}3`), of(10, 'ffff')]).toEqual([10, 20, undefined, undefined])
})
