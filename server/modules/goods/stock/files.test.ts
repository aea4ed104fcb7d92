// Files as suppliers send them: every layout in our collection of files is read correctly, and every fault in them is reported.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { checked, csv, finished, fixture, fresh } from './fixtures/upload.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const configuration_id = (await goods(w, { pins: 0 })).configuration_id
const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id as string

const layouts = [
  { name: 'print-house', rows: 20, delimiter: ',', pin: 2, has_header: false },
  { name: 'card-printer', rows: 20, delimiter: ',', pin: 3, has_header: true, lot: 'L39' },
  { name: 'aggregator', rows: 20, delimiter: '|', pin: 9, has_header: false, lot: '127465', expires_on: '2089-06-01' },
  { name: 'comma-variant', rows: 25, delimiter: ',', pin: 3, has_header: false, expires_on: '2088-01-01' },
  { name: 'reconciliation', rows: 20, delimiter: ';', pin: 3, has_header: false, expires_on: '2089-12-31' },
  { name: 'excel-text', rows: 10, delimiter: ';', pin: 2, has_header: true, expires_on: '2089-12-31' },
  { name: 'utf8-bom', rows: 5, delimiter: ';', pin: 2, has_header: true, expires_on: '2089-05-31' },
] as const

test.each(layouts)('the file layout $name is guessed, checked and imported completely', async ({ name, ...layout }) => {
  const progress = await checked(nord, configuration_id, fixture(`good-${name}.csv`), {}, `${name}.CSV`)
  expect(progress).toMatchObject({
    rows: layout.rows,
    accepted: layout.rows,
    errors: 0,
    warnings: 0,
    findings: [],
    fatal: null,
    pin_sequence: layout.pin,
    delimiter: layout.delimiter,
    has_header: layout.has_header,
  })
  const { batch_no } = await finished(nord, progress.upload_id, { supplier_id, publish: true })
  const [batch] = (await nord.calls.stockList({ configuration_id })).batches
  expect(batch).toMatchObject({
    batch_no,
    quantity: layout.rows,
    unsold: layout.rows,
    lot: 'lot' in layout ? layout.lot : '',
    expires_on: 'expires_on' in layout ? layout.expires_on : null,
    is_published: true,
  })
})

const findings: Record<string, { finding: string; level?: string; rows?: number; detail?: Record<string, unknown> }> = {
  'scientific-notation': { finding: 'scientific_notation' },
  'pin-length': { finding: 'pin_length', detail: { expected: 16, found: 15 } },
  'pin-characters': { finding: 'pin_characters' },
  'pin-missing': { finding: 'pin_missing' },
  'duplicate-in-file': { finding: 'duplicate_in_file', detail: { row: 4 } },
  'leading-zero-missing': { finding: 'leading_zero_missing', rows: 12 },
  'columns-missing': { finding: 'columns_missing', detail: { expected: 5, found: 2 } },
  'other-value': { finding: 'other_value', detail: { expected: '10.00' } },
  'expiry-unreadable': { finding: 'expiry_unreadable' },
  expired: { finding: 'expired', detail: { expires_on: '2019-12-31' } },
  'swapped-columns': { finding: 'swapped_columns', rows: 12, detail: { column: 1 } },
}

test.each(Object.entries(findings))('the fault in the broken file %s is reported', async (name, { finding, level = 'error', rows = 1, detail = {} }) => {
  const broken = fixture(`broken-${name}.csv`)
  const progress = await checked(nord, configuration_id, broken)
  expect(progress.findings).toEqual([{ finding, level, rows }])
  expect(progress).toMatchObject({ rows: 12, step: 'checked', errors: level === 'error' ? rows : 0, accepted: level === 'error' ? 12 - rows : 12 })
  const { content } = await nord.calls.stockUploadRows({ upload_id: progress.upload_id })
  expect(content).toHaveLength(rows)
  expect(content[0]).toMatchObject({ finding, level, detail })
  await nord.calls.stockUploadCancel({ upload_id: progress.upload_id })
})

test('a file is refused as a whole if its trailer names another number of rows than it has, or if the separator splits no row', async () => {
  const cases = [
    { name: 'trailer-mismatch', asked: {}, fatal: 'trailer_mismatch' },
    { name: 'one-column', asked: { delimiter: ',', pin_sequence: 1, serial_sequence: 0 }, fatal: 'one_column' },
  ] as const
  for (const { name, asked, fatal } of cases) {
    const progress = await checked(nord, configuration_id, fixture(`broken-${name}.csv`), asked)
    expect(progress.fatal).toBe(fatal)
    await expect(finished(nord, progress.upload_id, { supplier_id, leave_out_errors: true })).rejects.toMatchObject({ code: 'upload_has_errors' })
  }
})

