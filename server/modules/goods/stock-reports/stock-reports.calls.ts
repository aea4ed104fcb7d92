// Calls about stock over time: the report of a past period, the history, and the purchase list.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { counted, listed, reported } from '../../../postgres/row-pages.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { reorderRows, reorderTotals, supplierOf } from './reorder.sql.ts'
import { batchOff, reportOfBatches } from './stock-batches.sql.ts'
import { reportOfGoods } from './stock-goods.sql.ts'
import { historyRows } from './stock-history.sql.ts'
import { batchFound, type Row, type StockReportInput, scopeValues } from './stock-report.sql.ts'
import { daysOf, lineOf, orderCsv } from './stock-reports.ts'

/** The most goods that a mail to a supplier may list. */
const LINES_MOST = 500

/**
 * Looks for a batch whose computed stock differs from the actual stock. If `goods` are known to differ, only the batches of these goods are searched; if
 * no batch of them differs, the id of the goods is returned. Without `goods` the batches shown are searched, and then those in which the latest proof
 * found an error.
 */
async function stockOff(q: Query, actor: SignedIn, today: string, asked: StockReportInput, rows: readonly Row[], goods: string | null) {
  if (goods !== null) return (await batchOff(q, actor, today, asked, [goods], null)) ?? goods
  const ids = [...new Set(rows.flatMap(({ configuration_id }) => configuration_id ?? []))]
  const numbers = rows.flatMap(({ batch_no }) => batch_no ?? [])
  const off = numbers.length > 0 ? await batchOff(q, actor, today, asked, ids, numbers) : undefined
  return off ?? batchFound(q, scopeValues(actor, asked))
}

export const stockReports: Pick<Handlers, 'stockReport' | 'stockHistory' | 'reorderList' | 'reorderSend'> = {
  stockReport: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const today = berlinDay(now())
      const days = daysOf(asked, today)
      const { rows, total_count, totals, off: unlike } = await (asked.by === 'batch' ? reportOfBatches : reportOfGoods)(q, actor, days, today, asked)
      const off = typeof unlike === 'number' ? unlike : await stockOff(q, actor, today, asked, rows, unlike ?? null)
      const agrees = { agrees: off === undefined, difference: null, finding: off === undefined ? null : String(off) }
      return { ...reported(asked, rows, totals, total_count), agrees }
    }),

  stockHistory: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total_count } = await counted(asked, (limit, offset) => historyRows(q, actor, asked, limit, offset))
      return listed(asked, rows, total_count)
    }),

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
