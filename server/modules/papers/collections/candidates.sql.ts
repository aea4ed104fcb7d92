// The query of open invoices that can be collected by direct debit, or are left out for a reason.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { leftOutReasons } from '../../../../contract/papers/collections.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { MANDATE_STATE } from '../mandates/mandates.ts'

export type Candidate = {
  invoice_id: string
  document_no: string
  customer_id: string
  customer_name: string
  due_on: string | null
  open: Money
  recipient: string
  language: Language
  mandate_id: string | null
  mandate_reference: string
  account_holder: string
  iban: string
  bic: string
  signed_on: string
  is_used: boolean
  /** Why the invoice is left out; null if it can be collected. */
  problem: (typeof leftOutReasons)[number] | null
}

type CandidateInput = { scheme: string; collect_on: string; invoice_ids?: readonly string[]; limit: number }

/** SQL over customer `c` and its document settings `s`: the address to which direct debits are announced. */
export const RECIPIENT = `coalesce(nullif(s.contact_email, ''), c.email)`

/**
 * The open invoices that the actor's organisation made. Those that can be collected come first, so that `limit` never cuts them off in favour of others; then
 * those due first. Self-billed documents are left out, because the issuer owes them. `collect_on`: the day on which the mandate must still be valid.
 */
export const candidatesOf = (q: Query, { tenant_id, organisation_id }: SignedIn, { scheme, collect_on, invoice_ids, limit }: CandidateInput) =>
  q.query<Candidate>(
    `select * from (
     select i.id as invoice_id, i.document_no, i.customer_id, c.name as customer_name,
            i.due_on::text as due_on,
            i.due - i.paid as open, ${RECIPIENT} as recipient,
            c.default_language as language, m.id as mandate_id,
            coalesce(m.mandate_reference, '') as mandate_reference, coalesce(m.account_holder, '') as account_holder,
            coalesce(m.iban, '') as iban, coalesce(m.bic, '') as bic, coalesce(m.signed_on::text, '') as signed_on,
            m.last_used_on is not null as is_used,
            case when l.id is not null then 'under_way'
                 when m.id is null then 'no_mandate'
                 when m.scheme <> :scheme then 'other_scheme'
                 when ${MANDATE_STATE} = 'expired' then 'expired'
                 when ${RECIPIENT} = '' then 'no_address' end as problem
       from invoices i
       join organisations c on c.tenant_id = :tenant_id and c.id = i.customer_id
       left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = i.customer_id
       left join mandates m on m.tenant_id = :tenant_id and m.owner_id = :organisation_id
                           and m.customer_id = i.customer_id and m.revoked_on is null
       left join collection_lines l on l.tenant_id = :tenant_id and l.invoice_id = i.id and l.state = 'under_way'
      where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id and i.cancelled_by is null
        and i.kind in ('net', 'gross', 'combined') and i.paid <> i.due and i.due > i.paid
        and (:invoice_ids::uuid[] is null or i.id = any (:invoice_ids))) open_invoices
      order by problem is not null, due_on nulls last, invoice_id limit :limit`,
    { tenant_id, organisation_id, scheme, today: collect_on, invoice_ids: invoice_ids ?? null, limit },
  )

/** Locks the mandates of the customers of these invoices, so that none is revoked or changed while something is collected with it. */
export const lockMandates = (q: Query, { tenant_id, organisation_id }: SignedIn, invoice_ids: readonly string[]) =>
  q.query(
    `select from mandates m
      where m.tenant_id = :tenant_id and m.owner_id = :organisation_id and m.revoked_on is null
        and m.customer_id in (select i.customer_id from invoices i
                               where i.tenant_id = :tenant_id and i.id = any (:invoice_ids::uuid[]))
      order by m.id for no key update`,
    { tenant_id, organisation_id, invoice_ids },
  )

/** The time of the last restore of the database, if it was at or after `since`; otherwise null. */
export const restoredSince = async (q: Query, tenant_id: number, since: Date): Promise<Instant | null> =>
  (
    await q.query<{ held_at: Instant }>(
      `select held_at from restores
        where tenant_id = :tenant_id and held_at >= :since order by held_at desc limit 1`,
      { tenant_id, since },
    )
  )[0]?.held_at ?? null
