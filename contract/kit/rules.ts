// The rules of fields. Each names the problem it reports by a code of the list: any other does not compile. Calls take their rules from here.
import * as z from 'zod/mini'
import type { ProblemCode } from './problem-codes.ts'

/**
 * The length limit of a text or a list. If a text is longer, the check ends at once, so that no later pattern or rule reads a long text. Therefore
 * this rule is the first of every field.
 */
export const atMost = (max: number, code: ProblemCode = 'too_long') => z.maxLength(max, { error: code, abort: true })
export const atLeast = (min: number, code: ProblemCode = 'required') => z.minLength(min, code)
export const matches = (pattern: RegExp, code: ProblemCode) => z.regex(pattern, code)
export const lowest = (min: number, code: ProblemCode) => z.minimum(min, code)
export const highest = (max: number, code: ProblemCode = 'too_big') => z.maximum(max, code)
/** Any other rule; `path`: the field at which a rule over several fields reports. */
export const holds = <T>(isRight: (value: NoInfer<T>) => boolean, code: ProblemCode, path: string[] = []) => z.refine<T>(isRight, { error: code, path })

/** A problem that a check over several fields has found, for its `issues`. */
export const broken = (code: ProblemCode, input: unknown, path: (string | number)[] = []) => ({ code: 'custom' as const, message: code, input, path })
