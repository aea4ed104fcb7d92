// The snapshot of a document: everything that is drawn on it, as it was when the document was made.
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
  /** The SIREN of a French party; missing in documents that were made before it was stored. */
  siren: z.optional(z.string()),
})
export type Party = z.output<typeof Party>

/** A line of a document. Amounts are in whole cents unless a field says otherwise. */
const PaperLine = z.object({
  block: z.enum(['sales', 'refunds']),
  product_name: z.string(),
  /** The face value of a card, and the customer's discount on it. */
  value: money,
  discount: percent,
  /** How many cards; negative if they are refunded. */
  quantity: z.int(),
  /** The unit price, with the tax that it includes; on a commission document the commission for one card. In ten-thousandths of a euro. */
  price: money,
  /** The face value and the price of the whole line, in ten-thousandths of a euro. */
  face_total: moneySum,
  amount_total: moneySum,
  net: moneySum,
  category: z.enum(vatCategories),
  rate: percent,
  /** The country where the line is taxed; missing in documents that were made before it was stored. */
  country: z.optional(z.string()),
  /** For a refund: the day of the sale, the day of the refund, and the number of the document that billed the sale. */
  sold_on: z.nullable(day),
  refunded_on: z.nullable(day),
  original_no: z.string(),
  /** The last characters of the card's serial; missing in documents that were made before they were stored. */
  serial_end: z.optional(z.string()),
})

const Original = z.object({ invoice_id: z.string(), document_no: z.string(), issued_on: day })

export const Paper = z.object({
  kind: z.enum(invoiceKinds),
  category: z.enum(vatCategories),
  /** The code in UNTDID 1001: 380 is an invoice, 384 a corrected invoice, 389 a self-billed invoice. */
  type_code: z.enum(['380', '384', '389']),
  /** Whether the buyer made the document. A correction of such a document is self-billed too. */
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
  /** The tax by rate. `country`: where the supplies are taxed; missing in documents that were made before it was stored. */
  taxes: z.array(z.object({ category: z.enum(vatCategories), rate: percent, net: moneySum, tax: moneySum, country: z.optional(z.string()) })),
  face_total: moneySum,
  net: moneySum,
  tax: moneySum,
  total: moneySum,
  /** The amount that the customer's balance has already paid. */
  prepaid: moneySum,
  due: moneySum,
  originals: z.array(Original),
  footer: z.string(),
  /** On documents of a French seller: the kind of operation, and whether VAT is due on the date of the invoice. */
  operation_kind: z.optional(z.enum(operationKinds)),
  vat_on_debits: z.optional(z.boolean()),
  /** Whether the document shows a payment code; missing in documents that were made before there was one, which stay as they are. */
  payment_code: z.optional(z.boolean()),
  /** The hash of the logo; missing in documents that were made before logos existed. */
  logo: z.optional(z.string()),
})
export type Paper = z.output<typeof Paper>
