// Calls about suppliers: reading them.
import type { Handlers } from '../../kit/mount.ts'
import { supplierCount, suppliers as supplierRows } from './suppliers.sql.ts'

export const suppliers: Pick<Handlers, 'suppliersList'> = {
  suppliersList: async (asked, { actor, db }) =>
    db.list(actor.tenant_id, async (q) => ({
      content: (await supplierRows(q, actor, asked)).map((row) => ({ ...row, last_delivery_at: row.last_delivery_at?.toISOString() ?? null })),
      filters: { page: asked.page, limit: asked.limit, total_count: await supplierCount(q, actor, asked) },
    })),
}
