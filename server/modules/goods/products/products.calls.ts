// Calls that read goods.
import { productTypes } from '../../../../contract/kit/product-types.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { supplierNames } from '../suppliers/suppliers.ts'
import { productCount, productNames, products as productRows } from './products.sql.ts'

export const products: Pick<Handlers, 'productsList' | 'productFilters'> = {
  productsList: async (asked, { actor, db, now }) => {
    const today = berlinDay(now())
    return db.list(actor, async (q) => {
      const rows = await productRows(q, actor, today, asked)
      const total_count = rows[0]?.total_count ?? (asked.page > 0 ? await productCount(q, actor, today, asked) : 0)
      return listed({ page: asked.page, limit: asked.total_items }, rows, total_count)
    })
  },

  productFilters: async (_, { actor, db }) =>
    db.list(actor, async (q) => {
      const named = await productNames(q, actor)
      const kinds = productTypes.map((product_type) => ({ product_type, count: named.filter((one) => one.product_type === product_type).length }))
      return { product_types: kinds.filter(({ count }) => count > 0), products: named, suppliers: await supplierNames(q, actor) }
    }),
}
