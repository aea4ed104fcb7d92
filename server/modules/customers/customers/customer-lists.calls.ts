// Calls that read customers: the list, one customer in full, and the search on other screens.

import { giveable } from '../../../../contract/customers/customer-changes.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { openKeys } from '../../people/api-keys/api-keys.ts'
import { runwayOf } from '../credit/credit.ts'
import { counts, customersWhole, found } from './customers.sql.ts'
import { customer, salesByDay } from './details.sql.ts'
import { notesOf, pulse } from './pulse.sql.ts'
import { timeline } from './timeline.sql.ts'

export const customerReading: Pick<Handlers, 'customerDetails' | 'customerPulse' | 'customerSearch' | 'customersList'> = {
  customersList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await customersWhole(q, actor, asked)
      const { total_count, type_of_filters } = await counts(q, actor, asked, rows)
      return { ...listed(asked, rows, total_count), type_of_filters }
    }),

  customerDetails: async ({ customer_id }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const [row] = await customer(q, actor, customer_id)
      if (!row) throw new Refusal('not_found')
      const at = now()
      const purse = { organisation_id: customer_id, available: row.wallet.available, created_at: row.created_at, timings: row.shop_timings }
      return {
        ...row,
        api: { ...row.api, keys: await openKeys(q, actor.tenant_id, customer_id, at) },
        may_credit: row.parent_id === actor.organisation_id || actor.kind === 'platform',
        flags_giveable: giveable({ kind: row.parent_kind, flags: row.parent_flags }, actor),
        lasts_until: (await runwayOf(q, actor.tenant_id, purse, at))?.toISOString() ?? null,
        sales_by_day: await salesByDay(q, actor, customer_id, berlinDay(at)),
        timeline: await timeline(q, actor.tenant_id, customer_id),
      }
    }),

  customerPulse: async ({ customer_id }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const [row] = await pulse(q, actor, customer_id, now())
      if (!row) throw new Refusal('not_found')
      return { ...row, notes: await notesOf(q, actor, customer_id) }
    }),

  customerSearch: async (asked, { actor, db }) => ({
    content: await db.list(actor, (q) => found(q, actor, asked)),
  }),
}
