// The HTTP client for all suppliers' adapters (decision 0043). For every request it reports whether an answer came, the request certainly never left, or
// neither is known. It repeats only requests that change nothing, pauses while a supplier is down, and reports every exchange, masked.
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
  retry,
} from 'cockatiel'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { FORBIDDEN, guardedLookup, mayConnect } from './addresses.ts'
import { type Json, readJson } from './digits.ts'
import { type Masked, masked, type Shown } from './wire-mask.ts'

export type Limits = {
  connect_ms: number
  /** The longest pause before the head of the answer arrives, and between two pieces of its body. */
  silence_ms: number
  /** The longest time for connecting, asking and reading together. */
  whole_ms: number
  answer_bytes: number
  /** The most requests under way at the same time, the most that may wait until another one has ended, and how long they may wait. */
  in_flight: number
  waiting: number
  wait_ms: number
  /**
   * After this many failures among the last requests, a supplier is not asked for `rest_ms` milliseconds, which grow each time up to a minute.
   */
  failures: number
  rest_ms: number
  /** How often a request that changes nothing is repeated; `again_after_ms`: the first pause, which grows each time. */
  again: number
  again_after_ms: number
}

export const LIMITS: Limits = {
  ...{ connect_ms: 5_000, silence_ms: 15_000, whole_ms: 25_000, answer_bytes: 4_000_000 },
  ...{ in_flight: 50, waiting: 200, wait_ms: 5_000, failures: 10, rest_ms: 5_000, again: 2, again_after_ms: 250 },
}
const REST_MAX_MS = 60_000
const AGAIN_MAX_MS = 3_000

export type WireRequest = {
  /** A name of the request in a word or two, for the log and for the metrics. */
  call: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, appended to the base and beginning with a slash. The path is logged, so confidential values belong in the query or the body. */
  path: string
  /** The text logged in place of a path in which the supplier requires confidential values. */
  shown_path?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: { json: unknown } | { form: Readonly<Record<string, string>> }
  /** Whether the request changes nothing at the supplier, however often it is sent. */
  reads: boolean
  /** Our own reference of the order, if the request is about an order. */
  reference?: string
  whole_ms?: number
}

/**
 * - `answer`: the supplier's own answer, whatever the status; numbers are texts.
 * - `not_sent`: no byte of the request left, so it certainly did nothing.
 * - `no_answer`: the request left, or may have left, and no readable answer was received.
 */
export type Heard =
  | { heard: 'answer'; status: number; body: Json; headers: Readonly<Record<string, string>> }
  | { heard: 'not_sent'; reason: string }
  | { heard: 'no_answer'; reason: string }

/** One request and its result. `reason`: why there is no answer, as a code. `attempt`: the number of the attempt, from 1. */
export type Exchange = {
  supplier: string
  call: string
  reference: string | null
  method: string
  path: string
  asked: Masked
  outcome: Heard['heard']
  reason: string | null
  status: number | null
  answer: Masked
  attempt: number
  duration_ms: number
}

export type WireOptions = {
  supplier: string
  /** The base URL, as `baseOf` returns it. */
  base: URL
  shown: Shown
  /** Receives every exchange, without delaying it. */
  onExchange?: (exchange: Exchange) => void
  limits?: Partial<Limits>
}

export type Wire = {
  ask: (asked: WireRequest) => Promise<Heard>
  /** The state of the connection. `resting`: the supplier did not answer lately and is not asked for a while. */
  weather: () => 'working' | 'resting' | 'trying'
  close: () => Promise<void>
}

/** The error of a request that failed before it had a connection. */
class NotConnected extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNREADABLE'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return error.name === 'TimeoutError' ? 'TIMEOUT' : code
}

