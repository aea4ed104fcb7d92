// For whoever operates the server: is it alive, and how does it fare.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from './errors.ts'
import type { Ground } from './services.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

export function registerOperations(
  server: FastifyInstance,
  { db, metrics, metricsToken = '' }: Pick<Ground, 'db' | 'metrics'> & { metricsToken?: string },
): void {
  server.get('/health', async () => {
    await db.ping().catch(() => {
      throw new Refusal('busy')
    })
    return { status: 'ok' }
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
