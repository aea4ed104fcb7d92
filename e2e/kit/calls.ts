// The typed calls of journeys. The user of a page sends them from that page; users without a page send them from Node, to prepare a journey.
import { request } from 'node:http'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Calls, calls } from '../../contract/index.ts'
import { type Client, createClient } from '../../contract/kit/client.ts'
import { DEMO_PASSWORD } from '../../server/seeds/demo-world.ts'

export function callsOn(page: Page): Client<Calls> {
  const send = async (path: string, { method = 'POST', body }: RequestInit) => {
    const fields = body instanceof FormData ? await Promise.all([...body].map(async ([name, value]) => [name, await travelling(value)] as const)) : undefined
    const answer = await page.evaluate(
      async ({ path, method, fields }) => {
        const form = new FormData()
        for (const [name, value] of fields ?? []) form.set(name, typeof value === 'string' ? value : new File([value.text], value.name))
        const kept = (name: string) => localStorage.getItem(name) ?? ''
        const headers = { Authorization: `Bearer ${kept('accessToken')}`, Customer: kept('customer_id'), Session: kept('session_id') }
        const response = await fetch(path, { method, headers, ...(fields && { body: form }) })
        return { status: response.status, text: await response.text() }
      },
      { path, method, fields },
    )
    return new Response(answer.text, { status: answer.status })
  }
  return createClient(calls, send, () => ({}))
}

/** Opens a host without starting the app, for pages that only send calls. */
export const beforeTheApp = (page: Page) => page.goto('/icon.svg')

/** Turns a form value into data that can be sent to the page: a file becomes its name and its text. */
const travelling = async (value: FormDataEntryValue) => (typeof value === 'string' ? value : { name: value.name, text: await value.text() })

type Headers = Record<string, string>

/**
 * The calls without a user, or with the headers of a session. They are sent from Node, because opening a browser takes longer than all the calls. Cookies are
 * kept in the headers.
 */
export function callsWithout(headers: Headers = {}, host = 'localhost'): Client<Calls> {
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetchOn(host, path, init)
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    if (cookies.length > 0) headers.cookie = [...(headers.cookie ? [headers.cookie] : []), ...cookies].join('; ')
    return answer
  }
  return createClient(calls, send, () => headers)
}

/** Signs in; returns the headers of the new session. */
async function enter(username: string, host: string): Promise<Headers> {
  const headers: Headers = {}
  const { token, session_id, customer_id } = await callsWithout(headers, host).login({ username, password: DEMO_PASSWORD })
  return Object.assign(headers, { authorization: `Bearer ${token}`, customer: customer_id, session: session_id })
}

const sessions = new Map<string, Promise<Headers>>()

/**
 * Forgets, at the end of a file, the sessions that pages used, since tests may have ended some of them. Sessions used only for calls are kept, because the
 * server limits the number of sign-ins from one address.
 */
export function forgetSessions(): void {
  sessions.clear()
}

/** The session of a user as the login leaves it in a browser; each user signs in only once per file. */
export function sessionFor(username: string, host: string): Promise<Headers> {
  const found = sessions.get(`${username} ${host}`) ?? enter(username, host)
  sessions.set(`${username} ${host}`, found)
  return found
}

const PLATFORM = 'platform'
/** How old a sign-in may be to be used again. Calls that require a recently entered password still accept a sign-in of this age. */
const FRESH_MS = 180_000

const entered = new Map<string, { calls: Promise<Client<Calls>>; at: number }>()

/** The calls of a user of the demo world. Each user signs in once, and again after a test has ended the session. `session`: the name of a separate session. */
export async function callsAs(username: string, host = 'localhost', session = username): Promise<Client<Calls>> {
  const found = entered.get(session)
  const isOpen = found && Date.now() - found.at < FRESH_MS && (await found.calls.then(({ authCheck }) => authCheck({})).catch(() => undefined))
  if (found && isOpen) return found.calls
  const calls = enter(username, host).then((headers) => callsWithout(headers, host))
  entered.set(session, { calls, at: Date.now() })
  return calls
}

/** Works like `fetch`, but sends `host` as the Host header while it connects to this machine; `fetch` cannot do that. */
async function fetchOn(host: string, path: string, init: RequestInit): Promise<Response> {
  const asked = new Request(`http://${host}${path}`, init)
  const body = Buffer.from(await asked.arrayBuffer())
  const port = inject('port')
  const headers = { ...Object.fromEntries(asked.headers), host: `${host}:${port}`, 'content-length': body.length }
  return new Promise((answered, failed) => {
    const sent = request({ host: '127.0.0.1', port, path, method: asked.method, headers }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      const cookies = (answer.headers['set-cookie'] ?? []).map((line): [string, string] => ['set-cookie', line])
      answered(new Response(Buffer.concat(parts), { status: answer.statusCode ?? 0, headers: cookies }))
    })
    sent.on('error', failed)
    sent.end(body)
  })
}

/** The calls of the platform's user, who views the demo reseller's tenant. */
export async function platformAtNord(): Promise<Client<Calls>> {
  const platform = await callsAs(PLATFORM, 'platform.localhost', 'platform at nord')
  await platform.tenantChoose({ tenant_id: 1 })
  return platform
}

const TRIES = 100
const PAUSE_MS = 100

/** Returns the newest message of a kind to a recipient, as the platform reads it; waits until it is written. */
export async function letterTo(recipient: string, kind: string): Promise<string> {
  const { messagesList, messageRead } = await callsAs(PLATFORM, 'platform.localhost')
  for (let i = 0; i < TRIES; i++) {
    const { content } = await messagesList({ search_text: recipient })
    const found = content.find((message) => message.kind === kind)
    if (found) return (await messageRead({ message_id: found.message_id })).text
    await new Promise((done) => setTimeout(done, PAUSE_MS))
  }
  throw new Error(`no ${kind} for ${recipient}`)
}

export const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''
export const linkIn = (text: string): string => /\/registration\/set-password\/[\w.-]+/.exec(text)?.[0] ?? ''
