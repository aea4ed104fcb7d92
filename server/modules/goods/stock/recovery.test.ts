// Simultaneous requests, cancelled uploads and a server that dies halfway: an upload becomes a whole batch or nothing.
import { readdirSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createDb } from '../../../postgres/db.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { swallowing } from '../../../test/swallow.ts'
import { fileWorld } from '../../../test/world.ts'
import { checked, csv, fileOf, finished, fresh, settled } from './fixtures/upload.ts'
import { forgetUploads } from './open.ts'
import { stopAll } from './runs.ts'
import { resumeUploads } from './stock.ts'

let configuration_id: string

const w = await fileWorld()
let nord = await w.signIn('nord')
const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id as string
afterAll(stopAll)
beforeEach(async () => {
  const corner = await goods(w, { pins: 0 })
  configuration_id = corner.configuration_id
})

const DAY_MS = 24 * 60 * 60 * 1000
const batchesOf = async (person = nord) => (await person.calls.stockList({ configuration_id })).batches

const tables = ['uploads', 'upload_findings', 'batches', 'pins', 'pin_blocks', 'queue_heads']
const files = () => readdirSync(w.services.filesDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
async function everything() {
  const counts: Record<string, number> = { files: files() }
  for (const table of tables) counts[table] = (await rowsOf<{ n: number }>(w, `select count(*) as n from ${table}`))[0]?.n ?? 0
  return counts
}

/** Blocks writes to a table while `work` runs, so that an import stops halfway even on a fast machine. */
async function whileHeld<T>(table: string, work: () => Promise<T>): Promise<T> {
  const client = await w.owner.connect()
  try {
    await client.query(`begin; lock table ${table} in exclusive mode`)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('if a PIN of an upload came into stock between check and import, the upload goes back to the check, and nothing of its batch is stored', async () => {
  const pins = fresh(200)
  const late = await checked(nord, configuration_id, fileOf(pins))
  const early = await checked(nord, configuration_id, fileOf([...fresh(3), pins[150] as string]))
  await finished(nord, early.upload_id, { supplier_id })
  const before = await everything()
  const back = await finished(nord, late.upload_id, { supplier_id })
  expect(back).toMatchObject({ step: 'checked', accepted: 199, errors: 1, batch_no: null, findings: [{ finding: 'duplicate_in_stock', rows: 1 }] })
  expect(await everything()).toEqual({ ...before, upload_findings: (before.upload_findings ?? 0) + 1 })
})

test('if step three of two uploads of the same file is requested simultaneously, they become one batch', async () => {
  const file = fileOf(fresh(50))
  const uploads = await Promise.all([checked(nord, configuration_id, file), checked(nord, configuration_id, file)])
  const outcomes = await Promise.allSettled(uploads.map(({ upload_id }) => finished(nord, upload_id, { supplier_id })))
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'file_known' })
  expect(await batchesOf()).toMatchObject([{ quantity: 50 }])
})

test('a step of an upload that is requested twice simultaneously is done once', async () => {
  const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(30)))
  const twice = await Promise.allSettled([1, 2].map(() => nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 100 })))
  expect(twice.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await settled(nord, upload_id)).toMatchObject({ step: 'imported' })
  expect(await batchesOf()).toHaveLength(1)
})

test('cancelling an upload at any step deletes its row, files, findings and batch', async () => {
  const before = await everything()
  const uploaded = await nord.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(5))) })
  await nord.calls.stockUploadCancel({ upload_id: uploaded.upload_id })
  const done = await checked(nord, configuration_id, fileOf([...fresh(5), 'x']))
  await nord.calls.stockUploadCancel({ upload_id: done.upload_id })
  for (const table of ['pins', 'pin_blocks']) {
    const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(20_000)))
    const { cancelled } = await whileHeld(table, async () => {
      await nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 650 })
      await somebodyWaits(w)
      return { cancelled: nord.calls.stockUploadCancel({ upload_id }) }
    })
    await cancelled
    await expect(nord.calls.stockUploadProgress({ upload_id })).rejects.toMatchObject({ code: 'not_found' })
  }
  const { upload_id } = await nord.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(20_000))) })
  await nord.calls.stockUploadCheck({ upload_id, pin_sequence: 2 })
  await nord.calls.stockUploadCancel({ upload_id })
  expect(await everything()).toEqual(before)
})

