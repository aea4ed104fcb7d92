// Queries that read documents. An organisation sees the documents that it made or received; the platform sees all documents of the tenant.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { Agreement } from '../../../figures/agreement.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type InvoicesListInput = InputOf<Calls['invoicesList']>
export type InvoiceListRow = OutputOf<Calls['invoicesList']>['content'][number]

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL: the state of a document. `:today` is the day in Berlin. */
const STATE = `
  case when i.cancelled_by is not null then 'cancelled'
    when i.paid = i.due then 'paid'
    when i.due_on < :today::date and i.due > 0 then 'overdue'
    when i.paid <> 0 then 'partly_paid'
    else 'open' end`

/** SQL: the amount of a document that is still to be paid; 0 for a cancelled document. */
const LEFT = 'case when i.cancelled_by is null then i.due - i.paid else 0 end'

/**
 * SQL: whether the user may see a document. The platform sees all of the tenant, but in a support view a user sees only what the viewed organisation sees.
 */
const VISIBLE = `(i.issuer_id = :organisation_id or i.customer_id = :organisation_id or :is_platform)`

const INVOICES = {
  from: 'invoices i',
  where: `i.tenant_id = :tenant_id
          and case when :received then i.customer_id = :organisation_id
                else i.issuer_id = :organisation_id or :is_platform end
          and (i.corrects_id is not null) = :corrections
          and (:customer_id::uuid is null or i.customer_id = :customer_id)
          and (:kind::text is null or i.kind = :kind)
          and (:state::text is null or ${STATE} = :state)
          and (:date_from::date is null or i.issued_on >= :date_from)
          and (:date_to::date is null or i.issued_on <= :date_to)
          and (:search::text is null or strpos(i.search, :search) > 0)`,
}

const parameters = ({ tenant_id, organisation_id, role }: SignedIn, { filters, search_text }: InvoicesListInput, corrections: boolean, today: string) => ({
  ...{ tenant_id, organisation_id, today, corrections, is_platform: role === 'superadmin' },
  received: filters.received ?? false,
  customer_id: filters.customer_id ?? null,
  kind: filters.kind ?? null,
  state: filters.state ?? null,
  date_from: filters.date_from ?? null,
  date_to: filters.date_to ?? null,
  search: searchFor(search_text),
})

export const invoiceRows = (q: Query, actor: SignedIn, asked: InvoicesListInput, corrections: boolean, today: string) =>
  q.query<InvoiceListRow>(
    pageOf(
      {
        select: 'i.*',
        ...INVOICES,
        order: 'i.id desc',
        around: (page) => `
     select i.id as invoice_id, i.document_no, i.kind, s.name as issuer_name, i.customer_id, c.name as customer_name,
            i.date_from::text as date_from, i.date_to::text as date_to, i.issued_on::text as issued_on,
            i.due_on::text as due_on, i.net, i.tax, i.total, ${LEFT} as open, ${STATE} as state,
            coalesce(o.document_no, '') as corrects_no
       from (${page}) i
       join organisations s on s.tenant_id = :tenant_id and s.id = i.issuer_id
       join organisations c on c.tenant_id = :tenant_id and c.id = i.customer_id
       left join invoices o on o.tenant_id = :tenant_id and o.id = i.corrects_id
      order by i.id desc`,
      },
      parameters(actor, asked, corrections, today),
      asked,
    ),
  )

type InvoiceTotals = { documents: number; net: Money; tax: Money; total: Money; open: Money }
/**
 * How far a list of documents differs from the books. `difference`: how far the recorded totals of payments differ from the payments themselves. `finding`: a
 * document that the latest proof found wrong; the proof counts the lines of every document and compares them with the document's snapshot.
 */
type Apart = { difference: Money; finding: string | null }

/**
 * Up to this many documents are all compared with their payments while a user waits. Of a longer list only the documents on the page are compared; the proof
 * compares all documents.
 */
const COMPARED_MOST = 10_000
type Compared = { page: readonly string[]; most?: number }

