// Who is signed in. A token is 256 random bits, known to the database only by its hash; a session ends after three hours of silence (spec §4).
import { createHash, randomBytes } from 'node:crypto'
import { type Actor, accountRole, flags as allFlags, type Flag, type Role } from '../../contract/kit/access.ts'
import type { Clock } from './clock.ts'
import type { Db, Query } from './db.ts'
import { Refusal } from './errors.ts'
import { createGatherer } from './gather.ts'
import { newId } from './ids.ts'

export type SignedIn = Actor & {
  /** The tenant acted in: the one a superadmin looks at, everybody else's own. */
  tenant_id: number
  /** Where user and session are at home. */
  home_tenant_id: number
  user_id: string
  organisation_id: string
  /** From the root to the organisation itself. */
  organisation_path: readonly string[]
  organisation_name: string
  /** Who grants rights: the parent to a manager, the own organisation to its staff. */
  grantor: string
  session_id: string
  username: string
  full_name: string
  kind: 'platform' | 'reseller' | 'seller'
  template: number
  language: string
  pin_download: boolean
  mask_seller_discount: boolean
}

/** Spec §9: 10800000 ms. */
export const IDLE_MS = 3 * 60 * 60 * 1000
const TOUCH_MS = 60_000
const CACHE_MS = 5_000
const CACHE_MAX = 20_000
/** Look-ups in one statement. */
const TOGETHER_MAX = 200

type Row = {
  token_hash: Buffer
  session_id: string
  user_id: string
  chosen_tenant_id: number | null
  last_seen_at: Date
  ended_at: Date | null
  username: string
  full_name: string
  internal_role: number
  is_web_support: boolean
  user_flags: string[]
  language: string | null
  user_active: boolean
  organisation_id: string
  path: string[]
  kind: SignedIn['kind']
  name: string
  organisation_flags: string[]
  default_language: string
  template: number
  enable_web_view: boolean
  pin_download: boolean
  mask_seller_discount: boolean
  parent_name: string | null
  line_active: boolean
}

const FIND = `
  select s.token_hash, s.id as session_id, s.user_id, s.chosen_tenant_id, s.last_seen_at, s.ended_at,
         u.username, u.full_name, u.internal_role, u.is_web_support, u.flags as user_flags, u.language, u.is_active as user_active,
         o.id as organisation_id, o.path, o.kind, o.name, o.flags as organisation_flags, o.default_language, o.template, o.enable_web_view, o.pin_download,
         o.mask_seller_discount, parent.name as parent_name,
         not exists (select from organisations a where a.tenant_id = $1 and a.id = any (o.path) and not a.is_active) as line_active
    from sessions s
    join users u on u.tenant_id = $1 and u.id = s.user_id
    join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
    left join organisations parent on parent.tenant_id = $1 and parent.id = o.parent_id
   where s.tenant_id = $1 and s.token_hash = any ($2::bytea[])`

/** In the order of their ids: two servers that touch the same sessions never wait for each other in a circle. */
const TOUCH = `
  update sessions s set last_seen_at = greatest(s.last_seen_at, $3)
    from (select id from sessions where tenant_id = $1 and id = any ($2::uuid[]) order by id for no key update) seen
   where s.tenant_id = $1 and s.id = seen.id`

