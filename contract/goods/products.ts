// Goods: products and their configurations (denominations).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { country } from '../kit/countries.ts'
import { field, money, paging, percent } from '../kit/field.ts'
import { languages } from '../kit/languages.ts'
import { EURO } from '../kit/money.ts'
import { productTypes, stockTypes } from '../kit/product-types.ts'
import { listOf } from '../kit/rows.ts'
import { atMost } from '../kit/rules.ts'

/** The tax treatments of goods (docs/domain.md, Tax treatment). */
export const vatTreatments = ['multi_purpose_voucher', 'single_purpose_voucher', 'telecom_service', 'exempt'] as const

/**
 * The tax of sales from now on. `taxSeen`: as the server returns it, null for users who may not see it. `taxGiven`: as a user enters it; a blank rate means
 * none.
 */
export const taxSeen = { vat_treatment: z.nullable(z.enum(vatTreatments)), vat_rate: z.nullable(percent), vat_country: z.nullable(z.string()) }
export const taxGiven = {
  vat_treatment: z.optional(field.oneOf(vatTreatments)),
  vat_rate: z.optional(field.orNone(field.percent())),
  vat_country: z.optional(country()),
}

/** The highest value of a denomination. */
export const VALUE_MAX = 10_000 * EURO

export const Configuration = z.object({
  configuration_id: z.string(),
  product_id: z.string(),
  value: money,
  info: z.string(),
  ean: z.string(),
  vat_treatment: z.enum(vatTreatments),
  vat_rate: percent,
  vat_country: z.string(),
  is_active: z.boolean(),
  /** The pool on which the denomination draws; null if it has its own stock. */
  pool_id: z.nullable(z.string()),
  /** The number of published unsold PINs. */
  stock: z.int(),
  /** Whether the denomination has imported stock or draws on a pool; then its value can no longer change. */
  is_used: z.boolean(),
})

const texts = z.partialRecord(z.enum(languages), z.string().check(z.trim(), atMost(2000)))

export const Product = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(stockTypes),
  /** The number of characters of a PIN; 0: any length. */
  pin_length: z.int(),
  pin_letters: z.boolean(),
  customer_care: z.string(),
  /** Other words by which tills find the product; shown only for the caller's own products. */
  aliases: z.string(),
  /** The instructions for redeeming, in the owner’s usual language; slips use the seller’s language if there is a text in it. */
  instructions: z.string(),
  instructions_by_language: texts,
  /** The picture's path on this host, which contains a hash of its content. */
  product_image: z.nullable(z.string()),
  is_active: z.boolean(),
  /** Whether the caller's organisation owns the product, or the caller is the platform; only then the caller can change it. */
  is_own: z.boolean(),
  /** The published PINs of all its denominations, with a shared pool counted once; for goods of another owner at most 1000. */
  stock: z.int(),
  /** How many suppliers delivered the product; 0 for goods of another owner. */
  suppliers: z.int(),
  configurations: z.array(Configuration),
})

export const productsList = call({
  path: '/view_products/',
  summary: 'Products with their configurations and stock: one’s own, and those one may sell',
  access: { roles: ['superadmin'], flags: ['has_product', 'has_inventory'] },
  input: z.object({
    /** 'single' with `product_id`: only that product. 'all': a page of products. */
    view_type: z._default(field.oneOf(['all', 'single']), 'all'),
    product_id: z.optional(field.id()),
    page: paging(50).page,
    total_items: paging(50).limit,
    search_text: field.search(),
    filters: field.filters({ product_type: z.optional(z.enum(stockTypes)), is_active: z.optional(field.bool()), sold_out: z.optional(field.bool()) }),
    sort: z._default(field.oneOf(['product_name', '-product_name', 'stock', '-stock']), 'product_name'),
  }),
  output: listOf(Product),
})

