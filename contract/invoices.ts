// Invoices: what a customer bought from its parent in a time, corrections of it, commission settled for it; numbered, never changed (docs/decisions/0036).
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { country } from './kit/countries.ts'
import { contact, day, field, instant, money, moneySum, paging, percent } from './kit/field.ts'
import { reportOf } from './kit/rows.ts'
import { atLeast, atMost, matches } from './kit/rules.ts'

/** One for each of the six views. credit_note: commission that the one who owes it writes down (self-billing), no correction. */
export const invoiceKinds = ['net', 'gross', 'credit_note', 'reclamation', 'gross_reclamation', 'combined'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
/** Of EN 16931: standard rate, zero rate, reverse charge, exempt, outside VAT. */
export const vatCategories = ['S', 'Z', 'AE', 'E', 'O'] as const
/** How a customer is billed. combined: what was given back of earlier invoices stands on the next one. */
export const billings = ['net', 'gross', 'commission', 'combined'] as const
export const invoiceStates = ['open', 'partly_paid', 'overdue', 'paid'] as const
/** Why nothing was made for a customer. */
export const invoiceProblems = [
  'nothing',
  'issuer_incomplete',
  'customer_incomplete',
  'issuer_vat_id_missing',
  'customer_vat_id_missing',
  'not_agreed',
  'not_found',
  'forbidden',
  'failed',
] as const

export const billingRule = { roles: ['superadmin', 'reseller'], flags: ['has_invoice'] } as const
/** Whoever makes documents has customers. */
const issuing = { ...billingRule, only: ['superadmin', 'reseller'] } as const

const line = (max: number) => z.string().check(z.trim(), atMost(max))

/** A document as it is drawn, in its customer's language: the same on the screen, on paper and as PDF. */
const Drawing = z.object({
  title: z.string(),
  number: z.string(),
  sender: contact,
  recipient: z.array(contact),
  /** Number, dates, period, tax numbers. */
  facts: z.array(z.object({ label: z.string(), value: contact })),
  columns: z.array(z.object({ label: z.string(), isNumber: z.boolean() })),
  /** Sales, and what was given back. */
  blocks: z.array(z.object({ title: z.string(), rows: z.array(z.array(z.string())) })),
  sums: z.array(z.object({ label: z.string(), value: z.string(), isTotal: z.boolean() })),
  notes: z.array(z.string()),
  foot: z.array(contact),
})
export type Drawing = z.output<typeof Drawing>

const period = { date_from: field.day(), date_to: field.day() }

const toBill = {
  access: issuing,
  input: z.object({ ...period, ...paging(20), search_text: field.search() }),
  output: reportOf(
    z.object({
      customer_id: z.string(),
      customer_name: z.string(),
      billing: z.enum(billings),
      /** Sales or refunds that stand in no document yet, and what they come to. */
      lines: z.int(),
      amount: moneySum,
      /** Documents that this customer has of this period already. */
      document_nos: z.array(z.string()),
      /** What has to be put right first. */
      problem: z.nullable(z.enum(invoiceProblems)),
    }),
    z.object({ lines: z.int(), amount: moneySum }),
  ),
}

export const customersForInvoice = call({
  path: '/get_customers_for_invoice/',
  summary: 'Direct customers who bought in a period what stands in no document yet, by name',
  ...toBill,
})

export const customersForReclamationInvoice = call({
  path: '/get_customers_for_reclamation_invoice/',
  summary: 'Direct customers who were given something back in a period that they had been billed for, by name',
  ...toBill,
})

export const INVOICE_RUN_MAX = 1_000

const run = {
  access: issuing,
  input: z.object({ ...period, customer_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(INVOICE_RUN_MAX, 'too_big'))) }),
  output: z.object({ run_id: z.string() }),
  changes: true,
} as const

export const invoicesGenerate = call({
  path: '/generate_invoices_with_customer_ids/',
  summary: 'Begins a run of invoices: work of the server, customer by customer; a sale stands in one document only, however often it is asked',
  ...run,
})

export const reclamationInvoicesGenerate = call({
  path: '/generate_reclamation_invoices_with_customer_ids/',
  summary: 'Begins a run of corrections: one for each invoice of which something was given back in the period',
  ...run,
})

export const invoiceRun = call({
  path: '/view_invoice_run/',
  summary: 'How far a run of the caller’s is, and what became of its customers so far (a call of our own)',
  access: issuing,
  input: z.object({ run_id: field.id() }),
  output: z.object({
    total: z.int(),
    results: z.array(
      z.object({
        customer_id: z.string(),
        customer_name: z.string(),
        documents: z.array(z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds), total: moneySum })),
        problem: z.nullable(z.enum(invoiceProblems)),
      }),
    ),
  }),
  errors: ['not_found'],
})

export const InvoiceRow = z.object({
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
  /** Still to be paid. */
  open: moneySum,
  state: z.enum(invoiceStates),
  /** The document that this one corrects. */
  corrects_no: z.string(),
})

const list = {
  access: billingRule,
  input: z.object({
    ...paging(20),
    filters: field.filters({
      /** Those the caller's organisation was sent, instead of those it made. */
      received: z.optional(field.bool()),
      customer_id: z.optional(field.id()),
      kind: z.optional(field.oneOf(invoiceKinds)),
      state: z.optional(field.oneOf(invoiceStates)),
      /** Days on which they were made. */
      date_from: z.optional(field.day()),
      date_to: z.optional(field.day()),
    }),
    search_text: field.search(),
  }),
  output: reportOf(InvoiceRow, z.object({ documents: z.int(), net: moneySum, tax: moneySum, total: moneySum, open: moneySum })),
}

