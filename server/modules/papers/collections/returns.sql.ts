// Queries about returns of direct debits: storing them, and taking the payment of a returned line back.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { type debitReturnsTake, RETURN_FEE_MAX } from '../../../../contract/papers/collections.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'

type Return = InputOf<typeof debitReturnsTake>['returns'][number]

/**
 * Stores the returns of the actor's own collection lines, each line once, and returns how many were new. A return that names no such line is left out, as every
 * other outgoing payment of a statement is.
 */
export async function addReturns(
  q: Query,
  { tenant_id, organisation_id, full_name, username }: SignedIn,
  returns: readonly Return[],
  now: Date,
): Promise<number> {
  const column = <K extends keyof Return>(name: K) => returns.map((one) => one[name])
  const added = await q.query(
    `insert into debit_returns (tenant_id, id, owner_id, line_id, booked_on, fee, reason, state, taken_by, taken_at)
     select :tenant_id, r.id, :organisation_id, l.id, r.booked_on,
            case when f.is_plausible then r.amount - l.amount else 0 end, r.reason,
            case when f.is_plausible then 'open' else 'by_hand' end, :by, :now
       from unnest(:ids::uuid[], :names::uuid[], :days::date[], :amounts::bigint[], :reasons::text[])
            as r(id, name, booked_on, amount, reason)
       join collection_lines l on l.tenant_id = :tenant_id and l.id = r.name
       join collections k on k.tenant_id = :tenant_id and k.id = l.collection_id and k.owner_id = :organisation_id
      cross join lateral (select r.amount - l.amount between 0 and ${RETURN_FEE_MAX} as is_plausible) f
     on conflict (tenant_id, line_id) do nothing returning id`,
    {
      ...{ tenant_id, organisation_id, by: full_name || username, now },
      ...{ ids: returns.map(() => newId()), names: column('end_to_end_id'), days: column('booked_on') },
      ...{ amounts: column('amount'), reasons: column('reason') },
    },
  )
  return added.length
}

export type StoredReturn = {
  line_id: string
  collection_id: string
  collect_on: string
  invoice_id: string
  amount: Money
  booked_on: string
  reason: string
  state: 'open' | 'booked' | 'by_hand'
  line_state: string
  mandate_reference: string
  /** Whether the line's payment can be taken back: it exists, the invoice is still paid by at least its amount, and no later payment was recorded. */
  is_payable: boolean
}

/**
 * Locks a return, so that only one user decides it. Then reads it by a second statement, which also sees what other users stored while the first statement
 * waited.
 */
export async function lockedReturn(q: Query, { tenant_id, organisation_id }: SignedIn, return_id: string): Promise<StoredReturn | undefined> {
  const which = { tenant_id, organisation_id, return_id }
  await q.query(
    `select from debit_returns
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :return_id for update`,
    which,
  )
  const [stored] = await q.query<StoredReturn>(
    `select r.line_id, l.collection_id, k.collect_on::text as collect_on, l.invoice_id, l.amount,
            r.booked_on::text as booked_on, r.reason, r.state, l.state as line_state, m.mandate_reference,
            i.cancelled_by is null and i.paid >= l.amount
            and exists (select from invoice_payments p where p.tenant_id = :tenant_id and p.id = l.id)
            and not exists (select from invoice_payments p, invoice_payments later
                             where p.tenant_id = :tenant_id and p.id = l.id and later.tenant_id = :tenant_id
                               and later.invoice_id = l.invoice_id and later.id <> p.id
                               and later.created_at >= p.created_at) as is_payable
       from debit_returns r
       join collection_lines l on l.tenant_id = :tenant_id and l.id = r.line_id
       join collections k on k.tenant_id = :tenant_id and k.id = l.collection_id
       join invoices i on i.tenant_id = :tenant_id and i.id = l.invoice_id
       join mandates m on m.tenant_id = :tenant_id and m.id = l.mandate_id
      where r.tenant_id = :tenant_id and r.owner_id = :organisation_id and r.id = :return_id`,
    which,
  )
  return stored
}

export const decideReturn = (q: Query, { tenant_id, full_name, username }: SignedIn, return_id: string, state: 'booked' | 'by_hand', now: Date) =>
  q.query(
    `update debit_returns set state = :state, decided_by = :by, decided_at = :now
      where tenant_id = :tenant_id and id = :return_id`,
    { tenant_id, return_id, state, by: full_name || username, now },
  )
