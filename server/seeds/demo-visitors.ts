// Lets the demo world's people work in the running portal: makes their calls to the app itself, signed in with the demo password.
import type { FastifyInstance } from 'fastify'
import { type Calls, calls } from '../../contract/index.ts'
import { type Client, createClient } from '../../contract/kit/client.ts'
import { DEMO_PASSWORD } from './demo-world.ts'

export type SignIn = (host: string, username: string) => Promise<Client<Calls>>

/** The browser that these people work with, as the lists of sessions and shifts show it. */
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'

/**
 * Returns a function that signs a person in. The person's requests reach the app without a network, but are checked, logged and limited like those of a
 * browser. Each person signs in once, so that a shop's day is one shift.
 */
export function visitorsOf(server: FastifyInstance): SignIn {
  const known = new Map<string, ReturnType<SignIn>>()
  return (host, username) => {
    const visitor = known.get(username) ?? enter(server, host, username)
    known.set(username, visitor)
    return visitor
  }
}

async function enter(server: FastifyInstance, host: string, username: string): ReturnType<SignIn> {
  const headers: Record<string, string> = { 'user-agent': BROWSER }
  const client = createClient(
    calls,
    async (path, init) => {
      const request = new Request(`http://${host}${path}`, init)
      const payload = Buffer.from(await request.arrayBuffer())
      const answer = await server.inject({
        method: request.method === 'GET' ? 'GET' : 'POST',
        url: path,
        headers: { ...Object.fromEntries(request.headers), host },
        ...(payload.length > 0 ? { payload } : {}),
      })
      const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
      if (cookies.length > 0) headers['cookie'] = [headers['cookie'], ...cookies].filter(Boolean).join('; ')
      return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode })
    },
    () => headers,
  )
  const { token, session_id, customer_id, next_step } = await client.login({ username, password: DEMO_PASSWORD })
  if (next_step === 'none') Object.assign(headers, { authorization: `Bearer ${token}`, customer: customer_id, session: session_id })
  return client
}
