// Finds out who is signed in. A token is 256 random bits, known to the database only by its hash, and opens nothing without the cookie of the browser it was
// given to. A session ends after three hours without use, and after twelve hours in any case. An API key is a session without a cookie, until its last day.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../../contract/kit/field.ts'
import { type OrganisationRow, type SessionRow, type SignedIn, signedIn, viewing } from '../kit/actor.ts'
import { Refusal } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db, Query } from '../postgres/db.ts'
import { type CachedSession, createSessionCache } from './session-cache.ts'
import { createSessionLookUps, type SessionLookUp } from './session-look-ups.ts'
import { isLocked, isOpen, SESSION_MS } from './session-rules.ts'
import { FIND_VIEWED } from './sessions.sql.ts'

export type { SignedIn } from '../kit/actor.ts'

/** The hash the database keeps of a token, a cookie or another long secret. */
export const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
/** A sandbox key is hashed with this prefix: a server of a version without sandboxes then does not find it, and so cannot take it for a real key. */
export const SANDBOX = 'sandbox_'
export const digestOfToken = (token: string) => digestOf(token.startsWith(SANDBOX) ? `in the sandbox ${token}` : token)
export const newSecret = () => randomBytes(32).toString('base64url')

/** Whether the cookie belongs to the session. API keys, and sessions from before this cookie existed, have no cookie hash and need no cookie. */
const isHeldBy = (cookie_hash: Buffer | null, cookie: string | undefined) =>
  !cookie_hash || (cookie !== undefined && timingSafeEqual(cookie_hash, digestOf(cookie)))

/**
 * The credentials of a request: the token, the browser's cookie, and how long the page was not touched. A page that refreshes itself must not keep its user
 * signed in. `fresh`: bypasses the cache.
 */
export type Claim = { token: string; cookie: string | undefined; idle_ms?: number; fresh?: boolean; address?: string }

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(db: Db, clock: Clock) {
  const cache = createSessionCache()
  const lookUp = createSessionLookUps(db, clock)

  async function find(tenant_id: number, { token, cookie, idle_ms = 0, fresh = false, address = '' }: Claim): Promise<SignedIn> {
    const hash = digestOfToken(token)
    const now = clock().getTime()
    const cached = fresh ? undefined : cache.at(tenant_id, hash, now)
    const { actor, cookie_hash } = cached ?? (await look(tenant_id, { hash, idle_ms, address }, now))
    if (!isHeldBy(cookie_hash, cookie)) throw new Refusal('signed_out')
    return actor
  }

  async function look(tenant_id: number, asked: SessionLookUp, now: number): Promise<CachedSession> {
    const row = await lookUp(tenant_id, asked)
    const isStopped = row !== undefined && !(row.user_active && row.line_active)
    // An API key's session is not ended: it works again when its customer is no longer stopped.
    if (isStopped && isOpen(row, now) && !row.is_key) await end(tenant_id, row.session_id)
    if (isStopped) throw new Refusal('signed_out', { account_status: 0 })
    if (!row || !isOpen(row, now)) throw new Refusal('signed_out')
    const actor = await seen(row, signedIn(row, tenant_id, isLocked(row, now)), now)
    return cache.put(tenant_id, asked.hash, { actor, cookie_hash: row.cookie_hash }, now)
  }

  /** The actor of a support view: the viewed organisation's manager, as long as the view lasts and that organisation allows it. */
  async function seen({ view_tenant_id, view_organisation_id, view_until }: SessionRow, actor: SignedIn, now: number): Promise<SignedIn> {
    if (actor.role !== 'web_support' || view_tenant_id === null || !view_until || Date.parse(view_until) <= now) return actor
    const values = { tenant_id: view_tenant_id, view_organisation_id }
    const [organisation] = await db.once<OrganisationRow>(view_tenant_id, { name: 'viewed', text: FIND_VIEWED, values })
    if (organisation) return viewing(actor, organisation, view_tenant_id, view_until)
    // The support view is ended for good: it does not resume when the organisation allows support views again.
    await db.write(actor.home_tenant_id, (q) =>
      q.query('update sessions set view_until = null where tenant_id = :tenant_id and id = :session_id', {
        tenant_id: actor.home_tenant_id,
        session_id: actor.session_id,
      }),
    )
    return actor
  }

  /**
   * Ends a session. On this server it ends at once. Other servers notice within a second, and at once for changes, purchases and PINs, because those calls look
   * the session up.
   */
  async function end(tenant_id: number, session_id: string) {
    cache.forget(session_id)
    await db.write(tenant_id, (q) =>
      q.query(
        `update sessions set ended_at = :now
          where tenant_id = :tenant_id and id = :session_id and ended_at is null`,
        { tenant_id, session_id, now: clock() },
      ),
    )
  }

  /** Ends all sessions of a user except the session `but`, in the caller's transaction. The caller calls forgetUser after the commit. */
  const endOthers = (q: Query, tenant_id: number, user_id: string, but: string | null = null) =>
    q.query<{ id: string }>(
      `update sessions set ended_at = :now
        where tenant_id = :tenant_id and user_id = :user_id and ended_at is null and id is distinct from :but
        returning id`,
      { tenant_id, user_id, now: clock(), but },
    )

  const { forget, forgetUser, forgetOrganisation } = cache
  return { find, end, endOthers, forget, forgetUser, forgetOrganisation, open: (q: Query, asked: SessionAsked) => openSession(q, clock, asked) }
}

export type SessionAsked = {
  tenant_id: number
  user_id: string
  chosen_tenant_id: number | null
  browser_id?: string | null
  fingerprint?: string
  device?: string
  address: string
  /** Whether the session is a practice session from its start. */
  is_training?: boolean
  /** Whether the session was opened with a cashier's code. */
  by_code?: boolean
  /** When the password was entered, if that was in an earlier session. */
  signed_in_at?: Instant
  /** When this session ends, if it must end earlier than sessions usually do. */
  ends_at?: Date
}

/** `cookie`: the browser's half of the session, to be set as a cookie. */
async function openSession(q: Query, clock: Clock, asked: SessionAsked) {
  const { tenant_id, user_id, chosen_tenant_id, browser_id = null, fingerprint = '', device = '', address, is_training = false, by_code = false } = asked
  const [token, cookie, session_id, now] = [newSecret(), newSecret(), newId(), clock()]
  await q.query(
    `insert into sessions (tenant_id, id, token_hash, cookie_hash, user_id, chosen_tenant_id, device_id, device_hash,
                           device, address, created_at, last_seen_at, ends_at, is_training, by_code)
     values (:tenant_id, :session_id, :token, :cookie, :user_id, :chosen_tenant_id, :browser_id, :fingerprint, :device,
             :address, :created_at, :now, :ends_at, :is_training, :by_code)`,
    {
      tenant_id,
      session_id,
      token: digestOf(token),
      cookie: digestOf(cookie),
      user_id,
      chosen_tenant_id,
      browser_id,
      fingerprint,
      device,
      address,
      now,
      created_at: asked.signed_in_at ?? now,
      ends_at: asked.ends_at ?? new Date(now.getTime() + SESSION_MS),
      is_training,
      by_code,
    },
  )
  return { token, cookie, session_id }
}
