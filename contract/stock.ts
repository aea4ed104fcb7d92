// PIN stock: import batches, their three upload steps, publish and unpublish.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { contact, field, instant, listOf, money, paging, percent } from './kit/field.ts'
import { productTypes } from './kit/product-types.ts'

export const delimiters = [';', ',', '|', 'tab'] as const

/** Most rows per file. */
export const UPLOAD_ROWS_MAX = 5_000_000

const Uploaded = z.object({
  upload_id: z.string(),
  step: z.enum(['uploaded', 'checking', 'checked', 'importing', 'imported', 'cancelled', 'failed']),
  filename: z.string(),
  configuration_id: z.string(),
  product_name: z.string(),
  /** For a pool's file; empty for a denomination's. */
  pool_name: z.string(),
  value: money,
  /** Data rows: without comments, headers, trailers and blank lines. */
  rows: z.int(),
  columns: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  has_header: z.boolean(),
  /** The header's line in the file; null where the first row is data. */
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
  /** Values for the sentence: expected and found length, the other row, the earlier batch. */
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
  upload: true,
  changes: true,
})

const sequence = z._default(field.int(0, 50), 0)

export const stockUploadCheck = call({
  path: '/upload_step_two/',
  summary: 'Step two: which column is what, then every row checked; answers at once, stockUploadProgress tells the rest',
  access: upload,
  input: z.object({
    upload_id: field.id(),
    delimiter: z.optional(field.oneOf(delimiters)),
    has_header: z.optional(field.bool()),
    /** Line of the header in the file, from 1; lines above it are skipped. Left out: as detected. */
    header_row: z.optional(field.int(1, 1_000)),
    /** Columns count from 1; 0 is "not in the file" (docs/domain.md, Supplier files). */
    pin_sequence: field.int(1, 50),
    batch_sequence: sequence,
    serial_sequence: sequence,
    expiry_sequence: sequence,
    value_sequence: sequence,
    /** Lot label for rows without one of their own. */
    import_batch: z.optional(field.text(60)),
    /** Restores a leading zero that a spreadsheet removed, only if every PIN is exactly one digit short. */
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
    /** Findings with their number of rows. */
    found: z.array(z.object({ finding: z.string(), level: z.enum(['error', 'warning']), rows: z.int() })),
    /** A finding about the whole file, which leaving rows out cannot fix. */
    fatal: z.nullable(z.string()),
    import_batch: z.nullable(z.string()),
    batch_no: z.nullable(z.int()),
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
    upload_id: field.id(),
    supplier_id: field.id(),
    buying_discount: field.percent(),
    /** Leaves out rows with errors instead of refusing the file. */
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

export const stockUploadsOpen = call({
  path: '/uploads_open/',
  summary: 'Uploads begun and not finished, to go on with or give up (a call of our own)',
  access: upload,
  input: z.object({}),
  output: z.object({ content: z.array(Uploaded) }),
})

const StockRow = z.object({
  configuration_id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(productTypes),
  value: money,
  /** Set for a pool, which has no value; pools are listed only when asked for by id. */
  pool_name: z.nullable(z.string()),
  /** The pool that it draws from, whose stock it shares; null when it has its own. */
  pool_id: z.nullable(z.string()),
  /** On sale. */
  unsold: z.int(),
  unpublished: z.int(),
  /** Too old to be sold. */
  expired: z.int(),
  sold: z.int(),
  sold_14_days: z.int(),
  /** unsold ÷ mean daily sales of the last 14 days; null when none were sold. */
  days_left: z.nullable(z.number()),
  last_batch_at: z.nullable(instant),
})

const Batch = z.object({
  batch_no: z.int(),
  lot: z.string(),
  filename: z.string(),
  supplier_name: z.string(),
  buying_discount: percent,
  quantity: z.int(),
  sold: z.int(),
  unsold: z.int(),
  unpublished: z.int(),
  expired: z.int(),
  is_published: z.boolean(),
  expires_on: z.nullable(z.string()),
  created_at: instant,
  created_by: contact,
})

export const stockList = call({
  path: '/inventory_list/',
  summary: 'Stock by configuration, or the batches of one; with action, publishes or unpublishes first: a batch, or without its number all of them',
  access: { roles: ['superadmin'], flags: ['has_inventory'] },
  input: z.object({
    /** Without it: one row per configuration. With it: the configuration's batches, newest first. */
    configuration_id: z.optional(field.id()),
    action: z.optional(field.oneOf(['publish', 'unpublish'])),
    batch_no: z.optional(field.int(1, 2_000_000_000)),
    ...paging(20),
    search_text: field.search(),
    filters: field.filters({
      product_id: z.optional(field.id()),
      /** Stock of which this supplier delivered a batch that was not taken back. */
      supplier_id: z.optional(field.id()),
      low: z.optional(field.bool()),
      empty: z.optional(field.bool()),
    }),
    sort: z._default(field.oneOf(['product_name', '-product_name', 'unsold', '-unsold', 'days_left', '-days_left']), 'product_name'),
  }),
  output: z.object({
    /** Rows of stock; with configuration_id only that row. */
    content: z.array(StockRow),
    batches: z.array(Batch),
    filters: z.object({ page: z.int(), limit: z.int(), total_count: z.int() }),
  }),
  errors: ['not_found', 'batch_state', 'batch_held'],
})
