// The typed client. The browser passes fetch, a test passes the app itself; the wire format is the same in both cases.
import * as z from 'zod/mini'
import type { Call, OutputOf } from './call.ts'
import type { Detail, ErrorCode, FieldProblem, RefusalBody } from './errors.ts'

/** A refusal, with the server's error code and message. */
export class CallError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly problems: readonly FieldProblem[]
  readonly detail: Detail
  readonly account_status: 0 | 1
  constructor(status: number, body: Partial<RefusalBody>) {
    super(body.message ?? `answered ${status}`)
    this.name = 'CallError'
    this.status = status
    this.code = body.code ?? 'internal'
    this.problems = body.problems ?? []
    this.detail = body.detail ?? {}
    this.account_status = body.account_status ?? 1
  }
}

/** There was no answer: the connection broke or timed out. If the call makes a change, its outcome is then unknown. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('no answer', { cause })
    this.name = 'NoAnswer'
  }
}

/** The input of a call, in which optional fields and fields with a default may be left out. */
export type CallInput<C extends Call> = z.core.output<C['input']> extends infer Whole ? OptionalDefaults<C, Whole> : never
type OptionalDefaults<C extends Call, Whole> = Partial<Pick<Whole, Extract<Skippable<C>, keyof Whole>>> & Omit<Whole, Skippable<C>>
type Skippable<C extends Call> = {
  [K in keyof z.input<C['input']>]-?: undefined extends z.input<C['input']>[K] ? K : never
}[keyof z.input<C['input']>]

export type Client<T extends Record<string, Call>> = {
  [K in keyof T]: (input: CallInput<T[K]>, options?: { signal?: AbortSignal }) => Promise<OutputOf<T[K]>>
}

type Transport = (path: string, init: RequestInit) => Promise<Response>

/** Makes one call; `createClient` offers the calls by name. */
export type Invoke = <C extends Call>(c: C, input: CallInput<C>, signal?: AbortSignal) => Promise<OutputOf<C>>

export function createInvoke(send: Transport, headers: () => Record<string, string>): Invoke {
  return async function invoke(c, input, signal) {
    const fields = encodeInput(c, input as Record<string, unknown>)
    const init: RequestInit = { method: c.method ?? 'POST', headers: headers(), ...(signal ? { signal } : {}) }
    const query = c.method === 'GET' ? queryOf(fields) : ''
    if (c.method !== 'GET') init.body = formOf(fields)
    const response = await send(`/api${c.path}${query}`, init).catch((cause) => {
      throw new NoAnswer(cause)
    })
    const body = await answerOf(response)
    // A refusal or an answer about a stopped account is an error, even if its status is 200.
    if (!response.ok || body.message_type === 0 || body.account_status === 0) throw new CallError(response.status, body)
    return z.decode(c.output, body as z.input<typeof c.output>) as OutputOf<typeof c>
  }
}

export function createClient<T extends Record<string, Call>>(calls: T, send: Transport, headers: () => Record<string, string>): Client<T> {
  const invoke = createInvoke(send, headers)
  return Object.fromEntries(
    Object.entries(calls).map(([name, c]) => [name, (input: CallInput<Call>, options?: { signal?: AbortSignal }) => invoke(c, input, options?.signal)]),
  ) as unknown as Client<T>
}

/** Reads the answer. An unreadable answer counts as no answer, unless its status already says that the call was refused. */
async function answerOf(response: Response): Promise<Partial<RefusalBody> & Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>
  } catch (cause) {
    throw response.ok ? new NoAnswer(cause) : new CallError(response.status, {})
  }
}

/** Encodes each field of the input for the wire; missing fields stay missing, because the server sets their defaults. */
export function encodeInput(c: Call, input: Record<string, unknown>): Record<string, unknown> {
  const encoded: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(c.input.shape as Record<string, z.ZodMiniType>))
    if (input[name] !== undefined) encoded[name] = z.encode(schema, input[name])
  return encoded
}

function formOf(fields: Record<string, unknown>) {
  const form = new FormData()
  const isFile = (value: unknown) => value instanceof Blob
  for (const [name, value] of Object.entries(fields)) if (!isFile(value)) form.set(name, String(value))
  for (const [name, value] of Object.entries(fields)) if (isFile(value)) form.set(name, value as Blob)
  return form
}

function queryOf(fields: Record<string, unknown>) {
  const query = new URLSearchParams(fields as Record<string, string>).toString()
  return query && `?${query}`
}
