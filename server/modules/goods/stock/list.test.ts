// The stock list: putting all batches of a denomination on sale or off sale together, and filtering by supplier.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { checked, fileOf, finished, fresh } from './fixtures/upload.ts'
import { stopAll } from './runs.ts'

let configuration_id: string

const w = await fileWorld()
const nord = await w.signIn('nord')
const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id as string
afterAll(stopAll)
beforeEach(async () => {
  configuration_id = (await goods(w, { pins: 0 })).configuration_id
})

/** Imports a batch of new PINs; returns its number. */
async function brought(count: number, given: Partial<Parameters<typeof finished>[2]> = {}): Promise<number> {
  const { batch_no } = await finished(nord, (await checked(nord, configuration_id, fileOf(fresh(count)))).upload_id, { supplier_id, ...given })
  return batch_no ?? 0
}
const batchesOf = async () => (await nord.calls.stockList({ configuration_id })).batches

test('all batches of a denomination are put on sale or taken off sale together; each changed batch has its own rows in the custody record and in the log', async () => {
  const [one, two, three] = [await brought(10), await brought(5), await brought(3, { publish: true })]
  const written = () =>
    rowsOf<{ subject_id: string; after: unknown }>(
      w,
      `select subject_id, after from audit where tenant_id = 1 and action = 'stockList' and subject_id = any ($1) order by at, id`,
      [[one, two, three].map(String)],
    )
  expect((await nord.calls.stockList({ configuration_id, action: 'publish' })).content).toMatchObject([{ unsold: 18, unpublished: 0 }])
  // The third batch was published already, so the audit log has no row about it.
  expect(await written()).toEqual([one, two].map((batch_no) => ({ subject_id: String(batch_no), after: { published: true } })))
  await nord.calls.stockList({ configuration_id, action: 'publish' })
  expect(await written()).toHaveLength(2)
  expect((await nord.calls.stockList({ configuration_id, action: 'unpublish' })).content).toMatchObject([{ unsold: 0, unpublished: 18 }])
  expect(await written()).toHaveLength(5)
  const custody = await rowsOf(w, `select batch_no, event from custody where tenant_id = 1 and batch_no = any ($1) order by batch_no, id`, [[one, two]])
  expect(custody).toEqual([
    { batch_no: one, event: 'published' },
    { batch_no: one, event: 'unpublished' },
    { batch_no: two, event: 'published' },
    { batch_no: two, event: 'unpublished' },
  ])
  const sud = await w.signIn('sud')
  await expect(sud.calls.stockList({ configuration_id, action: 'publish' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.stockList({ action: 'publish' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await batchesOf()).toMatchObject([{ unsold: 0 }, { unsold: 0 }, { unsold: 0 }])
})

test('the batches of a denomination are published together or not at all: if the last one cannot be published, none is', async () => {
  for (const n of [4, 6]) await brought(n)
  const [last] = await batchesOf()
  const change = (to: string) =>
    rowsOf(w, `alter table custody ${to} constraint broken ${to === 'add' ? `check (batch_no <> ${last?.batch_no}) not valid` : ''}`)
  await change('add')
  try {
    await expect(nord.calls.stockList({ configuration_id, action: 'publish' })).rejects.toMatchObject({ code: 'internal' })
  } finally {
    await change('drop')
  }
  expect(await batchesOf()).toMatchObject([{ is_published: false }, { is_published: false }])
  await nord.calls.stockList({ configuration_id, action: 'publish' })
  expect(await batchesOf()).toMatchObject([{ is_published: true }, { is_published: true }])
})

test('the stock list is filtered by supplier, in every order, with the right count', async () => {
  const { supplier_id: other } = await nord.calls.supplierAdd({ company: `Grossiste ${configuration_id.slice(-6)}` })
  const ask = (more: Parameters<typeof nord.calls.stockList>[0] = {}) => nord.calls.stockList({ filters: { supplier_id: other }, ...more })
  expect((await ask()).filters.total_count).toBe(0)
  const batch_no = await brought(6, { supplier_id: other })
  await brought(6)
  for (const sort of ['product_name', 'unsold', '-days_left'] as const) {
    const { content, filters } = await ask({ sort })
    expect([content.map((row) => row.configuration_id), filters.total_count]).toEqual([[configuration_id], 1])
  }
  const file = await nord.calls.exportStart({
    list: 'stockList',
    input: { filters: JSON.stringify({ supplier_id: other }) },
    columns: [{ key: 'product_name', header: 'Produit' }],
  })
  await expect.poll(() => nord.calls.exportProgress(file)).toMatchObject({ state: 'ready', rows_total: 1 })
  expect((await ask({ page: 3 })).filters.total_count).toBe(1)
  expect((await ask({ filters: { supplier_id: other, low: true } })).content).toEqual([])
  expect((await nord.calls.stockList({ filters: { supplier_id }, limit: 100 })).content.map((row) => row.configuration_id)).toContain(configuration_id)
  expect((await (await w.signIn('sud')).calls.stockList({ filters: { supplier_id: other } })).content).toEqual([])
  await nord.calls.batchUndo({ batch_no, reason: 'sent twice' })
  expect((await ask()).filters.total_count).toBe(0)
})
