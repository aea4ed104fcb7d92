// Uploads as users see them: their state, their rows with findings, and the rejected rows as a file. No answer contains a full PIN.

import { createRowReader, type Row } from '../../../../contract/goods/file-rows.ts'
import type { stockUploadErrors, stockUploadProgress, stockUploadRows, stockUploadsOpen } from '../../../../contract/goods/stock.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import { CSV_MARK, csvRow } from '../../../../contract/kit/csv.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { createDecoder } from '../../../kit/encoding.ts'
import { Refusal } from '../../../kit/errors.ts'
import { readSealedFile } from '../../../kit/sealed-file.ts'
import { fileKeyBound, filesOf } from './files.ts'
import { countFindings, errorRows, type FindingRow, findingRows, findingsBetween } from './findings.sql.ts'
import { preview } from './layout.ts'
import type { Reading } from './runs.ts'
import type { Upload } from './upload.sql.ts'

type Uploaded = OutputOf<typeof stockUploadsOpen>['content'][number]
type PreviewRow = OutputOf<typeof stockUploadRows>['content'][number]
type AnswerContext = Reading & { actor: SignedIn }

export const uploadedAnswer = ({
  id,
  step,
  filename,
  configuration_id,
  pool_name,
  product_name,
  value,
  rows_total,
  settings,
  created_at,
}: Upload): Uploaded => {
  const { columns, encoding, delimiter, has_header, header_row = null, header } = settings
  return {
    upload_id: id,
    step,
    filename,
    configuration_id,
    product_name,
    pool_name,
    value,
    rows: rows_total,
    columns,
    encoding,
    delimiter,
    has_header,
    header_row,
    header,
    created_at,
  }
}

export const progressAnswer = (upload: Upload): OutputOf<typeof stockUploadProgress> => {
  const { rows_done, accepted, errors, warnings, found: findings, fatal, batch_no } = upload
  const { zeros = null, restored = 0 } = upload.settings
  const { import_batch, pin_sequence, batch_sequence, serial_sequence, expiry_sequence, value_sequence } = upload.settings
  const columns = { pin_sequence, batch_sequence, serial_sequence, expiry_sequence, value_sequence }
  return { ...uploadedAnswer(upload), rows_done, accepted, errors, warnings, findings, fatal, import_batch, batch_no, zeros, restored, ...columns }
}

export const previewRow = ({ row, cells }: Row): PreviewRow => ({ row, cells, finding: null, level: null, detail: {} })
const findingRow = ({ row, cells, finding, level, detail }: FindingRow): PreviewRow => ({ row, cells, finding, level, detail })

type Page = { rows: PreviewRow[]; total_count: number }

/** The stored rows with findings, errors first. */
export async function rowsWithFindings({ db, actor }: AnswerContext, { id, step }: Upload, page: number, limit: number): Promise<Page> {
  if (step === 'uploaded') throw new Refusal('upload_state')
  return db.read(actor.tenant_id, async (q) => {
    const [count] = await countFindings(q, actor.tenant_id, id)
    return { rows: (await findingRows(q, actor.tenant_id, id, limit, page * limit)).map(findingRow), total_count: count?.n ?? 0 }
  })
}

/** A page of all rows of the file, which is read again for the page. An imported upload is refused, because its file has been deleted. */
export async function allRows(asked: AnswerContext, upload: Upload, page: number, limit: number): Promise<Page> {
  if (upload.step === 'imported') throw new Refusal('upload_state')
  const { db, actor } = asked
  const { settings } = upload
  const columns = { pin: settings.pin_sequence - 1, batch: -1, serial: -1, expiry: settings.expiry_sequence - 1, value: -1 }
  const rows = preview(await rowsFrom(asked, upload, page * limit, limit), columns, upload)
  const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0]
  const findings = await db.read(actor.tenant_id, (q) => findingsBetween(q, actor.tenant_id, upload.id, first, last))
  const byRow = new Map(findings.map((finding) => [finding.row, finding]))
  return { rows: rows.map((row) => ({ ...previewRow(row), ...pick(byRow.get(row.row)) })), total_count: upload.rows_total }
}

const pick = (finding: FindingRow | undefined) => finding && { finding: finding.finding, level: finding.level, detail: finding.detail }

async function rowsFrom({ keys, filesDir, actor }: AnswerContext, { id, file_key, settings }: Upload, skip: number, limit: number): Promise<Row[]> {
  const key = await keys.unwrap(file_key, fileKeyBound(actor.tenant_id, id))
  const reader = createRowReader(settings)
  const decode = createDecoder(settings.encoding)
  const wanted: Row[] = []
  let seen = 0
  const take = (rows: Row[]) => {
    if (seen + rows.length > skip) wanted.push(...rows.slice(Math.max(0, skip - seen)))
    seen += rows.length
  }
  for await (const { bytes } of readSealedFile(filesOf(filesDir, id).raw, key)) {
    take(reader.push(decode(bytes)))
    if (wanted.length >= limit) return wanted.slice(0, limit)
  }
  take(reader.end())
  return wanted.slice(0, limit)
}

const reason = ({ finding, detail }: FindingRow) => [finding, ...Object.entries(detail).map(([name, value]) => `${name} ${value}`)].join(', ')

/**
 * The rejected rows as a CSV file: row number, reason and cells. UTF-8 with a byte order mark and semicolons, as spreadsheets in our users' countries expect;
 * no cell can be a formula.
 */
export async function errorsCsv({ db, actor }: AnswerContext, { id, step, filename, settings }: Upload): Promise<OutputOf<typeof stockUploadErrors>> {
  if (step === 'uploaded' || step === 'checking') throw new Refusal('upload_state')
  const rows = await db.read(actor.tenant_id, (q) => errorRows(q, actor.tenant_id, id))
  const lines = [['row', 'reason', ...settings.header], ...rows.map((row) => [String(row.row), reason(row), ...row.cells])]
  return { filename: `${filename.replace(/\.csv$/i, '')}-errors.csv`, csv: `${CSV_MARK}${lines.map(csvRow).join('')}` }
}
