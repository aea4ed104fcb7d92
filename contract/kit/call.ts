// One call of the API, defined once. Routes, validation, access, the typed client, forms, documents and tests over all calls are derived from it.
import type * as z from 'zod/mini'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

/**
 * How a call changes something. true: always, with a row in the audit log. 'booked': always, and the append-only books already record who, when and where
 * (sales, transfers, showings of PINs). `with`: only if the field named here is given; without that field the call reads. 'decides': the call's handler decides
 * whether it changes something, and if so writes the row. 'unrecorded': marks what the caller has seen, which needs no audit row.
 */
export type Changes = true | 'booked' | 'decides' | 'unrecorded' | { readonly with: string }

/**
 * Why a call did nothing although it was not refused. waiting: nothing is done yet, and a second person decides. nothing: every row was refused. unchanged:
 * everything is as before. checking: a supplier has been asked, and the outcome is unknown.
 */
export const undone = {
  waiting: 'This waits for a second person',
  nothing: 'Nothing was booked',
  unchanged: 'Nothing was changed',
  checking: 'This is being checked',
} as const
export type Undone = keyof typeof undone

/** The `undone` of a call whose answer counts its changes: if the count is 0, nothing was done. */
export const unlessChanged = ({ changed }: { changed: number }): Undone | undefined => (changed === 0 ? 'unchanged' : undefined)

/** The chapters of the guide for customers' own systems, in the order of learning. */
export const chapters = ['start', 'codes', 'top_ups', 'recharges', 'sales'] as const
export type Chapter = (typeof chapters)[number]

export type Call<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
  Who extends Access = Access,
  What extends Changes = Changes,
> = {
  /**
   * Wire path below /api, exactly as in the specification, with a slash at its beginning and its end. A call that the specification does not have says so in
   * its summary.
   */
  path: `/${string}/`
  method?: 'GET'
  summary: string
  access: Who
  input: Input
  output: Output
  /** The refusals of this call, in addition to those that every call can have (access, input). */
  errors?: readonly ErrorCode[]
  /** The call takes a transaction key and returns it. Our own screens and API keys must send one; if another client sends none, the server makes one. */
  makesKey?: true
  /**
   * Recognises an answer that is no refusal although the call did not do what was asked; such an answer gets a status other than 200 (docs/domain.md,
   * Transaction outcomes).
   */
  undone?(output: z.output<Output>): Undone | undefined
  /** The message for an unexpected failure of this call; by default chosen by what the call does (docs/domain.md, Calls). */
  failure?: string
  /**
   * The call takes a file, which is streamed if the form's text fields come before it. 'may': the file is optional. 'delivery': a supplier's file, which may
   * be large.
   */
  upload?: true | 'may' | 'delivery'
  /** How the call changes something. Without this field the call only reads, and its handler cannot write to the audit log. */
  changes?: What
  /**
   * The session may come from the server's cache although the call changes something, because the call's money function refuses an ended session in the
   * statement that sells.
   */
  live?: true
  /** The call may wait seconds for a supplier. So the number of such requests at a time is limited apart from all others (server/http/places.ts). */
  asksSupplier?: true
  /**
   * The platform may read the list across all its resellers (contract/kit/across-tenants.ts). The value is the list's own order, as a `sort` names it: a field
   * of the rows, with '-' before it if the order is descending.
   */
  acrossTenants?: string
  /** The change is allowed even in a support view. */
  inView?: true
  /** The call is allowed while the till is locked (docs/domain.md, Cashiers). */
  whileLocked?: true
  /** The call is refused in a session opened by a cashier's code, because four digits prove too little about the person. */
  afterPassword?: true
  /** The call's chapter in the guide for customers' own systems. API keys can make only calls with a chapter, as far as their rights allow. */
  machine?: Chapter
  /** The answer contains PINs in clear. No log or cache keeps it, and the test that looks for leaked PINs allows them in these calls only. */
  reveals?: true
}

/** All calls that this process has defined. */
const defined = new WeakSet<object>()

export function call<Input extends z.ZodMiniObject, Output extends z.ZodMiniObject, const Who extends Access, const What extends Changes = never>(
  c: Call<Input, Output, Who, What>,
) {
  defined.add(c)
  return c
}

/** Whether what a module exports is a call, and not a schema or a constant. It reads no field, because reading a field of a late schema would build it. */
export const isCall = (exported: unknown): exported is Call => typeof exported === 'object' && exported !== null && defined.has(exported)

/** Whether the call changes something with every input. */
export const alwaysChanges = ({ changes }: Pick<Call, 'changes'>): boolean => changes === true || changes === 'booked'

/**
 * Whether this call changes something with this input; an empty list counts as a field that is not given. False for 'decides', because only the handler finds
 * out, and for 'unrecorded'.
 */
export function changesWith(c: Pick<Call, 'changes'>, input: object): boolean {
  if (typeof c.changes !== 'object') return alwaysChanges(c)
  const value = (input as Record<string, unknown>)[c.changes.with]
  return value !== undefined && !(Array.isArray(value) && value.length === 0)
}

/** The decoded input of a call, as a handler receives it and a client passes it. */
export type InputOf<C extends Call> = z.output<C['input']>
/** The decoded output of a call, as a handler returns it and a client receives it. */
export type OutputOf<C extends Call> = z.output<C['output']>
