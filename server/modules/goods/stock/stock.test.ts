// From a supplier's file to PINs on sale: the three steps, cancelling, continuing after a restart, and what other organisations may not see or do.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { platform } from '../../../seeds/demo-world.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { checked, csv, fileOf, finished, fresh, settled } from './fixtures/upload.ts'
import { stopAll } from './runs.ts'

let configuration_id: string
let product_id: string

const w = await fileWorld()
const nord = await w.signIn('nord')
const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id as string
afterAll(stopAll)
beforeEach(async () => {
  const corner = await goods(w, { pins: 0 })
  configuration_id = corner.configuration_id
  product_id = corner.product_id
})

const batchesOf = async (person = nord) => (await person.calls.stockList({ configuration_id })).batches

test('a file becomes a batch, and a till sells its PINs exactly as they were written in the file', async () => {
  const pins = fresh(40)
  const { upload_id } = await checked(nord, configuration_id, fileOf(pins))
  const { batch_no } = await finished(nord, upload_id, { supplier_id, publish: true })
  expect(await batchesOf()).toMatchObject([
    { batch_no, quantity: 40, unsold: 40, unpublished: 0, sold: 0, buying_discount: 650, filename: 'file.csv', created_by: 'nord' },
  ])
  const till = await w.signIn('kiosque')
  const { transaction_key } = await till.calls.transactionKey({})
  const slip = await till.calls.sell({ transaction_key, configuration_id, quantity: 3 })
  expect(slip.pins.map(({ pin, serial }) => [pin, serial])).toEqual([0, 1, 2].map((i) => [pins[i], `S${i}`]))
  expect(await batchesOf()).toMatchObject([{ unsold: 37, sold: 3 }])
  expect((await nord.calls.stockList({ filters: { product_id } })).content).toMatchObject([
    { configuration_id, unsold: 37, sold: 3, sold_14_days: 3, days_left: 172.7 },
  ])
})

test('of PINs with several expiry dates those that expire first are sold first, and PINs of one date in the order of the file', async () => {
  const pins = fresh(60)
  const day = (i: number) => ['31.12.2089', '2088-05-01', '20870101'][i % 3]
  const { upload_id } = await checked(nord, configuration_id, `Pin;Expiry\n${pins.map((pin, i) => `${pin};${day(i)}`).join('\n')}\n`)
  await finished(nord, upload_id, { supplier_id, publish: true })
  const till = await w.signIn('kiosque')
  const { transaction_key } = await till.calls.transactionKey({})
  const slip = await till.calls.sell({ transaction_key, configuration_id, quantity: 25 })
  expect(slip.pins.map((pin) => pin.pin)).toEqual([...pins.filter((_, i) => i % 3 === 2), ...pins.filter((_, i) => i % 3 === 1).slice(0, 5)])
  expect((await batchesOf())[0]?.expires_on).toBe('2087-01-01')
})

test('a batch is put on sale and taken off sale, and the counts change accordingly; an unknown batch is not found', async () => {
  const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(10)))
  const { batch_no } = await finished(nord, upload_id, { supplier_id })
  expect(await batchesOf()).toMatchObject([{ unsold: 0, unpublished: 10, is_published: false }])
  const on = await nord.calls.stockList({ configuration_id, action: 'publish', batch_no: batch_no as number })
  expect(on.batches).toMatchObject([{ unsold: 10, unpublished: 0, is_published: true }])
  const off = await nord.calls.stockList({ configuration_id, action: 'unpublish', batch_no: batch_no as number })
  expect(off.batches).toMatchObject([{ unsold: 0, unpublished: 10, is_published: false }])
  await expect(nord.calls.stockList({ action: 'publish', batch_no: 999_999 })).rejects.toMatchObject({ code: 'not_found' })
})

test('rows with errors stop the import unless the user chooses to leave them out', async () => {
  const pins = fresh(20)
  const broken = [...pins.slice(0, 16), ...pins.slice(16).map((pin) => pin.slice(1))]
  const { upload_id, errors, accepted } = await checked(nord, configuration_id, fileOf(broken))
  expect({ errors, accepted }).toEqual({ errors: 4, accepted: 16 })
  await expect(finished(nord, upload_id, { supplier_id })).rejects.toMatchObject({ code: 'upload_has_errors', detail: { errors: 4, accepted: 16 } })
  const done = await finished(nord, upload_id, { supplier_id, leave_out_errors: true })
  expect(done).toMatchObject({ step: 'imported', accepted: 16, errors: 4 })
  expect(await batchesOf()).toMatchObject([{ quantity: 16 }])
  const { csv: rejects, filename } = await nord.calls.stockUploadErrors({ upload_id })
  expect(filename).toBe('file-errors.csv')
  expect(
    rejects.split('\r\n').filter((line) => line.includes('"pin_length, found 15, expected 16"') || line.includes('"pin_length, expected 16, found 15"')),
  ).toHaveLength(4)
})

