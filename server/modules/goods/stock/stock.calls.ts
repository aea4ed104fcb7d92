// Calls about PIN stock: the three steps of an upload, and the present stock.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { createBatches } from '../../../money/batches.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { counted, listed } from '../../../postgres/row-pages.ts'
import { batchSubject, putCustody } from '../batches/batches.ts'
import { allRows, errorsCsv, progressAnswer, rowsWithFindings, uploadedAnswer } from './answers.ts'
import { batchesToPublish, batchOwner, batchRows, stockRows } from './stock.sql.ts'
import { beginCheck, beginImport, beginUpload, cancelUpload, discardUploads, discountBefore, meantUpload, own } from './stock.ts'
import { openUploads } from './upload.sql.ts'

type Stock = Pick<
  Handlers,
  | 'stockUpload'
  | 'stockUploadCheck'
  | 'stockUploadProgress'
  | 'stockUploadRows'
  | 'stockUploadErrors'
  | 'supplierDiscountPrevious'
  | 'stockUploadFinish'
  | 'stockUploadCancel'
  | 'stockUploadsDiscard'
  | 'stockUploadsOpen'
  | 'stockList'
>

export const stock: Stock = {
  stockUpload: async (input, context) => {
    return beginUpload(context, context.actor, input, 'denomination')
  },

  stockUploadCheck: async (input, context) => {
    const upload_id = await meantUpload(context, input.upload_id, false)
    await beginCheck(context, context.actor, { ...input, upload_id })
    return { upload_id, step: 'checking' }
  },

  stockUploadProgress: async ({ upload_id }, context) => progressAnswer(await own(context, context.actor, upload_id)),

  stockUploadRows: async ({ upload_id, only, page, limit }, context) => {
    const upload = await own(context, context.actor, upload_id)
    const { rows, total_count } = only === 'errors' ? await rowsWithFindings(context, upload, page, limit) : await allRows(context, upload, page, limit)
    return listed({ page, limit }, rows, total_count)
  },

  stockUploadErrors: async ({ upload_id }, context) => errorsCsv(context, await own(context, context.actor, upload_id)),

  supplierDiscountPrevious: async ({ configuration_id, supplier_id }, context) => {
    const { is_pool: _, ...previous } = await discountBefore(context, context.actor, configuration_id, supplier_id)
    return previous
  },

  stockUploadFinish: async (input, context) => {
    const upload_id = await meantUpload(context, input.upload_id, false)
    await beginImport(context, context.actor, { ...input, upload_id })
    return { upload_id, step: 'importing' }
  },

  stockUploadCancel: async ({ upload_id }, context) => {
    await cancelUpload(context, context.actor, upload_id)
    return {}
  },

  stockUploadsDiscard: async ({ upload_ids }, context) => discardUploads(context, context.actor, upload_ids),

  stockUploadsOpen: async (_, { actor, db }) => ({ content: (await db.read(actor.tenant_id, (q) => openUploads(q, actor))).map(uploadedAnswer) }),

  stockList: async (asked, context) => {
    const { actor, db, now: clock } = context
    const { configuration_id, action, page, limit } = asked
    const now = clock()
    const today = berlinDay(now)
    const set_batches = action ? await publish(context, asked, action === 'publish') : []
    return db.list(actor, async (q) => {
      const day = { now, today }
      const { rows, total_count } = configuration_id
        ? { rows: await stockRows(q, actor, day, { ...asked, search_text: undefined, filters: {} }, 1, 0), total_count: 0 }
        : await counted(asked, (most, from) => stockRows(q, actor, day, asked, most, from))
      if (configuration_id && !rows[0]) throw new Refusal('not_found')
      const batches = configuration_id
        ? await counted(asked, (most, from) => batchRows(q, actor.tenant_id, configuration_id, today, most, from))
        : { rows: [], total_count }
      return { ...listed({ page, limit }, rows, batches.total_count), batches: batches.rows, set_batches }
    })
  },
}

/**
 * Publishes or unpublishes one batch, or all batches of a denomination that are not yet in the wanted state, and returns their numbers; not_found if the
 * request names neither a batch nor a denomination.
 */
async function publish({ actor, db, audit, now }: Context<Calls['stockList']>, asked: InputOf<Calls['stockList']>, published: boolean): Promise<number[]> {
  const { tenant_id } = actor
  const { batch_no, configuration_id } = asked
  if (!batch_no && !configuration_id) throw new Refusal('not_found')
  return db
    .write(tenant_id, async (q) => {
      const found = batch_no ? await batchOwner(q, actor, batch_no) : await batchesToPublish(q, actor, configuration_id ?? '', published, berlinDay(now()))
      if (batch_no && found.length === 0) throw new Refusal('not_found')
      if (found.some(({ state }) => state !== 'ready')) throw new Refusal('batch_state')
      const doors = createBatches((statement) => q.query(statement), tenant_id)
      for (const batch of found) {
        await doors.publish(batch.owner_id, batch.batch_no, published)
        const event = published ? 'published' : 'unpublished'
        await putCustody(q, now(), { batch_no: batch.batch_no, seq: null, event, who: actor.username, user_id: actor.user_id })
        await audit({ subject: batchSubject(batch), before: { published: !published }, after: { published } }, q)
      }
      return found.map((batch) => batch.batch_no)
    })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
}
