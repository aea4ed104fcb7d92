// What adapters say, and how they read what they heard.
import * as z from 'zod/mini'
import type { Json } from './digits.ts'
import type { Answer, RefusedBy } from './supplier.ts'
import type { Heard } from './wire.ts'

/** Refused or unknown, of whatever was asked. */
export type Failed = Exclude<Answer<never>, { outcome: 'done' }>

export const done = <T>(value: T): Answer<T> => ({ outcome: 'done', value })
/** `supplier_reference`: its own name of what it refused, where it has given it one. */
export const refused = (code: RefusedBy, reason: string, supplier_reference?: string): Failed => ({
  ...{ outcome: 'refused', code, reason },
  ...(supplier_reference && { named: { supplier_reference } }),
})
export const unknown = (reason: string): Failed => ({ outcome: 'unknown', reason })

export type Unanswered = Exclude<Heard, { heard: 'answer' }>

/** Of an order of which no byte left it is certain that nobody has it; of everything else that has no answer nothing is. */
export const notOrdered = ({ heard, reason }: Unanswered): Failed => (heard === 'not_sent' ? refused('not_reached', reason) : unknown(reason))

export const isGood = (status: number): boolean => status >= 200 && status < 300

/** An answer in another shape than agreed says nothing. */
export function readAs<T>(schema: z.ZodMiniType<T>, body: Json): T | undefined {
  const read = z.safeParse(schema, body)
  return read.success ? read.data : undefined
}
