// Step three of an import, in the background: seals all accepted rows into their batch, or none of them.
import { moneyText } from '../../../../contract/kit/money.ts'
import { codeOf } from '../../../kit/errors.ts'
import { BLOCK, batchKeyBound, sealBlock } from '../../../kit/seal.ts'
import type { Filling } from '../../../money/batch-imports.ts'
import { createBatches } from '../../../money/batches.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { putCustody } from '../batches/batches.ts'
import { removeFiles } from './files.ts'
import { type Run, Stopped } from './runs.ts'
import { type Chunk, readSpool } from './spool.ts'
import { batchOfUpload, moveUpload, saveImported, setBatch } from './upload.sql.ts'

/** How many chunks are sent at once: the database works on them on two cores while the next chunk is sealed here. */
const LANES = 2
const UNIQUE = '23505'

/** Imports the upload. Returns 'recheck' if one of its PINs came into stock since the check; in that case nothing of the batch is left. */
export async function importUpload(run: Run): Promise<'imported' | 'recheck'> {
  const { db, tenant_id, upload, clock } = run
  const batches = createBatches((statement) => db.call(statement), tenant_id)
  const [batch] = await db.read(tenant_id, (q) => batchOfUpload(q, tenant_id, upload.id))
  if (!batch) throw new Error('an upload being imported has no batch')
  if (batch.state === 'importing') {
    try {
      await fill(run, batch)
      const { stretches = [], publish = false } = upload.settings
      let end = 0
      const ends = stretches.map(({ rows }) => (end += rows))
      await batches.ready(
        clock(),
        batch.batch_no,
        ends,
        stretches.map(({ expires_on }) => expires_on),
        publish,
      )
    } catch (error) {
      // The import was stopped on purpose: whoever stopped it will discard the batch, or continue it later.
      if (error instanceof Stopped) throw error
      const isKnown = codeOf(error) === UNIQUE
      // If the batch became ready in spite of the error, the upload counts as imported, because the PINs of the batch may be on sale.
      if (await giveUp(run, batch.batch_no, isKnown ? 'checking' : 'failed')) {
        if (isKnown) return 'recheck'
        throw error
      }
    }
  }
  await db.write(tenant_id, async (q) => {
    const { owner_id, product_name, value, accepted } = upload
    const data = {
      product: upload.is_pool ? `${product_name} ${upload.pool_name}` : product_name,
      value: upload.is_pool ? '' : moneyText(value),
      count: String(accepted),
    }
    const saved = await saveImported(q, tenant_id, clock(), upload.id)
    if (saved.length === 0) return
    await putNotice(q, clock(), { organisation_id: owner_id, kind: upload.is_pool ? 'pool_filled' : 'stock_imported', data })
    const published = { batch_no: batch.batch_no, seq: null, event: 'published', who: batch.created_by, user_id: upload.created_by } as const
    if (upload.settings.publish) await putCustody(q, clock(), published)
  })
  await removeFiles(run.filesDir, upload.id)
  return 'imported'
}

/** Discards the batch. Returns false, and keeps the batch, if it is ready already. */
async function giveUp({ db, tenant_id, upload, clock }: Run, batch_no: number, step: 'checking' | 'failed'): Promise<boolean> {
  await createBatches((statement) => db.call(statement), tenant_id).discard(batch_no)
  return db.write(tenant_id, async (q) => {
    const [left] = await batchOfUpload(q, tenant_id, upload.id)
    if (left?.state === 'ready') return false
    await setBatch(q, tenant_id, upload.id, null)
    await moveUpload(q, tenant_id, clock(), upload.id, ['importing'], step)
    return true
  })
}

/** Starts an interrupted import again: discards its batch and opens another one, which is filled from the spool. */
export async function reopenBatch({ db, clock }: Pick<Run, 'db' | 'clock'>, tenant_id: number, upload_id: string): Promise<void> {
  await db.write(tenant_id, async (q) => {
    const [batch] = await batchOfUpload(q, tenant_id, upload_id)
    if (batch?.state !== 'importing') return
    const batches = createBatches((statement) => q.query(statement), tenant_id)
    await batches.discard(batch.batch_no)
    await setBatch(q, tenant_id, upload_id, await batches.open(clock(), batch))
  })
}

type Batch = { batch_no: number; data_key: Buffer }

async function fill({ db, keys, tenant_id, upload, files, key, progress }: Run, { batch_no, data_key }: Batch) {
  const batches = createBatches((statement) => db.call(statement), tenant_id)
  const { configuration_id } = upload
  const dataKey = await keys.unwrap(data_key, batchKeyBound(tenant_id, configuration_id))
  const lanes = createLanes(LANES)
  let first = 0
  try {
    for await (const chunk of readSpool(files.rows, key)) {
      const filling = seal(chunk, first, (pins, block) => sealBlock(pins, dataKey, { tenant_id, configuration_id, batch_no, block }))
      await lanes.add(() => batches.fill(batch_no, filling))
      first += chunk.pins.length
      await progress(first)
    }
    if (first !== upload.accepted) throw new Error('the spool has other rows than were accepted')
    await lanes.empty()
    await progress(first)
  } finally {
    await lanes.settled()
  }
}

function seal({ pins, serials, hashes }: Chunk, first: number, sealed: (pins: string[], block: number) => Buffer): Filling {
  const blocks = Array.from({ length: Math.ceil(pins.length / BLOCK) }, (_, i) => sealed(pins.slice(i * BLOCK, (i + 1) * BLOCK), first / BLOCK + i))
  return { first, hashes: Buffer.concat(hashes), serials, last4: pins.map((pin) => pin.slice(-4)), blocks }
}

/** Runs at most `most` promises at once. If one fails, a later call throws its error. */
function createLanes(most: number) {
  const busy = new Set<Promise<unknown>>()
  return {
    async add(work: () => Promise<unknown>) {
      if (busy.size >= most) await Promise.race(busy)
      const lane: Promise<unknown> = work().then(() => busy.delete(lane))
      lane.catch(() => undefined)
      busy.add(lane)
    },
    empty: () => Promise.all(busy),
    settled: () => Promise.allSettled(busy),
  }
}
