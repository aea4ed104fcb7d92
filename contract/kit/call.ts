// One call of the API, written once: routes, validation, access, the typed client, forms, docs and sweeps are derived from it.
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Changes = true | 'booked'

/** waiting: nothing is done yet, a second person decides. nothing: every row was refused. */
export const undone = { waiting: 'This waits for a second person', nothing: 'Nothing was booked' } as const
export type Undone = keyof typeof undone

export type Call<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
  Who extends Access = Access,
  What extends Changes = Changes,
> = {
  /** Wire path below /api, with both slashes, to the letter of the specification. Calls of our own say so in their summary. */
  path: `/${string}/`
  method?: 'GET'
  summary: string
  access: Who
  input: Input
  output: Output
  /** Refusals of this call, beside those of every call (access, input). */
  errors?: readonly ErrorCode[]
  /** Takes a transaction key and answers it. Our own screens send one; without one the server makes it. */
  makesKey?: true
  /** What an answer says that is no refusal, and yet not the thing done: told by another status than 200 (docs/domain.md, Transaction outcomes). */
  undone?(output: z.output<Output>): Undone | undefined
  /** The message when this call fails inside the server; without it, words by what was asked (docs/domain.md, Calls). */
  failure?: string
  /** Takes a file, streamed when the form's text fields come before it. 'may': the file is optional. */
  upload?: true | 'may'
  /**
   * The call changes something: the browser never repeats it by itself, and it leaves a row in the audit log. 'booked': the append-only books
   * themselves record who, when and where (sales, transfers, reveals).
   */
  changes?: What
  /** The session needs no look-up first: the call's money function refuses an ended session in the statement that sells. */
  live?: true
  /** A change that is allowed even in a support view. */
  inView?: true
  /** The answer holds clear PINs. No log or cache keeps it, and the leak test allows PINs in these calls only. */
  reveals?: true
}

export const call = <Input extends z.ZodMiniObject, Output extends z.ZodMiniObject, const Who extends Access, const What extends Changes = never>(
  c: Call<Input, Output, Who, What>,
) => c

/** What a handler receives and a client passes: decoded values. */
export type InputOf<C extends Call> = z.output<C['input']>
/** What a handler returns and a client receives. */
export type OutputOf<C extends Call> = z.output<C['output']>
