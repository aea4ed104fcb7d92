// Admits a request before its body is read: finds the shop that the request is for and the signed-in user, and checks the user's rights.
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { alwaysChanges, type Call } from '../../contract/kit/call.ts'
import { Refusal } from '../kit/errors.ts'
import { requireRight } from '../kit/rights.ts'
import { cookieOf } from './cookies.ts'
import { deviceName } from './device-name.ts'
import { type Host, hostNameOf } from './hosts.ts'
import type { Services } from './services.ts'
import type { Claim, SignedIn } from './sessions.ts'

/** The origin of a request. `device`: the browser and its system, in readable words. */
export type From = { id: string; address: string; userAgent: string; device: string }
/** An admitted request. `tenant_id`: the tenant the request acts in; for a public call, the tenant of the host name. */
export type Admitted = { actor: SignedIn | null; host: Host; tenant_id: number; request: From }

const UNKNOWN_HOST_MS = 200

/** Finds the organisation of the host name and, unless the call is public, the actor, and checks the actor's rights. */
export async function admit(request: FastifyRequest, c: Call, services: Services): Promise<Admitted> {
  refuseCrossSite(request)
  const name = hostNameOf(request)
  const host = name && (await services.hosts.find(name))
  if (!host) return refuseUnknownHost(request)
  const actor = c.access === 'public' ? null : await signedIn(request, c, host.tenant_id, services)
  if (actor) refuse(c, actor)
  const { id, ip, headers } = request
  const userAgent = String(headers['user-agent'] ?? '').slice(0, 300)
  return {
    actor,
    host,
    tenant_id: actor?.tenant_id ?? host.tenant_id,
    request: { id, address: ip, userAgent, device: deviceName(userAgent) },
  }
}

/** Refuses an unknown host name after a delay, during which the request holds no place (places.ts): guessing many names costs only the guesser's time. */
async function refuseUnknownHost({ place }: FastifyRequest): Promise<never> {
  place?.leave()
  await setTimeout(UNKNOWN_HOST_MS)
  throw new Refusal('organisation_unknown')
}

/**
 * Refuses a call that the actor may not make at all, or may not make with an API key, in a locked session, with a cashier's code, with a password that must be
 * changed, or in a support view.
 */
function refuse(c: Call, actor: SignedIn): void {
  // An API key opens only the calls in the guide for systems, whatever rights its account has. A sandbox key opens no call about real sales.
  if (actor.key && (!c.machine || (actor.is_training && c.machine === 'sales'))) throw new Refusal('forbidden')
  requireRight(c.access, actor)
  if (actor.is_locked && !c.whileLocked) throw new Refusal('session_locked')
  if (actor.by_code && c.afterPassword) throw new Refusal('cashier_password')
  // Until the password is changed, only calls that are open to every signed-in user are allowed, the password change among them.
  if (actor.must_change_password && c.access !== 'all') throw new Refusal('password_new_needed')
  if (alwaysChanges(c) || c.reveals) refuseView(c, actor)
}

function refuseView({ inView }: Call, { view }: SignedIn): void {
  if (view && !inView) throw new Refusal('view_only', { detail: { organisation: view.organisation_name } })
}

/**
 * Some calls change something only if a certain field is sent. If that field is sent, the session is looked up again and the rules for every change are
 * checked.
 */
export async function admitChange(request: FastifyRequest, c: Call, { actor, host }: Admitted, { sessions }: Services): Promise<SignedIn | null> {
  if (!actor) return null
  const fresh = await sessions.find(host.tenant_id, { ...claimOf(request), fresh: true })
  refuseView(c, fresh)
  return fresh
}

/**
 * Looks up who is signed in. The headers `Customer` and `Session` must match the token when they are present. A call that always changes something or reveals
 * PINs does not trust the cached session, unless its money function checks the session (`live`).
 */
async function signedIn(request: FastifyRequest, c: Call, tenant_id: number, { sessions, keyDoor: keys }: Services): Promise<SignedIn> {
  const { customer, session } = request.headers
  const actor = await sessions.find(tenant_id, { ...claimOf(request), fresh: (alwaysChanges(c) || Boolean(c.reveals)) && !c.live })
  if (actor.key) await keys.admit(tenant_id, actor.session_id, actor.key, request.ip)
  if ((customer && customer !== actor.home_organisation_id) || (session && session !== actor.session_id)) throw new Refusal('signed_out')
  return actor
}

function claimOf(request: FastifyRequest): Claim {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('signed_out')
  return { token, cookie: cookieOf(request, 'session'), idle_ms: idleMs(request), address: request.ip }
}

/**
 * How long nobody has touched the page, in milliseconds, from its `Idle` header, which is in seconds. Without the header the user counts as active.
 */
const idleMs = ({ headers }: FastifyRequest) => (/^\d{1,6}$/.test(String(headers.idle)) ? Number(headers.idle) * 1000 : 0)

/**
 * A form on another site could post multipart to a call without a preflight, so a request is refused if the browser's headers say that it comes from another
 * site.
 */
function refuseCrossSite(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (request.method === 'GET') return
  const crossSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none'
  if (crossSite || (origin && URL.canParse(origin) && new URL(origin).host !== request.host) || origin === 'null') throw new Refusal('forbidden')
}
