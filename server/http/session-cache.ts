// Sessions looked up within the last second, by tenant and the token's hash.
import type { SignedIn } from '../kit/actor.ts'
import { CACHE_MS } from './session-rules.ts'

export type CachedSession = { actor: SignedIn; cookie_hash: Buffer | null; until: number }

const CACHE_MAX = 20_000

const cacheKey = (tenant_id: number, hash: Buffer) => `${tenant_id}:${hash.toString('base64')}`

export function createSessionCache() {
  const cache = new Map<string, CachedSession>()
  const forgetWhere = (is: (actor: SignedIn) => boolean) => {
    for (const [key, { actor }] of cache) if (is(actor)) cache.delete(key)
  }
  return {
    at(tenant_id: number, hash: Buffer, now: number): CachedSession | undefined {
      const cached = cache.get(cacheKey(tenant_id, hash))
      return cached && cached.until > now ? cached : undefined
    },
    /** Keeps a session for a second, or until it ends or its view of another organisation ends, if that is sooner. */
    put(tenant_id: number, hash: Buffer, { actor, cookie_hash }: Omit<CachedSession, 'until'>, now: number): CachedSession {
      if (cache.size >= CACHE_MAX) cache.clear()
      const ends = [actor.session_ends_at, ...(actor.view ? [actor.view.until] : [])]
      const cached = { actor, cookie_hash, until: Math.min(now + CACHE_MS, ...ends.map(Date.parse)) }
      cache.set(cacheKey(tenant_id, hash), cached)
      return cached
    },
    /** Forgets a session, so that its next request reads the database. */
    forget: (session_id: string) => forgetWhere((actor) => actor.session_id === session_id),
    forgetUser: (user_id: string) => forgetWhere((actor) => actor.user_id === user_id),
    /** Forgets everybody in an organisation or below it. */
    forgetOrganisation: (organisation_id: string) => forgetWhere((actor) => actor.organisation_path.includes(organisation_id)),
  }
}