export function createWire({ supplier, base, shown, onExchange, limits: own }: WireOptions): Wire {
  const limits = { ...LIMITS, ...own }
  const agent = agentTo(base, limits)
  const places = bulkhead(limits.in_flight, limits.waiting)
  const breaker = circuitBreaker(handleWhenResult(isDown), {
    halfOpenAfter: new ExponentialBackoff({ initialDelay: limits.rest_ms, maxDelay: Math.max(limits.rest_ms, REST_MAX_MS) }),
    // With a limit of ten failures, the breaker opens once half of at least ten requests failed, counted over the last twenty.
    breaker: new CountBreaker({ threshold: (limits.failures - 1) / (2 * limits.failures), size: 2 * limits.failures, minimumNumberOfCalls: limits.failures }),
  })
  const again = retry(handleWhenResult(isWorthAsking), {
    maxAttempts: limits.again,
    backoff: new ExponentialBackoff({ initialDelay: limits.again_after_ms, maxDelay: Math.max(limits.again_after_ms, AGAIN_MAX_MS) }),
  })

  async function once(asked: WireRequest, attempt: number): Promise<Heard> {
    const began = performance.now()
    const whole_ms = asked.whole_ms ?? limits.whole_ms
    const turn = () => (performance.now() - began > limits.wait_ms ? BUSY : breaker.execute(() => exchanged(agent, base, asked, whole_ms)))
    const heard = await places.execute(turn).catch(neverTried)
    tell(asked, heard, attempt, Math.round(performance.now() - began))
    return heard
  }

  function tell(asked: WireRequest, heard: Heard, attempt: number, duration_ms: number): void {
    const { call, method, path, shown_path, reference = null, query = {}, body } = asked
    const said = body && ('json' in body ? body.json : body.form)
    const isAnswer = heard.heard === 'answer'
    try {
      onExchange?.({
        ...{ supplier, call, reference, method, path: shown_path ?? path, attempt, duration_ms },
        asked: { ...(masked(query, shown) as object), ...(said === undefined ? {} : { body: masked(said, shown) }) },
        outcome: heard.heard,
        reason: isAnswer ? null : heard.reason,
        status: isAnswer ? heard.status : null,
        answer: isAnswer ? masked(heard.body, shown) : null,
      })
    } catch {
      // An error of the log is ignored: the supplier's answer is valid whether or not it could be logged.
    }
  }

  return {
    ask: (asked) => (asked.reads ? again.execute(({ attempt }) => once(asked, attempt + 1)) : once(asked, 1)),
    weather: () => (breaker.state === CircuitState.Closed ? 'working' : breaker.state === CircuitState.HalfOpen ? 'trying' : 'resting'),
    close: () => agent.close(),
  }
}

/**
 * Makes the agent of undici for a supplier, with our time limits and the check of addresses. It follows no redirects, because undici follows none by
 * default.
 */
export function agentTo(base: URL, { connect_ms, silence_ms, answer_bytes, in_flight }: Limits): Agent {
  const open = buildConnector({ timeout: connect_ms, lookup: guardedLookup(base) })
  return new Agent({
    ...{ connections: in_flight, pipelining: 1, headersTimeout: silence_ms, bodyTimeout: silence_ms, maxResponseSize: answer_bytes },
    connect: (to, done) => {
      // An address that is already an IP address needs no look-up.
      const literal = to.hostname.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !mayConnect(base, literal)) return done(new NotConnected(FORBIDDEN), null)
      open(to, (error, socket) => (error ? done(new NotConnected(codeOf(error)), null) : done(null, socket)))
    },
  })
}

const BUSY: Heard = { heard: 'not_sent', reason: 'BUSY' }

/** The result of a request that was never sent because the breaker is open or all places for requests are taken. For any other error the outcome is unknown. */
function neverTried(error: unknown): Heard {
  if (error instanceof BrokenCircuitError) return { heard: 'not_sent', reason: 'RESTING' }
  if (error instanceof BulkheadRejectedError) return BUSY
  return { heard: 'no_answer', reason: codeOf(error) }
}

async function exchanged(agent: Agent, base: URL, asked: WireRequest, whole_ms: number): Promise<Heard> {
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(urlOf(base, asked), { ...sent(asked), dispatcher: agent, signal: AbortSignal.timeout(whole_ms) })
    const text = await body.text()
    if (status >= 300 && status < 400) return { heard: 'no_answer', reason: 'REDIRECTED' }
    const json = text === '' && status === 204 ? null : readJson(text)
    return json === undefined ? { heard: 'no_answer', reason: `UNREADABLE_${status}` } : { heard: 'answer', status, body: json, headers: flat(headers) }
  } catch (error) {
    return { heard: error instanceof NotConnected ? 'not_sent' : 'no_answer', reason: codeOf(error) }
  }
}

function urlOf(base: URL, { path, query = {} }: WireRequest): URL {
  const url = new URL(base)
  url.pathname = `${base.pathname.replace(/\/$/, '')}${path}`
  url.search = new URLSearchParams(query).toString()
  return url
}

function sent({ method, headers, body }: WireRequest): { method: Dispatcher.HttpMethod; headers: Record<string, string>; body?: string } {
  const always = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'portal', ...headers }
  if (!body) return { method, headers: always }
  if ('json' in body) return { method, headers: { ...always, 'content-type': 'application/json' }, body: JSON.stringify(body.json) }
  return { method, headers: { ...always, 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(body.form).toString() }
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : (value ?? '')]))

/** Whether a result is a sign that the supplier is down: it did not answer, or it reported a fault of its own. */
const isDown = (result: unknown): boolean => {
  const heard = result as Heard
  return heard.heard !== 'answer' || heard.status >= 500
}

/** Whether a request is worth repeating: not while the breaker is open, nor if another try would get the same answer. */
const isWorthAsking = (result: unknown): boolean => {
  const heard = result as Heard
  if (heard.heard === 'answer') return heard.status === 429 || heard.status >= 500
  return !['RESTING', 'BUSY', FORBIDDEN, 'REDIRECTED'].includes(heard.reason)
}