const configuration = z.object({
  /** The configuration to change; if left out, a new one is added. */
  configuration_id: z.optional(field.id()),
  /** The face value; on the wire a decimal text. */
  value: field.money(1, VALUE_MAX),
  info: z._default(z.string().check(z.trim(), atMost(100)), ''),
  ean: z._default(field.ean(), ''),
  vat_treatment: z._default(z.enum(vatTreatments), 'multi_purpose_voucher'),
  /** The tax rate. A single-purpose voucher needs a rate, which may be 0, and a country. Multi-purpose vouchers and exempt goods have no rate. */
  vat_rate: z.optional(field.percent()),
  vat_country: z._default(country(), ''),
  is_active: z._default(z.boolean(), true),
})

const details = {
  product_name: field.text(100),
  pin_length: field.int(0, 40),
  pin_letters: field.bool(),
  customer_care: z.string().check(z.trim(), atMost(100)),
  /** Words separated by blanks: "psc 3ds". */
  aliases: z.string().check(z.trim(), atMost(100)),
  /** The instructions, one text per language; a plain text is in the owner's usual language. */
  instructions: field.jsonOrText(texts, 2000),
  /** The denominations, each with a value above 0. */
  configurations: field.json(z.array(configuration).check(atMost(100, 'too_big'))),
}

export const productAdd = call({
  path: '/add_product/',
  summary: 'A new product with its denominations, and its picture where one comes along',
  access: { roles: ['superadmin'], flags: ['has_product'] },
  input: z.object({
    ...details,
    configurations: z._default(details.configurations, []),
    product_type: field.oneOf(stockTypes),
    pin_length: z._default(details.pin_length, 0),
    pin_letters: z._default(details.pin_letters, false),
    customer_care: z.optional(details.customer_care),
    aliases: z.optional(details.aliases),
    instructions: z._default(details.instructions, {}),
    product_image: z.optional(field.file()),
  }),
  output: z.object({ product_id: z.string() }),
  errors: ['ean_taken', 'image_unreadable', 'too_large'],
  upload: 'may',
  changes: true,
})

export const productUpdate = call({
  path: '/update_product_details/',
  summary: 'Changes a product, adds denominations or gives them anew; what is not named stays. A denomination that has stock or sales keeps its value',
  access: { roles: ['superadmin'], flags: ['has_product'] },
  input: z.object({
    product_id: field.id(),
    product_name: z.optional(details.product_name),
    pin_length: z.optional(details.pin_length),
    pin_letters: z.optional(details.pin_letters),
    customer_care: z.optional(details.customer_care),
    aliases: z.optional(details.aliases),
    instructions: z.optional(details.instructions),
    configurations: z.optional(details.configurations),
    /** One more denomination, described by separate fields instead of `configurations`. */
    value: z.optional(configuration.shape.value),
    info: z.optional(configuration.shape.info),
    ean: z.optional(configuration.shape.ean),
    is_active: z.optional(field.bool()),
  }),
  /** `was_active`: whether the product was on sale before the change. */
  output: z.object({ product_name: z.string(), was_active: z.boolean() }),
  errors: ['not_found', 'ean_taken'],
  changes: true,
})

export const productImage = call({
  path: '/update_product_image/',
  summary: 'A picture for a product: PNG, JPEG or WebP, made anew at 512 pixels at most. Without a file it is taken away',
  access: { roles: ['superadmin'], flags: ['has_product'] },
  input: z.object({ product_id: field.id(), product_image: z.optional(field.file()) }),
  output: z.object({ product_image: z.nullable(z.string()) }),
  errors: ['not_found', 'image_unreadable', 'too_large'],
  upload: true,
  changes: true,
})

export const productFilters = call({
  path: '/get_product_filters/',
  method: 'GET',
  summary: 'What lists about goods can be filtered by: kinds with their number, products and suppliers by name',
  access: { roles: ['superadmin', 'reseller'], flags: ['has_product', 'has_inventory', 'has_reports', 'has_reclamation'] },
  input: z.object({}),
  output: z.object({
    product_types: z.array(z.object({ product_type: z.enum(productTypes), count: z.int() })),
    products: z.array(z.object({ product_id: z.string(), product_name: z.string(), product_type: z.enum(productTypes) })),
    suppliers: z.array(z.object({ supplier_id: z.string(), company: z.string() })),
  }),
})
