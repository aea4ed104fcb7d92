// Queries about the caller's own sessions and browsers. They are in the tenant that the caller belongs to, even while the caller views another one.
import type { Instant } from '../../../../contract/kit/field.ts'
import { IDLE_MS } from '../../../http/session-rules.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

type Own = Pick<SignedIn, 'home_tenant_id' | 'user_id' | 'session_id' | 'browser_id'>
type Seen = { created_at: Instant; last_seen_at: Instant; is_this: boolean }

export const openSessions = (q: Query, { home_tenant_id, user_id, session_id }: Own, now: Date) =>
  q.query<Seen & { session_id: string; device: string; address: string }>(
    `select id as session_id, device, address, created_at, last_seen_at, id = :session_id as is_this from sessions
      where tenant_id = :tenant_id and user_id = :user_id and ended_at is null and ends_at > :now
        and last_seen_at > :last_seen_at
      order by (id = :session_id) desc, last_seen_at desc, id limit 200`,
    { tenant_id: home_tenant_id, user_id, session_id, now, last_seen_at: new Date(now.getTime() - IDLE_MS) },
  )

export const ownSession = (q: Query, { home_tenant_id, user_id }: Own, session_id: string) =>
  q.query<{ device: string }>(
    `select device from sessions
      where tenant_id = :tenant_id and user_id = :user_id and id = :session_id and ended_at is null for no key update`,
    { tenant_id: home_tenant_id, user_id, session_id },
  )

export const knownBrowsers = (q: Query, { home_tenant_id, user_id, browser_id }: Own) =>
  q.query<Seen & { browser_id: string; name: string; address: string }>(
    `select id as browser_id, name, address, created_at, last_seen_at, id is not distinct from :browser_id as is_this
       from devices_known
      where tenant_id = :tenant_id and user_id = :user_id
      order by (id is not distinct from :browser_id) desc, last_seen_at desc, id limit 200`,
    { tenant_id: home_tenant_id, user_id, browser_id },
  )

export const forgetBrowser = (q: Query, { home_tenant_id, user_id }: Own, browser_id: string) =>
  q.query<{ name: string }>(
    `delete from devices_known
      where tenant_id = :tenant_id and user_id = :user_id and id = :browser_id returning name`,
    { tenant_id: home_tenant_id, user_id, browser_id },
  )

export const endBrowserSessions = (q: Query, { home_tenant_id, user_id }: Own, browser_id: string, now: Date) =>
  q.query(
    `update sessions set ended_at = :now
      where tenant_id = :tenant_id and user_id = :user_id and device_id = :browser_id and ended_at is null`,
    { tenant_id: home_tenant_id, user_id, browser_id, now },
  )
