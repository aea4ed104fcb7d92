// Queries for making documents: how each customer is billed, which documents need a correction, and which documents were made.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { billings } from '../../../../contract/papers/invoices.ts'
import { withinDays } from '../../../kit/berlin.ts'
import type { InvoiceColumns } from '../../../money/money.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Paper, Party } from './shape.ts'

export type Category = Paper['category']

/** An organisation as it is printed on a document, and its settings for documents. */
export type PartyRow = Party & {
  organisation_id: string
  payment_days: number
  invoice_prefix: string
  correction_prefix: string
  self_billed_prefix: string
  footer: string
  foreign_vat_ids: string
  uses_oss: boolean
  operation_kind: 'goods' | 'services' | 'mixed'
  vat_on_debits: boolean
  /** The hash of the organisation's logo; null if it has none. */
  logo: string | null
}

/**
 * The parties of a document. A field that is blank in the document settings is taken from the organisation, but the bank details, the register number and the
 * director stand in the settings only. Street, postal code and city are always taken together from one of these two sources, and the country of the settings
 * is taken only with their street.
 */
export const parties = (q: Query, tenant_id: number, organisation_ids: readonly string[]) =>
  q.query<PartyRow>(
    `select o.id as organisation_id, coalesce(nullif(s.legal_name, ''), o.name) as name,
            case when coalesce(s.address, '') = '' then trim(o.address || ' ' || o.house_no)
              else s.address end as address,
            case when coalesce(s.address, '') = '' then o.postal else s.postal end as postal,
            case when coalesce(s.address, '') = '' then o.city else s.city end as city,
            case when coalesce(s.address, '') = '' or s.country = '' then o.country else s.country end as country,
            coalesce(nullif(s.ustidnr, ''), o.ustidnr) as ustidnr, coalesce(nullif(s.stnr, ''), o.stnr) as stnr,
            coalesce(s.hrb, '') as hrb, coalesce(s.director, '') as director,
            coalesce(nullif(s.contact_name, ''), o.name) as contact_name,
            coalesce(nullif(s.contact_phone, ''), o.mobile) as contact_phone,
            coalesce(nullif(s.contact_email, ''), o.email) as contact_email,
            coalesce(s.bank_name, '') as bank_name, coalesce(s.iban, '') as iban, coalesce(s.bic, '') as bic,
            coalesce(s.payment_days, 14) as payment_days, coalesce(s.invoice_prefix, 'RE') as invoice_prefix,
            coalesce(s.correction_prefix, 'KO') as correction_prefix,
            coalesce(s.self_billed_prefix, 'GS') as self_billed_prefix, coalesce(s.footer, '') as footer,
            coalesce(s.foreign_vat_ids, '') as foreign_vat_ids, coalesce(s.uses_oss, false) as uses_oss,
            coalesce(s.operation_kind, 'services') as operation_kind,
            coalesce(s.vat_on_debits, false) as vat_on_debits,
            coalesce(nullif(s.siren, ''), nullif(t.siren, ''),
              substring(coalesce(nullif(s.ustidnr, ''), o.ustidnr) from '^FR..([0-9]{9})$'), '') as siren,
            s.logo_hash as logo
       from organisations o
       left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = o.id
       left join invoice_terms t on t.tenant_id = :tenant_id and t.customer_id = o.id
      where o.tenant_id = :tenant_id and o.id = any (:organisation_ids::uuid[])`,
    { tenant_id, organisation_ids },
  )

export type Terms = {
  customer_id: string
  customer_name: string
  billing: (typeof billings)[number]
  commission_rate: Percent
  self_billing_agreed_on: string | null
  pays_later: boolean
  by_mail: boolean
  buyer_reference: string
  debtor_no: string
  resale_certificate_until: string | null
  siren: string
  language: Language
}

/** The terms on which `issuer_id` bills one of its direct customers. */
export const termsOf = async (q: Query, tenant_id: number, issuer_id: string, customer_id: string) =>
  (
    await q.query<Terms>(
      `select o.id as customer_id, o.name as customer_name, coalesce(t.billing, 'net') as billing,
              coalesce(t.commission_rate, 1900) as commission_rate,
              t.self_billing_agreed_on::text as self_billing_agreed_on,
              coalesce(t.pays_later, false) as pays_later, coalesce(t.by_mail, false) as by_mail,
              coalesce(t.buyer_reference, '') as buyer_reference, coalesce(t.debtor_no, '') as debtor_no,
              t.resale_certificate_until::text as resale_certificate_until, coalesce(t.siren, '') as siren,
              o.default_language as language
         from organisations o
         left join invoice_terms t on t.tenant_id = :tenant_id and t.customer_id = o.id
        where o.tenant_id = :tenant_id and o.id = :customer_id and o.parent_id = :issuer_id`,
      { tenant_id, issuer_id, customer_id },
    )
  )[0]

/** The first and last Berlin day of a period, both included. */
export type Period = { date_from: string; date_to: string }

/** A customer's documents that need a correction, oldest first: sales on them were refunded in the period, and no document covers these refunds yet. */
export const documentsToCorrect = (q: Query, asked: Period & { tenant_id: number; issuer_id: string; customer_id: string }) =>
  q.query<{ invoice_id: string; document_kind: string }>(
    `select distinct i.id as invoice_id, d.kind as document_kind
       from organisations o
       join refunds r on r.tenant_id = :tenant_id and r.seller_id = o.id
        and ${withinDays('r', ':date_from', ':date_to')}
       join invoiced_lines l on l.tenant_id = :tenant_id and l.customer_id = :customer_id and l.line_id = r.sale_id
       join invoices i on i.tenant_id = :tenant_id and i.id = l.invoice_id and i.issuer_id = :issuer_id
       join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where o.tenant_id = :tenant_id and :customer_id = any (o.path)
        and not exists (select from invoiced_lines c
                         where c.tenant_id = :tenant_id and c.customer_id = :customer_id and c.line_id = r.id)
      order by i.id`,
    asked,
  )

type Billed = Pick<InvoiceColumns, 'customer_id' | 'run_id' | 'lines' | 'lines_total' | 'document_no'> & { document_kind: string }

export const billedIn = async (q: Query, tenant_id: number, invoice_id: string) =>
  (
    await q.query<Billed>(
      `select i.customer_id, i.run_id, i.lines, i.lines_total, i.document_no, d.kind as document_kind
         from invoices i join documents d on d.tenant_id = :tenant_id and d.id = i.id
        where i.tenant_id = :tenant_id and i.id = :invoice_id`,
      { tenant_id, invoice_id },
    )
  )[0]

/** The documents that a run has made for one customer. A run that was stopped finds its earlier documents with this query. */
export const madeInRun = (q: Query, tenant_id: number, run_id: string, customer_id: string) =>
  q.query<{ invoice_id: string; document_no: string; kind: InvoiceColumns['kind']; total: Money }>(
    `select id as invoice_id, document_no, kind, total from invoices
      where tenant_id = :tenant_id and run_id = :run_id and customer_id = :customer_id order by id`,
    { tenant_id, run_id, customer_id },
  )

export const numbersOf = (q: Query, tenant_id: number, invoice_ids: readonly string[]) =>
  q.query<{ invoice_id: string; document_no: string; issued_on: string }>(
    `select id as invoice_id, document_no, issued_on::text as issued_on from invoices
      where tenant_id = :tenant_id and id = any (:invoice_ids::uuid[]) order by id`,
    { tenant_id, invoice_ids },
  )
