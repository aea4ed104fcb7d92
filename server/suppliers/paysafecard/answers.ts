// The answers of Pin-on-Demand: an order with its PIN, an order without its PIN, and errors with a number.
import * as z from 'zod/mini'
import { deliveryOf, orNull, type Refusals, wordsOf } from '../answer-rules.ts'
import { done, type Failed, refused, unknown } from '../answers.ts'
import type { Answer, RefusedBy, Standing } from '../supplier.ts'
import type { Heard } from '../wire.ts'

const text = z.string()
const Card = z.object({ pin: z.string().check(z.regex(/^\d{10,20}$/)), serial: orNull(text), amount: orNull(text), currency: orNull(text) })
/** The first answer to an order, which is the only answer with a PIN. */
export const Made = z.object({ order_id: text, card: Card })
export const Order = z.object({ order_id: text, order_status: z.enum(['DELIVERED', 'REJECTED', 'CANCELLED']), order_error_code: z.nullish(text) })
const Failure = z.object({ code: text, message: orNull(text), number: text })

const MEANT: Readonly<Record<string, RefusedBy>> = {
  ...{ 1004: 'over', 3158: 'over', 3100: 'not_available', 3105: 'not_available', 3144: 'our_balance', 3151: 'our_mistake' },
  ...{ 10008: 'our_mistake', 10028: 'our_mistake', 33002: 'our_mistake', 33003: 'our_mistake' },
  ...{ 3174: 'amount', 3175: 'amount', 3176: 'amount', 3177: 'amount', 3178: 'amount' },
  ...{ 3188: 'amount', 3189: 'amount', 3190: 'amount', 3191: 'amount', 3192: 'amount' },
}

const meant = (number: string, words: string): Failed => {
  const by = MEANT[number]
  return by ? refused(by, words) : unknown(words)
}

/** What an error means. A number that is not in the list does not prove that there is no order: 2001, for example, means that there is one. */
export const refusals: Refusals = (body, status) => {
  const read = status >= 400 ? Failure.safeParse(body) : undefined
  return read?.success ? meant(read.data.number, wordsOf(read.data.code, read.data.message ?? undefined)) : undefined
}

const NOT_FOUND = '3102'
export const isNotFound = (heard: Heard): boolean =>
  heard.heard === 'answer' && heard.status === 404 && Failure.safeParse(heard.body).data?.number === NOT_FOUND

/** Whether an order's id at the supplier belongs to our reference: it ends with our reference. */
export const isOf = (order_id: string, reference: string) => order_id.endsWith(`_${reference}`)

export function madeOf({ order_id, card }: z.infer<typeof Made>, reference: string): Answer<Standing> {
  if (!isOf(order_id, reference)) return unknown('ANOTHER_ORDER')
  const told = { amount: card.amount, currency: card.currency }
  return done({ state: 'delivered', supplier_reference: order_id, told, delivery: deliveryOf({ pin: card.pin, serial: card.serial, facts: {} }) })
}

/**
 * An order that is queried later shows no PIN. So its PIN reached nobody, and the order counts as created: it can be cancelled, which makes its PIN worthless.
 */
export function standingOf({ order_id, order_status, order_error_code }: z.infer<typeof Order>, reference: string): Answer<Standing> {
  if (!isOf(order_id, reference)) return unknown('ANOTHER_ORDER')
  if (order_status === 'CANCELLED') return refused('over', 'CANCELLED', order_id)
  if (order_status === 'REJECTED')
    return order_error_code
      ? { ...meant(order_error_code, `REJECTED ${order_error_code}`), named: { supplier_reference: order_id } }
      : refused('not_available', 'REJECTED', order_id)
  return done({ state: 'created', supplier_reference: order_id })
}