test('a PIN that is in stock is refused with the number of its batch; the same file sent again is refused with the batch that it became', async () => {
  const pins = fresh(10)
  const first = await checked(nord, configuration_id, fileOf(pins))
  const { batch_no } = await finished(nord, first.upload_id, { supplier_id })
  await expect(nord.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(pins)) })).rejects.toMatchObject({
    code: 'file_known',
    detail: { batch_no, configuration_id },
  })
  const again = await checked(nord, configuration_id, fileOf([...fresh(5), pins[3] as string]))
  expect(again.findings).toEqual([{ finding: 'duplicate_in_stock', level: 'error', rows: 1 }])
  const { content } = await nord.calls.stockUploadRows({ upload_id: again.upload_id })
  expect(content).toMatchObject([{ row: 7, detail: { batch_no } }])
  await expect(finished(nord, again.upload_id, { supplier_id, leave_out_errors: true })).resolves.toMatchObject({ step: 'imported', accepted: 5 })
})

test('no PIN is readable in answers, findings, logs or on disk', async () => {
  const pins = fresh(30)
  const text = `Serial;Pin;Other\n${pins.map((pin, i) => `${i < 25 ? `S${i}` : pins[i - 1]};${i % 10 === 9 ? `${pin}5` : pin};${pins[(i + 1) % 30]}`).join('\n')}\n`
  const uploaded = await nord.calls.stockUpload({ configuration_id, csv_file: csv(text) })
  const { upload_id } = uploaded
  const seen: unknown[] = [uploaded]
  for (const pin_sequence of [3, 1, 2]) {
    await nord.calls.stockUploadCheck({ upload_id, pin_sequence, serial_sequence: 0 })
    seen.push(await settled(nord, upload_id))
    for (const only of ['all', 'errors'] as const) seen.push(await nord.calls.stockUploadRows({ upload_id, only }))
    seen.push(await nord.calls.stockUploadErrors({ upload_id }))
  }
  seen.push(
    await rowsOf(w, 'select * from upload_findings'),
    await rowsOf(w, 'select * from uploads'),
    await rowsOf(w, 'select seq, serial, last4, encode(hash, $1) from pins', ['escape']),
  )
  const texts = [
    JSON.stringify(seen),
    ...w.logs,
    ...readdirSync(join(w.services.filesDir, 'uploads')).map((name) => readFileSync(join(w.services.filesDir, 'uploads', name), 'latin1')),
  ]
  for (const pin of pins) expect(texts.filter((each) => each.includes(pin))).toEqual([])
  // Control: the last four digits are in the answer, so the right texts were searched.
  expect(texts[0]).toContain(`••••${(pins[9] as string).slice(-3)}5`)
})

test('each page of the view of all rows shows its part of the file, with the findings beside each row', async () => {
  const pins = fresh(9_000)
  const { upload_id } = await checked(nord, configuration_id, fileOf(pins.map((pin, i) => (i === 8_999 ? '12' : pin))))
  const { content, filters } = await nord.calls.stockUploadRows({ upload_id, only: 'all', page: 89, limit: 100 })
  expect(filters.total_count).toBe(9_000)
  expect(content.map(({ row }) => row)).toEqual(Array.from({ length: 100 }, (_, i) => 8_902 + i))
  expect(content.at(-1)).toMatchObject({ finding: 'pin_length', level: 'error', cells: ['S8999', '•2'] })
  expect(content[0]).toMatchObject({ finding: null, cells: ['S8900', `••••••••••••${(pins[8_900] as string).slice(-4)}`] })
})

