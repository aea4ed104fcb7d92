// Makes the answers of adapters, and reads what suppliers answer.
import * as z from 'zod/mini'
import type { Json } from './digits.ts'
import type { Answer, RefusedBy } from './supplier.ts'
import type { Heard } from './wire.ts'

/** An answer with the outcome refused or unknown, which fits every question. */
export type Failed = Exclude<Answer<never>, { outcome: 'done' }>

export const done = <T>(value: T): Answer<T> => ({ outcome: 'done', value })
/** The answer that an order or a question was refused. `supplier_reference`: the supplier's name of the refused order, if it has given one. */
export const refused = (code: RefusedBy, reason: string, supplier_reference?: string): Failed => ({
  ...{ outcome: 'refused', code, reason },
  ...(supplier_reference && { named: { supplier_reference } }),
})
export const unknown = (reason: string): Failed => ({ outcome: 'unknown', reason })

export type Unanswered = Exclude<Heard, { heard: 'answer' }>

/**
 * The answer for an order that the supplier did not answer. If no byte of it left, it certainly did not reach the supplier; in every other case nothing is
 * certain.
 */
export const notOrdered = ({ heard, reason }: Unanswered): Failed => (heard === 'not_sent' ? refused('not_reached', reason) : unknown(reason))

export const isGood = (status: number): boolean => status >= 200 && status < 300

/** Reads an answer; undefined if it has an unexpected format, which is treated like no answer. */
export function readAs<T>(schema: z.ZodMiniType<T>, body: Json): T | undefined {
  const read = z.safeParse(schema, body)
  return read.success ? read.data : undefined
}
