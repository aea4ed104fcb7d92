// The query that finds customers and documents that an incoming transfer may be for.

import type { Money } from '../../../../contract/kit/money.ts'
import type { matchedBy } from '../../../../contract/papers/bank-lines.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { foldedSql } from '../../../postgres/search.ts'

export type Match = {
  line_id: string
  by: (typeof matchedBy)[number]
  customer_id: string
  customer_name: string
  /** An open document that the transfer may pay; null if only a customer was found. */
  invoice_id: string | null
  document_no: string | null
  open: Money | null
  /** Whether the purpose consists of nothing but the user name. Within a longer text a user name may be an ordinary word. */
  is_whole: boolean
}

/** SQL: a text reduced to its letters and digits. Banks break a purpose after any character, and payers leave out hyphens. */
const bare = (column: string) => `regexp_replace(upper(${column}), '[^A-Z0-9]', '', 'g')`
/** Document numbers and names with fewer letters and digits than this are not searched, because they would be found in too many texts. */
const LETTERS_LEAST = 5

/**
 * Everything that connects a transfer with a customer or an open document of the actor's organisation: a document number or user name in the purpose, an
 * earlier transfer from the payer's account, an equal open amount, or the customer's name in the purpose or in the payer's name.
 */
export const matchesOf = (q: Query, { tenant_id, organisation_id }: SignedIn, line_ids: readonly string[]) =>
  q.query<Match>(
    `with lines as materialized (
       select l.id, l.amount, l.iban, ${bare('l.reference')} as letters,
              array_remove(regexp_split_to_array(lower(l.reference), '[^a-z0-9._@-]+|[.-]+(?=\\s|$)'), '') as words,
              ${foldedSql("l.name || ' ' || l.reference")} as told
         from bank_lines l
        where l.tenant_id = :tenant_id and l.organisation_id = :organisation_id and l.id = any (:line_ids::uuid[])),
     papers as materialized (
       select i.id, i.document_no, i.customer_id, i.due - i.paid as open, ${bare('i.document_no')} as letters
         from invoices i
        where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id and i.cancelled_by is null
          and i.paid <> i.due and i.due > i.paid),
     own as materialized (
       select o.id, o.name, o.name_search,
              (select lower(u.username) from users u
                where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
                order by u.id limit 1) as username
         from organisations o where o.tenant_id = :tenant_id and o.parent_id = :organisation_id),
     payers as materialized (
       select distinct b.iban, b.customer_id from bank_lines b
        where b.tenant_id = :tenant_id and b.organisation_id = :organisation_id and b.customer_id is not null
          and (b.state = 'booked' or is_key_used(:tenant_id, b.booking_key))
          and b.iban <> '' and b.iban in (select iban from lines)),
     found as (
       select l.id as line_id, 'document_no' as by, p.customer_id, p.id as paper_id, false as is_whole from lines l
         join papers p on length(p.letters) >= ${LETTERS_LEAST} and strpos(l.letters, p.letters) > 0
       union all
       select l.id, 'username', o.id, null::uuid, cardinality(l.words) = 1 from lines l
         join own o on o.username = any (l.words)
       union all
       select l.id, 'iban', p.customer_id, null::uuid, false from lines l join payers p on p.iban = l.iban
       union all
       select l.id, 'amount', p.customer_id, p.id, false from lines l join papers p on p.open = l.amount
       union all
       select l.id, 'name', o.id, null::uuid, false from lines l
         join own o on length(o.name_search) >= ${LETTERS_LEAST} and strpos(l.told, o.name_search) > 0)
     select f.line_id, f.by, f.is_whole, o.id as customer_id, o.name as customer_name,
            p.id as invoice_id, p.document_no, p.open
       from found f join own o on o.id = f.customer_id left join papers p on p.id = f.paper_id`,
    { tenant_id, organisation_id, line_ids },
  )
