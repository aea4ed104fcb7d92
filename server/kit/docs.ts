// The contract for people: a page at /api/docs and the OpenAPI document behind it. The page's script is our own copy, so nothing comes from elsewhere.
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import type { Call } from '../../contract/kit/call.ts'
import { openapi } from '../../contract/kit/openapi.ts'

/** The page's script writes styles and evaluates templates of its own; nothing else of the product is shown under this policy. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'"

export async function registerDocs(server: FastifyInstance, calls: Record<string, Call>): Promise<void> {
  const document = openapi(calls)
  server.get('/api/openapi.json', async () => document)
  await server.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => void reply.header('content-security-policy', POLICY))
    await scope.register(scalar, { routePrefix: '/api/docs', configuration: { content: document, withDefaultFonts: false, telemetry: false } })
  })
}
