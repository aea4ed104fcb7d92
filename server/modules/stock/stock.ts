// The verbs of PIN stock: take a file, check it, make a batch of it, give it up; and go on after a restart.
import type { InputOf } from '../../../contract/kit/call.ts'
import type { UploadedFile } from '../../../contract/kit/field.ts'
import type { stockUpload, stockUploadCheck, stockUploadFinish } from '../../../contract/stock.ts'
import { codeOf, Refusal, refuseField } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { createBatches } from '../../money/batches.ts'
import { batchKeyBound } from '../../money/seal.ts'
import { checkUpload } from './check-run.ts'
import { fileKeyBound, filesOf, makeRoom, removeFiles } from './files.ts'
import { importUpload, reopenBatch } from './import-run.ts'
import { guessLayout, PREVIEW_ROWS, preview } from './layout.ts'
import { maskCells, maskFrom } from './mask.ts'
import { type Received, receive } from './receive.ts'
import type { Row } from './rows.ts'
import { begin, type Ground, type Run, stop } from './runs.ts'
import {
  batchOfFile, batchOfUpload, claimSilent, deleteUpload, insertUpload, moveUpload, type OwnConfiguration, ownConfiguration, ownSupplier, ownUpload, type Settings, setBatch, type Upload,
} from './upload.sql.ts'

type Take = Omit<InputOf<typeof stockUpload>, 'csv_file'> & { csv_file: UploadedFile }

const UNIQUE = '23505'
/** A run that says nothing for so long is nobody's any more. */
const SILENT_MS = 30_000

/** Step one. Nothing of a refused file stays. */
export async function takeUpload(ground: Ground, actor: SignedIn, { configuration_id, delimiter, csv_file }: Take): Promise<{ upload: Upload; rows: Row[] }> {
  const { db, keys, clock, dataDir } = ground
  const { tenant_id } = actor
  const [configuration] = await db.read(tenant_id, (q) => ownConfiguration(q, actor, configuration_id))
  if (!configuration) throw new Refusal('not_found')
  if (!csv_file.filename.toLowerCase().endsWith('.csv')) throw new Refusal('file_not_csv')
  const id = newId()
  const { key, wrapped } = await keys.dataKey(fileKeyBound(tenant_id, id))
  await makeRoom(dataDir)
  try {
    const received = await receive(csv_file.bytes, filesOf(dataDir, id).raw, key)
    const { settings, rows, rows_total } = layoutOf(received, configuration, delimiter)
    const upload = { id, owner_id: configuration.owner_id, configuration_id, filename: baseName(csv_file.filename), file_key: wrapped, settings, rows_total }
    await db.write(tenant_id, async (q) => {
      const [known] = await batchOfFile(q, tenant_id, received.file_hash)
      if (known) throw fileKnown(known)
      await insertUpload(q, tenant_id, clock(), { ...upload, file_hash: received.file_hash, file_bytes: received.file_bytes, created_by: actor.user_id })
    })
    return { upload: await own(ground, actor, id), rows }
  } catch (error) {
    await removeFiles(dataDir, id)
    throw error
  }
}

const FILENAME_MAX = 120
const baseName = (filename: string) => (filename.split(/[/\\]/).at(-1) ?? '').slice(-FILENAME_MAX)

const fileKnown = ({ batch_no, configuration_id, created_at }: { batch_no: number; configuration_id: string; created_at: Date }) =>
  new Refusal('file_known', { detail: { batch_no, configuration_id, created_at: created_at.toISOString() } })

function layoutOf({ head, encoding, lines }: Received, product: OwnConfiguration, delimiter?: Settings['delimiter']) {
  const layout = guessLayout(head, product, delimiter)
  if (layout.rows.length === 0) throw new Refusal('file_empty')
  const { columns, has_header, width } = layout
  const masking = { pin: columns.pin, expiry: columns.expiry, from: maskFrom(product.pin_length), letters: product.pin_letters }
  const settings: Settings = {
    ...{ encoding, delimiter: layout.delimiter, has_header, header: maskCells(layout.header, { ...masking, pin: -1 }), columns: width, import_batch: null, add_leading_zero: false, lines },
    ...{ pin_sequence: columns.pin + 1, batch_sequence: columns.batch + 1, serial_sequence: columns.serial + 1 },
    ...{ expiry_sequence: columns.expiry + 1, value_sequence: columns.value + 1 },
  }
  return { settings, rows: preview(layout.rows.slice(0, PREVIEW_ROWS), columns, product), rows_total: lines - layout.lines_skipped }
}

/** The actor's own upload; not_found for anybody else's. */
export async function own({ db }: Pick<Ground, 'db'>, actor: SignedIn, upload_id: string): Promise<Upload> {
  const [upload] = await db.read(actor.tenant_id, (q) => ownUpload(q, actor, upload_id))
  if (!upload) throw new Refusal('not_found')
  return upload
}

