// Queries of the status page: measurements of the last minutes, disturbances, and notices.
import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { PortalPart, portalStatus, Trouble } from '../../../../contract/sales/portal-status.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

type Notice = OutputOf<typeof portalStatus>['notices'][number]

export type ConnectionRow = { connection_id: string; parts: PortalPart[]; has_failed_test: boolean; in_doubt: number }

/** The suppliers that are switched on, each with the parts for which it delivers something that is on sale, and the signs of trouble. */
export const connectionsInUse = (q: Query, times: { tenant_id: number; tested_since: Date; ordered_since: Date; ordered_until: Date }) =>
  q.query<ConnectionRow>(
    `select c.id as connection_id,
            array(select t.part
                    from (values ('direct_recharge', 'recharges'), ('international_top_up', 'top_ups')) t(type, part)
                   where exists (
                     select from live_products l
                       join configurations k on k.tenant_id = :tenant_id and k.id = l.configuration_id and k.is_active
                       join products p on p.tenant_id = :tenant_id and p.id = k.product_id and p.is_active
                                          and p.type = t.type
                      where l.tenant_id = :tenant_id and l.connection_id = c.id and l.gone_at is null)
                  union all select 'buses' where c.adapter = any (:trips)) as parts,
            c.tested_at >= :tested_since and c.test_outcome not in ('', 'done', 'not_asked') is true as has_failed_test,
            (select count(*)::int from live_orders o
              where o.tenant_id = :tenant_id and o.connection_id = c.id and o.ended_at is null
                and o.created_at >= :ordered_since and o.created_at < :ordered_until) as in_doubt
       from connections c where c.tenant_id = :tenant_id and c.is_active order by c.id`,
    { ...times, trips: adaptersThat(({ sells }) => sells === 'trips') },
  )

export type MessageFigures = { sent: number; stuck: number }

/** How many messages were sent lately, and how many wait because a try failed, or are due and were not tried. */
export const messagesLately = (q: Query, of: { tenant_id: number; since: string; due: Date }) =>
  q.query<MessageFigures>(
    `select (select count(*)::int from messages m
              where m.tenant_id = :tenant_id and m.id >= :since and m.state = 'sent') as sent,
            (select count(*)::int from messages m
              where m.tenant_id = :tenant_id and m.state = 'waiting'
                and (m.error <> '' or m.next_try_at < :due)) as stuck`,
    of,
  )

export type TroubleDay = { part: PortalPart; day: string; state: Trouble; minutes: number }

/** The Berlin days since `first_day` on which a part did not work as usual. */
export const troubleDays = (q: Query, of: { tenant_id: number; first_day: string; now: Date }) =>
  q.query<TroubleDay>(
    `select d.part, x.day::date::text as day,
            case when bool_or(d.state = 'down') then 'down' else 'disturbed' end as state,
            ceil(sum(extract(epoch from least(coalesce(d.ended_at, :now), ${dayEnd('x.day')})
                                        - greatest(d.began_at, ${dayStart('x.day')}))) / 60)::int as minutes
       from disturbances d
      cross join lateral generate_series(
              (greatest(d.began_at, ${dayStart(':first_day')}) at time zone 'Europe/Berlin')::date,
              (coalesce(d.ended_at, :now) at time zone 'Europe/Berlin')::date, interval '1 day') x(day)
      where d.tenant_id = :tenant_id and coalesce(d.ended_at, :now) > ${dayStart(':first_day')}
      group by d.part, x.day order by d.part, x.day`,
    of,
  )

/** Since when disturbances are recorded, and when the last measurement was. */
export const watchedFrom = (q: Query) => q.query<{ since: string; at: string }>('select since, at from status_watch')

/** The notices of the host's organisation and of those above it, the latest first. */
export const noticesAt = (q: Query, of: { tenant_id: number; organisation_id: string; since: string; limit: number }) =>
  q.query<Notice>(
    `select n.kind, n.headline, n.note, n.valid_from::text, n.valid_until::text, n.changed_at
       from organisations o
       join status_notices n on n.tenant_id = :tenant_id and n.owner_id = any (o.path)
      where o.tenant_id = :tenant_id and o.id = :organisation_id and n.valid_until >= :since::date
      order by n.valid_from desc, n.id desc limit :limit`,
    of,
  )

type Measured = { tenant_id: number; part: PortalPart; now: Date }

/** Ends the open disturbance of a part, unless it is in this state. */
export const endOther = (q: Query, of: Measured & { state: Trouble | null }) =>
  q.query(
    `update disturbances set ended_at = greatest(:now, began_at)
      where tenant_id = :tenant_id and part = :part and ended_at is null and state is distinct from :state`,
    of,
  )

/**
 * Begins a disturbance, unless one is open. A disturbance that ended at or after `again_since` is opened again, so that a part that often fails and recovers
 * makes few rows.
 */
export const begin = (q: Query, of: Measured & { id: string; state: Trouble; again_since: Date }) =>
  q.query(
    `with open as (select from disturbances where tenant_id = :tenant_id and part = :part and ended_at is null),
          again as (
       update disturbances d set ended_at = null
        where d.tenant_id = :tenant_id and not exists (select from open)
          and d.id = (select e.id from disturbances e
                       where e.tenant_id = :tenant_id and e.part = :part and e.state = :state
                         and e.ended_at >= :again_since
                       order by e.ended_at desc limit 1)
       returning d.id)
     insert into disturbances (tenant_id, id, part, state, began_at)
     select :tenant_id, :id, :part, :state, :now
      where not exists (select from open) and not exists (select from again)
     on conflict do nothing`,
    of,
  )

export const forgetBefore = (q: Query, tenant_id: number, before: Date) =>
  q.query('delete from disturbances where tenant_id = :tenant_id and ended_at < :before', { tenant_id, before })

type Gap = { tenant_id: number; id: string; began_at: Date; ended_at: Date; first_id: string; last_id: string }

/**
 * Records that no server ran, unless this is contradicted by something that happened meanwhile: a sale, a request to a supplier or a row of the audit log. After
 * a restore, what happened since the backup is not known, so nothing is recorded.
 */
export const recordGap = (q: Query, gap: Gap) =>
  q.query(
    `insert into disturbances (tenant_id, id, part, state, began_at, ended_at)
     select :tenant_id, :id, 'till', 'down', :began_at, :ended_at
      where not exists (select from restores r where r.tenant_id = :tenant_id and r.held_at >= :began_at)
        and not exists (select from sales s where s.tenant_id = :tenant_id and s.id between :first_id and :last_id)
        and not exists (select from exchanges x where x.tenant_id = :tenant_id and x.id between :first_id and :last_id)
        and not exists (select from audit a where a.tenant_id = :tenant_id and a.id between :first_id and :last_id)
     on conflict do nothing`,
    gap,
  )

export const noteWatch = (q: Query, now: Date) =>
  q.query(
    `insert into status_watch (since, at) values (:now, :now)
     on conflict (is_only) do update set at = greatest(status_watch.at, excluded.at)`,
    { now },
  )
