// Calls about customers.
import type { Handlers } from '../../kit/mount.ts'
import { customerCount, customerFilters, customers as customerRows } from './customers.sql.ts'

export const customers: Pick<Handlers, 'customersListShort'> = {
  customersListShort: async (asked, { actor, db }) =>
    db.read(actor.tenant_id, async (q) => {
      const rows = await customerRows(q, actor, asked)
      return {
        content: rows.map((row) => ({ ...row, last_sale_at: row.last_sale_at?.toISOString() ?? null })),
        filters: { page: asked.page, limit: asked.limit, total_count: await customerCount(q, actor, asked) },
        type_of_filters: await customerFilters(q, actor),
      }
    }),
}