/** Step two: begins to check in the background. May be asked again with other columns. */
export async function beginCheck(ground: Ground, actor: SignedIn, { upload_id, ...asked }: InputOf<typeof stockUploadCheck>): Promise<void> {
  const upload = await own(ground, actor, upload_id)
  // A PIN kept as a serial or a lot would stand in the database in clear.
  for (const other of ['batch_sequence', 'serial_sequence', 'expiry_sequence', 'value_sequence'] as const)
    if (asked[other] === asked.pin_sequence) throw refuseField(other, 'column_twice')
  const settings = { ...asked, import_batch: asked.import_batch ?? null, delimiter: asked.delimiter ?? upload.settings.delimiter, has_header: asked.has_header ?? upload.settings.has_header }
  const [moved] = await ground.db.write(actor.tenant_id, (q) => moveUpload(q, actor.tenant_id, ground.clock(), upload_id, ['uploaded', 'checked', 'failed'], 'checking', settings))
  if (!moved) throw new Refusal('upload_state')
  begin(ground, actor.tenant_id, upload_id, checkUpload)
}

/** Step three: opens the batch, so that of two equal files one is refused here, and fills it in the background. */
export async function beginImport(ground: Ground, actor: SignedIn, { upload_id, supplier_id, buying_discount, leave_out_errors, publish }: InputOf<typeof stockUploadFinish>): Promise<void> {
  const { db, keys, clock } = ground
  const { tenant_id } = actor
  const upload = await own(ground, actor, upload_id)
  if (upload.step !== 'checked') throw new Refusal('upload_state')
  if (upload.fatal || upload.accepted === 0 || (upload.errors > 0 && !leave_out_errors)) throw new Refusal('upload_has_errors', { detail: { errors: upload.errors, accepted: upload.accepted } })
  const { owner_id, configuration_id, filename, file_hash } = upload
  const { wrapped } = await keys.dataKey(batchKeyBound(tenant_id, configuration_id))
  const batch = { owner_id, configuration_id, supplier_id, lot: upload.settings.lot ?? '', filename, file_hash, buying_discount, data_key: wrapped, created_by: actor.username }
  try {
    await db.write(tenant_id, async (q) => {
      const [supplier] = await ownSupplier(q, actor, supplier_id)
      if (supplier?.owner_id !== owner_id) throw new Refusal('not_found')
      const [moved] = await moveUpload(q, tenant_id, clock(), upload_id, ['checked'], 'importing', { publish })
      if (!moved) throw new Refusal('upload_state')
      await setBatch(q, tenant_id, upload_id, await createBatches((statement) => q.query(statement), tenant_id).open(clock(), batch))
    })
  } catch (error) {
    const [known] = codeOf(error) === UNIQUE ? await db.read(tenant_id, (q) => batchOfFile(q, tenant_id, file_hash)) : []
    throw known ? fileKnown(known) : error
  }
  begin(ground, tenant_id, upload_id, importAndRecheck)
}

/** A PIN that came into stock since the check: the check says which, and the person decides again. */
async function importAndRecheck(run: Run): Promise<void> {
  if ((await importUpload(run)) === 'recheck') await checkUpload(run)
}

/** Gives an upload up at any step; nothing stays: file, findings, batch, PINs. */
export async function cancelUpload(ground: Ground, actor: SignedIn, upload_id: string): Promise<void> {
  const { db, dataDir } = ground
  const { tenant_id } = actor
  await own(ground, actor, upload_id)
  await stop(upload_id)
  const { batch_no, step } = await own(ground, actor, upload_id)
  if (batch_no) await createBatches((statement) => db.call(statement), tenant_id).discard(batch_no)
  // Another server may have made the batch ready in this very moment: then the upload is over and stays.
  const [batch] = await db.read(tenant_id, (q) => batchOfUpload(q, tenant_id, upload_id))
  if (step === 'imported' || batch?.state === 'ready') throw new Refusal('upload_state')
  await db.write(tenant_id, (q) => deleteUpload(q, tenant_id, upload_id))
  await removeFiles(dataDir, upload_id)
}

/** Takes up what a server left behind that died: a check begins again, an import too, with nothing kept of what it had half done. */
export async function resumeUploads(ground: Ground): Promise<void> {
  const { db, clock } = ground
  const tenants = await db.reference((q) => q.query<{ tenant_id: number }>('select tenant_id from tenants order by tenant_id'))
  for (const { tenant_id } of tenants) {
    const now = clock()
    const left = await db.write(tenant_id, (q) => claimSilent(q, tenant_id, now, new Date(now.getTime() - SILENT_MS)))
    for (const { id, step } of left) {
      if (step === 'importing') await reopenBatch(ground, tenant_id, id)
      begin(ground, tenant_id, id, step === 'importing' ? importAndRecheck : checkUpload)
    }
  }
}
