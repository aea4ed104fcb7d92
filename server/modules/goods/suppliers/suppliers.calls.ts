// The call that lists suppliers.

import { supplierUpdate } from '../../../../contract/goods/suppliers.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { Handlers } from '../../../http/mount.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { supplierCount, suppliers as supplierRows } from './suppliers.sql.ts'

/** Fields that are blank for users who may only import files of a supplier. */
const KEPT_BACK = { bank_name: '', iban: '', bic: '', ustidnr: '', stnr: '', hrb: '', director: '', remarks: '' }

export const suppliers: Pick<Handlers, 'suppliersList'> = {
  suppliersList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const kept = allows(supplierUpdate.access, actor) ? {} : KEPT_BACK
      const rows = await supplierRows(q, actor, asked)
      return listed(
        asked,
        rows.map((row) => ({ ...row, ...kept, last_delivery_at: row.last_delivery_at })),
        await supplierCount(q, actor, asked),
      )
    }),
}
