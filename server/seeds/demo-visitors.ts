// The demo world's people at work in the running portal: the typed calls over the app itself, signed in with the demo password.
import type { FastifyInstance } from 'fastify'
import { type Calls, calls } from '../../contract/index.ts'
import { type Client, createClient } from '../../contract/kit/client.ts'
import { DEMO_PASSWORD } from './demo-world.ts'

export type SignIn = (host: string, username: string) => Promise<Client<Calls>>

/** Requests go through the app's own doors, without a network: signed in, checked, logged and limited like those of a browser. */
export function visitorsOf(server: FastifyInstance): SignIn {
  return async (host, username) => {
    const headers: Record<string, string> = {}
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
}
