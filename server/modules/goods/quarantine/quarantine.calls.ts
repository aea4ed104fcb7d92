// Calls about stock held back after a restore: listing and releasing it.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { createBatches } from '../../../money/batches.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { counted, listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { batchSubject, putCustody } from '../batches/batches.ts'
import { batchesToRelease, heldRows, openRestore } from './quarantine.sql.ts'

export const quarantine: Pick<Handlers, 'heldList' | 'heldRelease'> = {
  heldList: async ({ page, limit, search_text }, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total_count } = await counted({ page, limit }, (most, from) => heldRows(q, actor, searchFor(search_text), most, from))
      const [any] = search_text || rows.length === 0 ? await heldRows(q, actor, null, 1, 0) : rows
      const [restore] = await openRestore(q, actor.tenant_id)
      return {
        ...listed(
          { page, limit },
          rows.map(({ held_total: _, total_count: __, ...row }) => row),
          total_count,
        ),
        held: any?.held_total ?? 0,
        restore: restore ?? null,
      }
    }),

  heldRelease: async ({ batch_no, reason }, { actor, db, audit, now }) => {
    const { tenant_id } = actor
    return db
      .write(tenant_id, async (q) => {
        const found = await batchesToRelease(q, actor, batch_no)
        if (batch_no && found.length === 0) throw new Refusal('not_found')
        if (found.length === 0) await audit(null)
        const doors = createBatches((statement) => q.query(statement), tenant_id)
        let pins = 0
        for (const batch of found) {
          const released = await doors.release(now(), batch.owner_id, batch.batch_no)
          pins += released
          await putCustody(q, now(), { batch_no: batch.batch_no, seq: null, event: 'released', who: actor.username, user_id: actor.user_id, note: reason })
          await audit({ subject: batchSubject(batch), before: { held: released }, after: { held: 0 }, reason }, q)
        }
        return { batches: found.length, pins }
      })
      .catch((error: unknown) => {
        throw refusalOf(error)
      })
  },
}
