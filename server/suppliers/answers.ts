// The answers of adapters, and how adapters read suppliers' answers.
import * as z from 'zod/mini'
import type { Json } from './digits.ts'
import type { Answer, RefusedBy } from './supplier.ts'
import type { Heard } from './wire.ts'

/** An answer that says refused or unknown, whatever was asked. */
export type Failed = Exclude<Answer<never>, { outcome: 'done' }>

export const done = <T>(value: T): Answer<T> => ({ outcome: 'done', value })
/** `supplier_reference`: the supplier's name of the refused order, where it has given one. */
export const refused = (code: RefusedBy, reason: string, supplier_reference?: string): Failed => ({
  ...{ outcome: 'refused', code, reason },
  ...(supplier_reference && { named: { supplier_reference } }),
})
export const unknown = (reason: string): Failed => ({ outcome: 'unknown', reason })

export type Unanswered = Exclude<Heard, { heard: 'answer' }>

/** An order of which no byte left certainly did not reach the supplier; for anything else without an answer nothing is certain. */
export const notOrdered = ({ heard, reason }: Unanswered): Failed => (heard === 'not_sent' ? refused('not_reached', reason) : unknown(reason))

export const isGood = (status: number): boolean => status >= 200 && status < 300

/** An answer in an unexpected format is treated as no answer. */
export function readAs<T>(schema: z.ZodMiniType<T>, body: Json): T | undefined {
  const read = z.safeParse(schema, body)
  return read.success ? read.data : undefined
}
