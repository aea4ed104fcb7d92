// Who is signed in. A token is 256 random bits, known to the database only by its hash, and opens nothing without the cookie of the browser it was
// given to. A session ends after three hours of silence and after twelve hours whatever happens.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ORGANISATION, type OrganisationRow, type SessionRow, type SignedIn, signedIn, viewing } from '../kit/actor.ts'
import { Refusal } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db, Query } from '../postgres/db.ts'
import { createGatherer } from '../postgres/gather.ts'

export type { SignedIn } from '../kit/actor.ts'

/** The browser counts the same three hours (docs/domain.md, Sessions). */
export const IDLE_MS = 3 * 60 * 60 * 1000
/** However busy it is. */
export const SESSION_MS = 12 * 60 * 60 * 1000
const TOUCH_MS = 60_000
const CACHE_MS = 5_000
const CACHE_MAX = 20_000
/** Look-ups in one statement. */
const TOGETHER_MAX = 200

/** Whoever signs in at a paired browser sells there: a browser has one secret, whichever hosts it is used on. */
const TILL_BARRED = `
  case when not o.devices_only then null
       when not exists (select from devices d
                          join devices_known mine on mine.tenant_id = :tenant_id and mine.id = s.device_id
                           and mine.secret_hash = d.browser_hash
                         where d.tenant_id = :tenant_id and d.customer_id = o.id
                           and d.status = 'assigned') then 'device_not_assigned'
       when o.terminal_id <> '' and o.terminal_state = 'inactive' then 'terminal_inactive' end`

const FIND = `
  select s.token_hash, s.cookie_hash, s.id as session_id, s.device_id as browser_id, s.user_id, s.chosen_tenant_id,
         s.view_tenant_id, s.view_organisation_id, s.view_until, s.is_key,
         s.created_at, s.last_seen_at, s.ended_at, nullif(s.ends_at, 'infinity') as ends_at,
         u.username, u.full_name, u.internal_role, u.is_web_support, u.flags as user_flags, u.language,
         u.is_active as user_active, u.must_change_password,
         ${ORGANISATION}, ${TILL_BARRED} as till_barred
    from sessions s
    join users u on u.tenant_id = :tenant_id and u.id = s.user_id
    join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
    left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
   where s.tenant_id = :tenant_id and s.token_hash = any (:hashes::bytea[])`

const FIND_VIEWED = `
  select ${ORGANISATION}
    from organisations o left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
   where o.tenant_id = :tenant_id and o.id = :view_organisation_id and o.enable_web_view`

/** Rows are locked in the order of their ids, so that two servers touching the same sessions never deadlock. */
const TOUCH = `
  with touched as (
    update devices d set last_seen_at = (select max(at) from unnest(:used_at::timestamptz[]) as at)
      from (select id from devices
             where tenant_id = :tenant_id and browser_hash = any (array(
                     select k.secret_hash from sessions s
                       join devices_known k on k.tenant_id = :tenant_id and k.id = s.device_id
                      where s.tenant_id = :tenant_id and s.id = any (:session_ids::uuid[])))
             order by id for no key update skip locked) seen
     where d.tenant_id = :tenant_id and d.id = seen.id)
  update sessions s set last_seen_at = greatest(s.last_seen_at, used.at)
    from (select id from sessions where tenant_id = :tenant_id and id = any (:session_ids::uuid[]) order by id
           for no key update) seen
    join unnest(:session_ids::uuid[], :used_at::timestamptz[]) as used(id, at) on used.id = seen.id
   where s.tenant_id = :tenant_id and s.id = seen.id`

/** An API key has no idle limit: it ends when it is withdrawn. */
const isOpen = (row: SessionRow, now: number) =>
  !row.ended_at && (row.is_key || now - Date.parse(row.last_seen_at) <= IDLE_MS) && (!row.ends_at || now < Date.parse(row.ends_at))
/** The hash the database keeps of a token, a cookie or another long secret. */
export const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
export const newSecret = () => randomBytes(32).toString('base64url')
const cacheKey = (tenant_id: number, hash: Buffer) => `${tenant_id}:${hash.toString('base64')}`

/** Sessions older than the cookies have no cookie hash. */
const isHeldBy = (cookie_hash: Buffer | null, cookie: string | undefined) =>
  !cookie_hash || (cookie !== undefined && timingSafeEqual(cookie_hash, digestOf(cookie)))

/**
 * What a request brings: the token, the browser's cookie, and how long the page was not touched, since a page that refreshes itself must not keep its user
 * signed in. `fresh`: the cache is not used.
 */
export type Claim = { token: string; cookie: string | undefined; idle_ms?: number; fresh?: boolean }
type Asked = { hash: Buffer; idle_ms: number }

