// Messages that suppliers send without a request (callbacks). A callback is only a hint that the supplier should be asked about an order. If the URL that it is
// sent to lacks the connection's secret, it is answered with not_found.
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../../http/services.ts'
import { Refusal } from '../../../kit/errors.ts'
import { orderOfConnection } from './live-orders.sql.ts'

const BYTES_MAX = 64 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Params = { name: string; secret: string }

export function registerCallbacks(server: FastifyInstance, { db, suppliers, live, log }: Pick<Services, 'db' | 'suppliers' | 'live' | 'log'>): void {
  /** Asks the supplier about the order that the message names; a reference to an order of another connection is ignored. */
  async function follow(tenant_id: number, connection_id: string, body: string): Promise<void> {
    const opened = await suppliers.open(tenant_id, connection_id)
    const key = opened?.kind === 'top_ups' ? opened.supplier.hintIn(body) : null
    if (key === null || !UUID.test(key)) return
    const [order] = await db.read(tenant_id, (q) => orderOfConnection(q, { tenant_id, connection_id, key }))
    if (order) await live.hear(tenant_id, key)
  }

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BYTES_MAX }, (_, body, done) => done(null, body))
    // The secret is checked before the body is read.
    scope.addHook('onRequest', async (request) => {
      const { name, secret } = request.params as Params
      if (!suppliers.calledBack(name, secret)) throw new Refusal('not_found')
    })
    scope.post<{ Params: Params }>('/callbacks/:name/:secret', async ({ params, body }, reply) => {
      const called = suppliers.calledBack(params.name, params.secret)
      // If this fails, the failure is only logged, because the job asks the supplier about the order anyway when the order is due.
      if (called && typeof body === 'string')
        await follow(called.tenant_id, called.connection_id, body).catch((error: unknown) => log.warn({ error: String(error) }, 'a callback led nowhere'))
      return reply.send('')
    })
  })
}
