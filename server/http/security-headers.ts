// Security headers of every answer. Helmet makes the headers; they are the same for all answers, so Helmet runs once and not per request.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

/** `elsewhere`: origins of the operator's captcha, if any. `inPage`: hashes of the scripts inside the page itself. */
const contentSecurity = (elsewhere: readonly string[], inPage: readonly string[]) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inPage, ...elsewhere],
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

/** The hashes of the scripts inside the page, which choose its colours before anything is drawn. The page may run no other inline script. */
function hashesIn(page: string): string[] {
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

function securityHeaders(elsewhere: readonly string[], inPage: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>()
  const answer = { setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value), removeHeader: () => undefined }
  // Plain http in a shop's own network is allowed, so there is neither HSTS nor an upgrade to https.
  const write = helmet({
    contentSecurityPolicy: contentSecurity(elsewhere, inPage),
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

export function setSecurityHeaders(server: FastifyInstance, webDir = '', elsewhere: readonly string[] = []): void {
  const headers = securityHeaders(elsewhere, hashesIn(join(webDir, 'index.html')))
  server.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
}
