// Invoices: numbered documents that never change. A document is about a commission, is about what a customer bought from its parent in a period, or
// corrects an earlier document (decision 0036).
import * as z from 'zod/mini'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { reportOf } from '../kit/rows.ts'
import { atLeast, atMost } from '../kit/rules.ts'
import { messageStates } from '../messages/messages.ts'

/**
 * Kinds of documents, each with its own screen. credit_note: a document about a commission, made by the party that owes it (self-billing); it is not a
 * correction.
 */
export const invoiceKinds = ['net', 'gross', 'credit_note', 'reclamation', 'gross_reclamation', 'combined'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
/** Codes of EN 16931: standard rate, zero rate, reverse charge, exempt, outside VAT. */
export const vatCategories = ['S', 'Z', 'AE', 'E', 'O'] as const
/** How a customer is billed. combined: refunds of earlier invoices are put on the next invoice. */
export const billings = ['net', 'gross', 'commission', 'combined'] as const
export const invoiceStates = ['open', 'partly_paid', 'overdue', 'paid', 'cancelled'] as const
/** Why no document was made for a customer. */
export const invoiceProblems = [
  'nothing',
  'issuer_incomplete',
  'customer_incomplete',
  'issuer_vat_id_missing',
  'customer_vat_id_missing',
  'not_agreed',
  'certificate_missing',
  'registration_missing',
  'not_found',
  'forbidden',
  'failed',
] as const

export const billingRule = { roles: ['superadmin', 'reseller'], flags: ['has_invoice'] } as const
/** Access to making documents: only organisations with customers, which are the platform and resellers. */
export const issuing = { ...billingRule, only: ['superadmin', 'reseller'] } as const

/** A document as drawn, in its customer's language: the same on the screen, in print and as PDF. */
const Drawing = z.object({
  /** The path of the logo on this host; null without a logo. */
  logo: z.nullable(z.string()),
  title: z.string(),
  number: z.string(),
  sender: contact,
  recipient: z.array(contact),
  /** The facts at the head of the document: its number, dates and period, and tax numbers. */
  facts: z.array(z.object({ label: z.string(), value: contact })),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  /** The rows of the document, grouped into sales and refunds. */
  blocks: z.array(z.object({ title: z.string(), rows: z.array(z.array(z.string())) })),
  sums: z.array(z.object({ label: z.string(), value: z.string(), isTotal: z.boolean() })),
  notes: z.array(z.string()),
  /** The text of the QR code with which a banking app pays the document, and the code's label; missing if nothing is to be paid by transfer. */
  payment_code: z.optional(z.object({ text: contact, label: z.string() })),
  foot: z.array(contact),
})
export type Drawing = z.output<typeof Drawing>

const InvoiceRow = z.object({
  invoice_id: z.string(),
  document_no: z.string(),
  kind: z.enum(invoiceKinds),
  issuer_name: z.string(),
  customer_id: z.string(),
  customer_name: z.string(),
  date_from: day,
  date_to: day,
  issued_on: day,
  due_on: z.nullable(day),
  net: moneySum,
  tax: moneySum,
  total: moneySum,
  /** The amount still to be paid. */
  open: moneySum,
  state: z.enum(invoiceStates),
  /** The number of the document that this one corrects. */
  corrects_no: z.string(),
})

const list = {
  access: billingRule,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      /** Whether to list documents that the caller's organisation received, instead of those it made. */
      received: z.optional(field.bool()),
      customer_id: z.optional(field.id()),
      kind: z.optional(field.oneOf(invoiceKinds)),
      state: z.optional(field.oneOf(invoiceStates)),
      /** The days on which the documents were made. */
      date_from: z.optional(field.day()),
      date_to: z.optional(field.day()),
      ...acrossFilter,
    }),
    search_text: field.search(),
  }),
  acrossTenants: '-issued_on',
  output: reportOf(z.extend(InvoiceRow, tenantOfRow), z.object({ documents: z.int(), net: moneySum, tax: moneySum, total: moneySum, open: moneySum }), {
    /** Whether the recorded totals of payments equal the payments themselves, and the nightly proof found no error in these documents. */
    agrees: agreement,
  }),
}

export const invoicesList = call({ path: '/view_invoices/', summary: 'Invoices, newest first: made by the caller’s organisation, or sent to it', ...list })

