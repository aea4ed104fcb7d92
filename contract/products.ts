// Goods: products and their configurations (denominations), as the back office sees them.
import * as z from 'zod/mini'
import { call } from './kit/call.ts'
import { field, listOf, money, paging } from './kit/field.ts'

/** Product kinds that are sold from stock come first; the others are asked for live (product.md §2). */
export const productTypes = ['cash_card', 'gift_card', 'calling_card', 'soft_pin'] as const
export type ProductType = (typeof productTypes)[number]

export const Configuration = z.object({
  configuration_id: z.string(),
  value: money,
  info: z.string(),
  ean: z.string(),
  is_active: z.boolean(),
  /** Published PINs nobody has bought. */
  stock: z.int(),
})

export const Product = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(productTypes),
  /** Digits of a PIN; 0 when any length may come. */
  pin_length: z.int(),
  customer_care: z.string(),
  instructions: z.string(),
  product_image: z.nullable(z.string()),
  is_active: z.boolean(),
  configurations: z.array(Configuration),
})

export const productsList = call({
  path: '/view_products/',
  summary: 'Products with their configurations and stock',
  access: { roles: ['superadmin'], flags: ['has_product', 'has_inventory'] },
  input: z.object({
    /** 'single' with product_id answers one product, 'all' a page of them. */
    view_type: z._default(field.oneOf(['all', 'single']), 'all'),
    product_id: z.optional(field.id()),
    page: paging(50).page,
    /** Page size; spec §9: 50 for products. */
    total_items: paging(50).limit,
    search_text: field.search(),
    filters: z._default(field.json(z.object({ product_type: z.optional(z.enum(productTypes)), is_active: z.optional(z.boolean()) })), {}),
    sort: z._default(field.oneOf(['product_name', '-product_name', 'stock', '-stock']), 'product_name'),
  }),
  output: listOf(Product),
})
