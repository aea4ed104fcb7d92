// Reads the customers to be billed and their amounts. These are the customers who have lines that no document covers (unbilled-tally.ts).
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { untilOf } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { searchFor } from '../../../postgres/search.ts'
import type { What } from './runs.sql.ts'
import { unbilledOf, wholeMonths } from './unbilled-tally.ts'

type BillingPeriod = Pick<InputOf<Calls['customersForInvoice']>, 'search_text'> & { date_from: string; date_to: string; today: string }
export type ToBill = {
  customer_id: string
  billing: OutputOf<Calls['invoiceTerms']>['billing']
  lines: number
  amount: Money
  document_nos: string[]
  total_count: number
  all_lines: number
  all_amount: Money
}

/** A page of the direct customers who match the search and have lines of the period in no document, by name, and the total of all their amounts. */
export const customersToBill = async (
  q: Query,
  { tenant_id, organisation_id }: SignedIn,
  { date_from, date_to, search_text, today }: BillingPeriod,
  what: What,
  page: { limit: number; offset: number },
) => {
  const months = wholeMonths({ date_from, date_to }, today)
  const unbilled = unbilledOf(what, { date_from, date_to }, months)
  return q.query<ToBill>(
    // The customers' names are read as further rows of the union, because that is cheaper than looking up ten thousand names.
    `with open as materialized (
       select p.customer_id, total(p.lines) as lines, total(p.amount) as amount, max(p.name) as name
         from (select u.customer_id, u.lines, u.amount, null as name from (${unbilled}) u
               union all
               select c.id, 0, 0, c.name_search from organisations c
                where c.tenant_id = :tenant_id and c.parent_id = :organisation_id
                  and (:search::text is null or strpos(c.name_search, :search) > 0)) p
        group by p.customer_id having total(p.lines) > 0 and max(p.name) is not null)
     select x.customer_id, coalesce(t.billing, 'net') as billing, x.lines, x.amount, a.total_count, a.all_lines,
            a.all_amount,
            array(select i.document_no from invoices i
                   where i.tenant_id = :tenant_id and i.customer_id = x.customer_id and i.issuer_id = :organisation_id
                     and (i.corrects_id is not null) = :corrections and i.date_from <= :date_to
                     and i.date_to >= :date_from and i.cancelled_by is null
                   order by i.id desc limit 5) as document_nos
       from (select * from open o order by o.name, o.customer_id limit :limit offset :offset) x
      cross join (select count(*)::int as total_count, total(o.lines) as all_lines, total(o.amount) as all_amount
                    from open o) a
       left join invoice_terms t on t.tenant_id = :tenant_id and t.customer_id = x.customer_id
      order by x.name, x.customer_id`,
    {
      ...{ tenant_id, organisation_id, date_from, date_to, ...page, ...months },
      mark: await untilOf(q, tenant_id, 'unbilled'),
      corrections: what === 'refunds',
      search: searchFor(search_text),
    },
  )
}
