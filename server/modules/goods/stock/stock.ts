// Uploads after their file was received (take.ts): checking, importing, cancelling, and continuing after a restart.

import type { stockUpload, stockUploadCheck, stockUploadFinish } from '../../../../contract/goods/stock.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { percentText } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { batchKeyBound } from '../../../kit/seal.ts'
import { createBatches } from '../../../money/batches.ts'
import { type Audit, createAudit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant, rounds, type Work } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { previewRow, uploadedAnswer } from './answers.ts'
import { checkUpload } from './check-run.ts'
import { removeFiles } from './files.ts'
import { importUpload, reopenBatch } from './import-run.ts'
import { lastUpload } from './open.sql.ts'
import { admitDelivery, countRefusal } from './refusals.ts'
import { begin, isRunning, type Reading, type Run, type RunServices, stop } from './runs.ts'
import { fileKnown, subjectOf, type Take, takeUpload } from './take.ts'
import {
  batchOfFile,
  batchOfUpload,
  claimSilent,
  deleteUpload,
  moveUpload,
  ownConfiguration,
  ownSupplier,
  ownUpload,
  previousDiscount,
  setBatch,
  setRefused,
  type Upload,
  uploadById,
} from './upload.sql.ts'

export { stockJobs } from './low-stock.ts'
export { openJobs } from './open.ts'
export { type Day, daysLeft, PACE, scarcest, soldLately, unpublished } from './pace.sql.ts'
export { admitDelivery, countRefusal } from './refusals.ts'
export { createRowCheck } from './row-check.ts'

const UNIQUE = '23505'
/** If a run has not reported for this long, its server is assumed to have ended. */
const SILENT_MS = 30_000

/** The services for a change that a user requested, which is written to the audit log. */
type Asking = RunServices & { audit: Audit }

/** An upload that the actor owns (the platform may act for every owner of the tenant); throws not_found for any other. */
export async function own({ db }: Pick<Reading, 'db'>, actor: SignedIn, upload_id: string): Promise<Upload> {
  const [upload] = await db.read(actor.tenant_id, (q) => ownUpload(q, actor, upload_id))
  if (!upload) throw new Refusal('not_found')
  return upload
}

/** Does step one of an upload for a denomination or a pool: receives the file. */
export async function beginUpload(ground: Asking, actor: SignedIn, input: Take, goods: 'denomination' | 'pool'): Promise<OutputOf<typeof stockUpload>> {
  const { upload_id, rows } = await takeUpload(ground, actor, input, goods)
  const upload = await own(ground, actor, upload_id)
  const { pin_sequence, batch_sequence, serial_sequence, expiry_sequence } = upload.settings
  return { ...uploadedAnswer(upload), preview: rows.map(previewRow), pin_sequence, batch_sequence, serial_sequence, expiry_sequence }
}

/** The buying discount of this supplier's last delivery of these goods; throws not_found unless both are the actor's. */
export const discountBefore = ({ db }: Pick<Reading, 'db'>, actor: SignedIn, configuration_id: string, supplier_id: string) =>
  db.read(actor.tenant_id, async (q) => {
    const [configuration] = await ownConfiguration(q, actor, configuration_id)
    const [supplier] = await ownSupplier(q, actor, supplier_id)
    if (!configuration || !supplier) throw new Refusal('not_found')
    const [last] = await previousDiscount(q, actor.tenant_id, configuration_id, supplier_id)
    return { is_pool: configuration.is_pool, buying_discount: last?.buying_discount ?? null, given_at: last?.created_at ?? null }
  })

/** The upload that a step is for: the one with this id, or if no id is given, the one that the actor began last. */
export async function meantUpload({ db, actor }: Pick<Reading, 'db'> & { actor: SignedIn }, upload_id: string | undefined, is_pool: boolean): Promise<string> {
  const [last] = upload_id ? [{ id: upload_id }] : await db.read(actor.tenant_id, (q) => lastUpload(q, actor, is_pool))
  if (!last) throw refuseField('upload_id', 'required')
  return last.id
}

type Named<T> = Omit<T, 'upload_id'> & { upload_id: string }

