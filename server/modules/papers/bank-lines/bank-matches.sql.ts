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

/** The most customers that one account, or the names in one transfer, may match. If they match more, they say nothing about who paid. */
const ALIKE_MOST = 10

/** SQL: the transfers, the open documents, and the customers, reduced to the texts that are compared. */
const COMPARED = `
  lines as materialized (
    select l.id, l.amount, l.iban, ${bare('l.reference')} as letters,
           array_remove(regexp_split_to_array(lower(l.reference), '[^a-z0-9._@-]+|[.-]+(?=\\s|$)'), '') as words,
           ${foldedSql("l.name || ' ' || l.reference")} as told
      from bank_lines l
     where l.tenant_id = :tenant_id and l.organisation_id = :organisation_id and l.id = any (:line_ids::uuid[])),
  papers as materialized (
    select i.id, i.document_no, i.customer_id, i.due - i.paid as open, ${bare('i.document_no')} as letters,
           count(*) over (partition by i.due - i.paid) as alike
      from invoices i
     where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id and i.cancelled_by is null
       and i.paid <> i.due and i.due > i.paid),
  own as materialized (
    select o.id, o.name, o.name_search from organisations o
     where o.tenant_id = :tenant_id and o.parent_id = :organisation_id),
  managers as materialized (
    select distinct on (u.organisation_id) u.organisation_id as id, lower(u.username) as username
      from users u join own o on o.id = u.organisation_id
     where u.tenant_id = :tenant_id and ${IS_MANAGER} order by u.organisation_id, u.id),
  payers as materialized (
    select distinct b.iban, b.customer_id from bank_lines b
     where b.tenant_id = :tenant_id and b.organisation_id = :organisation_id and b.customer_id is not null
       and (b.state = 'booked' or is_key_used(:tenant_id, b.booking_key))
       and b.iban <> '' and b.iban in (select iban from lines))`

/**
 * SQL: matches by a document number or user name in the purpose. Every part of a purpose that is as long as a document number is looked up among the numbers,
 * because comparing each purpose with each of thousands of numbers takes seconds.
 */
const WRITTEN = `
  written as materialized (
    select distinct l.id as line_id, 'document_no' as by, p.customer_id, p.id as paper_id, false as is_whole
      from lines l
      cross join (select distinct length(letters) as long from papers) k
      cross join generate_series(1, length(l.letters) - k.long + 1) as at
      join papers p on p.letters = substr(l.letters, at, k.long)
     where k.long >= ${LETTERS_LEAST}
    union all
    select l.id, 'username', m.id, null::uuid, cardinality(l.words) = 1
      from lines l cross join lateral (select distinct word from unnest(l.words) as word) w
      join managers m on m.username = w.word)`

/** SQL: matches by account or name, unless they match too many customers; those customers count only if they are matched by WRITTEN too. */
const NAMED = `
  by_account as materialized (
    select l.id as line_id, p.customer_id, count(*) over (partition by l.id) as alike
      from lines l join payers p on p.iban = l.iban),
  by_name as materialized (
    select l.id as line_id, c.name_search, sum(c.customers) over (partition by l.id) as alike
      from (select name_search, count(*) as customers from own
             where length(name_search) >= ${LETTERS_LEAST} group by name_search) c
      join lines l on strpos(l.told, c.name_search) > 0),
  names_written as materialized (
    select distinct w.line_id, w.customer_id, o.name_search from written w join own o on o.id = w.customer_id),
  customers as materialized (
    select * from written
    union all
    select n.line_id, 'iban', n.customer_id, null::uuid, false from by_account n
     where n.alike <= ${ALIKE_MOST} or (n.line_id, n.customer_id) in (select line_id, customer_id from written)
    union all
    select c.line_id, 'name', o.id, null::uuid, false
      from by_name c join own o on o.name_search = c.name_search where c.alike <= ${ALIKE_MOST}
    union all
    select t.line_id, 'name', t.customer_id, null::uuid, false
      from names_written t join by_name c on c.line_id = t.line_id and c.name_search = t.name_search
     where c.alike > ${ALIKE_MOST})`

/**
 * What connects a transfer with a customer or an open document of the actor's organisation: a document number or user
 * name in the purpose, an earlier transfer from the payer's account, the customer's name in the purpose or in the
 * payer's name, or an equal open amount. An equal amount counts only if no other document has it, or if the customer is
 * also matched in another way, because thousands of shops may owe the same amount.
 */
export const matchesOf = (q: Query, { tenant_id, organisation_id }: SignedIn, line_ids: readonly string[]) =>
  q.query<Match>(
    `with ${COMPARED}, ${WRITTEN}, ${NAMED},
     owed as materialized (
       select distinct c.line_id, c.customer_id, l.amount from customers c join lines l on l.id = c.line_id),
     found as (
       select * from customers
       union all
       select l.id, 'amount', p.customer_id, p.id, false from lines l join papers p on p.open = l.amount and p.alike = 1
       union all
       select y.line_id, 'amount', p.customer_id, p.id, false
         from owed y join papers p on p.customer_id = y.customer_id and p.open = y.amount and p.alike > 1)
     select f.line_id, f.by, f.is_whole, o.id as customer_id, o.name as customer_name,
            p.id as invoice_id, p.document_no, p.open
       from found f join own o on o.id = f.customer_id left join papers p on p.id = f.paper_id`,
    { tenant_id, organisation_id, line_ids },
  )
