// The call that lists shops that sold nothing lately (7 days by default), or one shop, and shows for each whether it can sell.
import type { Handlers } from '../../../http/mount.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { quietCount, quietShops } from './readiness.sql.ts'
import { readinessOf } from './readiness.ts'

const UNKNOWN = { hindrance: 'not_on_offer', on_offer: 0, in_stock: 0, sells_live: false } as const

export const readiness: Pick<Handlers, 'shopsReady'> = {
  shopsReady: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const at = now()
      const rows = await quietShops(q, actor, asked, at)
      const shop_ids = rows.map(({ customer_id }) => customer_id)
      const ready = await readinessOf(q, actor.tenant_id, shop_ids, at)
      return listed(
        asked,
        rows.map((row) => ({ ...row, ...(ready.get(row.customer_id) ?? UNKNOWN) })),
        await quietCount(q, actor, asked, at),
      )
    }),
}
