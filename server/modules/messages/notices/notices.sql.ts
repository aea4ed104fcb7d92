// Queries about notices: those to the user, and for managers those to their organisation.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type NoticeRow = { notice_id: string; kind: NoticeKind; data: Record<string, string>; created_at: Instant }

/** Unread notices are counted up to this number only, because the bell in the header shows no higher number. */
const COUNTED_MAX = 100

const VISIBLE = `
  from notices n
 where n.tenant_id = :tenant_id and n.organisation_id = :organisation_id
   and (n.user_id = :user_id or n.user_id is null and :is_manager)`

const parameters = (tenant_id: number, { organisation_id, user_id, is_manager }: SignedIn) => ({ tenant_id, organisation_id, user_id, is_manager })

const COLUMNS = 'select n.id as notice_id, n.kind, n.data, n.created_at'

/** The notices that the actor may see, newest first. */
export const visibleNotices = (q: Query, tenant_id: number, actor: SignedIn, limit: number) =>
  q.query<NoticeRow>(`${COLUMNS} ${VISIBLE} order by n.id desc limit :limit`, { ...parameters(tenant_id, actor), limit })

/** What a user has read: all notices up to `seen_at`, and notices of some kinds up to a later time, which is in `kinds`. */
export type Read = { seen_at: Instant; kinds: Readonly<Record<string, Instant>> }

const UNREAD = `${VISIBLE} and n.created_at > :seen_at
   and n.created_at > coalesce((:kinds::jsonb ->> n.kind)::timestamptz, '-infinity')`

/** The notices that the actor has not read, oldest first. */
export const unreadNotices = (q: Query, tenant_id: number, actor: SignedIn, { seen_at, kinds }: Read, limit: number) =>
  q.query<NoticeRow>(`${COLUMNS} ${UNREAD} order by n.id limit :limit`, {
    ...{ ...parameters(tenant_id, actor), seen_at, kinds: JSON.stringify(kinds), limit },
  })

/** How many notices the actor may see, and how many of them are unread. */
export const noticeCounts = (q: Query, tenant_id: number, actor: SignedIn, { seen_at, kinds }: Read) =>
  q.query<{ total: number; unread: number }>(
    `select (select count(*)::int ${VISIBLE}) as total,
            (select count(*)::int
               from (select ${UNREAD} limit ${COUNTED_MAX}) new) as unread`,
    { ...parameters(tenant_id, actor), seen_at, kinds: JSON.stringify(kinds) },
  )

/** Up to which times a user has seen notices; this is stored in the tenant that the user belongs to. */
export const seenAt = (q: Query, { home_tenant_id, user_id }: SignedIn) =>
  q.query<{ seen_at: Instant | null; kinds: Read['kinds'] }>(
    `select nullif(notices_seen_at, '-infinity') as seen_at, notices_read as kinds from users
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id: home_tenant_id, user_id },
  )

export const markSeen = (q: Query, { home_tenant_id, user_id }: SignedIn, now: Date) =>
  q.query(
    `update users set notices_seen_at = greatest(notices_seen_at, :now), notices_read = '{}'
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id: home_tenant_id, user_id, now },
  )

/** Marks the notices of one kind as read. */
export const markRead = (q: Query, { home_tenant_id, user_id }: SignedIn, kind: NoticeKind, now: Date) =>
  q.query(
    `update users set notices_read = notices_read || jsonb_build_object(:kind::text, :now::text)
      where tenant_id = :tenant_id and id = :user_id`,
    { tenant_id: home_tenant_id, user_id, kind, now: now.toISOString() },
  )
