// The client of the portal for customers' own systems. It repeats a request only if that is safe: if the call changes nothing, or if it carries a transaction key.
import { calls, type Inputs, type Outputs } from './calls.gen.ts'

export type { Inputs, Outputs } from './calls.gen.ts'
export { type PortalEvent, verifyWebhook } from './webhook.ts'

export type CallName = keyof typeof calls

export type Options = {
  /** The portal's URL, such as https://shop.example. */
  portal: string
  /** An API key; one that begins with `sandbox_` sells nothing real. */
  key: string
  /** How long one request may take, in milliseconds; 30,000 by default. */
  timeout_ms?: number
  /** How long a request that is safe to repeat is repeated, in milliseconds; 120,000 by default. */
  patience_ms?: number
  fetch?: typeof fetch
}

export type Client = { [N in CallName]: (input: Inputs[N]) => Promise<Outputs[N]> }

/** A refusal. `code` is stable; `problems` names the fields that are wrong. Nothing was done, but after `internal` that is not certain. */
export class PortalError extends Error {
  readonly status: number
  readonly code: string
  readonly problems: readonly { field: string; code: string; message?: string }[]
  readonly detail: Readonly<Record<string, unknown>>
  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['message'] ?? `the portal answered ${status}`))
    this.name = 'PortalError'
    this.status = status
    this.code = String(body['code'] ?? 'internal')
    this.problems = (body['problems'] as PortalError['problems'] | undefined) ?? []
    this.detail = (body['detail'] as PortalError['detail'] | undefined) ?? {}
  }
}

/** No answer came. A sale's outcome is then unknown: `saleSettle` with the same transaction key tells the outcome, even days later. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('no answer from the portal', { cause })
    this.name = 'NoAnswer'
  }
}

const LATER = new Set(['busy', 'in_progress', 'too_many_requests', 'share_used_up'])
const PAUSE_MS = 500
const PAUSE_MAX_MS = 15_000

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export function createClient({ portal, key, timeout_ms = 30_000, patience_ms = 120_000, fetch: send = fetch }: Options): Client {
  const base = portal.replace(/\/+$/, '')

  async function once(name: CallName, input: object): Promise<Record<string, unknown>> {
    const { path, method } = calls[name]
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) }
    const query = method === 'GET' ? new URLSearchParams(input as Record<string, string>).toString() : ''
    const url = `${base}/api${path}${query && `?${query}`}`
    let response: Response
    let body: Record<string, unknown>
    try {
      response = await send(url, { method, headers, signal: AbortSignal.timeout(timeout_ms), ...(method === 'POST' && { body: JSON.stringify(input) }) })
      body = (await response.json()) as Record<string, unknown>
    } catch (cause) {
      throw new NoAnswer(cause)
    }
    if (!response.ok || body['message_type'] === 0) throw new PortalError(response.status, body)
    return body
  }

  async function call(name: CallName, input: object): Promise<Record<string, unknown>> {
    const began = Date.now()
    for (let pause = PAUSE_MS; ; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
      try {
        return await once(name, input)
      } catch (error) {
        const isWorthRepeating = error instanceof NoAnswer || (error instanceof PortalError && LATER.has(error.code))
        if (!isWorthRepeating || !calls[name].repeats || Date.now() - began + pause > patience_ms) throw error
        await wait(pause)
      }
    }
  }

  return Object.fromEntries((Object.keys(calls) as CallName[]).map((name) => [name, (input: object) => call(name, input)])) as unknown as Client
}
