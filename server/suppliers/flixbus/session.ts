// Requests to FlixBus. Each request has our token; requests for bookings also have a session's token. The bodies are forms, and an answer with an error code is
// a failure.
import type * as z from 'zod/mini'
import { done, type Failed, isGood, notOrdered, readAs, refused, unknown } from '../answers.ts'
import type { Answer, RefusedBy } from '../supplier.ts'
import type { Heard, Wire, WireRequest } from '../wire.ts'
import { Failure, Session } from './shapes.ts'

export type Ask = Omit<WireRequest, 'body' | 'method' | 'reads'> & {
  method: 'GET' | 'POST' | 'PUT'
  form?: Readonly<Record<string, string>>
  /** The request is part of a booking and needs a session. */
  session?: boolean
  /** What a refusal of this request means. FlixBus does not publish the meaning of its error numbers. */
  refusal?: RefusedBy
}

export type Heading<T> = Answer<{ said: T; headers: Readonly<Record<string, string>> }>
export type Conversation = <T>(asked: Ask, schema: z.ZodMiniType<T>) => Promise<Heading<T>>

export type Credentials = { partner_token: string; email: string; password: string }
type Answered = Extract<Heard, { heard: 'answer' }>

export function createConversation(wire: Wire, { partner_token, email, password }: Credentials): Conversation {
  let session: Promise<{ outcome: 'done'; value: string } | Failed> | undefined

  async function signIn(): Promise<{ outcome: 'done'; value: string } | Failed> {
    const path = '/public/v1/partner/authenticate.json'
    const body = { form: { email, password } }
    // Signing in may be repeated, because an additional session does no harm.
    const heard = await wire.ask({ call: 'sign in', method: 'POST', path, body, headers: { 'x-api-authentication': partner_token }, reads: true })
    const token = heard.heard === 'answer' && isGood(heard.status) ? readAs(Session, heard.body)?.token : undefined
    if (token !== undefined) return { outcome: 'done', value: token }
    session = undefined
    return heard.heard === 'answer' && heard.status < 500
      ? refused('our_mistake', 'signing in was refused')
      : refused('not_reached', 'signing in was not answered')
  }

  async function once(asked: Ask, token: string | undefined): Promise<Heard> {
    const { form, session: _, refusal: __, ...rest } = asked
    const headers = { ...rest.headers, 'x-api-authentication': partner_token, ...(token ? { 'x-api-session': token } : {}) }
    return wire.ask({ ...rest, headers, reads: asked.method === 'GET', ...(form ? { body: { form } } : {}) })
  }

  async function ask(asked: Ask): Promise<Heard | Failed> {
    if (!asked.session) return once(asked, undefined)
    session ??= signIn()
    const token = await session
    if (token.outcome !== 'done') return token
    const heard = await once(asked, token.value)
    if (!isSessionOver(heard)) return heard
    // The request was not authorised, so nothing was done. It is sent again with a new session; this cannot carry out anything twice.
    session = signIn()
    const another = await session
    return another.outcome === 'done' ? once(asked, another.value) : another
  }

  return async (asked, schema) => {
    const heard = await ask(asked)
    if ('outcome' in heard) return heard
    if (heard.heard !== 'answer') return asked.method === 'GET' ? unknown(heard.reason) : notOrdered(heard)
    const failure = failureIn(heard, asked.refusal ?? 'our_mistake')
    if (failure) return failure
    const said = readAs(schema, heard.body)
    return said === undefined ? unknown('the answer cannot be read') : done({ said, headers: heard.headers })
  }
}

const isSessionOver = (heard: Heard): boolean => heard.heard === 'answer' && heard.status === 401 && readAs(Failure, heard.body) !== undefined

/**
 * An answer with an error code is a failure, whatever its status. With a 5xx, or without a readable code, the answer says nothing about what became of the
 * request.
 */
function failureIn({ status, body }: Answered, by: RefusedBy): Failed | undefined {
  const failure = readAs(Failure, body)
  if (isGood(status) && !failure) return undefined
  const reason = failure ? `${failure.code} ${failure.message ?? ''}` : `status ${status}`
  if (!failure || status >= 500) return unknown(reason)
  if (status === 401 || status === 403) return refused('our_mistake', reason)
  return refused(status === 429 ? 'not_available' : by, reason)
}
