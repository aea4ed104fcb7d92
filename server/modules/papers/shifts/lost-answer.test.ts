// The network loses the answer to closing a shift; the repeated request gets the same Z-report. The list of Z-reports is also exported as a file.
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { moneyText } from '../../../../contract/kit/money.ts'
import { keyOf } from '../../../test/busy-books.ts'
import { swallowingWorld } from '../../../test/swallowing-world.ts'
import { close, sell, shopOf, timesCounted } from './fixtures/shop.ts'

const { w, swallow, swallowed } = await swallowingWorld()
const { manager, cashier, ten } = await shopOf(w, 20)

test('closing a shift again after a lost answer gives the same Z-report, not a second one; control: under another key there is another Z-report', async () => {
  const sale_id = await sell(cashier, ten, 2)
  const transaction_key = await keyOf(cashier)
  swallow('close_shift', 'commit')
  const z = await close(cashier, { transaction_key })
  expect(swallowed()).toBe(1)
  expect(z).toMatchObject({ sales: 1, quantity: 2, first: { sale_id } })
  // The till repeats the request two hours later, after another sale. It gets the same Z-report each time.
  await sell(cashier, ten)
  w.clock.advance(2 * 3_600_000)
  for (let i = 0; i < 3; i++) expect(await close(cashier, { transaction_key })).toEqual(z)
  expect((await manager.calls.zReportsList({})).content.map(({ number }) => number)).toEqual([z.number])
  expect((await timesCounted(w, manager.customer_id, sale_id)).map(({ n }) => n)).toEqual([0])
  expect(await close(cashier)).toMatchObject({ number: (z.number ?? 0) + 1, sales: 1 })
})

test('the list of Z-reports can be exported with its filter, and the file has the fields that the shop may see', async () => {
  await close(manager)
  const { content } = await manager.calls.zReportsList({ filters: { number: 2 } })
  const columns = ['number', 'username', 'face_total', 'bought_total'].map((key) => ({ key, header: key }))
  const { download_id } = await manager.calls.exportStart({ list: 'zReportsList', input: { filters: JSON.stringify({ number: 2 }) }, columns })
  await expect.poll(async () => (await manager.calls.exportProgress({ download_id })).state).toBe('ready')
  const { bytes } = await manager.calls.exportFetch({ download_id })
  const [, ...rows] = parse(Buffer.from(bytes, 'base64'), { bom: true, delimiter: ';' }) as string[][]
  const text = (amount: number | null) => moneyText(amount ?? 0).replace('.', ',')
  expect(rows).toEqual(content.map(({ number, username, face_total, bought_total }) => [String(number), username, text(face_total), text(bought_total)]))
  expect(rows).toHaveLength(1)
})
