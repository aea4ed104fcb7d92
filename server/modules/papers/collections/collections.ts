// The module's public interface: recognises the credits of collections among the transfers of a bank statement, and settles the lines that a credit is for.
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { notePayment } from '../invoices/invoices.ts'
import { creditedLines, lockCollection, markSettled, type UnderWay, underWayOf } from './credits.sql.ts'
import type { Sequence } from './pain008.ts'

type Transfer = { line_id: string; amount: Money; reference: string }
/** What a transfer credits: a collection, a part of it or a single line. `expected`: the sum of its lines that are under way. */
export type Credit = { collection_id: string; collect_on: string; name: string; sequences: readonly Sequence[]; expected: Money }

/**
 * The references in a collection's file for the bank: ids without hyphens. A digit after the id names a part of the collection: 1 for first debits, 2 for
 * recurring debits.
 */
const NAME = /(?<![0-9a-z])([0-9a-f]{32})(?:-([12]))?(?![0-9a-z])/g
const MEANINGS: Record<string, readonly (readonly Sequence[])[]> = {
  '1': [['first']],
  '2': [['recurring']],
  '': [['first', 'recurring'], ['first'], ['recurring']],
}

const namesIn = (reference: string) => [...reference.toLowerCase().matchAll(NAME)].map(([, name = '', part = '']) => ({ name, part }))

/**
 * What a transfer credits. A reference without a part may mean the whole collection or either part, because banks credit the parts separately; the amount
 * decides. If no amount fits, the first meaning is shown with the difference.
 */
export function creditOf({ amount, reference }: Omit<Transfer, 'line_id'>, underWay: readonly UnderWay[]): Credit | undefined {
  const credits = namesIn(reference).flatMap(({ name, part }) => {
    const named = underWay.find((one) => one.name === name)
    if (!named) return []
    const { collection_id, collect_on } = named
    return (MEANINGS[part] ?? []).map((sequences) => {
      const expected = sequences.reduce((sum, sequence) => sum + named[sequence], 0)
      return { collection_id, collect_on, name, sequences, expected }
    })
  })
  return credits.find(({ expected }) => expected === amount) ?? credits[0]
}

/** The credits among these transfers, by transfer. */
export async function creditsOf(q: Query, actor: SignedIn, transfers: readonly Transfer[]): Promise<ReadonlyMap<string, Credit>> {
  const names = new Set(transfers.flatMap(({ reference }) => namesIn(reference).map(({ name }) => name)))
  const underWay = names.size > 0 ? await underWayOf(q, actor, [...names]) : []
  return new Map(
    transfers.flatMap((transfer) => {
      const credit = creditOf(transfer, underWay)
      return credit ? [[transfer.line_id, credit] as const] : []
    }),
  )
}

/**
 * Settles the lines that a transfer credits: their invoices are paid, each payment under the id of its line. An invoice that was paid or cancelled meanwhile
 * gets no payment; its line is cleared by hand. Refused with `changed_meanwhile` if the transfer's amount is not the sum of what is under way.
 */
export async function settle(
  q: Query,
  actor: SignedIn,
  transfer: Transfer & { booked_on: string },
  { collection_id, paid_on, now }: { collection_id: string; paid_on: string; now: Date },
): Promise<{ collect_on: string; lines: number }> {
  const { tenant_id, organisation_id, user_id } = actor
  if (!(await lockCollection(q, actor, collection_id))) throw new Refusal('not_found')
  const credit = (await creditsOf(q, actor, [transfer])).get(transfer.line_id)
  if (credit?.collection_id !== collection_id) throw new Refusal('not_found')
  if (credit.expected !== transfer.amount) throw new Refusal('changed_meanwhile')
  const lines = await creditedLines(q, actor, credit)
  for (const { id: payment_id, invoice_id, amount, mandate_reference, is_payable } of lines) {
    const payment = { tenant_id, now, organisation_id, user_id, payment_id, invoice_id, amount, paid_on, remarks: `SEPA ${mandate_reference}` }
    if (is_payable) await notePayment(q, payment)
  }
  const line_ids = lines.map(({ id }) => id)
  await markSettled(q, actor, collection_id, line_ids, transfer.booked_on)
  return { collect_on: credit.collect_on, lines: line_ids.length }
}
