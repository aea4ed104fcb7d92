// Credits of collections about which two requests decide at the same moment.
import { expect, test } from 'vitest'
import { until } from '../../../test/wait-for.ts'
import { fileWorld } from '../../../test/world.ts'
import { collecting } from './fixtures/collections.ts'

const w = await fileWorld()
const { ids, nord, collected, drop, lineWith, paymentsOf, statesOf, openOf } = await collecting(w)

/** Runs two calls, of which the first stops at the payment of this invoice until the second waits too. */
async function meetAt(invoice_id: string, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const waiting = async () => {
    const { rows } = await w.owner.query<{ n: number }>(
      'select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    )
    return rows[0]?.n ?? 0
  }
  const gate = await w.owner.connect()
  await gate.query(`begin; set local app.tenant = '1'`)
  await gate.query('select from invoices where tenant_id = 1 and id = $1 for update', [invoice_id])
  const sides = [Promise.allSettled([first()])]
  try {
    await until('the first waits at the invoice', async () => (await waiting()) === 1)
    sides.push(Promise.allSettled([second()]))
    await until('the second waits too', async () => (await waiting()) === 2)
  } finally {
    await gate.query('commit')
    gate.release()
  }
  return (await Promise.all(sides)).flatMap(([one]) => (one?.status === 'rejected' ? one.reason : one?.value))
}

test('of two requests that book two credits of one collection at the same moment one is refused, and each invoice is paid once', async () => {
  const { collection_id, invoice_ids, part } = await collected([
    [ids.kiosque, 51],
    [ids.gare, 52],
  ])
  await drop(103, part)
  await drop(103, part, { name: 'The same credit from another file' })
  const rows = (await nord.calls.bankLinesList({ search_text: part })).content
  const [first, second] = rows.map(
    ({ line_id }) =>
      () =>
        nord.calls.bankLineBook({ line_id, collection_id }),
  )
  if (!first || !second) throw new Error('both transfers are listed')
  const answers = await meetAt(invoice_ids.toSorted()[0] ?? '', first, second)
  expect(answers).toEqual([{ state: 'booked' }, expect.objectContaining({ code: 'changed_meanwhile' })])
  expect((await nord.calls.bankLinesList({ search_text: part, filters: { state: 'booked' } })).content).toHaveLength(1)
  for (const invoice_id of invoice_ids) expect(await paymentsOf(invoice_id)).toHaveLength(1)
  expect(await openOf(invoice_ids)).toEqual([0, 0])
  // Control: the credit of another collection is booked too, and a simultaneous repetition of its request gets the same answer.
  const other = await collected([[ids.kiosque, 53]])
  await drop(53, other.part)
  const { line_id } = await lineWith(other.part)
  const book = () => nord.calls.bankLineBook({ line_id, collection_id: other.collection_id })
  expect(await meetAt(other.invoice_ids[0] ?? '', book, book)).toEqual([{ state: 'booked' }, { state: 'booked' }])
  expect(await paymentsOf(other.invoice_ids[0] ?? '')).toHaveLength(1)
})

test('if a collection is given up while its credit is being booked, the credit is booked, and giving up is refused', async () => {
  const { collection_id, invoice_ids, part } = await collected([[ids.kiosque, 83]])
  await drop(83, part)
  const { line_id } = await lineWith(part)
  const answers = await meetAt(
    invoice_ids[0] ?? '',
    () => nord.calls.bankLineBook({ line_id, collection_id }),
    () => nord.calls.collectionCancel({ collection_id, reason: 'never sent' }),
  )
  expect(answers).toEqual([{ state: 'booked' }, expect.objectContaining({ code: 'request_over' })])
  expect(await openOf(invoice_ids)).toEqual([0])
  expect(await statesOf(collection_id)).toEqual(['booked'])
})
