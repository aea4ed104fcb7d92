// Security headers of every answer. Helmet makes them; they are the same for all answers, so it runs once and not per request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** `elsewhere`: origins of the operator's captcha, if any. */
const contentSecurity = (elsewhere: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...elsewhere],
    'style-src': ["'self'", "'unsafe-inline'", ...elsewhere],
    'img-src': ["'self'", 'data:', 'blob:', ...elsewhere],
    'connect-src': ["'self'", ...elsewhere],
    'font-src': ["'self'"],
    'frame-src': ["'self'", 'blob:', ...elsewhere],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
})

function securityHeaders(elsewhere: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  const answer = { setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value), removeHeader: () => undefined }
  // Plain http in a shop's own network is allowed, so there is neither HSTS nor an upgrade to https.
  const write = helmet({
    contentSecurityPolicy: contentSecurity(elsewhere),
    hsts: false,
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  write({} as IncomingMessage, answer as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return Object.fromEntries(headers)
}

export function setSecurityHeaders(server: FastifyInstance, elsewhere: readonly string[] = []): void {
  const headers = securityHeaders(elsewhere)
  server.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
}
