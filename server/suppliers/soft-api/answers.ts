// Reads the neutral wire format of the Soft API: its answers, the meaning of its errors, and the state of an order.
import * as z from 'zod/mini'
import { deliveryOf, named, orNull, type Refusals, wordsOf } from '../answer-rules.ts'
import { done, type Failed, refused, unknown } from '../answers.ts'
import { inEuros, type RateOf } from '../rates.ts'
import type { Answer, RefusedBy, Standing } from '../supplier.ts'
import type { Heard } from '../wire.ts'

const text = z.string()
const maybe = z.nullish(text)
const shown = orNull(text)
const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item), total: z.pipe(text, z.transform(Number)) })

export const Signed = z.object({ token: text, expires_in: text })
export const Balance = z.object({ currency: text, available: text })
export const Cancelled = z.object({ status: z.literal('cancelled'), order_id: shown, client_ref: shown })

const Denomination = z.object({ denomination_id: text, value: text, currency: text, cost: text, in_stock: z.optional(z.boolean()) })
const Product = z.object({
  product_id: text,
  name: text,
  delivery: z.enum(['pin', 'recharge', 'both']),
  denominations: z.array(Denomination),
})
export type Product = z.infer<typeof Product>
export const Products = pageOf(orNull(Product))

const Line = z.object({ order_id: text, client_ref: maybe, kind: z.enum(['order', 'cancellation']), cost: shown, currency: shown, at: text })
export type Line = z.infer<typeof Line>
export const Lines = pageOf(Line)

const Pin = z.object({ pin: z.string().check(z.minLength(1)), serial: shown, batch_number: shown, expiry_date: shown })
const Problem = z.object({ code: text, message: shown, param: shown })
export const Order = z.object({
  ...{ order_id: text, client_ref: text, status: z.enum(['completed', 'pending', 'failed', 'cancelled']) },
  ...{ mode: z.nullish(z.enum(['pin', 'recharge'])), pins: z.nullish(z.array(Pin)), operator_reference: shown, error: z.nullish(Problem) },
  ...{ denomination_id: shown, msisdn: shown, cost: z.optional(shown), currency: shown },
})
export type Order = z.infer<typeof Order>
export const Orders = z.object({ items: z.array(Order) })

const MEANT: Readonly<Record<string, RefusedBy>> = {
  ...{ invalid_credentials: 'our_mistake', account_inactive: 'our_mistake', invalid_param: 'our_mistake' },
  ...{ product_not_available: 'not_available', out_of_stock: 'not_available', operator_unavailable: 'not_available' },
  ...{ insufficient_balance: 'our_balance', credit_limit_reached: 'our_balance', terminal_limit_exceeded: 'amount' },
  ...{ msisdn_invalid: 'recipient', msisdn_not_prepaid: 'recipient', cancel_too_late: 'over', pin_already_used: 'over' },
}

/** The meaning of an error. An error that is not in MEANT does not prove that there is no order: after `duplicate_client_ref`, for example, there is one. */
function meant({ code, message, param }: z.infer<typeof Problem>): Failed {
  const by = param === 'msisdn' ? 'recipient' : MEANT[code]
  const words = wordsOf(code, message ?? undefined)
  return by ? refused(by, words) : unknown(words)
}

const Refusal = z.object({ error: Problem })
export const refusals: Refusals = (body, status) => {
  const read = status >= 400 ? Refusal.safeParse(body) : undefined
  return read?.success ? meant(read.data.error) : undefined
}

export const isNotFound = (heard: Heard): boolean =>
  heard.heard === 'answer' && heard.status === 404 && Refusal.safeParse(heard.body).data?.error.code === 'order_not_found'

/**
 * The state of an order. Only the first answer contains the PIN. So if an order's PIN is missing, it reached nobody, and the order counts as created, to be
 * cancelled.
 */
export function standingOf(order: Order, reference: string, rateOf: RateOf): Answer<Standing> {
  const { order_id: supplier_reference, client_ref, status, pins, operator_reference, error } = order
  if (client_ref !== reference) return unknown('ANOTHER_ORDER')
  if (status === 'pending') return named('PENDING', supplier_reference)
  if (status === 'cancelled') return refused('over', 'cancelled', supplier_reference)
  if (status === 'failed') return error ? { ...meant(error), named: { supplier_reference } } : refused('not_available', 'failed', supplier_reference)
  const [pin, ...others] = pins ?? []
  if (others.length > 0) return named('SEVERAL_PINS', supplier_reference)
  // An answer may lack the cost; if it has one, the cost must be readable.
  const cost = order.cost === undefined ? {} : { cost: inEuros(order.cost ?? '', order.currency ?? '', rateOf) ?? null }
  const said = { supplier_reference, told: { product: order.denomination_id, number: order.msisdn }, ...cost }
  if (pin) {
    const { serial, batch_number, expiry_date } = pin
    return done({
      state: 'delivered',
      ...said,
      delivery: deliveryOf({ pin: pin.pin, serial, expires_on: expiry_date, facts: { batch: batch_number } }),
    })
  }
  const mode = order.mode ?? (operator_reference ? 'recharge' : 'pin')
  if (mode === 'pin') return done({ state: 'created', ...said })
  return done({ state: 'delivered', ...said, delivery: deliveryOf({ facts: { operator_reference } }) })
}
