// For whoever operates the server: is it alive, and how does it fare.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import { type Check, lookAt } from './ready.ts'
import type { Ground } from './services.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

type Needs = Pick<Ground, 'db' | 'metrics'> & { metricsToken?: string; checks: readonly Check[] }

export function registerOperations(server: FastifyInstance, { db, metrics, metricsToken = '', checks }: Needs): void {
  // The process lives and its loop turns: nothing that starting it anew would not mend.
  server.get('/health', async () => ({ status: 'ok' }))
  // It can do its work: whoever balances load asks this.
  server.get('/ready', async (request, reply) => {
    const found = await lookAt(checks)
    const isOperator = mayRead(request, metricsToken)
    return reply
      .status(found.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: found.ok ? 'ready' : 'not_ready', checks: found.checks.map(({ detail, ...check }) => (isOperator ? { ...check, detail } : check)) })
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw new Refusal('not_found')
    const { total, idle, waiting } = db.figures()
    for (const [state, n] of Object.entries({ total, idle, waiting })) metrics.poolConnections.set({ state }, n)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/** With a token set, everybody needs it: behind a proxy, everybody may look like loopback. */
function mayRead(request: FastifyRequest, token: string): boolean {
  if (!token) return LOOPBACK.test(request.ip)
  const [given, wanted] = [Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
