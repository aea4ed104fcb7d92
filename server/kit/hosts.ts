// Which shop a host name stands for. Strict: one Host header, one spelling, an exact look-up; anything else is no shop at all.
import type { FastifyRequest } from 'fastify'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'

export type Host = { name: string; tenant_id: number; organisation_id: string }

/** ASCII alone: lower-casing would turn a Kelvin sign into a k. */
const NAME = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i
const NAME_MAX = 253
const CACHE_MS = 5_000
const CACHE_MAX = 10_000

/** Lower case, without port and one trailing dot; undefined when it is no host name (reference: reliability, fact 17). */
export function hostName(text: string): string | undefined {
  const name = text.replace(/:\d{1,5}$/, '').replace(/\.$/, '')
  return name.length <= NAME_MAX && NAME.test(name) ? name.toLowerCase() : undefined
}

/** The host a request asks for. Node takes the first of two Host headers; here two are none. */
export function hostNameOf(request: FastifyRequest): string | undefined {
  const given = request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === 'host')
  return given.length > 1 ? undefined : hostName(request.host ?? '')
}

export type Hosts = ReturnType<typeof createHosts>

export function createHosts(db: Db, clock: Clock) {
  const cache = new Map<string, { host: Host | undefined; until: number }>()
  return {
    async find(name: string): Promise<Host | undefined> {
      const now = clock().getTime()
      const known = cache.get(name)
      if (known && known.until > now) return known.host
      const [row] = await db.reference((q) => q.query<Host>('select host as name, tenant_id, organisation_id from hosts where host = $1', [name]))
      if (cache.size >= CACHE_MAX) cache.clear()
      cache.set(name, { host: row, until: now + CACHE_MS })
      return row
    },
  }
}