/** Step two: starts the check in the background. It can be repeated with other columns. */
export async function beginCheck(ground: Asking, actor: SignedIn, { upload_id, ...asked }: Named<InputOf<typeof stockUploadCheck>>): Promise<void> {
  const upload = await own(ground, actor, upload_id)
  // If the PIN column were also read as another field, such as the serial, PINs would be stored unencrypted.
  for (const other of ['batch_sequence', 'serial_sequence', 'expiry_sequence', 'value_sequence'] as const)
    if (asked[other] === asked.pin_sequence) throw refuseField(other, 'column_twice')
  const settings = {
    ...asked,
    // A pool's cards have no value that a column could be compared with.
    value_sequence: upload.is_pool ? 0 : asked.value_sequence,
    import_batch: asked.import_batch ?? null,
    delimiter: asked.delimiter ?? upload.settings.delimiter,
    has_header: asked.has_header ?? upload.settings.has_header,
    header_row: asked.header_row ?? (asked.has_header === false ? undefined : upload.settings.header_row),
  }
  await ground.db.write(actor.tenant_id, async (q) => {
    const [moved] = await moveUpload(q, actor.tenant_id, ground.clock(), upload_id, ['uploaded', 'checked', 'failed'], 'checking', settings)
    if (!moved) throw new Refusal('upload_state')
    await ground.audit(
      { subject: subjectOf(upload), before: { step: upload.step }, after: { step: 'checking', ...(asked.add_leading_zero && { add_leading_zero: true }) } },
      q,
    )
  })
  begin(ground, actor.tenant_id, upload_id, checkUpload)
}

/** Step three: opens the batch, which refuses a file that was imported before, and fills it in the background. */
export async function beginImport(
  ground: Asking,
  actor: SignedIn,
  { upload_id, supplier_id, buying_discount, leave_out_errors, publish }: Named<InputOf<typeof stockUploadFinish>>,
): Promise<void> {
  const { db, keys, clock } = ground
  const { tenant_id } = actor
  const upload = await own(ground, actor, upload_id)
  if (upload.step !== 'checked') throw new Refusal('upload_state')
  if (upload.fatal || upload.accepted === 0 || (upload.errors > 0 && !leave_out_errors))
    throw new Refusal('upload_has_errors', { detail: { errors: upload.errors, accepted: upload.accepted } })
  const { owner_id, configuration_id, filename, file_hash } = upload
  const { wrapped } = await keys.dataKey(batchKeyBound(tenant_id, configuration_id))
  const batch = {
    owner_id,
    configuration_id,
    supplier_id,
    lot: upload.settings.lot ?? '',
    filename,
    file_hash,
    buying_discount,
    data_key: wrapped,
    created_by: actor.username,
  }
  const delivery = { tenant_id, owner_id, now: clock() }
  const refuse = async (q: Query) => {
    if (!upload.settings.refused) await countRefusal(q, delivery, ground.audit, { subject: subjectOf(upload) })
    await setRefused(q, tenant_id, upload_id)
    return false
  }
  let isTaken: boolean
  try {
    isTaken = await db.write(tenant_id, async (q) => {
      const [supplier] = await ownSupplier(q, actor, supplier_id)
      if (supplier?.owner_id !== owner_id) throw new Refusal('not_found')
      await admitDelivery(q, delivery)
      if (upload.settings.elsewhere) return refuse(q)
      const [moved] = await moveUpload(q, tenant_id, clock(), upload_id, ['checked'], 'importing', { publish })
      if (!moved) throw new Refusal('upload_state')
      await setBatch(q, tenant_id, upload_id, await createBatches((statement) => q.query(statement), tenant_id).open(clock(), batch))
      // The goods are read only after the batch was opened. From then on they cannot begin to draw on a pool, but they may have begun to do so shortly before.
      const [goods] = await ownConfiguration(q, actor, configuration_id)
      if (goods?.draws_on) throw new Refusal('upload_state')
      const { restored = 0 } = upload.settings
      const zeros = restored > 0 ? { zeros_restored: restored } : {}
      const what = { supplier: supplier.name, buying_discount: percentText(buying_discount), accepted: upload.accepted, publish }
      const after = { step: 'importing', ...what, ...zeros }
      await ground.audit({ subject: subjectOf(upload), before: { step: upload.step }, after }, q)
      return true
    })
  } catch (error) {
    if (codeOf(error) !== UNIQUE) throw error
    const [known] = await db.read(tenant_id, (q) => batchOfFile(q, tenant_id, owner_id, file_hash))
    if (known) throw fileKnown(known)
    // The owner has no batch of this file, so another owner has imported the very same file.
    isTaken = await db.write(tenant_id, refuse)
  }
  if (!isTaken) throw new Refusal('stock_refused')
  begin(ground, tenant_id, upload_id, importAndRecheck)
}

