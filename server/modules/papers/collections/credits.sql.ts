// Queries about what the bank credits: which collection its reference names, and settling the lines of a credit.
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { short } from './collections.sql.ts'
import type { Sequence } from './pain008.ts'

/** The amounts that are still under way in a collection, or in one line of a collection, by sequence. */
export type UnderWay = Record<Sequence, Money> & { name: string; collection_id: string; collect_on: string }

/**
 * The amounts under way in the collections and lines with these names, which are ids without hyphens. Those of other
 * organisations are left out.
 */
export const underWayOf = (q: Query, { tenant_id, organisation_id }: SignedIn, names: readonly string[]) =>
  q.query<UnderWay>(
    `select ${short('n.id')} as name, k.id as collection_id, k.collect_on::text as collect_on,
            total(l.amount) filter (where l.sequence = 'first') as first,
            total(l.amount) filter (where l.sequence = 'recurring') as recurring
       from unnest(:names::uuid[]) n(id)
       join collections k on k.tenant_id = :tenant_id and k.owner_id = :organisation_id
        and k.id = coalesce((select c.collection_id from collection_lines c
                              where c.tenant_id = :tenant_id and c.id = n.id), n.id)
       left join collection_lines l on l.tenant_id = :tenant_id and l.collection_id = k.id
        and l.state = 'under_way' and n.id in (k.id, l.id)
      group by n.id, k.id, k.collect_on`,
    { tenant_id, organisation_id, names },
  )

/** Locks a collection, so that nobody settles its lines or gives it up at the same moment. Returns false if it is not the actor's. */
export const lockCollection = async (q: Query, { tenant_id, organisation_id }: SignedIn, collection_id: string): Promise<boolean> =>
  (
    await q.query(
      `select from collections
        where tenant_id = :tenant_id and owner_id = :organisation_id and id = :collection_id for update`,
      { tenant_id, organisation_id, collection_id },
    )
  ).length > 0

type CreditedLines = { collection_id: string; name: string; sequences: readonly Sequence[] }
export type CreditedLine = { id: string; invoice_id: string; amount: Money; mandate_reference: string; is_payable: boolean }

/**
 * The lines under way that a credit is for, in the order of their invoices, because payments lock invoices in that
 * order. An invoice that was paid in another way is not payable.
 */
export const creditedLines = (q: Query, { tenant_id }: SignedIn, { collection_id, name, sequences }: CreditedLines) =>
  q.query<CreditedLine>(
    `select l.id, l.invoice_id, l.amount, m.mandate_reference,
            i.cancelled_by is null and i.paid + l.amount <= i.due as is_payable
       from collection_lines l
       join invoices i on i.tenant_id = :tenant_id and i.id = l.invoice_id
       join mandates m on m.tenant_id = :tenant_id and m.id = l.mandate_id
      where l.tenant_id = :tenant_id and l.collection_id = :collection_id and l.state = 'under_way'
        and :name::uuid in (l.id, l.collection_id) and l.sequence = any (:sequences::text[])
      order by l.invoice_id`,
    { tenant_id, collection_id, name, sequences },
  )

export async function markSettled(q: Query, { tenant_id }: SignedIn, collection_id: string, line_ids: readonly string[], booked_on: string) {
  await q.query(
    `update collection_lines set state = 'settled'
      where tenant_id = :tenant_id and id = any (:line_ids::uuid[])`,
    { tenant_id, line_ids },
  )
  await q.query(
    `update collections set booked_on = greatest(coalesce(booked_on, :booked_on::date), :booked_on::date)
      where tenant_id = :tenant_id and id = :collection_id`,
    { tenant_id, collection_id, booked_on },
  )
}