export const reclamationInvoicesList = call({
  path: '/view_reclamation_invoices/',
  summary: 'Corrections of invoices, newest first: made by the caller’s organisation, or sent to it',
  ...list,
})

const Related = z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds), total: moneySum })

export const invoiceReport = call({
  path: '/get_invoice_report/',
  summary: 'One document as it was made, what was paid of it, and what corrects it',
  access: billingRule,
  input: z.object({ invoice_id: field.id() }),
  output: z.object({
    invoice_id: z.string(),
    document_no: z.string(),
    /** Whether the caller's organisation made the document. */
    is_issuer: z.boolean(),
    kind: z.enum(invoiceKinds),
    /** The days that the document covers, and the id of the customer who bought; only the issuer gets this id. */
    ...{ date_from: day, date_to: day, customer_id: z.nullable(z.string()) },
    drawing: Drawing,
    state: z.enum(invoiceStates),
    open: moneySum,
    payments: z.array(z.object({ payment_id: z.string(), amount: money, paid_on: day, remarks: contact, created_by: contact, created_at: instant })),
    /** The documents that this document corrects, and those that correct it. */
    corrects: z.array(Related),
    corrections: z.array(Related),
    /** Mails of the document, shown only to its issuer: their recipients and attached files. */
    mails: z.array(
      z.object({
        message_id: z.string(),
        kind: z.string(),
        recipient: contact,
        state: z.enum(messageStates),
        attachment_name: z.string(),
        created_at: instant,
        sent_at: z.nullable(instant),
      }),
    ),
    /** The hash that proves that the document was not changed. */
    hash: z.string(),
    /** Whether the sum equals that of the lines, the paid amount that of the payments, and the last nightly proof found no error in documents of the caller. */
    agrees: agreement,
  }),
  errors: ['not_found'],
})

export const invoiceFiles = ['pdf', 'xrechnung', 'factur_x'] as const

export const invoiceFile = call({
  path: '/fetch_invoice/',
  summary: 'One document as a file, in base64: PDF/A-3 with its data inside, or the data alone as XRechnung or Factur-X (a call of our own)',
  access: billingRule,
  input: z.object({ invoice_id: field.id(), file: z._default(field.oneOf(invoiceFiles), 'pdf') }),
  /** The file contains postal addresses and bank accounts, so all of it is hidden from a support view. */
  output: z.object({ file_name: z.string(), bytes: contact }),
  errors: ['not_found', 'e_invoice_incomplete'],
})

export const invoicePay = call({
  path: '/note_invoice_payment/',
  summary: 'Notes what was paid of an invoice, once per id; an amount below zero takes back what was noted wrongly (a call of our own)',
  access: issuing,
  input: z.object({
    /** The payment's id, made by the client: a request repeated with the same id adds no second payment. */
    payment_id: field.id(),
    invoice_id: field.id(),
    amount: field.money(),
    paid_on: field.day(),
    remarks: z.optional(z.string().check(z.trim(), atMost(500))),
  }),
  output: z.object({ open: moneySum }),
  errors: ['not_found', 'key_reused', 'amount_out_of_range'],
  changes: true,
})

export const invoiceCancel = call({
  path: '/cancel_invoice/',
  summary: 'Takes an invoice back by a document of its own; what it billed is open again (a call of our own)',
  access: issuing,
  input: z.object({ invoice_id: field.id(), reason: field.text(500) }),
  output: z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds) }),
  errors: ['not_found', 'invoice_corrected'],
  changes: true,
})

export const invoiceMail = call({
  path: '/mail_invoice/',
  summary: 'Mails a document with its files, PDF and data, to its customer or another address: five times a day at most (a call of our own)',
  access: issuing,
  input: z.object({ invoice_id: field.id(), email: z.optional(field.email()) }),
  output: z.object({ email: contact }),
  errors: ['not_found', 'too_many_requests'],
  changes: true,
})

export const INVOICE_REMINDERS_MAX = 200

export const invoicesRemind = call({
  path: '/remind_invoices/',
  summary: 'Reminds customers by mail of documents that are overdue: three times at most, a week apart; the others say why not (a call of our own)',
  access: issuing,
  input: z.object({ invoice_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(INVOICE_REMINDERS_MAX, 'too_big'))) }),
  output: z.object({ rows: z.array(z.object({ invoice_id: z.string(), outcome: z.enum(['sent', 'not_overdue', 'too_soon', 'enough', 'no_address']) })) }),
  changes: true,
})
