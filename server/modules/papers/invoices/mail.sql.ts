// Queries about sending documents by mail.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { InvoiceKind } from '../../../../contract/papers/invoices.ts'
import type { Query } from '../../../postgres/db.ts'

export type Mailed = {
  document_no: string
  kind: InvoiceKind
  is_self_billed: boolean
  customer_id: string
  issuer_name: string
  total: Money
  /** The language of the document. */
  language: Language
  /** The mail address of the customer; blank if the customer has none. */
  recipient: string
  by_mail: boolean
}

/** A document that this issuer made, with what a mail needs; undefined if the issuer did not make it. */
export const mailedOne = async (q: Query, tenant_id: number, issuer_id: string, invoice_id: string) =>
  (
    await q.query<Mailed>(
      `select i.document_no, i.kind, i.customer_id, i.total, d.snapshot ->> 'language' as language,
              (d.snapshot -> 'is_self_billed')::boolean as is_self_billed,
              d.snapshot #>> array[case when (d.snapshot -> 'is_self_billed')::boolean
                                        then 'buyer' else 'seller' end, 'name'] as issuer_name,
              coalesce(nullif(s.contact_email, ''), c.email) as recipient, coalesce(t.by_mail, false) as by_mail
         from invoices i
         join documents d on d.tenant_id = :tenant_id and d.id = i.id
         join organisations c on c.tenant_id = :tenant_id and c.id = i.customer_id
         left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = i.customer_id
         left join invoice_terms t on t.tenant_id = :tenant_id and t.customer_id = i.customer_id
        where i.tenant_id = :tenant_id and i.id = :invoice_id and i.issuer_id = :issuer_id`,
      { tenant_id, issuer_id, invoice_id },
    )
  )[0]