/** Reads all totals of a list in one pass, because there may be a hundred thousand documents. */
export const invoiceTotals = async (
  q: Query,
  actor: SignedIn,
  asked: InvoicesListInput,
  corrections: boolean,
  today: string,
  { page, most = COMPARED_MOST }: Compared,
) =>
  (
    await q.query<InvoiceTotals & Apart>(
      `with found as materialized (
         select case when f.value ->> 'row' ~ '${UUID}' then (f.value ->> 'row')::uuid end as id
           from (select r.findings from proof_runs r where r.tenant_id = :tenant_id order by r.id desc limit 1) r
          cross join lateral jsonb_array_elements(r.findings) f)
       select l.documents, l.net, l.tax, l.total, l.open, l.finding,
              abs(case when l.is_all then l.paid
                       else (select total(i.paid) from invoices i
                              where i.tenant_id = :tenant_id and i.id = any (:page::uuid[])) end
                  - (select total(p.amount) from invoice_payments p
                      where p.tenant_id = :tenant_id and p.invoice_id = any (l.compared))) as difference
         from (
           select l.*, case when l.is_all then l.ids else :page::uuid[] end as compared
             from (
               select count(*)::int as documents, count(*) <= :most as is_all, array_agg(i.id) as ids,
                      total(i.net) as net, total(i.tax) as tax, total(i.total) as total, total(${LEFT}) as open,
                      total(i.paid) as paid,
                      min(i.document_no) filter (where i.id in (select f.id from found f)) as finding
                 from ${INVOICES.from} where ${INVOICES.where}) l) l`,
      { ...parameters(actor, asked, corrections, today), page, most },
    )
  )[0] ?? { documents: 0, net: 0, tax: 0, total: 0, open: 0, difference: 0, finding: null }

export type OneInvoice = {
  invoice_id: string
  document_no: string
  document_kind: string
  is_issuer: boolean
  state: InvoiceListRow['state']
  open: Money
}

/** Reads a document; undefined if the user may not see it. */
export const invoiceOf = async (q: Query, { tenant_id, organisation_id, role }: SignedIn, invoice_id: string, today: string) =>
  (
    await q.query<OneInvoice>(
      `select i.id as invoice_id, i.document_no, d.kind as document_kind, i.issuer_id = :organisation_id as is_issuer,
              ${STATE} as state, ${LEFT} as open
         from invoices i join documents d on d.tenant_id = :tenant_id and d.id = i.id
        where i.tenant_id = :tenant_id and i.id = :invoice_id and ${VISIBLE}`,
      { tenant_id, organisation_id, invoice_id, today, is_platform: role === 'superadmin' },
    )
  )[0]

export const paymentsOf = (q: Query, tenant_id: number, invoice_id: string) =>
  q.query<{ payment_id: string; amount: Money; paid_on: string; remarks: string; created_by: string; created_at: Instant }>(
    `select p.id as payment_id, p.amount, p.paid_on::text as paid_on, p.remarks,
            coalesce(nullif(u.full_name, ''), u.username, '') as created_by, p.created_at
       from invoice_payments p left join users u on u.tenant_id = :tenant_id and u.id = p.created_by
      where p.tenant_id = :tenant_id and p.invoice_id = :invoice_id order by p.created_at, p.id`,
    { tenant_id, invoice_id },
  )

/**
 * Compares the recorded figures of a document with its lines and payments, which are added up again for this. Of a cancelled document and of a
 * cancellation only the payments are compared, because they have no lines.
 */
export const saidByLines = async (q: Query, tenant_id: number, invoice_id: string): Promise<Agreement> => {
  const [off] = await q.query<{ difference: Money }>(
    `select abs(i.paid - coalesce((select sum(p.amount) from invoice_payments p
                                    where p.tenant_id = :tenant_id and p.invoice_id = i.id), 0))::bigint
            + case when i.cancelled_by is not null or i.cancels then 0 else abs(i.lines_total - coalesce((
                select sum(case when r.id is null then s.quantity * s.prices[array_position(s.chain, l.customer_id)]
                             else -r.quantity * r.prices[array_position(r.chain, l.customer_id)] end)
                  from invoiced_lines l
                  join sales s on s.tenant_id = :tenant_id and s.id = l.sale_id
                  left join refunds r on r.tenant_id = :tenant_id and r.id = l.line_id
                 where l.tenant_id = :tenant_id and l.invoice_id = i.id), 0))::bigint end as difference
       from invoices i where i.tenant_id = :tenant_id and i.id = :invoice_id`,
    { tenant_id, invoice_id },
  )
  const difference = off?.difference ?? 0
  return { agrees: difference === 0, difference, finding: difference === 0 ? null : invoice_id }
}

type Related = { invoice_id: string; document_no: string; kind: InvoiceListRow['kind']; total: Money }

export const correctionsOf = (q: Query, tenant_id: number, invoice_id: string) =>
  q.query<Related>(
    `select id as invoice_id, document_no, kind, total from invoices
      where tenant_id = :tenant_id and corrects_id = :invoice_id order by id`,
    { tenant_id, invoice_id },
  )

export const correctedBy = (q: Query, tenant_id: number, invoice_id: string) =>
  q.query<Related>(
    `select o.id as invoice_id, o.document_no, o.kind, o.total
       from invoices i join invoices o on o.tenant_id = :tenant_id and o.id = i.corrects_id
      where i.tenant_id = :tenant_id and i.id = :invoice_id`,
    { tenant_id, invoice_id },
  )
