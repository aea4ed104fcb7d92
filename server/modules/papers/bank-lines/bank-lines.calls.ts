// Calls about the incoming transfers of bank statements: storing them, listing them with what each is probably for, and booking each once.

import type { Calls } from '../../../../contract/index.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { BANK_LINES_A_DAY } from '../../../../contract/papers/bank-lines.ts'
import { invoicePay } from '../../../../contract/papers/invoices.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { requireRight } from '../../../kit/rights.ts'
import { contentOf } from '../../../money/content.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { book } from '../../customers/credit/credit.ts'
import { creditsOf, settle } from '../collections/collections.ts'
import { notePayment } from '../invoices/invoices.ts'
import { addLines, decideLine, documentOf, isOwnCustomer, type Line, lineCounts, linePage, lockedLine, takenSince } from './bank-lines.sql.ts'
import { matchesOf } from './bank-matches.sql.ts'
import { proposalOf } from './bank-matches.ts'

type BookContext = Context<Calls['bankLineBook']>

const DAY_MS = 24 * 60 * 60_000
/** The longest note of a booking. */
const NOTE_MAX = 500

const bare = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
const noteOf = ({ name, reference }: Line) => [name, reference].filter(Boolean).join(' · ').slice(0, NOTE_MAX)

async function lineOf(q: Query, actor: SignedIn, line_id: string): Promise<Line> {
  const line = await lockedLine(q, actor, line_id)
  if (!line) throw new Refusal('not_found')
  return line
}

/** The day of a payment. A bank statement may contain bookings of a day that is still to come; in that case the payment is dated today. */
const paidOn = ({ booked_on }: Line, now: Date) => (booked_on < berlinDay(now) ? booked_on : berlinDay(now))

/** Records the payment of an invoice. The payment gets the id of the transfer. */
async function payInvoice({ actor, db, now, audit }: BookContext, line_id: string, invoice_id: string) {
  const { tenant_id, organisation_id, user_id } = actor
  requireRight(invoicePay.access, actor)
  await db.write(tenant_id, async (q) => {
    const line = await lineOf(q, actor, line_id)
    if (line.state === 'booked' && line.invoice_id === invoice_id) return audit(null, q)
    if (line.state !== 'open') throw new Refusal('request_over')
    const paper = await documentOf(q, actor, invoice_id)
    if (!paper) throw new Refusal('not_found')
    const { amount } = line
    const paid_on = paidOn(line, now())
    await notePayment(q, { tenant_id, now: now(), organisation_id, user_id, payment_id: line_id, invoice_id, amount, paid_on, remarks: noteOf(line) })
    await decideLine(q, actor, line_id, { state: 'booked', customer_id: paper.customer_id, invoice_id }, now())
    const subject = { kind: 'invoice', id: invoice_id, name: paper.document_no, organisation_id }
    return audit({ subject, after: { amount: moneyText(amount), paid_on }, reason: noteOf(line) }, q)
  })
  return { state: 'booked' as const }
}

/** Settles the direct debits of a collection for which a transfer is the bank's credit. */
async function settleCollection({ actor, db, now, audit }: BookContext, line_id: string, collection_id: string) {
  const { tenant_id, organisation_id } = actor
  requireRight(invoicePay.access, actor)
  await db.write(tenant_id, async (q) => {
    const line = await lineOf(q, actor, line_id)
    if (line.state === 'booked' && line.collection_id === collection_id) return audit(null, q)
    if (line.state !== 'open') throw new Refusal('request_over')
    const paid_on = paidOn(line, now())
    const { collect_on, lines: rows } = await settle(q, actor, { line_id, ...line }, { collection_id, paid_on, now: now() })
    await decideLine(q, actor, line_id, { state: 'booked', collection_id }, now())
    const amount = moneyText(line.amount)
    const subject = { kind: 'collection', id: collection_id, name: `${collect_on} · ${amount}`, organisation_id }
    return audit({ subject, after: { rows, amount, paid_on }, reason: noteOf(line) }, q)
  })
  return { state: 'booked' as const }
}

/**
 * Begins a top-up: the key under which it is booked is stored before anything is booked, so that a repeated call books under the same key. After the second
 * person has refused a top-up, another one can be begun under a new key.
 */
