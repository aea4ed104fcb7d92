// Documents with their files, for the pack of a month and for mails.
import type { Money } from '../../../../contract/kit/money.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { fileOf } from './files.ts'
import { paperOf } from './issue.ts'
import { logoOf } from './logo.ts'

export type PeriodDocument = { invoice_id: string; document_no: string; document_kind: string; is_issued: boolean; net: Money; tax: Money; total: Money }
type MonthPeriod = { tenant_id: number; organisation_id: string; date_from: string; date_to: string }

/** The documents that an organisation made or received in a period, in the order in which they were made. */
export const documentsBetween = (q: Query, asked: MonthPeriod) =>
  q.query<PeriodDocument>(
    `select i.id as invoice_id, i.document_no, d.kind as document_kind, i.issuer_id = :organisation_id as is_issued,
            i.net, i.tax, i.total
       from invoices i join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where i.tenant_id = :tenant_id and (i.issuer_id = :organisation_id or i.customer_id = :organisation_id)
        and i.issued_on between :date_from::date and :date_to::date
      order by i.id`,
    asked,
  )

/**
 * The two files of a document: the PDF for people, and the data as XRechnung. If the document lacks something that XRechnung requires, the data are written
 * as Factur-X instead.
 */
export async function filesOf(
  q: Query,
  tenant_id: number,
  { invoice_id, document_no, document_kind }: Omit<PeriodDocument, 'net' | 'tax' | 'total' | 'is_issued'>,
) {
  const document = await paperOf(q, tenant_id, document_kind, invoice_id)
  if (!document) throw new Refusal('not_found')
  const logo = await logoOf(q, tenant_id, document.snapshot)
  const file = (what: Parameters<typeof fileOf>[0]) => fileOf(what, document.snapshot, document_no, new Date(document.created_at), logo)
  return [await file('pdf'), await file('xrechnung').catch(() => file('factur_x'))]
}

/** The files of any document of the tenant, for a mail. */
export async function drawnFiles(q: Query, tenant_id: number, invoice_id: string) {
  const [row] = await q.query<Pick<PeriodDocument, 'document_no' | 'document_kind'>>(
    `select i.document_no, d.kind as document_kind
       from invoices i join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where i.tenant_id = :tenant_id and i.id = :invoice_id`,
    { tenant_id, invoice_id },
  )
  if (!row) throw new Refusal('not_found')
  return filesOf(q, tenant_id, { ...row, invoice_id })
}
