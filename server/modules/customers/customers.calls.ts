// Calls about customers.
import type { Handlers } from '../../kit/mount.ts'
import { counts, customers as customerRows } from './customers.sql.ts'

export const customers: Pick<Handlers, 'customersListShort'> = {
  customersListShort: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await customerRows(q, actor, asked)
      const { total_count, type_of_filters } = await counts(q, actor, asked, rows)
      const content = rows.map((row) => ({ ...row, last_sale_at: row.last_sale_at?.toISOString() ?? null }))
      return { content, filters: { page: asked.page, limit: asked.limit, total_count }, type_of_filters }
    }),
}
