// One call of the API, written once: routes, validation, access, the typed client, forms, docs and the sweeping tests all read it.
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Changes = true | 'booked'

/** Nothing was done yet: a second person decides. Nothing was done: every row was refused. */
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
  /** Refusals this call can answer beside those every call has (access, input). */
  errors?: readonly ErrorCode[]
  /** Carries a transaction key. Our own screens send theirs; where none comes, the server makes one. It stands in the answer either way. */
  makesKey?: true
  /** What an answer says that is no refusal, and yet not the thing done: told by another status than 200 (docs/domain.md, Transaction outcomes). */
  undone?(output: z.output<Output>): Undone | undefined
  /** What this call says when it fails for a reason inside the server; without it, words by what was asked (docs/domain.md, Calls). */
  failure?: string
  /** Takes a file, as a stream when the form's text fields come before it; 'may': a form without a file will do, too. */
  upload?: true | 'may'
  /**
   * Changes something: the browser never repeats it by itself, and the audit log has a row of it. 'booked': the books themselves, append-only,
   * say who, when and where (sales, transfers, reveals).
   */
  changes?: What
  /** Its own money function refuses an ended session, in the statement that sells: nothing is looked up before it. */
  live?: true
  /** A change allowed in a support view, which otherwise changes nothing. */
  inView?: true
  /** Answers clear PINs: the leak test knows exactly these calls, no log or cache keeps their answers. */
  reveals?: true
}

export const call = <Input extends z.ZodMiniObject, Output extends z.ZodMiniObject, const Who extends Access, const What extends Changes = never>(
  c: Call<Input, Output, Who, What>,
) => c

/** What a handler receives and a client passes: decoded values. */
export type InputOf<C extends Call> = z.output<C['input']>
/** What a handler returns and a client receives. */
export type OutputOf<C extends Call> = z.output<C['output']>
