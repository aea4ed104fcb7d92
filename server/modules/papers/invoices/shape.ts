// The snapshot of a document: everything drawn on it, as it was when it was made.
import * as z from 'zod/mini'
import { day, money, moneySum, percent } from '../../../../contract/kit/field.ts'
import { languages } from '../../../../contract/kit/languages.ts'
import { operationKinds } from '../../../../contract/papers/invoice-settings.ts'
import { invoiceKinds, vatCategories } from '../../../../contract/papers/invoices.ts'

const Party = z.object({
  ...{ name: z.string(), address: z.string(), postal: z.string(), city: z.string(), country: z.string() },
  ...{ ustidnr: z.string(), stnr: z.string(), hrb: z.string(), director: z.string() },
  ...{ contact_name: z.string(), contact_phone: z.string(), contact_email: z.string() },
  ...{ bank_name: z.string(), iban: z.string(), bic: z.string() },
  /** Missing in documents from before these were stored. */
  siren: z.optional(z.string()),
})
export type Party = z.output<typeof Party>

/** Amounts in whole cents, unless stated otherwise. */
const PaperLine = z.object({
  block: z.enum(['sales', 'refunds']),
  product_name: z.string(),
  /** The card's face value, and the discount on it. */
  value: money,
  discount: percent,
  /** Negative: refunded. */
  quantity: z.int(),
  /** Unit price including tax, if any; on a commission document the commission. In ten-thousandths. */
  price: money,
  /** Line totals: face value and price, in ten-thousandths. */
  face_total: moneySum,
  amount_total: moneySum,
  net: moneySum,
  category: z.enum(vatCategories),
  rate: percent,
  /** The country of taxation; missing in documents from before it was stored. */
  country: z.optional(z.string()),
  /** The day of the sale, for a refund; the day of the refund and the document that billed the sale follow. */
  sold_on: z.nullable(day),
  refunded_on: z.nullable(day),
  original_no: z.string(),
  /** The end of the card's serial; missing in documents from before it was stored. */
  serial_end: z.optional(z.string()),
})

const Original = z.object({ invoice_id: z.string(), document_no: z.string(), issued_on: day })

export const Paper = z.object({
  kind: z.enum(invoiceKinds),
  category: z.enum(vatCategories),
  /** UNTDID 1001: 380 invoice, 384 corrected invoice, 389 self-billed invoice. */
  type_code: z.enum(['380', '384', '389']),
  /** Whether the buyer made the document; corrections of such a document are self-billed too. */
  is_self_billed: z.boolean(),
  prefix: z.string(),
  language: z.enum(languages),
  issued_on: day,
  due_on: z.nullable(day),
  date_from: day,
  date_to: day,
  buyer_reference: z.string(),
  seller: Party,
  buyer: Party,
  lines: z.array(PaperLine),
  /** `country`: the country of taxation; missing in documents from before it was stored. */
  taxes: z.array(z.object({ category: z.enum(vatCategories), rate: percent, net: moneySum, tax: moneySum, country: z.optional(z.string()) })),
  face_total: moneySum,
  net: moneySum,
  tax: moneySum,
  total: moneySum,
  /** The amount that the customer's balance already paid. */
  prepaid: moneySum,
  due: moneySum,
  originals: z.array(Original),
  footer: z.string(),
  /** The kind of operation, for a French seller, and below whether VAT is due on the invoice date. */
  operation_kind: z.optional(z.enum(operationKinds)),
  vat_on_debits: z.optional(z.boolean()),
  /** The hash of the logo; missing in documents from before logos existed. */
  logo: z.optional(z.string()),
})
export type Paper = z.output<typeof Paper>
