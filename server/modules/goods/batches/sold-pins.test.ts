// Sold PINs of one denomination: all pages together equal one complete reading, also with blocked PINs, several batches and many stretches (the parts of a
// batch that are sold one after the other).
import { expect, test } from 'vitest'
import { batch, giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()

test('all pages of sold PINs together contain each PIN once, newest sale first, and the count agrees', async () => {
  const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
  await giveWallet(w, till.customer_id, 1_000_000 * 10_000)
  const own = await goods(w, { pins: 600 })
  await batch(w, own, { pins: 40 })
  const { configuration_id } = own
  const block = (batch_no: number, seq: number, blocked: boolean) => rowsOf(w, 'select block_pin(1, $1, $2, $3, $4)', [own.owner_id, batch_no, seq, blocked])
  const [first] = await rowsOf<{ batch_no: number }>(w, 'select min(batch_no) as batch_no from batches where tenant_id = 1 and configuration_id = $1', [
    configuration_id,
  ])
  const batch_no = first?.batch_no ?? 0
  for (const seq of [3, 7, 11]) await block(batch_no, seq, true)
  for (const quantity of [1, 9, 5, 2, 1, 10, 3])
    await till.calls.sell({ transaction_key: (await till.calls.transactionKey({})).transaction_key, configuration_id, quantity })
  // Of the three blocked PINs one is unblocked and sold, one is unblocked and stays unsold, and one stays blocked.
  await block(batch_no, 3, false)
  await till.calls.sell({ transaction_key: (await till.calls.transactionKey({})).transaction_key, configuration_id, quantity: 1 })
  await block(batch_no, 7, false)

  const all = await rowsOf<{ sale_id: string; last4: string }>(
    w,
    `select p.sale_id, p.last4 from pins p join batches b on b.tenant_id = 1 and b.batch_no = p.batch_no
      where p.tenant_id = 1 and b.configuration_id = $1 and p.sale_id is not null order by p.sale_id desc, p.batch_no desc, p.seq desc`,
    [configuration_id],
  )
  expect(all).toHaveLength(32)
  const limit = 7
  const pages = await Promise.all(Array.from({ length: 6 }, (_, page) => nord.calls.soldPins({ configuration_id, page, limit })))
  expect(pages.flatMap(({ content }) => content.map(({ sale_id, last4 }) => ({ sale_id, last4 })))).toEqual(all)
  expect(new Set(pages.map(({ filters }) => filters.total_count))).toEqual(new Set([32]))
  expect((await nord.calls.soldPins({ configuration_id, search_text: 'kiosque' })).filters.total_count).toBe(32)
  // Lists send search texts folded (in small letters), and must still find a serial that is written in capitals.
  await rowsOf(w, `update pins set serial = 'AB-' || seq where tenant_id = 1 and batch_no = $1`, [batch_no])
  const bySerial = await nord.calls.soldPins({ configuration_id, search_text: 'ab-0' })
  expect(bySerial.content).toMatchObject([{ serial: 'AB-0' }])
})
