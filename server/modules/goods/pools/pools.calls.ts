// Calls about pools. Their files go through the same three upload steps as those of all other stock.

import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { counted, listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { beginCheck, beginImport, beginUpload, discountBefore, meantUpload, own } from '../stock/stock.ts'
import { poolRows } from './pools.sql.ts'
import { addPool, changePool } from './pools.ts'

export const pools: Pick<Handlers, 'poolAdd' | 'poolDiscountPrevious' | 'poolUpload' | 'poolUploadCheck' | 'poolUploadFinish' | 'poolsList'> = {
  poolsList: async (asked, context) => {
    const { actor, db, now } = context
    const { page, limit, search_text } = asked
    if (asked.action) await changePool(context, asked)
    const search = searchFor(search_text)
    return db.list(actor, async (q) => {
      const at = now()
      const wanted = { search, pool_id: asked.action ? null : (asked.pool_id ?? null) }
      const day = { now: at, today: berlinDay(at) }
      const { rows, total_count } = await counted(asked, (most, from) => poolRows(q, actor, wanted, day, most, from))
      const content = rows.map(({ total_count: _, ...row }) => row)
      return listed({ page, limit }, content, total_count)
    })
  },

  poolAdd: async (input, context) => ({ pool_id: await addPool(context, input) }),

  poolDiscountPrevious: async ({ pool_id, supplier_id }, context) => {
    const { is_pool, ...previous } = await discountBefore(context, context.actor, pool_id, supplier_id)
    if (!is_pool) throw new Refusal('not_found')
    return previous
  },

  poolUpload: async ({ pool_id, ...file }, context) => beginUpload(context, context.actor, { ...file, configuration_id: pool_id }, 'pool'),

  poolUploadCheck: async (input, context) => {
    const upload_id = await meantUpload(context, input.upload_id, true)
    await refuseOthers(upload_id, context)
    await beginCheck(context, context.actor, { ...input, upload_id })
    return { upload_id, step: 'checking' }
  },

  poolUploadFinish: async (input, context) => {
    const upload_id = await meantUpload(context, input.upload_id, true)
    await refuseOthers(upload_id, context)
    await beginImport(context, context.actor, { ...input, upload_id })
    return { upload_id, step: 'importing' }
  },
}

/** Refuses an upload for a denomination, because these calls are for uploads of pools. */
async function refuseOthers(upload_id: string, context: Parameters<Handlers['poolUploadCheck']>[1]): Promise<void> {
  if (!(await own(context, context.actor, upload_id)).is_pool) throw new Refusal('not_found')
}
