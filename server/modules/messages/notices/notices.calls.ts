// Calls about notices. Users of the platform read the notices of two tenants: the one they view, and their own.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { markRead, markSeen, noticeCounts, type Read, seenAt, unreadNotices, visibleNotices } from './notices.sql.ts'

const NEVER: Instant = new Date(0).toISOString()

/**
 * Reads the first `until` notices of one tenant, with its counts. A page may take its rows from two tenants, and in the extreme case takes all of them from
 * this tenant.
 */
async function lookIn(db: ReadDb, actor: SignedIn, tenant_id: number, read: Read, { isUnread, until }: { isUnread: boolean; until: number }) {
  return db.read(tenant_id, async (q) => {
    const [counts] = await noticeCounts(q, tenant_id, actor, read)
    const rows = await (isUnread ? unreadNotices(q, tenant_id, actor, read, until) : visibleNotices(q, tenant_id, actor, until))
    return { rows, total: counts?.total ?? 0, unread: counts?.unread ?? 0 }
  })
}

export const notices: Pick<Handlers, 'noticesList' | 'noticesSeen'> = {
  noticesList: async ({ page, limit, unread: isUnread = false }, { actor, db }) => {
    const [person] = await db.read(actor.home_tenant_id, (q) => seenAt(q, actor))
    const read = { seen_at: person?.seen_at ?? NEVER, kinds: person?.kinds ?? {} }
    const tenants = [...new Set([actor.tenant_id, actor.home_tenant_id])]
    const found = await Promise.all(tenants.map((tenant_id) => lookIn(db, actor, tenant_id, read, { isUnread, until: (page + 1) * limit })))
    const first = isUnread ? -1 : 1
    const rows = found.flatMap((one) => one.rows).sort((a, b) => (a.notice_id < b.notice_id ? first : -first))
    const sum = (of: 'total' | 'unread') => found.reduce((total, one) => total + one[of], 0)
    return {
      ...listed(
        { page, limit },
        rows
          .slice(page * limit, (page + 1) * limit)
          .map((row) => ({ ...row, is_unread: row.created_at > read.seen_at && row.created_at > (read.kinds[row.kind] ?? NEVER) })),
        sum(isUnread ? 'unread' : 'total'),
      ),
      unread: sum('unread'),
    }
  },

  /** While support views an organisation, no notice is marked as seen. */
  noticesSeen: async ({ kind }, { actor, db, now }) => {
    if (!actor.view) await db.write(actor.home_tenant_id, (q) => (kind ? markRead(q, actor, kind, now()) : markSeen(q, actor, now())))
    return {}
  },
}