const beginTopUp = ({ actor, db, now }: BookContext, line_id: string, customer_id: string) =>
  db.write(actor.tenant_id, async (q) => {
    const line = await lineOf(q, actor, line_id)
    const isSame = line.customer_id === customer_id && line.booking_key !== null
    if (isSame && line.state !== 'open') return { line, key: line.booking_key ?? '' }
    if (line.state !== 'open') throw new Refusal('request_over')
    if (isSame && !line.is_refused) return { line, key: line.booking_key ?? '' }
    if (!(await isOwnCustomer(q, actor, customer_id))) throw new Refusal('not_found')
    const key = newId()
    await decideLine(q, actor, line_id, { state: 'booking', customer_id, booking_key: key }, now())
    return { line, key }
  })

async function topUp(context: BookContext, line_id: string, customer_id: string) {
  const { actor, now } = context
  const { line, key } = await beginTopUp(context, line_id, customer_id)
  const beside = async (q: Query, state: 'booked' | 'waiting') => {
    // Meanwhile somebody may have chosen another customer or set the transfer aside; if so, nothing may be booked under this key any more.
    const current = await lineOf(q, actor, line_id)
    if (current.booking_key !== key) throw new Refusal('request_over')
    if (state === 'booked' && current.state !== 'booked') await decideLine(q, actor, line_id, { state, customer_id, booking_key: key }, now())
  }
  const asked = { key, customer_id, type: 'top_up', amount: line.amount, payment_mode: 'bank_transfer', remarks: noteOf(line) } as const
  const { state } = await book(context, asked, { beside })
  return { state }
}

export const bankLines: Pick<Handlers, 'bankLineAside' | 'bankLineBook' | 'bankLinesList' | 'bankLinesTake'> = {
  bankLinesTake: async ({ transfers: lines, ...file }, { actor, db, now, audit }) => {
    const { tenant_id, organisation_id, organisation_name: name } = actor
    const account = bare(file.account)
    const taken = await db.write(tenant_id, async (q) => {
      if ((await takenSince(q, actor, new Date(now().getTime() - DAY_MS))) + lines.length > BANK_LINES_A_DAY) throw new Refusal('too_many_requests')
      const told = lines.map((line) => {
        const iban = bare(line.iban)
        return { ...line, iban, content: contentOf('bank line', line.booked_on, line.amount, bare(line.name), iban, bare(line.reference), line.nth) }
      })
      const added = await addLines(q, actor, { ...file, account, lines: told }, now())
      await audit(
        added > 0 ? { subject: { kind: 'organisation', id: organisation_id, name, organisation_id }, after: { rows: added, file_name: file.file_name } } : null,
        q,
      )
      return added
    })
    return { taken, known: lines.length - taken }
  },

  bankLinesList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await linePage(q, actor, asked)
      const open = rows.filter(({ state }) => state === 'open')
      const credits = await creditsOf(q, actor, open)
      const others = open.map(({ line_id }) => line_id).filter((line_id) => !credits.has(line_id))
      const matches = others.length > 0 ? await matchesOf(q, actor, others) : []
      const content = rows.map((row) => {
        const { collection_id = row.collection_id, collect_on = row.collect_on, expected = null } = credits.get(row.line_id) ?? {}
        const own = matches.filter(({ line_id }) => line_id === row.line_id)
        return { ...row, collection_id, collect_on, expected, proposal: own.length > 0 ? proposalOf(row.amount, own) : null }
      })
      return { ...listed(asked, content, total), counts: await lineCounts(q, actor) }
    }),

  bankLineBook: async ({ line_id, invoice_id, collection_id, customer_id = '' }, context) => {
    if (invoice_id) return payInvoice(context, line_id, invoice_id)
    return collection_id ? settleCollection(context, line_id, collection_id) : topUp(context, line_id, customer_id)
  },

  bankLineAside: async ({ line_id, reason = '' }, { actor, db, now, audit }) => {
    const { tenant_id, organisation_id } = actor
    const state = reason ? ('aside' as const) : ('open' as const)
    await db.write(tenant_id, async (q) => {
      const line = await lineOf(q, actor, line_id)
      if (line.state !== 'open' && line.state !== 'aside') throw new Refusal('request_over')
      await decideLine(q, actor, line_id, { state, reason }, now())
      const subject = { kind: 'bank_line', id: line_id, name: `${line.booked_on} ${moneyText(line.amount)}`, organisation_id }
      await audit({ subject, before: { state: line.state }, after: { state }, reason }, q)
    })
    return { state }
  },
}
