// The fields of the login. They have a file of their own, because the login loads no other fields (field.ts).
import * as z from 'zod/mini'
import { ofKind } from './kinds.ts'
import { atLeast, atMost } from './rules.ts'

export const textField = {
  /** Text of 1 to `max` characters, trimmed. */
  text: (max = 200) => z.string().check(z.trim(), atMost(max), atLeast(1)),
  /** Text exactly as typed, for passwords. */
  secret: (max = 200) => z.string().check(atMost(max), atLeast(1)),
}

/** Personal fields of answers: who a person is, how to reach the person, their money, remarks about them. A support view shows only the first letters. */
const personal = z.registry<object>()
export const isPersonal = (type: z.core.$ZodType): boolean => personal.has(type)
export const contact = z.string().register(personal, {})

/** An instant, ISO 8601 in UTC with milliseconds: 2026-11-22T10:00:00.000Z. The database's parser gives instants in the same form. */
export type Instant = string
export const instant = ofKind('instant', z.string())
