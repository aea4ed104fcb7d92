// The parts of DT One's answers that we read. Numbers arrive as their texts (digits.ts), and ids may be a number or a text.
import * as z from 'zod/mini'

const digits = z.string()
const regions = z.nullish(z.array(z.object({ name: z.string(), code: z.string() })))
const country = z.object({ iso_code: z.string(), regions })
const operator = z.object({ id: digits, name: z.string(), country, regions })

export const Operator = z.extend(operator, { identified: z.optional(z.boolean()) })

/** An amount: a single one, or a range of amounts. */
const amount = z.union([digits, z.object({ min: digits, max: digits, increment: z.nullish(digits) })])
const side = z.object({ unit_type: z.string(), unit: z.string(), amount })
const price = z.object({ unit_type: z.string(), unit: z.string(), amount, fee: z.nullish(digits) })
const fields = z.nullish(z.array(z.array(z.string())))
const benefit = z.object({
  ...{ type: z.string(), unit: z.string() },
  amount: z.object({ base: z.nullish(digits), promotion_bonus: z.nullish(digits), total_excluding_tax: z.nullish(digits) }),
})

export const Product = z.object({
  ...{ id: digits, name: z.string(), type: z.string(), operator, regions },
  validity: z.nullish(z.object({ unit: z.string(), quantity: digits })),
  required_credit_party_identifier_fields: fields,
  ...{ required_debit_party_identifier_fields: fields, required_sender_fields: fields, required_beneficiary_fields: fields },
  destination: side,
  prices: z.object({ wholesale: price, retail: z.nullish(price) }),
  accepted_calculation_modes: z.nullish(z.array(z.string())),
  benefits: z.nullish(z.array(benefit)),
  promotions: z.nullish(z.array(z.object({ title: z.nullish(z.string()), end_date: z.nullish(z.string()) }))),
})
export type Product = z.output<typeof Product>

const instant = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))))
/**
 * Makes optional a field that is only shown or compared. An unreadable value there must not make the whole answer unreadable, because an answer about a paid
 * order has to be read.
 */
const orNull = <T>(schema: z.ZodMiniType<T>) => z.catch(z.nullish(schema), null)

export const Transaction = z.object({
  ...{ id: digits, external_id: z.string(), creation_date: instant },
  status: z.object({ message: z.string(), class: z.object({ id: digits }) }),
  operator_reference: orNull(z.string()),
  pin: z.nullish(z.object({ code: z.nullish(digits), serial: orNull(digits) })),
  credit_party_identifier: orNull(z.object({ mobile_number: orNull(z.string()) })),
  product: z.object({ id: orNull(digits), name: z.string(), type: z.string(), operator: orNull(z.object({ name: z.string() })) }),
  prices: orNull(z.object({ wholesale: z.object({ unit: z.string(), amount: digits, fee: z.nullish(digits) }) })),
  benefits: orNull(z.array(benefit)),
  adjusted_values: orNull(z.object({ destination: z.nullish(z.object({ unit: z.string(), amount: digits })) })),
})
export type Transaction = z.output<typeof Transaction>

export const Balances = z.array(z.object({ unit_type: z.string(), unit: z.string(), available: digits, holding: digits }))

export const Failure = z.object({ errors: z.array(z.object({ code: digits, message: z.string() })).check(z.minLength(1)) })

/** The fields of an answer that may be logged. Left out are people's names, PINs, URLs of ours, and all but the last digits of telephone numbers. */
export const SHOWN = {
  plain: new Set([
    ...['body', 'errors', 'code', 'message', 'id', 'name', 'external_id', 'status', 'class', 'creation_date', 'confirmation_date'],
    ...['confirmation_expiration_date', 'operator_reference', 'product', 'product_id', 'type', 'operator', 'operator_id', 'country', 'iso_code'],
    ...['country_iso_code', 'regions', 'region', 'identified', 'service', 'service_id', 'prices', 'wholesale', 'retail', 'unit', 'unit_type'],
    ...['amount', 'fee', 'min', 'max', 'increment', 'source', 'destination', 'calculation_mode', 'auto_confirm', 'benefits', 'promotions'],
    ...['requested_values', 'adjusted_values', 'available', 'holding', 'credit_limit', 'page', 'per_page', 'from_date', 'to_date'],
    'credit_party_identifier',
  ]),
  endings: new Set(['mobile_number', 'account_number']),
}
