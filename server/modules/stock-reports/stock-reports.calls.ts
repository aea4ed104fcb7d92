// Calls about stock through time.
import type { Language } from '../../../contract/auth.ts'
import type { Handlers } from '../../http/mount.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { counted, listed, reported } from '../../postgres/counted.ts'
import { putMessage } from '../messages/messages.ts'
import { reorderRows, reorderTotals, supplierOf } from './reorder.sql.ts'
import { historyCount, historyRows } from './stock-history.sql.ts'
import { batchesOff, reportRows, reportTotals } from './stock-report.sql.ts'
import { daysOf, lineOf, orderCsv } from './stock-reports.ts'

/** More goods than these are no mail. */
const LINES_MOST = 500

export const stockReports: Pick<Handlers, 'stockReport' | 'stockHistory' | 'reorderList' | 'reorderSend'> = {
  stockReport: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const today = berlinDay(now())
      const days = daysOf(asked, today)
      const { rows, total_count } = await counted(asked, (limit, offset) => reportRows(q, actor, days, asked, limit, offset))
      const [totals] = await reportTotals(q, actor, days, asked)
      if (!totals) throw new Error('a sum without a row')
      const [off] = await batchesOff(q, actor, today, asked)
      const agrees = { agrees: !off, difference: null, finding: off ? String(off.batch_no) : null }
      return { ...reported(asked, rows, totals, total_count), agrees }
    }),

  stockHistory: async (asked, { actor, db }) =>
    db.list(actor, async (q) => listed(asked, await historyRows(q, actor, asked), await historyCount(q, actor, asked))),

  reorderList: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const rows = await reorderRows(q, actor, now(), asked)
      const [{ total_count, ...totals } = { total_count: 0, quantity: 0, cost: 0 }] = await reorderTotals(q, actor, now(), asked)
      return reported(asked, rows, totals, total_count)
    }),

  reorderSend: async ({ supplier_id, lasting_days, email: other }, context) => {
    const { actor, db, now, audit } = context
    const asked = { page: 0, limit: LINES_MOST, lasting_days, filters: { supplier_id } }
    const rows = await db.list(actor, (q) => reorderRows(q, actor, now(), asked))
    return db.write(actor.tenant_id, async (q) => {
      const [supplier] = await supplierOf(q, actor, supplier_id)
      if (!supplier || rows.length === 0) throw new Refusal('not_found')
      const email = other ?? supplier.email
      if (email === '') throw refuseField('email', 'required')
      const data = { name: actor.organisation_name, lines: rows.map(lineOf).join('\n') }
      await putMessage(q, context, {
        kind: 'purchase_list',
        channel: 'email',
        recipient: email,
        language: actor.language as Language,
        organisation_id: supplier.owner_id,
        data,
        attachment: { name: `order-${berlinDay(now())}.csv`, text: orderCsv(rows) },
      })
      const subject = { kind: 'supplier', id: supplier_id, name: supplier.company, organisation_id: supplier.owner_id }
      await audit({ subject, after: { email, rows: rows.length, pins: rows.reduce((all, { quantity }) => all + quantity, 0) } }, q)
      return { email, lines: rows.length }
    })
  },
}
