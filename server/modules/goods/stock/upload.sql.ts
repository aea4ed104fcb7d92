// Queries about unfinished uploads: their row, their findings, and the stock they are checked against.

import type { Delimiter } from '../../../../contract/goods/file-rows.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { StockType } from '../../../../contract/kit/product-types.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Encoding } from '../../../kit/encoding.ts'
import type { NewBatch } from '../../../money/batch-imports.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import type { Zeros } from './length-study.ts'
import type { Stretch } from './spool.ts'

export type Step = 'uploaded' | 'checking' | 'checked' | 'importing' | 'imported' | 'cancelled' | 'failed'

/** The settings of an upload. Columns are numbered from 1, as people count them; 0 means that the file does not have the column. */
export type Settings = {
  encoding: Encoding
  delimiter: Delimiter
  has_header: boolean
  /** Which line of the file is the header. Older uploads do not have this field; their header is the first row. */
  header_row?: number | undefined
  header: string[]
  columns: number
  pin_sequence: number
  batch_sequence: number
  serial_sequence: number
  expiry_sequence: number
  value_sequence: number
  import_batch: string | null
  add_leading_zero: boolean
  /** `zeros`: the PINs that seem to lack a zero, from the last check without `add_leading_zero`. `restored`: how many accepted PINs got a zero back. */
  zeros?: Zeros | null
  restored?: number
  /** How many lines the file has; a check cannot read more rows than that. */
  lines: number
  /** What step three needs from the check. `lot`: the supplier's lot number; `stretches`: how many PINs have each expiry date. */
  lot?: string
  stretches?: Stretch[]
  /** `elsewhere`: how many accepted PINs are in another owner's stock; if any are, step three refuses the file. `refused`: whether that refusal was counted. */
  elsewhere?: number
  refused?: boolean
  /** Whether to put the batch on sale, as chosen in step three; stored so that the choice survives a restart. */
  publish?: boolean
}

export type FindingCount = { finding: string; level: 'error' | 'warning'; rows: number }

export type Upload = {
  id: string
  owner_id: string
  configuration_id: string
  filename: string
  file_key: Buffer
  file_hash: Buffer
  step: Step
  settings: Settings
  rows_total: number
  rows_done: number
  accepted: number
  errors: number
  warnings: number
  found: FindingCount[]
  fatal: string | null
  batch_no: number | null
  created_at: Instant
  created_by: string
  is_pool: boolean
  pool_name: string
  product_name: string
  product_type: StockType
  pin_length: number
  pin_letters: boolean
  value: Money
}

const UPLOAD = `
  select u.id, u.owner_id, u.configuration_id, u.filename, u.file_key, u.file_hash, u.step, u.settings, u.rows_total,
         u.rows_done, u.accepted, u.errors, u.warnings, u.found, u.fatal, u.batch_no, u.created_at, u.created_by,
         c.is_pool, case when c.is_pool then c.info else '' end as pool_name, p.name as product_name,
         p.type as product_type, p.pin_length, p.pin_letters, c.value
    from uploads u
    join configurations c on c.tenant_id = :tenant_id and c.id = u.configuration_id
    join products p on p.tenant_id = :tenant_id and p.id = c.product_id
   where u.tenant_id = :tenant_id`

/** An upload, if the actor owns it; the platform may act for every owner of the tenant. */
export function ownUpload(q: Query, actor: SignedIn, id: string) {
  return q.query<Upload>(`${UPLOAD} and ${isOwn('u')} and u.id = :id`, { ...ownedBy(actor), id })
}

/** An upload by its id, whoever owns it: for a run, which acts for the user who started it. */
export const uploadById = (q: Query, tenant_id: number, id: string) => q.query<Upload>(`${UPLOAD} and u.id = :id`, { tenant_id, id })

export const openUploads = (q: Query, actor: SignedIn) =>
  q.query<Upload>(
    `${UPLOAD} and ${isOwn('u')} and u.step not in ('imported', 'cancelled')
     order by u.created_at desc limit 50`,
    ownedBy(actor),
  )

export type OwnConfiguration = {
  owner_id: string
  is_pool: boolean
  draws_on: string | null
  product_name: string
  product_type: StockType
  pin_length: number
  pin_letters: boolean
  value: Money
}

export const ownConfiguration = (q: Query, actor: SignedIn, configuration_id: string) =>
  q.query<OwnConfiguration>(
    `select p.owner_id, c.is_pool, c.draws_on, p.name as product_name, p.type as product_type, p.pin_length,
            p.pin_letters, c.value
       from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and ${isOwn('p')} and c.id = :configuration_id and p.provider is null`,
    { ...ownedBy(actor), configuration_id },
  )

export const ownSupplier = (q: Query, actor: SignedIn, supplier_id: string) =>
  q.query<{ owner_id: string; name: string }>(
    `select s.owner_id, s.company as name from suppliers s
      where s.tenant_id = :tenant_id and ${isOwn('s')} and s.id = :supplier_id and s.is_active`,
    { ...ownedBy(actor), supplier_id },
  )

export const previousDiscount = (q: Query, tenant_id: number, configuration_id: string, supplier_id: string) =>
  q.query<{ buying_discount: Percent; created_at: Instant }>(
    `select buying_discount, created_at from batches
      where tenant_id = :tenant_id and configuration_id = :configuration_id and supplier_id = :supplier_id
        and state = 'ready' order by batch_no desc limit 1`,
    { tenant_id, configuration_id, supplier_id },
  )

/** The owner's own batch of this file. A batch of another owner is never returned. */
export const batchOfFile = (q: Query, tenant_id: number, owner_id: string, file_hash: Buffer) =>
  q.query<{ batch_no: number; configuration_id: string; created_at: Instant }>(
    `select batch_no, configuration_id, created_at from batches
      where tenant_id = :tenant_id and owner_id = :owner_id and file_hash = :file_hash`,
    { tenant_id, owner_id, file_hash },
  )

