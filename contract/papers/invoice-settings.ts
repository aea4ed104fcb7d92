// Settings of documents: those of the organisation that makes them, and how each customer is billed.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { contact, day, field, percent } from '../kit/field.ts'
import { atMost, holds, matches } from '../kit/rules.ts'
import { billings, issuing } from './invoices.ts'

const line = (max: number) => z.string().check(z.trim(), atMost(max))
const prefix = z.string().check(z.trim(), atMost(8), matches(/^[A-Z][A-Z0-9]{0,7}$/, 'not_a_prefix'))

/** The kinds of operation on French documents. */
export const operationKinds = ['goods', 'services', 'mixed'] as const

/** Whether a text is a SIREN: nine digits with a Luhn check digit. */
function isSiren(text: string): boolean {
  const sum = [...text].reduce((all, digit, i) => all + [...String(Number(digit) * (i % 2 === 0 ? 1 : 2))].reduce((own, one) => own + Number(one), 0), 0)
  return /^\d{9}$/.test(text) && sum % 10 === 0
}
const siren = z.string().check(
  z.trim(),
  atMost(9, 'not_a_siren'),
  holds((text) => text === '' || isSiren(text), 'not_a_siren'),
)

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
  /** The SEPA creditor identifier with which direct debits are collected; its check digits are checked by the server. */
  creditor_id: line(50),
  /** How many days before a direct debit its customer is notified of it. The rulebook says 14; fewer must be agreed with the customers. */
  prenotification_days: field.int(1, 60),
  payment_days: field.int(0, 365),
  /** The prefixes of the numbers of invoices, corrections and self-billed documents, which must be three different ones. */
  invoice_prefix: prefix,
  correction_prefix: prefix,
  self_billed_prefix: prefix,
  footer: line(1_000),
  /**
   * VAT ids of other countries, separated by blanks. An organisation that bills another country's rate must be registered there, or use the one stop shop.
   */
  foreign_vat_ids: line(300),
  uses_oss: field.bool(),
  /** The SIREN of a French issuer; if it is blank, it is taken from the VAT id. */
  siren,
  operation_kind: field.oneOf(operationKinds),
  vat_on_debits: field.bool(),
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
    ...{ creditor_id: contact, prenotification_days: z.int() },
    ...{ invoice_prefix: z.string(), correction_prefix: z.string(), self_billed_prefix: z.string(), footer: z.string() },
    ...{ foreign_vat_ids: contact, uses_oss: z.boolean(), siren: contact, operation_kind: z.enum(operationKinds), vat_on_debits: z.boolean() },
    /** The path of the logo on this host; null without a logo. */
    logo: z.nullable(z.string()),
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

export const invoiceLogo = call({
  path: '/update_invoice_logo/',
  summary: 'The picture on documents made from now on: PNG, JPEG or WebP, made anew at 512 pixels at most. Without a file it is taken away (a call of our own)',
  access: issuing,
  input: z.object({ logo: z.optional(field.file()) }),
  output: z.object({ logo: z.nullable(z.string()) }),
  errors: ['image_unreadable', 'too_large'],
  upload: 'may',
  changes: true,
})

const Terms = {
  billing: field.oneOf(billings),
  commission_rate: field.percent(),
  pays_later: field.bool(),
  /** Whether each document is mailed to the customer when it is made. */
  by_mail: field.bool(),
  buyer_reference: line(60),
  siren,
  /** The customer's account in the adviser's books; if blank, one is assigned in the order of the customers. */
  debtor_no: z.string().check(z.trim(), atMost(9), matches(/^([1-6]\d{4,8})?$/, 'not_a_debtor')),
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
    by_mail: z.boolean(),
    buyer_reference: z.string(),
    siren: z.string(),
    debtor_no: z.string(),
    /** The last day of validity of the customer's certificate to resell telephone credit (USt 1 TQ). */
    resale_certificate_until: z.nullable(day),
    /** The account used for this customer: its own `debtor_no`, or if it has none, an account counted from the first account number. */
    debtor_in_use: z.string(),
  }),
  errors: ['not_found'],
})

const none = z.optional(field.orNone(field.day()))

export const invoiceTermsUpdate = call({
  path: '/update_invoice_terms/',
  summary: 'Changes how one direct customer is billed from now on; what is not named stays (a call of our own)',
  access: issuing,
  input: z.object({ customer_id: field.id(), ...z.partial(z.object(Terms)).shape, self_billing_agreed_on: none, resale_certificate_until: none }),
  output: z.object({}),
  errors: ['not_found'],
  changes: true,
})
