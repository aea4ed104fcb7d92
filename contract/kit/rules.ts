// The rules of fields. Each rule reports its problem by a code of the list problemCodes; any other code does not compile. Calls take their rules from this
// file.
import * as z from 'zod/mini'
import type { ProblemCode } from './problem-codes.ts'

/**
 * The length limit of a text or a list. If a text is too long, the check ends at once, so that no pattern or rule after it reads a long text. Therefore this
 * rule comes first in every field.
 */
export const atMost = (max: number, code: ProblemCode = 'too_long') => z.maxLength(max, { error: code, abort: true })
export const atLeast = (min: number, code: ProblemCode = 'required') => z.minLength(min, code)
export const matches = (pattern: RegExp, code: ProblemCode) => z.regex(pattern, code)
export const lowest = (min: number, code: ProblemCode) => z.minimum(min, code)
export const highest = (max: number, code: ProblemCode = 'too_big') => z.maximum(max, code)
/** Any other rule. `path`: for a rule about several fields, the field at which the problem is reported. */
export const holds = <T>(isRight: (value: NoInfer<T>) => boolean, code: ProblemCode, path: string[] = []) => z.refine<T>(isRight, { error: code, path })

/** A problem found by a check of several fields, in the form that is added to its `issues`. */
export const broken = (code: ProblemCode, input: unknown, path: (string | number)[] = []) => ({ code: 'custom' as const, message: code, input, path })