test('a file that cannot be a supplier’s CSV file is refused in step one, and nothing is stored', async () => {
  const before = await rowsOf(w, 'select count(*) as n from uploads')
  const disk = readdirSync(`${w.services.filesDir}/uploads`).length
  const cases = [
    { file: csv(Buffer.from([0x31, 0, 0, 0, 0x32, 0])), code: 'file_encoding' },
    { file: csv(fixture('refused-empty.csv')), code: 'file_empty' },
    { file: csv('Serial;Pin\n'), code: 'file_empty' },
    { file: csv('PK\u0003\u0004\0\0rest of a spreadsheet'), code: 'file_workbook' },
    { file: csv('1;7234567890123456\n', 'pins.xlsx'), code: 'file_not_csv' },
    { file: csv(`1;${'7'.repeat(70_000)}\n`), code: 'file_encoding' },
  ]
  for (const { file, code } of cases) await expect(nord.calls.stockUpload({ configuration_id, csv_file: file })).rejects.toMatchObject({ code })
  expect(await rowsOf(w, 'select count(*) as n from uploads')).toEqual(before)
  expect(readdirSync(`${w.services.filesDir}/uploads`)).toHaveLength(disk)
})

test('a file with several lots causes no warning, and a UTF-16 file is read', async () => {
  const lots = await checked(nord, configuration_id, fixture('good-several-lots.csv'))
  expect(lots).toMatchObject({ findings: [], warnings: 0, errors: 0, accepted: 12 })
  const wide = await checked(nord, configuration_id, fixture('good-utf-16.csv'))
  expect(wide).toMatchObject({ encoding: 'utf-8', errors: 0, accepted: wide.rows })
  expect(wide.rows).toBeGreaterThan(0)
  for (const { upload_id } of [lots, wide]) await nord.calls.stockUploadCancel({ upload_id })
})

test('lines above the header do not count as rows; a date may be empty or a month; the user may say which line is the header', async () => {
  const pins = fresh(4)
  const file = [
    'Comptoir Nord',
    'Order 20261122',
    '',
    'Serial;PIN;Valid until',
    ...pins.map((pin, i) => `S${i};${pin};${['12/2089', '', '31/12/2089', '12/2089'][i]}`),
  ]
  const found = await checked(nord, configuration_id, file.join('\n'))
  expect(found).toMatchObject({
    header_row: 4,
    has_header: true,
    header: ['Serial', 'PIN', 'Valid until'],
    rows: 4,
    accepted: 4,
    errors: 0,
    expiry_sequence: 3,
  })
  const chosen = await checked(nord, configuration_id, ['a;b;c', 'd;e;f', ...file.slice(4)].join('\n'), {
    ...{ has_header: true, header_row: 2, pin_sequence: 2, serial_sequence: 1, expiry_sequence: 3, batch_sequence: 0 },
  })
  expect(chosen).toMatchObject({ header: ['d', 'e', 'f'], accepted: 4, errors: 0 })
  // Control: if reading starts at the first line, the lines above the header become rows with errors.
  const control = await checked(nord, configuration_id, ['x;y;z', 'a;b;c', 'd;e;f', ...file.slice(4)].join('\n'), {
    has_header: true,
    header_row: 1,
    pin_sequence: 2,
  })
  expect(control.errors).toBe(2)
  await finished(nord, found.upload_id, { supplier_id, publish: true })
  const heads = await rowsOf<{ expires_on: string | null; n: number }>(
    w,
    'select expires_on::text, sum(end_seq - first_seq)::int as n from queue_heads where tenant_id = 1 and batch_no = $1 group by 1 order by 1',
    [(await nord.calls.stockUploadProgress({ upload_id: found.upload_id })).batch_no],
  )
  expect(heads).toEqual([
    { expires_on: '2089-12-31', n: 3 },
    { expires_on: null, n: 1 },
  ])
})

test('a missing leading zero is put back if the user asks for it, and only in PINs that are one digit short', async () => {
  const all = await checked(nord, configuration_id, fixture('broken-leading-zero-missing.csv'), { add_leading_zero: true })
  expect(all).toMatchObject({ accepted: 12, errors: 0 })
  const mixed = await checked(nord, configuration_id, fixture('broken-pin-length.csv'), { add_leading_zero: true })
  expect(mixed).toMatchObject({ accepted: 12, errors: 0, restored: 1 })
})

test('the column chosen for PINs cannot also be chosen for serials, lots, dates or values', async () => {
  for (const other of ['serial_sequence', 'batch_sequence', 'expiry_sequence', 'value_sequence'] as const)
    await expect(checked(nord, configuration_id, `1;${other};7234567890123456\n`, { pin_sequence: 3, [other]: 3 })).rejects.toMatchObject({
      problems: [{ field: other, code: 'column_twice' }],
    })
})
