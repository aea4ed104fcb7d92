// Queries about mails about comments: who gets comments on a claim by mail, and how many mails that person has got about the claim.
import type { Query } from '../../../postgres/db.ts'

export type Follower = { user_id: string; organisation_id: string; organisation_path: string[]; email: string; language: string }

/**
 * The person who gets a comment on a claim by mail: for a comment to the shop the person who made the claim, otherwise the person who took it. No row if that
 * person may no longer work with claims, has no proven address, or is the author.
 */
export const followerOf = (q: Query, of: { tenant_id: number; reclaim_id: string; author_id: string; is_for_shop: boolean }) =>
  q.query<Follower>(
    `select u.id as user_id, u.organisation_id, o.path as organisation_path, u.email,
            coalesce(u.language, o.default_language) as language
       from reclamations r
       join users u on u.tenant_id = :tenant_id
                   and u.id = case when :is_for_shop then r.claimed_by else r.taken_by end
       join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
      where r.tenant_id = :tenant_id and r.id = :reclaim_id and u.id <> :author_id and u.is_active and o.is_active
        and u.email <> '' and u.email = u.email_proven
        and o.id = case when :is_for_shop then r.seller_id else r.desk_id end
        and (u.internal_role = 0 or 'has_reclamation' = any (u.flags))`,
    of,
  )

/** How many mails a person got about a claim since a time. */
export const mailedAbout = async (q: Query, of: { tenant_id: number; reclaim_id: string; user_id: string; since: Date }) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from claim_mails
        where tenant_id = :tenant_id and reclamation_id = :reclaim_id and user_id = :user_id and created_at >= :since`,
      of,
    )
  )[0]?.n ?? 0

export const noteMail = (q: Query, of: { tenant_id: number; id: string; reclaim_id: string; user_id: string; now: Date }) =>
  q.query(
    `insert into claim_mails (tenant_id, id, reclamation_id, user_id, created_at)
     values (:tenant_id, :id, :reclaim_id, :user_id, :now)`,
    of,
  )
