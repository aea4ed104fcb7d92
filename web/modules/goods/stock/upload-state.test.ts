// Tests which steps of the wizard are open in each state of an upload.
import { expect, test } from 'vitest'
import { isRunning, reachedBy, type Upload } from './upload-state.ts'

const upload: Upload = {
  upload_id: 'u',
  step: 'checked',
  filename: 'cards.csv',
  configuration_id: 'c',
  product_name: 'Lycamobile',
  pool_name: '',
  value: 100_000,
  rows: 10,
  columns: 2,
  encoding: 'utf-8',
  delimiter: ';',
  has_header: true,
  header_row: 1,
  header: ['PIN', 'Lot'],
  created_at: '2026-11-21T10:00:00.000Z',
  rows_done: 10,
  accepted: 10,
  errors: 0,
  warnings: 0,
  findings: [],
  fatal: null,
  import_batch: null,
  batch_no: null,
  zeros: null,
  restored: 0,
  pin_sequence: 1,
  batch_sequence: 2,
  serial_sequence: 0,
  expiry_sequence: 0,
  value_sequence: 0,
}

test('an upload without bad rows lets the wizard go on to step three', () => expect(reachedBy(upload, false)).toBe(3))

test('rows with errors stop the wizard until the user chooses to leave them out', () => {
  const broken = { ...upload, accepted: 6, errors: 4 }
  expect(reachedBy(broken, false)).toBe(2)
  expect(reachedBy(broken, true)).toBe(3)
})

test('the wizard stays at step two until the check is done, and also if no row can be added or the file is wrong as a whole', () => {
  expect(reachedBy({ ...upload, accepted: 0, errors: 10 }, true)).toBe(2)
  expect(reachedBy({ ...upload, fatal: 'trailer_mismatch' }, true)).toBe(2)
  expect(reachedBy({ ...upload, step: 'uploaded' }, true)).toBe(2)
})

test('the state of an upload is polled only while the server checks or imports it', () => {
  expect((['uploaded', 'checking', 'checked', 'importing', 'imported', 'cancelled', 'failed'] as const).filter((step) => isRunning({ step }))).toEqual([
    'checking',
    'importing',
  ])
})
