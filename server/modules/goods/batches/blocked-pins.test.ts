// The counts of stock stay right while single PINs are blocked and unblocked.
import { expect, test } from 'vitest'
import { createBatches } from '../../../money/batches.ts'
import { giveWallet, goods, rowsOf, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
await giveWallet(w, till.customer_id, 1_000_000 * 10_000)

const buy = async (configuration_id: string, quantity: number) =>
  till.calls.sell({ transaction_key: (await till.calls.transactionKey({})).transaction_key, configuration_id, quantity })

test('a blocked PIN is not sold, and neither its batch nor its denomination counts it as unsold; an unblocked PIN counts again', async () => {
  const { configuration_id, batch_no, owner_id } = await goods(w, { pins: 10 })
  const { block } = createBatches((statement) => w.db.call(statement), 1)
  async function counts() {
    const { content, batches } = await nord.calls.stockList({ configuration_id })
    const [of, sum] = [batches[0], content[0]]
    expect([sum?.unsold, sum?.sold]).toEqual([of?.unsold, of?.sold])
    expect(of?.quantity).toBe(10)
    return [of?.unsold, of?.sold]
  }
  for (const seq of [0, 1]) await block(w.clock.now(), owner_id, batch_no, seq, true)
  expect(await counts()).toEqual([8, 0])
  await buy(configuration_id, 3)
  expect(await counts()).toEqual([5, 3])
  await block(w.clock.now(), owner_id, batch_no, 0, false)
  expect(await counts()).toEqual([6, 3])
  await expect(buy(configuration_id, 7)).rejects.toMatchObject({ name: 'CallError' })
  expect(await counts()).toEqual([6, 3])
  await buy(configuration_id, 6)
  expect(await counts()).toEqual([0, 9])
  expect(await wrongs(w)).toEqual([])
})

test('an import with a blocked PIN and no sold ones can be undone as a whole', async () => {
  const { batch_no, owner_id } = await goods(w, { pins: 10 })
  await createBatches((statement) => w.db.call(statement), 1).block(w.clock.now(), owner_id, batch_no, 4, true)
  expect(await nord.calls.batchUndo({ batch_no, reason: 'a wrong file' })).toEqual({ pins: 10 })
  expect(await rowsOf(w, 'select seq from pins where batch_no = $1', [batch_no])).toEqual([])
  expect(await wrongs(w)).toEqual([])
})