export const invoicesList = call({ path: '/view_invoices/', summary: 'Invoices, newest first: made by the caller’s organisation, or sent to it', ...list })

export const reclamationInvoicesList = call({
  path: '/view_reclamation_invoices/',
  summary: 'Corrections of invoices, newest first: made by the caller’s organisation, or sent to it',
  ...list,
})

export const invoiceReport = call({
  path: '/get_invoice_report/',
  summary: 'One document as it was made, what was paid of it, and what corrects it',
  access: billingRule,
  input: z.object({ invoice_id: field.id() }),
  output: z.object({
    invoice_id: z.string(),
    document_no: z.string(),
    /** The caller's organisation made it. */
    is_issuer: z.boolean(),
    kind: z.enum(invoiceKinds),
    drawing: Drawing,
    state: z.enum(invoiceStates),
    open: moneySum,
    payments: z.array(z.object({ payment_id: z.string(), amount: money, paid_on: day, remarks: contact, created_by: contact, created_at: instant })),
    corrections: z.array(z.object({ invoice_id: z.string(), document_no: z.string(), kind: z.enum(invoiceKinds), total: moneySum })),
    /** What proves that it is as it was made. */
    hash: z.string(),
  }),
  errors: ['not_found'],
})

export const invoiceFiles = ['pdf', 'xrechnung', 'factur_x'] as const

export const invoiceFile = call({
  path: '/fetch_invoice/',
  summary: 'One document as a file, in base64: PDF/A-3 with its data inside, or the data alone as XRechnung or Factur-X (a call of our own)',
  access: billingRule,
  input: z.object({ invoice_id: field.id(), file: z._default(field.oneOf(invoiceFiles), 'pdf') }),
  output: z.object({ file_name: z.string(), bytes: z.string() }),
  errors: ['not_found', 'e_invoice_incomplete'],
})

export const invoicePay = call({
  path: '/note_invoice_payment/',
  summary: 'Notes what was paid of an invoice, once per id; an amount below zero takes back what was noted wrongly (a call of our own)',
  access: issuing,
  input: z.object({
    /** Made by whoever asks: the same id is the same payment. */
    payment_id: field.id(),
    invoice_id: field.id(),
    amount: field.money(),
    paid_on: field.day(),
    remarks: z.optional(line(500)),
  }),
  output: z.object({ open: moneySum }),
  errors: ['not_found', 'key_reused', 'amount_out_of_range'],
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

const prefix = z.string().check(z.trim(), atMost(8), matches(/^[A-Z][A-Z0-9]{0,7}$/, 'not_a_prefix'))

/** IBAN, BIC and VAT id are checked by the server. */
const issuer = {
  legal_name: line(120),
  address: line(200),
  postal: line(20),
  city: line(100),
  country: country(),
  ustidnr: line(20),
  stnr: line(30),
  hrb: line(40),
  director: line(120),
  contact_name: line(120),
  contact_phone: field.orNone(field.mobile()),
  contact_email: field.orNone(field.email()),
  bank_name: line(100),
  iban: line(42),
  bic: line(20),
  payment_days: field.int(0, 365),
  /** What the numbers of invoices, corrections and self-billed documents begin with: three different ones. */
  invoice_prefix: prefix,
  correction_prefix: prefix,
  self_billed_prefix: prefix,
  footer: line(1_000),
}

export const invoiceSettings = call({
  path: '/view_invoice_settings/',
  summary: 'What stands on the organisation’s own documents (a call of our own)',
  access: issuing,
  input: z.object({}),
  output: z.object({
    ...{ legal_name: z.string(), address: contact, postal: z.string(), city: z.string(), country: z.string() },
    ...{ ustidnr: contact, stnr: contact, hrb: contact, director: contact },
    ...{ contact_name: contact, contact_phone: contact, contact_email: contact },
    ...{ bank_name: contact, iban: contact, bic: contact, payment_days: z.int() },
    ...{ invoice_prefix: z.string(), correction_prefix: z.string(), self_billed_prefix: z.string(), footer: z.string() },
  }),
})

export const invoiceSettingsUpdate = call({
  path: '/update_invoice_settings/',
  summary: 'Changes what stands on documents made from now on; what is not named stays (a call of our own)',
  access: issuing,
  input: z.partial(z.object(issuer)),
  output: z.object({}),
  changes: true,
})

const Terms = {
  billing: field.oneOf(billings),
  commission_rate: field.percent(),
  pays_later: field.bool(),
  buyer_reference: line(60),
}

export const invoiceTerms = call({
  path: '/view_invoice_terms/',
  summary: 'How one direct customer is billed (a call of our own)',
  access: issuing,
  input: z.object({ customer_id: field.id() }),
  output: z.object({
    customer_id: z.string(),
    customer_name: z.string(),
    billing: z.enum(billings),
    commission_rate: percent,
    self_billing_agreed_on: z.nullable(day),
    pays_later: z.boolean(),
    buyer_reference: z.string(),
  }),
  errors: ['not_found'],
})

export const invoiceTermsUpdate = call({
  path: '/update_invoice_terms/',
  summary: 'Changes how one direct customer is billed from now on; what is not named stays (a call of our own)',
  access: issuing,
  input: z.object({ customer_id: field.id(), ...z.partial(z.object(Terms)).shape, self_billing_agreed_on: z.optional(field.orNone(field.day())) }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