/**
 * Imports the upload. If one of its PINs came into stock since the check, the upload is checked again, so that the user decides again. If another owner has
 * that PIN, the refusal is counted now.
 */
async function importAndRecheck(run: Run): Promise<void> {
  if ((await importUpload(run)) !== 'recheck') return
  await checkUpload(run)
  const { db, clock, tenant_id } = run
  await db.write(tenant_id, async (q) => {
    const [upload] = await uploadById(q, tenant_id, run.upload.id)
    if (!upload?.settings.elsewhere) return
    const { audit } = createAudit(run, tenant_id, { action: 'stockUploadFinish', actor: null, address: '', device: '' })
    await countRefusal(q, { tenant_id, owner_id: upload.owner_id, now: clock() }, audit, { subject: subjectOf(upload) })
    await setRefused(q, tenant_id, upload.id)
  })
}

/** Cancels an upload at any step before it is imported, and deletes everything: file, findings, batch, PINs. */
export async function cancelUpload(ground: Asking, actor: SignedIn, upload_id: string): Promise<void> {
  const { db, filesDir } = ground
  const { tenant_id } = actor
  await own(ground, actor, upload_id)
  await stop(upload_id)
  const upload = await own(ground, actor, upload_id)
  const { batch_no, step } = upload
  if (batch_no) await createBatches((statement) => db.call(statement), tenant_id).discard(batch_no)
  // Another server may have made the batch ready at this moment; if so, the upload counts as imported and is kept.
  const [batch] = await db.read(tenant_id, (q) => batchOfUpload(q, tenant_id, upload_id))
  if (step === 'imported' || batch?.state === 'ready') throw new Refusal('upload_state')
  await db.write(tenant_id, async (q) => {
    await deleteUpload(q, tenant_id, upload_id)
    await ground.audit({ subject: subjectOf(upload), before: { step }, after: { step: 'cancelled' } }, q)
  })
  await removeFiles(filesDir, upload_id)
}

/** Cancels uploads that wait for a user. Leaves alone uploads that are being worked on, no longer exist, or belong to other owners. */
export async function discardUploads(ground: Asking, actor: SignedIn, upload_ids: readonly string[]): Promise<{ discarded: number; kept: number }> {
  let discarded = 0
  for (const upload_id of new Set(upload_ids)) {
    try {
      const { step } = await own(ground, actor, upload_id)
      if (step !== 'uploaded' && step !== 'checked' && step !== 'failed') continue
      await cancelUpload(ground, actor, upload_id)
      discarded++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return { discarded, kept: upload_ids.length - discarded }
}

const resuming =
  (ground: RunServices): Work =>
  async (tenant_id) => {
    const now = ground.clock()
    const left = await ground.db.write(tenant_id, (q) => claimSilent(q, tenant_id, now, new Date(now.getTime() - SILENT_MS)))
    for (const { id, step } of left) {
      if (isRunning(id)) continue
      if (step === 'importing') await reopenBatch(ground, tenant_id, id)
      begin(ground, tenant_id, id, step === 'importing' ? importAndRecheck : checkUpload)
    }
  }

export const resumeJobs = (ground: RunServices): JobList => ({
  resume_uploads: { cron: '* * * * *', work: rounds(ground, 'resume_uploads', resuming(ground)) },
})

/** Takes over the work of a server that has ended: checks and imports start again from the beginning. */
export async function resumeUploads(ground: RunServices): Promise<void> {
  await eachTenant(ground, resuming(ground))
}
