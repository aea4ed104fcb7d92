// Calls about PIN stock: the three steps of an upload, and what is there.
import type { Calls } from '../../../contract/index.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Context, Handlers } from '../../kit/mount.ts'
import { createBatches } from '../../money/batches.ts'
import { batchSubject, putCustody } from '../batches/batches.ts'
import { allRows, errorsCsv, found, progressAnswer, uploadedAnswer } from './answers.ts'
import { batchOwner, batchRows, stockRows } from './stock.sql.ts'
import { beginCheck, beginImport, beginUpload, cancelUpload, discountBefore, own } from './stock.ts'
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
  | 'stockUploadsOpen'
  | 'stockList'
>

export const stock: Stock = {
  stockUpload: async (input, context) => {
    return beginUpload(context, context.actor, input, 'denomination')
  },

  stockUploadCheck: async (input, context) => {
    await beginCheck(context, context.actor, input)
    return { upload_id: input.upload_id, step: 'checking' }
  },

  stockUploadProgress: async ({ upload_id }, context) => progressAnswer(await own(context, context.actor, upload_id)),

  stockUploadRows: async ({ upload_id, only, page, limit }, context) => {
    const upload = await own(context, context.actor, upload_id)
    const { rows, total_count } = only === 'errors' ? await found(context, upload, page, limit) : await allRows(context, upload, page, limit)
    return { content: rows, filters: { page, limit, total_count } }
  },

  stockUploadErrors: async ({ upload_id }, context) => errorsCsv(context, await own(context, context.actor, upload_id)),

  supplierDiscountPrevious: async ({ configuration_id, supplier_id }, context) => {
    const { is_pool: _, ...previous } = await discountBefore(context, context.actor, configuration_id, supplier_id)
    return previous
  },

  stockUploadFinish: async (input, context) => {
    await beginImport(context, context.actor, input)
    return { upload_id: input.upload_id, step: 'importing' }
  },

  stockUploadCancel: async ({ upload_id }, context) => {
    await cancelUpload(context, context.actor, upload_id)
    return {}
  },

  stockUploadsOpen: async (_, { actor, db }) => ({ content: (await db.read(actor.tenant_id, (q) => openUploads(q, actor))).map(uploadedAnswer) }),

  stockList: async (asked, context) => {
    const { actor, db, now: clock } = context
    const { configuration_id, action, batch_no, page, limit } = asked
    const now = clock()
    const today = berlinDay(now)
    if (action) await publish(context, batch_no, action === 'publish')
    return db.list(actor.tenant_id, async (q) => {
      const day = { now, today }
      const { rows, total_count } = configuration_id
        ? { rows: await stockRows(q, actor, day, { ...asked, page: 0, search_text: undefined, filters: {} }), total_count: 0 }
        : await counted((each) => stockRows(q, actor, day, each), asked)
      if (configuration_id && !rows[0]) throw new Refusal('not_found')
      const batches = configuration_id
        ? await counted((each) => batchRows(q, actor.tenant_id, configuration_id, today, each), asked)
        : { rows: [], total_count }
      return {
        content: rows.map((row) => ({ ...row, last_batch_at: row.last_batch_at?.toISOString() ?? null })),
        batches: batches.rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
        filters: { page, limit, total_count: batches.total_count },
      }
    })
  },
}

async function publish({ actor, db, audit, now }: Context<Calls['stockList']>, batch_no: number | undefined, published: boolean): Promise<void> {
  // The call reads, but for this.
  if (actor.view) throw new Refusal('view_only', { detail: { organisation: actor.view.organisation_name } })
  await db.write(actor.tenant_id, async (q) => {
    const [batch] = batch_no ? await batchOwner(q, actor, batch_no) : []
    if (!batch || !batch_no) throw new Refusal('not_found')
    if (batch.state !== 'ready') throw new Refusal('batch_state')
    await createBatches((statement) => q.query(statement), actor.tenant_id).publish(batch.owner_id, batch_no, published)
    await putCustody(q, now(), { batch_no, seq: null, event: published ? 'published' : 'unpublished', who: actor.username, user_id: actor.user_id })
    await audit({ subject: batchSubject({ ...batch, batch_no }), before: { published: !published }, after: { published } }, q)
  })
}

type Paged = InputOf<Calls['stockList']>

/** Rows that carry their total; beyond the last page there are none, and the count is asked for by itself. */
async function counted<Row extends { total_count: number }>(read: (asked: Paged) => Promise<Row[]>, asked: Paged) {
  const rows = await read(asked)
  const [first] = rows.length > 0 || asked.page === 0 ? rows : await read({ ...asked, page: 0, limit: 1 })
  return { rows, total_count: first?.total_count ?? 0 }
}