test('unfinished uploads are deleted after a week with their files; recently used, running and imported uploads stay', async () => {
  const before = await everything()
  await nord.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(5))) })
  await checked(nord, configuration_id, fileOf([...fresh(5), 'x']))
  const imported = await checked(nord, configuration_id, fileOf(fresh(5)))
  await finished(nord, imported.upload_id, { supplier_id })
  const working = await checked(nord, configuration_id, fileOf(fresh(5)))
  await rowsOf(w, `update uploads set step = 'checking' where id = $1`, [working.upload_id])
  w.clock.advance(6 * DAY_MS)
  const people = await w.signIn('nord')
  const touched = await checked(people, configuration_id, fileOf(fresh(5)))
  await forgetUploads(w.services)
  expect(await everything()).toMatchObject({ uploads: (before.uploads ?? 0) + 5 })
  w.clock.advance(DAY_MS + 60_000)
  await forgetUploads(w.services)
  const left = async () =>
    (await rowsOf<{ id: string }>(w, 'select id from uploads where tenant_id = 1 and configuration_id = $1 order by id', [configuration_id])).map(
      ({ id }) => id,
    )
  expect(await left()).toEqual([imported, working, touched].map(({ upload_id }) => upload_id).sort())
  await rowsOf(w, `update uploads set step = 'checked' where id = $1`, [working.upload_id])
  w.clock.advance(8 * DAY_MS)
  await forgetUploads(w.services)
  nord = await w.signIn('nord')
  expect(await left()).toEqual([imported.upload_id])
  expect(await everything()).toMatchObject({ files: 0, upload_findings: 0 })
})

test('an imported upload can no longer be cancelled', async () => {
  const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(5)))
  await finished(nord, upload_id, { supplier_id })
  await expect(nord.calls.stockUploadCancel({ upload_id })).rejects.toMatchObject({ code: 'upload_state' })
  expect(await batchesOf()).toMatchObject([{ quantity: 5 }])
})

test('when a server dies, another server finishes the interrupted check or import, once, even if the answer that opened the batch is lost', async () => {
  const [checking, importing] = [await checked(nord, configuration_id, fileOf(fresh(30))), await checked(nord, configuration_id, fileOf(fresh(20_000)))]
  await nord.calls.stockUploadFinish({ upload_id: importing.upload_id, supplier_id, buying_discount: 650, publish: true })
  await stopAll()
  await rowsOf(w, `update uploads set step = 'checking' where id = $1`, [checking.upload_id])
  const half = await rowsOf<{ n: number }>(w, 'select count(*) as n from batches where tenant_id = 1 and configuration_id = $1', [configuration_id])
  expect(half).toEqual([{ n: 1 }])
  await resumeUploads(w.services)
  expect(await nord.calls.stockUploadProgress(importing)).toMatchObject({ step: 'importing' })
  w.clock.advance(60_000)
  const wire = await swallowing(w.url)
  const db = createDb({ url: wire.url, max: 5 })
  const lossy = { ...w.services, db }
  wire.next('ready_batch')
  await Promise.all([resumeUploads(lossy), resumeUploads(lossy)])
  expect(await settled(nord, checking.upload_id)).toMatchObject({ step: 'checked', accepted: 30 })
  expect(await settled(nord, importing.upload_id)).toMatchObject({ step: 'imported', accepted: 20_000 })
  expect(wire.swallowed()).toBe(1)
  await db.close()
  await wire.end()
  expect(await batchesOf()).toMatchObject([{ quantity: 20_000, unsold: 20_000 }])
  expect(await w.services.money.check(1)).toSatisfy((checks: { wrong: number }[]) => checks.every(({ wrong }) => wrong === 0))
})
