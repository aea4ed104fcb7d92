// Reminders by mail about overdue documents: at most three for each document, a week apart. Each is recorded together with its mail.
import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { date, euro } from './layout.ts'
import { addReminder, type Overdue, overdue } from './reminders.sql.ts'

type Outcome = OutputOf<Calls['invoicesRemind']>['rows'][number]['outcome']

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const LEVELS_MAX = 3

/** Why no reminder may be sent; undefined if one may be sent. */
function refusalOf(invoice: Overdue | undefined, now: Date): Outcome | undefined {
  if (!invoice) return 'not_overdue'
  if (invoice.level >= LEVELS_MAX) return 'enough'
  if (invoice.reminded_at && Date.parse(invoice.reminded_at) + WEEK_MS > now.getTime()) return 'too_soon'
  return invoice.recipient === '' ? 'no_address' : undefined
}

export const reminders: Pick<Handlers, 'invoicesRemind'> = {
  invoicesRemind: async ({ invoice_ids }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id, user_id } = actor
    const at = now()
    await audit(null)
    const rows = await db.write(tenant_id, async (q) => {
      const known = await overdue(q, tenant_id, organisation_id, invoice_ids, berlinDay(at))
      const told: { invoice_id: string; outcome: Outcome }[] = []
      for (const invoice_id of new Set(invoice_ids)) {
        const invoice = known.find((one) => one.invoice_id === invoice_id)
        const refused = refusalOf(invoice, at)
        const level = (invoice?.level ?? 0) + 1
        const isNew = !refused && (await addReminder(q, { tenant_id, invoice_id, level, user_id, now: at }))
        told.push({ invoice_id, outcome: refused ?? (isNew ? 'sent' : 'too_soon') })
        if (!isNew || !invoice) continue
        const { document_no, recipient, language, open, due_on, customer_id } = invoice
        const data = { number: document_no, amount: euro(open), due: date(due_on), path: `/new/invoice/${invoice_id}` }
        await putMessage(q, context, {
          ...{ kind: 'invoice_overdue', channel: 'email', recipient, language, organisation_id: customer_id, data },
          document: { id: invoice_id, name: `${document_no}.pdf` },
        })
        await audit({ subject: { kind: 'invoice', id: invoice_id, name: document_no, organisation_id }, after: { level } }, q)
      }
      return told
    })
    return { rows }
  },
}
