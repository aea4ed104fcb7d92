// Health, readiness and metrics, for whoever operates the server.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Check } from '../kit/check.ts'
import { Refusal } from '../kit/errors.ts'
import { lookAt } from './ready.ts'
import type { ServiceParts } from './services.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

type Needs = Pick<ServiceParts, 'db' | 'metrics'> & { metricsToken?: string; checks: readonly Check[] }

export function registerOperations(server: FastifyInstance, { db, metrics, metricsToken = '', checks }: Needs): void {
  // Liveness: the process runs and its event loop turns. Nothing else is checked, because a restart would cure no other failure.
  server.get('/health', async () => ({ status: 'ok' }))
  // Readiness, for load balancers: whether this server can do its work.
  server.get('/ready', async (request, reply) => {
    const found = await lookAt(checks)
    const isOperator = mayRead(request, metricsToken)
    return reply
      .status(found.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: found.ok ? 'ready' : 'not_ready',
        checks: found.checks.map(({ name, ok, detail }) => (isOperator ? { name, ok, detail } : { name, ok })),
      })
  })
  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) throw new Refusal('not_found')
    const { total, idle, waiting } = db.figures()
    for (const [state, n] of Object.entries({ total, idle, waiting })) metrics.poolConnections.set({ state }, n)
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })
}

/**
 * Whether a request may read the metrics. If a token is configured everybody needs it, because behind a proxy every request may seem to come from
 * loopback.
 */
function mayRead(request: FastifyRequest, token: string): boolean {
  if (!token) return LOOPBACK.test(request.ip)
  const [given, wanted] = [Buffer.from(request.headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
