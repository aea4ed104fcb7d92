// Calls about goods.
import type { Handlers } from '../../kit/mount.ts'
import { productCount, products as productRows } from './products.sql.ts'

export const products: Pick<Handlers, 'productsList'> = {
  productsList: async (asked, { actor, db }) =>
    db.read(actor.tenant_id, async (q) => {
      const rows = await productRows(q, actor, asked)
      return {
        content: rows.map((row) => ({ ...row, configurations: row.configurations ?? [] })),
        filters: { page: asked.page, limit: asked.total_items, total_count: await productCount(q, actor, asked) },
      }
    }),
}