test('a step of an import is refused as long as the step before it is not done', async () => {
  const { upload_id } = await nord.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(5))) })
  await expect(nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 0 })).rejects.toMatchObject({ code: 'upload_state' })
  await expect(nord.calls.stockUploadRows({ upload_id })).rejects.toMatchObject({ code: 'upload_state' })
  await expect(nord.calls.stockUploadErrors({ upload_id })).rejects.toMatchObject({ code: 'upload_state' })
  expect((await nord.calls.stockUploadsOpen({})).content.find((open) => open.upload_id === upload_id)).toMatchObject({ step: 'uploaded', rows: 5 })
})

test('uploads, suppliers and goods of other organisations are not found', async () => {
  const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(5)))
  const sud = await w.signIn('sud')
  for (const refused of [
    () => sud.calls.stockUpload({ configuration_id, csv_file: csv(fileOf(fresh(2))) }),
    () => sud.calls.stockUploadProgress({ upload_id }),
    () => sud.calls.stockUploadCheck({ upload_id, pin_sequence: 1 }),
    () => sud.calls.stockUploadRows({ upload_id }),
    () => sud.calls.stockUploadErrors({ upload_id }),
    () => sud.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 0 }),
    () => sud.calls.stockUploadCancel({ upload_id }),
    () => sud.calls.supplierDiscountPrevious({ configuration_id, supplier_id }),
    () => sud.calls.stockList({ configuration_id }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'not_found' })
  expect((await sud.calls.stockUploadsOpen({})).content).toEqual([])
  expect((await sud.calls.stockList({})).content).toEqual([])
})

test('the buying discount last used for a supplier and a denomination is remembered', async () => {
  expect(await nord.calls.supplierDiscountPrevious({ configuration_id, supplier_id })).toEqual({ buying_discount: null, given_at: null })
  const { upload_id } = await checked(nord, configuration_id, fileOf(fresh(3)))
  await finished(nord, upload_id, { supplier_id, buying_discount: 725 })
  const { buying_discount, given_at } = await nord.calls.supplierDiscountPrevious({ configuration_id, supplier_id })
  expect(buying_discount).toBe(725)
  expect(given_at).toEqual(expect.any(String))
})

test('the stock list can be searched without accents and case, sorted, and filtered by low stock', async () => {
  await rowsOf(
    w,
    `update products set name = 'Éclair Ünlü', name_search = 'eclair unlu' where tenant_id = 1 and id = (select product_id from configurations where tenant_id = 1 and id = $1)`,
    [configuration_id],
  )
  expect((await nord.calls.stockList({ search_text: 'ECLAİR' })).content).toMatchObject([{ product_name: 'Éclair Ünlü', unsold: 0 }])
  const most = (await nord.calls.stockList({ sort: '-unsold', limit: 100 })).content.map((row) => row.unsold)
  expect(most).toEqual([...most].sort((a, b) => b - a))
  const low = (await nord.calls.stockList({ filters: { low: true }, limit: 100 })).content
  expect(low.every((row) => row.days_left !== null && row.days_left < 3)).toBe(true)
  const empty = (await nord.calls.stockList({ filters: { empty: true }, limit: 100 })).content
  expect(empty.map((row) => row.configuration_id)).toContain(configuration_id)
  expect(empty.every((row) => row.unsold === 0)).toBe(true)
  const beyond = await nord.calls.stockList({ page: 50 })
  expect([beyond.content, beyond.filters.total_count]).toEqual([[], most.length])
  const owners = await rowsOf<{ owner_id: string }>(w, 'select distinct owner_id from products where tenant_id = 1 and id = any ($1)', [
    (await nord.calls.stockList({ limit: 100 })).content.map((row) => row.product_id),
  ])
  expect(owners).toEqual([{ owner_id: await organisationId(w, 'nord') }])
})

test('a batch that the platform imports for a reseller belongs to the reseller', async () => {
  const boss = await w.signIn('platform', { host: platform.host })
  await boss.calls.tenantChoose({ tenant_id: 1 })
  const { upload_id } = await checked(boss, configuration_id, fileOf(fresh(4)))
  const { batch_no } = await finished(boss, upload_id, { supplier_id })
  expect(await batchesOf()).toMatchObject([{ batch_no, quantity: 4, created_by: 'platform' }])
  expect(await rowsOf(w, 'select owner_id from batches where tenant_id = 1 and batch_no = $1', [batch_no])).toEqual([
    { owner_id: await organisationId(w, 'nord') },
  ])
  expect((await boss.calls.stockList({ configuration_id, action: 'publish', batch_no: batch_no as number })).batches).toMatchObject([{ unsold: 4 }])
})
