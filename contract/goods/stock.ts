// PIN stock: uploading files in three steps.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field, instant, money, paging, percent } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'
import { delimiters } from './file-rows.ts'

/** The most rows of a file. */
export const UPLOAD_ROWS_MAX = 5_000_000

const Uploaded = z.object({
  upload_id: z.string(),
  step: z.enum(['uploaded', 'checking', 'checked', 'importing', 'imported', 'cancelled', 'failed']),
  filename: z.string(),
  configuration_id: z.string(),
  product_name: z.string(),
  /** The pool's name, for a pool's file; empty for a denomination's. */
  pool_name: z.string(),
  value: money,
  /** The number of data rows: without comments, headers, trailers and blank lines. */
  rows: z.int(),
  columns: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  has_header: z.boolean(),
  /** The header's line in the file; null if the first row is data. */
  header_row: z.nullable(z.int()),
  header: z.array(z.string()),
  created_at: instant,
})

/** A row for display: the PIN column is masked except for its last four characters. */
const PreviewRow = z.object({
  row: z.int(),
  cells: z.array(z.string()),
  finding: z.nullable(z.string()),
  level: z.nullable(z.enum(['error', 'warning'])),
  /** Values for the sentence about the finding: the expected and the found length, or the other row or the earlier batch that has the same PIN. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
})

const upload = { roles: ['superadmin'], flags: ['has_inventory'] } as const

export const stockUpload = call({
  path: '/upload_file/',
  summary: 'Step one: takes a supplier’s .csv for one configuration, streams it to disk encrypted, guesses its layout',
  access: upload,
  input: z.object({
    configuration_id: field.id(),
    delimiter: z.optional(field.oneOf(delimiters)),
    csv_file: field.file(),
  }),
  output: z.object({
    ...Uploaded.shape,
    preview: z.array(PreviewRow),
    pin_sequence: z.int(),
    batch_sequence: z.int(),
    serial_sequence: z.int(),
    expiry_sequence: z.int(),
  }),
  errors: [
    'file_not_csv',
    'file_empty',
    'file_encoding',
    'file_workbook',
    'file_known',
    'uploads_open',
    'too_large',
    'not_found',
    'form_unreadable',
    'stock_stopped',
  ],
  upload: 'delivery',
  changes: true,
})

/** The id of an upload; if left out, the caller's last upload. */
const lastUpload = z.optional(field.id())
const sequence = z._default(field.int(0, 50), 0)

export const stockUploadCheck = call({
  path: '/upload_step_two/',
  summary: 'Step two: which column is what, then every row checked; answers at once, stockUploadProgress tells the rest',
  access: upload,
  input: z.object({
    upload_id: lastUpload,
    delimiter: z.optional(field.oneOf(delimiters)),
    has_header: z.optional(field.bool()),
    /** The header's line in the file, counted from 1; lines above it are skipped. If left out, the line that was detected. */
    header_row: z.optional(field.int(1, 1_000)),
    /** Columns count from 1; 0 is "not in the file" (docs/domain.md, Supplier files). */
    pin_sequence: field.int(1, 50),
    batch_sequence: sequence,
    serial_sequence: sequence,
    expiry_sequence: sequence,
    value_sequence: sequence,
    /** The lot label for rows that have no lot of their own. */
    import_batch: z.optional(field.text(60)),
    /** Restores the leading zero that a spreadsheet removed, in PINs that are exactly one digit short and begin with another digit. */
    add_leading_zero: z._default(field.bool(), false),
  }),
  output: z.object({ upload_id: z.string(), step: Uploaded.shape.step }),
  errors: ['not_found', 'upload_state'],
  changes: true,
})

export const stockUploadProgress = call({
  path: '/upload_progress/',
  summary: 'How far an upload is: rows done, what was found, the batch it became (a call of our own)',
  access: upload,
  input: z.object({ upload_id: field.id() }),
  output: z.object({
    ...Uploaded.shape,
    rows_done: z.int(),
    accepted: z.int(),
    errors: z.int(),
    warnings: z.int(),
    /** The kinds of findings in the file, each with the number of its rows. */
    findings: z.array(z.object({ finding: z.string(), level: z.enum(['error', 'warning']), rows: z.int() })),
    /** A finding about the whole file, which leaving out rows cannot repair; null if there is none. */
    fatal: z.nullable(z.string()),
    import_batch: z.nullable(z.string()),
    batch_no: z.nullable(z.int()),
    /** The number of PINs that seem to have lost their leading zero, and the length that they should have; null if there are none. */
    zeros: z.nullable(z.object({ rows: z.int(), length: z.int() })),
    /** The number of accepted PINs whose lost leading zero was restored, because the request had `add_leading_zero`. */
    restored: z.int(),
    pin_sequence: z.int(),
    batch_sequence: z.int(),
    serial_sequence: z.int(),
    expiry_sequence: z.int(),
    value_sequence: z.int(),
  }),
  errors: ['not_found'],
})

export const stockUploadRows = call({
  path: '/upload_rows/',
  summary: 'Rows of a checked upload, PINs masked: all, or only those with findings (a call of our own)',
  access: upload,
  input: z.object({ upload_id: field.id(), only: z._default(field.oneOf(['all', 'errors']), 'errors'), ...paging(50) }),
  output: listOf(PreviewRow),
  errors: ['not_found', 'upload_state'],
})

export const stockUploadErrors = call({
  path: '/upload_errors/',
  summary: 'The rows left out, as CSV with the reason in a column and PINs masked (a call of our own)',
  access: upload,
  input: z.object({ upload_id: field.id() }),
  output: z.object({ filename: z.string(), csv: z.string() }),
  errors: ['not_found', 'upload_state'],
})

export const supplierDiscountPrevious = call({
  path: '/previous_supplier_discount/',
  summary: 'The buying discount this supplier gave last on this configuration',
  access: upload,
  input: z.object({ configuration_id: field.id(), supplier_id: field.id() }),
  output: z.object({ buying_discount: z.nullable(percent), given_at: z.nullable(instant) }),
  errors: ['not_found'],
})

export const stockUploadFinish = call({
  path: '/upload_step_three/',
  summary: 'Step three: supplier and buying discount, then the PINs are added as one batch, all or none',
  access: upload,
  input: z.object({
    upload_id: lastUpload,
    supplier_id: field.id(),
    buying_discount: field.percent(),
    /** Whether rows with errors are left out; otherwise one such row is enough to refuse the whole file. */
    leave_out_errors: z._default(field.bool(), false),
    publish: z._default(field.bool(), false),
  }),
  output: z.object({ upload_id: z.string(), step: Uploaded.shape.step }),
  errors: ['not_found', 'upload_state', 'upload_has_errors', 'file_known', 'stock_refused', 'stock_stopped'],
  changes: true,
})

export const stockUploadCancel = call({
  path: '/upload_cancel/',
  summary: 'Gives an unfinished upload up; nothing of it stays (a call of our own)',
  access: upload,
  input: z.object({ upload_id: field.id() }),
  output: z.object({}),
  errors: ['not_found', 'upload_state'],
  changes: true,
})

/** The most uploads that `stockUploadsOpen` returns. */
export const UPLOADS_SHOWN = 50

export const stockUploadsDiscard = call({
  path: '/uploads_discard/',
  summary: 'Gives these unfinished uploads up at once; what is being checked or added just now stays (a call of our own)',
  access: upload,
  input: z.object({ upload_ids: field.json(z.array(field.id()).check(atMost(UPLOADS_SHOWN, 'too_big'))) }),
  /** `kept`: the number of uploads that were not discarded, because they are running or no longer exist. */
  output: z.object({ discarded: z.int(), kept: z.int() }),
  changes: true,
})

export const stockUploadsOpen = call({
  path: '/uploads_open/',
  summary: 'Uploads begun and not finished, to go on with or give up (a call of our own)',
  access: upload,
  input: z.object({}),
  output: z.object({ content: z.array(Uploaded) }),
})
