// Reading customers: the list, one customer in full, and the search for other screens.
import { berlinDay } from '../../kit/berlin.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'
import { runwayOf } from '../credit/credit.ts'
import { counts, customersWhole, found } from './customers.sql.ts'
import { giveable } from './customers.ts'
import { customer, salesByDay } from './details.sql.ts'
import { timeline } from './timeline.sql.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

export const customerReading: Pick<Handlers, 'customerDetails' | 'customerSearch' | 'customersList'> = {
  customersList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await customersWhole(q, actor, asked)
      const { total_count, type_of_filters } = await counts(q, actor, asked, rows)
      return {
        content: rows.map((row) => ({
          ...row,
          ...{ last_sale_at: iso(row.last_sale_at), last_login_at: iso(row.last_login_at), stopped_at: iso(row.stopped_at) },
        })),
        filters: { page: asked.page, limit: asked.limit, total_count },
        type_of_filters,
      }
    }),

  customerDetails: async ({ customer_id }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const [row] = await customer(q, actor, customer_id)
      if (!row) throw new Refusal('not_found')
      const at = now()
      const purse = { organisation_id: customer_id, available: row.wallet.available, created_at: row.created_at, timings: row.shop_timings }
      return {
        ...row,
        ...{ last_login_at: iso(row.last_login_at), stopped_at: iso(row.stopped_at) },
        may_credit: row.parent_id === actor.organisation_id || actor.kind === 'platform',
        flags_giveable: giveable({ kind: row.parent_kind, flags: row.parent_flags }, actor),
        lasts_until: iso(await runwayOf(q, actor.tenant_id, purse, at)),
        sales_by_day: await salesByDay(q, actor, customer_id, berlinDay(at)),
        timeline: (await timeline(q, actor.tenant_id, customer_id)).map((one) => ({ ...one, at: one.at.toISOString() })),
      }
    }),

  customerSearch: async (asked, { actor, db }) => ({
    content: await db.list(actor, (q) => found(q, actor, asked)),
  }),
}
