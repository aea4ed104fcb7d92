// Queries about the browsers that get push messages about notices while their page is closed.

import type { Language } from '../../../../contract/kit/languages.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import { BROWSERS_MAX } from '../../../../contract/messages/push.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

type Mine = Pick<SignedIn, 'home_tenant_id' | 'user_id' | 'session_id'>
/** A browser that is to get a push message. It has the number of its user's unread notices, and the kind of the newest. */
export type Due = {
  id: string
  endpoint_index: Buffer
  sealed: Buffer
  failures: number
  told_before: string
  language: Language
  name: string
  n: number
  kind: NoticeKind
}

/** Locks the user's browsers until the transaction ends, so that no other request adds one meanwhile. */
export const lockMine = (q: Query, { user_id: person }: Mine) =>
  q.query(
    `select pg_advisory_xact_lock(hashtext('push'),
                                  hashtext(:person))`,
    { person },
  )

/** Stores a browser for this user. If another user had switched push messages on in this browser, that user no longer gets any there. */
export const putBrowser = (
  q: Query,
  { home_tenant_id, user_id, session_id }: Mine,
  one: { id: string; endpoint_index: Buffer; sealed: Buffer; told_id: string; now: Date },
) =>
  q.query<{ id: string }>(
    `insert into push_browsers as p
       (tenant_id, id, user_id, session_id, endpoint_index, sealed, asked_at, told_id, next_at)
     values (:tenant_id, :id, :user_id, :session_id, :endpoint_index, :sealed, :now, :told_id, :now)
     on conflict (tenant_id, endpoint_index) do update
       set user_id = :user_id, session_id = :session_id, sealed = :sealed, asked_at = :now, failures = 0,
           told_id = case when p.user_id = :user_id then p.told_id else :told_id end
     returning id`,
    { tenant_id: home_tenant_id, user_id, session_id, ...one },
  )

/** Deletes the other browsers of the session, and those of the user's browsers that are not among the latest few. */
export const makeRoom = (q: Query, { home_tenant_id, user_id, session_id }: Mine, id: string) =>
  q.query(
    `delete from push_browsers
      where tenant_id = :tenant_id and user_id = :user_id and id <> :id
        and (session_id = :session_id
             or id not in (select id from push_browsers
                            where tenant_id = :tenant_id and user_id = :user_id and id <> :id
                            order by asked_at desc, id limit ${BROWSERS_MAX - 1}))`,
    { tenant_id: home_tenant_id, user_id, session_id, id },
  )

export const isOn = (q: Query, { home_tenant_id, session_id }: Mine) =>
  q.query<{ id: string }>('select id from push_browsers where tenant_id = :tenant_id and session_id = :session_id', {
    tenant_id: home_tenant_id,
    session_id,
  })

export const endOfSession = (q: Query, { home_tenant_id, session_id }: Mine) =>
  q.query('delete from push_browsers where tenant_id = :tenant_id and session_id = :session_id', { tenant_id: home_tenant_id, session_id })

/** Deletes browsers whose session has ended, whose user may not sign in any more, or that were stored before a restore of the database. */
export const forgetEnded = (q: Query, tenant_id: number, { idle_since, now }: { idle_since: Date; now: Date }) =>
  q.query(
    `delete from push_browsers p
      where p.tenant_id = :tenant_id
        and (not exists (
               select from sessions s
                 join users u on u.tenant_id = :tenant_id and u.id = s.user_id and u.is_active
                 join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id and o.is_active
                where s.tenant_id = :tenant_id and s.id = p.session_id and s.user_id = p.user_id
                  and s.ended_at is null and s.last_seen_at >= :idle_since and s.ends_at > :now)
             or exists (select from restores r where r.tenant_id = :tenant_id and r.held_at >= p.asked_at))`,
    { tenant_id, idle_since, now },
  )

/** Claims the browsers whose users have new notices; until `again` no other server sends to them. */
export const claimDue = (q: Query, tenant_id: number, { now, again, at_once }: { now: Date; again: Date; at_once: number }) =>
  q.query<Due>(
    `with due as materialized (
       select p.id, p.told_id, coalesce(u.language, o.default_language) as language, o.name,
              news.n, news.kind, news.newest
         from push_browsers p
         join users u on u.tenant_id = :tenant_id and u.id = p.user_id
         join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
        cross join lateral (
          select count(*)::int as n, (array_agg(s.kind))[1] as kind, (array_agg(s.id))[1] as newest
            from (select n.id, n.kind from notices n
                   where n.tenant_id = :tenant_id and n.organisation_id = u.organisation_id and n.id > p.told_id
                     and (n.user_id = u.id or n.user_id is null and u.internal_role = 0)
                     and n.created_at > u.notices_seen_at
                     and n.created_at > coalesce((u.notices_read ->> n.kind)::timestamptz, '-infinity')
                   order by n.id desc limit 99) s) news
        where p.tenant_id = :tenant_id and p.next_at <= :now and news.n > 0
        order by p.next_at, p.id limit :at_once for update of p skip locked)
     update push_browsers p set told_id = due.newest, next_at = :again
       from due where p.tenant_id = :tenant_id and p.id = due.id
     returning p.id, p.endpoint_index, p.sealed, p.failures, due.told_id as told_before, due.language,
               due.name, due.n, due.kind`,
    { tenant_id, now, again, at_once },
  )

export const noteTold = (q: Query, tenant_id: number, id: string) =>
  q.query('update push_browsers set failures = 0 where tenant_id = :tenant_id and id = :id and failures > 0', { tenant_id, id })

/** Notes that a message failed; the next one is sent at `next` and covers newer notices too. */
export const noteFailed = (q: Query, tenant_id: number, { id, told_before }: Due, next: Date) =>
  q.query(
    `update push_browsers set failures = failures + 1, told_id = :told_before, next_at = :next
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, told_before, next },
  )

export const removeBrowser = (q: Query, tenant_id: number, id: string) =>
  q.query('delete from push_browsers where tenant_id = :tenant_id and id = :id', { tenant_id, id })
