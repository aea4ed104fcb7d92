// What is kept of a document: everything that is drawn of it, as it was when it was made.
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
  /** Documents of before these were kept have none. */
  siren: z.optional(z.string()),
})
export type Party = z.output<typeof Party>

/** Amounts in whole cents, unless said otherwise. */
const PaperLine = z.object({
  block: z.enum(['sales', 'refunds']),
  product_name: z.string(),
  /** What is printed on the card, and the discount on it. */
  value: money,
  discount: percent,
  /** Below zero: given back. */
  quantity: z.int(),
  /** For one, tax included where there is any; of a commission document the commission. In ten-thousandths. */
  price: money,
  /** For all: face value, and the price, in ten-thousandths. */
  face_total: moneySum,
  amount_total: moneySum,
  net: moneySum,
  category: z.enum(vatCategories),
  rate: percent,
  /** Where it is taxed; documents of before this was kept name none. */
  country: z.optional(z.string()),
  /** Of what was given back: when it was sold and given back, and the document it stood in. */
  sold_on: z.nullable(day),
  refunded_on: z.nullable(day),
  original_no: z.string(),
  /** The end of the card's serial; documents of before this was kept have none. */
  serial_end: z.optional(z.string()),
})

const Original = z.object({ invoice_id: z.string(), document_no: z.string(), issued_on: day })

export const Paper = z.object({
  kind: z.enum(invoiceKinds),
  category: z.enum(vatCategories),
  /** UNTDID 1001: invoice, corrected invoice, self-billed invoice. */
  type_code: z.enum(['380', '384', '389']),
  /** The buyer made it; so is what corrects it. */
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
  /** `country`: where it is taxed; documents of before this was kept name none. */
  taxes: z.array(z.object({ category: z.enum(vatCategories), rate: percent, net: moneySum, tax: moneySum, country: z.optional(z.string()) })),
  face_total: moneySum,
  net: moneySum,
  tax: moneySum,
  total: moneySum,
  /** What the customer's balance paid already. */
  prepaid: moneySum,
  due: moneySum,
  originals: z.array(Original),
  footer: z.string(),
  /** Of a French seller: what it is about, and whether VAT falls due when it is billed. */
  operation_kind: z.optional(z.enum(operationKinds)),
  vat_on_debits: z.optional(z.boolean()),
  /** The picture it bears, by its hash; documents of before there were any have none. */
  logo: z.optional(z.string()),
})
export type Paper = z.output<typeof Paper>