type Known = { actor: SignedIn; cookie_hash: Buffer | null; until: number }

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(db: Db, clock: Clock) {
  const cache = new Map<string, Known>()
  const lookUps = new Map<number, (asked: Asked) => Promise<SessionRow | undefined>>()

  function lookUp(tenant_id: number, asked: Asked): Promise<SessionRow | undefined> {
    const gathered = lookUps.get(tenant_id) ?? createGatherer((all: readonly Asked[]) => rowsOf(tenant_id, all), TOGETHER_MAX)
    lookUps.set(tenant_id, gathered)
    return gathered(asked)
  }

  /** The look-up also notes that a session is in use, once a minute. */
  async function rowsOf(tenant_id: number, asked: readonly Asked[]): Promise<(SessionRow | undefined)[]> {
    const rows = await db.once<SessionRow>(tenant_id, { name: 'session', text: FIND, values: { tenant_id, hashes: asked.map(({ hash }) => hash) } })
    const now = clock().getTime()
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
    const found = asked.map(({ hash }) => byHash.get(hash.toString('base64')))
    const used = new Map<string, Date>()
    for (const [i, row] of found.entries()) {
      const at = now - (asked[i]?.idle_ms ?? 0)
      if (row && isOpen(row, now) && row.user_active && row.line_active && at - Date.parse(row.last_seen_at) > TOUCH_MS) used.set(row.session_id, new Date(at))
    }
    if (used.size > 0) await touch(tenant_id, used)
    return found
  }

  /** Does not wait for the disk: after a crash a session is at most a minute older. */
  const touch = (tenant_id: number, used: ReadonlyMap<string, Date>) =>
    db.once(
      tenant_id,
      { name: 'touch', text: TOUCH, values: { tenant_id, session_ids: [...used.keys()], used_at: [...used.values()] } },
      'set local synchronous_commit = off; ',
    )

  async function find(tenant_id: number, { token, cookie, idle_ms = 0, fresh = false }: Claim): Promise<SignedIn> {
    const hash = digestOf(token)
    const key = cacheKey(tenant_id, hash)
    const now = clock().getTime()
    const remembered = cache.get(key)
    const known = !fresh && remembered && remembered.until > now ? remembered : await look(tenant_id, { hash, idle_ms }, now)
    if (!isHeldBy(known.cookie_hash, cookie)) throw new Refusal('signed_out')
    return known.actor
  }

  async function look(tenant_id: number, asked: Asked, now: number): Promise<Known> {
    const row = await lookUp(tenant_id, asked)
    const isStopped = row !== undefined && !(row.user_active && row.line_active)
    // The session of an API key stays: it works again when its customer does.
    if (isStopped && isOpen(row, now) && !row.is_key) await end(tenant_id, row.session_id)
    if (isStopped) throw new Refusal('signed_out', { account_status: 0 })
    if (!row || !isOpen(row, now)) throw new Refusal('signed_out')
    const actor = await seen(row, signedIn(row, tenant_id), now)
    if (cache.size >= CACHE_MAX) cache.clear()
    const ends = [actor.session_ends_at, ...(actor.view ? [actor.view.until] : [])]
    const until = Math.min(now + CACHE_MS, ...ends.map(Date.parse))
    const known = { actor, cookie_hash: row.cookie_hash, until }
    cache.set(cacheKey(tenant_id, asked.hash), known)
    return known
  }

  /** The actor as the viewed organisation's manager, while the view lasts and that organisation allows it. */
  async function seen({ view_tenant_id, view_organisation_id, view_until }: SessionRow, actor: SignedIn, now: number): Promise<SignedIn> {
    if (actor.role !== 'web_support' || view_tenant_id === null || !view_until || Date.parse(view_until) <= now) return actor
    const values = { tenant_id: view_tenant_id, view_organisation_id }
    const [organisation] = await db.once<OrganisationRow>(view_tenant_id, { name: 'viewed', text: FIND_VIEWED, values })
    if (organisation) return viewing(actor, organisation, view_tenant_id, view_until)
    // The view is ended for good: allowing it again does not bring it back.
    await db.write(actor.home_tenant_id, (q) =>
      q.query('update sessions set view_until = null where tenant_id = :tenant_id and id = :session_id', {
        tenant_id: actor.home_tenant_id,
        session_id: actor.session_id,
      }),
    )
    return actor
  }

  /** Ends a session, here at once. Other servers follow within five seconds, and at once for changes and purchases, which look anew. */
  async function end(tenant_id: number, session_id: string) {
    forget(session_id)
    await db.write(tenant_id, (q) =>
      q.query(
        `update sessions set ended_at = :now
          where tenant_id = :tenant_id and id = :session_id and ended_at is null`,
        { tenant_id, session_id, now: clock() },
      ),
    )
  }

  /** Ends all sessions of a user but one, in the caller's transaction. forgetUser follows after the commit. */
  const endOthers = (q: Query, tenant_id: number, user_id: string, but: string | null = null) =>
    q.query<{ id: string }>(
      `update sessions set ended_at = :now
        where tenant_id = :tenant_id and user_id = :user_id and ended_at is null and id is distinct from :but
        returning id`,
      { tenant_id, user_id, now: clock(), but },
    )

  const forgetWhere = (is: (actor: SignedIn) => boolean) => {
    for (const [key, { actor }] of cache) if (is(actor)) cache.delete(key)
  }
  /** The next request of the session reads the database. */
  const forget = (session_id: string) => forgetWhere((actor) => actor.session_id === session_id)
  const forgetUser = (user_id: string) => forgetWhere((actor) => actor.user_id === user_id)
  /** Forgets everybody in an organisation or below it. */
  const forgetOrganisation = (organisation_id: string) => forgetWhere((actor) => actor.organisation_path.includes(organisation_id))

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
}

/** `cookie` is the browser's half, to be set as a cookie. */
async function openSession(q: Query, clock: Clock, asked: SessionAsked) {
  const { tenant_id, user_id, chosen_tenant_id, browser_id = null, fingerprint = '', device = '', address } = asked
  const [token, cookie, session_id, now] = [newSecret(), newSecret(), newId(), clock()]
  await q.query(
    `insert into sessions (tenant_id, id, token_hash, cookie_hash, user_id, chosen_tenant_id, device_id, device_hash,
                           device, address, created_at, last_seen_at, ends_at)
     values (:tenant_id, :session_id, :token, :cookie, :user_id, :chosen_tenant_id, :browser_id, :fingerprint, :device,
             :address, :now, :now, :ends_at)`,
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
      ends_at: new Date(now.getTime() + SESSION_MS),
    },
  )
  return { token, cookie, session_id }
}
