// Step one of an import: checks the goods, receives the file, guesses its layout and writes the upload's row. If the file is refused, nothing is
// stored.

import type { Row } from '../../../../contract/goods/file-rows.ts'
import { type stockUpload, UPLOAD_ROWS_MAX } from '../../../../contract/goods/stock.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant, UploadedFile } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Audit } from '../../../postgres/audit.ts'
import { fileKeyBound, filesOf, makeRoom, removeFiles } from './files.ts'
import { guessLayout, PREVIEW_ROWS, preview } from './layout.ts'
import { maskCells, maskFrom } from './mask.ts'
import { refuseMany } from './open.ts'
import { type Received, receive } from './receive.ts'
import { admitDelivery } from './refusals.ts'
import type { RunServices } from './runs.ts'
import { batchOfFile, insertUpload, type OwnConfiguration, ownConfiguration, type Settings } from './upload.sql.ts'

export type Take = Omit<InputOf<typeof stockUpload>, 'csv_file'> & { csv_file: UploadedFile }

/** Does step one of an import and returns the upload's id with the file's first rows. If the file is refused, nothing of it stays stored. */
export async function takeUpload(
  ground: RunServices & { audit: Audit },
  actor: SignedIn,
  { configuration_id, delimiter, csv_file }: Take,
  goods: 'denomination' | 'pool' = 'denomination',
): Promise<{ upload_id: string; rows: Row[] }> {
  const { db, keys, clock, filesDir } = ground
  const { tenant_id } = actor
  const [configuration] = await db.read(tenant_id, (q) => ownConfiguration(q, actor, configuration_id))
  // Goods that draw on a pool cannot have stock of their own. Calls for denominations refuse a pool, and calls for pools refuse a denomination.
  if (!configuration || configuration.draws_on || configuration.is_pool !== (goods === 'pool')) throw new Refusal('not_found')
  if (!csv_file.filename.toLowerCase().endsWith('.csv')) throw new Refusal('file_not_csv')
  await db.write(tenant_id, (q) => admitDelivery(q, { tenant_id, owner_id: configuration.owner_id, now: clock() }))
  const id = newId()
  const { key, wrapped } = await keys.dataKey(fileKeyBound(tenant_id, id))
  await db.read(tenant_id, (q) => refuseMany(q, actor, configuration.owner_id))
  await makeRoom(filesDir)
  try {
    const received = await receive(csv_file.bytes, filesOf(filesDir, id).raw, key)
    const { settings, rows, rows_total } = layoutOf(received, configuration, delimiter)
    const upload = { id, owner_id: configuration.owner_id, configuration_id, filename: baseName(csv_file.filename), file_key: wrapped, settings, rows_total }
    await db.write(tenant_id, async (q) => {
      const [known] = await batchOfFile(q, tenant_id, upload.owner_id, received.file_hash)
      if (known) throw fileKnown(known)
      await refuseMany(q, actor, configuration.owner_id)
      await insertUpload(q, tenant_id, clock(), { ...upload, file_hash: received.file_hash, file_bytes: received.file_bytes, created_by: actor.user_id })
      await ground.audit({ subject: subjectOf(upload), after: { step: 'uploaded', rows: rows_total } }, q)
    })
    return { upload_id: id, rows }
  } catch (error) {
    await removeFiles(filesDir, id)
    throw error
  }
}

/** An upload as the subject of an audit row. */
export const subjectOf = ({ id, filename, owner_id }: { id: string; filename: string; owner_id: string }) => ({
  kind: 'upload',
  id,
  name: filename,
  organisation_id: owner_id,
})

const FILENAME_MAX = 120
const baseName = (filename: string) => (filename.split(/[/\\]/).at(-1) ?? '').slice(-FILENAME_MAX)

function layoutOf({ head, encoding, lines }: Received, product: OwnConfiguration, delimiter?: Settings['delimiter']) {
  const layout = guessLayout(head, product, delimiter)
  if (layout.rows.length === 0) throw new Refusal('file_empty')
  const rows_total = lines - layout.lines_skipped
  if (rows_total > UPLOAD_ROWS_MAX) throw new Refusal('too_large')
  const { columns, has_header, header_row, width } = layout
  const masking = { pin: columns.pin, expiry: columns.expiry, from: maskFrom(product.pin_length), letters: product.pin_letters }
  const settings: Settings = {
    encoding,
    delimiter: layout.delimiter,
    has_header,
    header_row,
    header: maskCells(layout.header, { ...masking, pin: -1 }),
    columns: width,
    import_batch: null,
    add_leading_zero: false,
    lines,
    pin_sequence: columns.pin + 1,
    batch_sequence: columns.batch + 1,
    serial_sequence: columns.serial + 1,
    expiry_sequence: columns.expiry + 1,
    value_sequence: columns.value + 1,
  }
  return { settings, rows: preview(layout.rows.slice(0, PREVIEW_ROWS), columns, product), rows_total }
}

/** The refusal of a file that was imported already. Its detail names the batch, so that the screen can link to it. */
export const fileKnown = ({ batch_no, configuration_id, created_at }: { batch_no: number; configuration_id: string; created_at: Instant }) =>
  new Refusal('file_known', { detail: { batch_no, configuration_id, created_at } })
