// Makes a collection in one transaction: claims its id, takes the invoices, writes the file and the mails. All of it happens or nothing.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { COLLECTION_MAX, COLLECTIONS_A_DAY } from '../../../../contract/papers/collections.ts'
import type { Context } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { contentOf } from '../../../money/content.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Creditor, creditorOf, euro } from '../invoices/invoices.ts'
import { earliestDay, isBankDay, latestDay } from './bank-days.ts'
import { type Candidate, candidatesOf, lockMandates } from './candidates.sql.ts'
import { addLines, claimCollection, collectionOf, collectionsSince, markUsed, storeFile } from './collections.sql.ts'
import { announce } from './customer-mails.ts'
import { painOf, type Sequence } from './pain008.ts'

type Input = InputOf<Calls['collectionAdd']>
type AddContext = Context<Calls['collectionAdd']>
type Line = Candidate & { mandate_id: string; id: string; sequence: Sequence }

const DAY_MS = 24 * 60 * 60_000
/** An id without hyphens: files allow 35 characters. */
const short = (id: string) => id.replaceAll('-', '')

function refuseDay(collect_on: string, today: string, { prenotification_days }: Creditor): void {
  const [earliest, latest] = [earliestDay(today, prenotification_days), latestDay(today)]
  if (collect_on < earliest) throw refuseField('collect_on', 'too_small', earliest)
  if (collect_on > latest) throw refuseField('collect_on', 'too_big', latest)
  if (!isBankDay(collect_on)) throw refuseField('collect_on', 'not_a_bank_day')
}

/** The lines of the invoices that can be collected. If a mandate was never used before, only one of its lines is its first debit. */
export function linesOf(rows: readonly Candidate[]): Line[] {
  const begun = new Set<string>()
  return rows.flatMap(({ mandate_id, ...row }) => {
    if (row.problem !== null || mandate_id === null) return []
    const sequence = row.is_used || begun.has(mandate_id) ? 'recurring' : 'first'
    begun.add(mandate_id)
    return [{ ...row, mandate_id, id: newId(), sequence }]
  })
}

/** Takes the invoices into the collection. Refused if one of them cannot be collected any more, or the sum is not the one that the user saw. */
async function takeInvoices(q: Query, { actor }: AddContext, { collection_id, scheme, collect_on, total }: Input, invoice_ids: readonly string[]) {
  await lockMandates(q, actor, invoice_ids)
  const lines = linesOf(await candidatesOf(q, actor, { scheme, collect_on, invoice_ids, limit: COLLECTION_MAX }))
  const sum = lines.reduce((all, { open }) => all + open, 0)
  if (lines.length < invoice_ids.length || sum !== total) throw new Refusal('changed_meanwhile')
  const added = lines.map(({ id, invoice_id, mandate_id, open: amount, sequence }) => ({ id, invoice_id, mandate_id, amount, sequence }))
  if ((await addLines(q, actor, collection_id, added)) < lines.length) throw new Refusal('changed_meanwhile')
  return lines
}

export async function makeCollection(input: Input, context: AddContext) {
  const { actor, db, now, audit } = context
  const { collection_id, scheme, collect_on, total } = input
  const invoice_ids = [...new Set(input.invoice_ids)].sort()
  const content = contentOf('collection', scheme, collect_on, total, ...invoice_ids)
  const made = { collection_id, lines: invoice_ids.length, total }
  return db.write(actor.tenant_id, async (q) => {
    const at = now()
    const by = { created_by: actor.full_name || actor.username, created_at: at }
    const isNew = await claimCollection(q, actor, { id: collection_id, content, scheme, collect_on, lines: invoice_ids.length, total, ...by })
    if (!isNew) {
      if (!(await collectionOf(q, actor, collection_id))?.content.equals(content)) throw new Refusal('key_reused')
      await audit(null, q)
      return made
    }
    const creditor = await creditorOf(q, actor)
    if (!creditor.isComplete) throw refuseField('creditor_id', 'required')
    refuseDay(collect_on, berlinDay(at), creditor)
    if ((await collectionsSince(q, actor, new Date(at.getTime() - DAY_MS))) > COLLECTIONS_A_DAY) throw new Refusal('too_many_requests')
    const lines = await takeInvoices(q, context, input, invoice_ids)
    await markUsed(q, actor, [...new Set(lines.map(({ mandate_id }) => mandate_id))], collect_on)
    const debits = lines.map(({ id, sequence, open: amount, mandate_reference, signed_on, account_holder, iban, bic, document_no }) => ({
      ...{ end_to_end_id: short(id), sequence, amount, mandate_reference, signed_on },
      ...{ debtor: { name: account_holder, iban, bic }, purpose: document_no },
    }))
    await storeFile(q, actor, collection_id, painOf({ message_no: short(collection_id), created_at: at, scheme, collect_on, creditor, debits }))
    const told = lines.map((line) => ({ ...line, amount: line.open }))
    await announce(q, context, told, collect_on, creditor)
    const subject = { kind: 'collection', id: collection_id, name: `${collect_on} · ${euro(total)}`, organisation_id: actor.organisation_id }
    await audit({ subject, after: { scheme, collect_on, rows: lines.length, total: euro(total) } }, q)
    return made
  })
}
