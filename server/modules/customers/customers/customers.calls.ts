// The handler of the call that lists customers.

import type { Handlers } from '../../../http/mount.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { counts, customers as customerRows } from './customers.sql.ts'

export const customers: Pick<Handlers, 'customersListShort'> = {
  customersListShort: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await customerRows(q, actor, asked)
      const { total_count, type_of_filters } = await counts(q, actor, asked, rows)
      return { ...listed(asked, rows, total_count), type_of_filters }
    }),
}