export type NewUpload = Pick<Upload, 'id' | 'owner_id' | 'configuration_id' | 'filename' | 'file_key' | 'file_hash' | 'settings' | 'rows_total'> & {
  created_by: string
  file_bytes: number
}

export const insertUpload = (q: Query, tenant_id: number, now: Date, upload: NewUpload) =>
  q.query(
    `insert into uploads (tenant_id, id, owner_id, created_by, configuration_id, filename, file_key, file_hash,
                          file_bytes, step, settings, rows_total, created_at, updated_at)
     values (:tenant_id, :id, :owner_id, :created_by, :configuration_id, :filename, :file_key, :file_hash, :file_bytes,
             'uploaded', :settings, :rows_total, :now, :now)`,
    {
      tenant_id,
      id: upload.id,
      owner_id: upload.owner_id,
      created_by: upload.created_by,
      configuration_id: upload.configuration_id,
      filename: upload.filename,
      file_key: upload.file_key,
      file_hash: upload.file_hash,
      file_bytes: upload.file_bytes,
      settings: JSON.stringify(upload.settings),
      rows_total: upload.rows_total,
      now,
    },
  )

/** Moves an upload from one of these steps to another and changes its settings; returns no row if it is at another step by now. */
export const moveUpload = (q: Query, tenant_id: number, now: Date, id: string, from: readonly Step[], to: Step, settings: Partial<Settings> = {}) =>
  q.query<{ id: string }>(
    `update uploads set step = :to, settings = settings || :settings, updated_at = :now,
            rows_done = case when :to in ('checking', 'importing') then 0 else rows_done end
      where tenant_id = :tenant_id and id = :id and step = any (:from) returning id`,
    { tenant_id, id, from, to, settings: JSON.stringify(settings), now },
  )

/** Marks an upload as failed, unless its batch is ready; in that case another run completes the upload. */
export const failUpload = (q: Query, tenant_id: number, now: Date, id: string) =>
  q.query(
    `update uploads u set step = 'failed', updated_at = :now
      where u.tenant_id = :tenant_id and u.id = :id and u.step in ('checking', 'importing')
        and not exists (select from batches b
                         where b.tenant_id = :tenant_id and b.batch_no = u.batch_no and b.state = 'ready')`,
    { tenant_id, id, now },
  )

/** Saves how far a run has come; returns no row if the upload was cancelled. */
export const saveProgress = (q: Query, tenant_id: number, now: Date, id: string, rows_done: number) =>
  q.query<{ id: string }>(
    `update uploads set rows_done = :rows_done, updated_at = :now
      where tenant_id = :tenant_id and id = :id and step in ('checking', 'importing') returning id`,
    { tenant_id, id, rows_done, now },
  )

export type Checked = Pick<Upload, 'accepted' | 'errors' | 'warnings'> & {
  found: FindingCount[]
  fatal: string | null
  rows_total: number
  settings: Partial<Settings>
}

export const saveChecked = (q: Query, tenant_id: number, now: Date, id: string, checked: Checked) =>
  q.query<{ id: string }>(
    `update uploads set step = 'checked', rows_total = :rows_total, rows_done = :rows_total, accepted = :accepted,
            errors = :errors, warnings = :warnings, found = :found, fatal = :fatal, settings = settings || :settings,
            updated_at = :now
      where tenant_id = :tenant_id and id = :id and step = 'checking' returning id`,
    { tenant_id, id, now, ...checked, found: JSON.stringify(checked.found), settings: JSON.stringify(checked.settings) },
  )

/** Stores that the refusal of this check was counted, so that repeating step three does not count it again. */
export const setRefused = (q: Query, tenant_id: number, id: string) =>
  q.query(`update uploads set settings = settings || '{"refused": true}' where tenant_id = :tenant_id and id = :id`, { tenant_id, id })

/** Sets the batch that the upload is imported into; null if that batch was discarded. */
export const setBatch = (q: Query, tenant_id: number, id: string, batch_no: number | null) =>
  q.query('update uploads set batch_no = :batch_no where tenant_id = :tenant_id and id = :id', { tenant_id, id, batch_no })

export const batchOfUpload = (q: Query, tenant_id: number, id: string) =>
  q.query<NewBatch & { batch_no: number; state: 'importing' | 'ready' }>(
    `select b.batch_no, b.state, b.owner_id, b.configuration_id, b.supplier_id, b.lot, b.filename, b.file_hash,
            b.buying_discount, b.data_key, b.created_by from uploads u
       join batches b on b.tenant_id = :tenant_id and b.batch_no = u.batch_no
      where u.tenant_id = :tenant_id and u.id = :id`,
    { tenant_id, id },
  )

export const saveImported = (q: Query, tenant_id: number, now: Date, id: string) =>
  q.query<{ id: string }>(
    `update uploads set step = 'imported', rows_done = accepted, updated_at = :now
      where tenant_id = :tenant_id and id = :id and step = 'importing' returning id`,
    { tenant_id, id, now },
  )

export const deleteUpload = (q: Query, tenant_id: number, id: string) =>
  q.query('delete from uploads where tenant_id = :tenant_id and id = :id', { tenant_id, id })

/** Takes over runs that have reported nothing since `silentSince`; if two servers try, only the first gets them. */
export const claimSilent = (q: Query, tenant_id: number, now: Date, silentSince: Date) =>
  q.query<{ id: string; step: Step }>(
    `update uploads set updated_at = :now
      where tenant_id = :tenant_id and step in ('checking', 'importing') and updated_at < :silent_since
      returning id, step`,
    { tenant_id, now, silent_since: silentSince },
  )
