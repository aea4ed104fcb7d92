// One call of the API, written once: routes, validation, access, the typed client, forms, docs and sweeps are derived from it.
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/**
 * How a call changes something. true: always; the audit log has a row of it. 'booked': always, and the books themselves, append-only, say who, when and where
 * (sales, transfers, reveals). `with`: only when that field is given; without it the call reads. 'decides': its handler knows, and writes the row then.
 * 'unrecorded': what the caller has seen, which nobody needs a row of.
 */
export type Changes = true | 'booked' | 'decides' | 'unrecorded' | { readonly with: string }

/**
 * waiting: nothing is done yet, a second person decides. nothing: every row was refused. unchanged: all is as it was before. checking: a supplier has been
 * asked, and nobody knows yet.
 */
export const undone = {
  waiting: 'This waits for a second person',
  nothing: 'Nothing was booked',
  unchanged: 'Nothing was changed',
  checking: 'This is being checked',
} as const
export type Undone = keyof typeof undone

/** Of what counts its changes: none is not the thing done. */
export const unlessChanged = ({ changed }: { changed: number }): Undone | undefined => (changed === 0 ? 'unchanged' : undefined)

/** What a customer's own system does, in the order in which one learns it. */
export const chapters = ['start', 'codes', 'top_ups', 'recharges', 'sales'] as const
export type Chapter = (typeof chapters)[number]

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
  /** Takes a file, streamed when the form's text fields come before it. 'may': the file is optional; 'delivery': a supplier's, which may be large. */
  upload?: true | 'may' | 'delivery'
  /** Absent: the call only reads, and its handler cannot write to the audit log. */
  changes?: What
  /** The session needs no look-up first: the call's money function refuses an ended session in the statement that sells. */
  live?: true
  /** It may wait for a supplier, for seconds: such requests have places of their own. */
  asksSupplier?: true
  /** A change that is allowed even in a support view. */
  inView?: true
  /** Allowed while the till is locked (docs/domain.md, Cashiers). */
  whileLocked?: true
  /** Not in a session that was opened by a cashier's code: who they are was proven by four digits only. */
  afterPassword?: true
  /** The chapter of the guide for customers' own systems it stands in. An API key reaches the calls that have one, as far as its rights go, and no other. */
  machine?: Chapter
  /** The answer holds clear PINs. No log or cache keeps it, and the leak test allows PINs in these calls only. */
  reveals?: true
}

export const call = <Input extends z.ZodMiniObject, Output extends z.ZodMiniObject, const Who extends Access, const What extends Changes = never>(
  c: Call<Input, Output, Who, What>,
) => c

/** Whether what a module exports is a call, and not a schema or a constant. */
export const isCall = (exported: unknown): exported is Call => typeof exported === 'object' && exported !== null && 'path' in exported && 'access' in exported

/** Whatever it is asked with. */
export const alwaysChanges = ({ changes }: Pick<Call, 'changes'>): boolean => changes === true || changes === 'booked'

/** Whether this call changes something, asked with this input. What its handler decides is not known before. */
export function changesWith(c: Pick<Call, 'changes'>, input: object): boolean {
  if (typeof c.changes !== 'object') return alwaysChanges(c)
  const value = (input as Record<string, unknown>)[c.changes.with]
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

/** What a handler receives and a client passes: decoded values. */
export type InputOf<C extends Call> = z.output<C['input']>
/** What a handler returns and a client receives. */
export type OutputOf<C extends Call> = z.output<C['output']>