const roleOfKind: Record<SignedIn['kind'], Role> = { platform: 'superadmin', reseller: 'reseller', seller: 'seller' }
const isOpen = (row: Row, now: number) => !row.ended_at && now - row.last_seen_at.getTime() <= IDLE_MS
const tokenHash = (token: string) => createHash('sha256').update(token).digest()
const cacheKey = (tenant_id: number, hash: Buffer) => `${tenant_id}:${hash.toString('base64')}`

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(db: Db, clock: Clock) {
  const cache = new Map<string, { actor: SignedIn; until: number }>()
  const lookUps = new Map<number, (hash: Buffer) => Promise<Row | undefined>>()

  function lookUp(tenant_id: number, hash: Buffer): Promise<Row | undefined> {
    const gathered = lookUps.get(tenant_id) ?? createGatherer((hashes: readonly Buffer[]) => rowsOf(tenant_id, hashes), TOGETHER_MAX)
    lookUps.set(tenant_id, gathered)
    return gathered(hash)
  }

  /** That a session was used is noted along with the look-up, once a minute. */
  async function rowsOf(tenant_id: number, hashes: readonly Buffer[]): Promise<(Row | undefined)[]> {
    const rows = await db.once<Row>(tenant_id, { name: 'session', text: FIND, values: [tenant_id, hashes] })
    const now = clock().getTime()
    const unseen = rows.filter((row) => isOpen(row, now) && row.user_active && row.line_active && now - row.last_seen_at.getTime() > TOUCH_MS)
    const ids = unseen.map((row) => row.session_id)
    if (ids.length > 0) await touch(tenant_id, ids, new Date(now))
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]))
    return hashes.map((hash) => byHash.get(hash.toString('base64')))
  }

  /** Not worth a flush to the disk: after a crash a session is as old as its last minute. */
  const touch = (tenant_id: number, ids: readonly string[], now: Date) =>
    db.once(tenant_id, { name: 'touch', text: TOUCH, values: [tenant_id, ids, now] }, 'set local synchronous_commit = off; ')

  async function find(tenant_id: number, token: string): Promise<SignedIn> {
    const hash = tokenHash(token)
    const key = cacheKey(tenant_id, hash)
    const now = clock().getTime()
    const known = cache.get(key)
    if (known && known.until > now) return known.actor
    const row = await lookUp(tenant_id, hash)
    if (!row || !isOpen(row, now)) throw new Refusal('signed_out')
    if (!row.user_active || !row.line_active) {
      await end(tenant_id, row.session_id)
      throw new Refusal('signed_out', { account_status: 0 })
    }
    const actor = signedIn(row, tenant_id)
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(key, { actor, until: now + CACHE_MS })
    return actor
  }

  /** Ends a session at once, here; another instance follows within five seconds, its purchases at once (the sale asks the session's row). */
  async function end(tenant_id: number, session_id: string) {
    forget(session_id)
    await db.write(tenant_id, (q) =>
      q.query('update sessions set ended_at = $3 where tenant_id = $1 and id = $2 and ended_at is null', [tenant_id, session_id, clock()]),
    )
  }

  /** What is remembered of a session is read anew at its next request. */
  function forget(session_id: string) {
    for (const [key, { actor }] of cache) if (actor.session_id === session_id) cache.delete(key)
  }

  return { find, end, forget, open: (q: Query, asked: SessionAsked) => openSession(q, clock, asked) }
}

export type SessionAsked = { tenant_id: number; user_id: string; chosen_tenant_id: number | null; device: string; address: string }

async function openSession(q: Query, clock: Clock, { tenant_id, user_id, chosen_tenant_id, device, address }: SessionAsked) {
  const token = randomBytes(32).toString('base64url')
  const session_id = newId()
  await q.query(
    `insert into sessions (tenant_id, id, token_hash, user_id, chosen_tenant_id, device_hash, address, created_at, last_seen_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [tenant_id, session_id, tokenHash(token), user_id, chosen_tenant_id, device, address, clock()],
  )
  return { token, session_id }
}

function signedIn(row: Row, tenant_id: number): SignedIn {
  const is_manager = row.internal_role === 0
  const { session_id, user_id, organisation_id, username, full_name, kind, template, enable_web_view, pin_download, mask_seller_discount } = row
  return {
    role: row.is_web_support ? 'web_support' : roleOfKind[row.kind],
    is_manager,
    flags: flagsOf(row, is_manager),
    tenant_id: kind === 'platform' ? (row.chosen_tenant_id ?? tenant_id) : tenant_id,
    home_tenant_id: tenant_id,
    organisation_path: row.path,
    organisation_name: row.name,
    grantor: is_manager ? (row.parent_name ?? row.name) : row.name,
    language: row.language ?? row.default_language,
    ...{ session_id, user_id, organisation_id, username, full_name, kind, template, enable_web_view, pin_download, mask_seller_discount },
  }
}

/** A manager has all the organisation has; staff have their own of these (product.md: what an organisation has not, nobody in it has). */
function flagsOf(row: Row, is_manager: boolean): Flag[] {
  return allFlags.filter((flag) => row.organisation_flags.includes(flag) && (is_manager || row.user_flags.includes(flag)))
}

/** `account_role` on the wire. */
export const accountRoleOf = (actor: Actor): number => accountRole[actor.role]
