// Queries about reports that are sent by mail: which are due, who receives them, and whether they were sent.

import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { deliveryOutcomes, reportSchedules, scheduleStates } from '../../../../contract/papers/report-schedules.ts'
import { ORGANISATION, type SessionRow, type SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import type { ExportInput } from '../exports/exports.ts'
import type { Times } from './due.ts'

export type Outcome = (typeof deliveryOutcomes)[number]

/**
 * What the owner requested. `acts_in`: the tenant that the owner was viewing at that time; for users of the platform this may be another tenant than their
 * own.
 */
export type ListInput = Pick<ExportInput, 'input' | 'columns'> & { acts_in: number }
export type Schedule = Times & {
  id: string
  user_id: string
  organisation_id: string
  list: ExportInput['list']
  title: string
  format: 'csv' | 'xlsx'
  asked: ListInput
  recipients: string[]
  state: (typeof scheduleStates)[number]
  next_at: Instant
}

const COLUMNS = `
  id, user_id, organisation_id, list, title, format, asked, rhythm, weekday, hour, recipients, state, next_at`

export const dueSchedules = (q: Query, tenant_id: number, now: Date, most: number) =>
  q.query<Schedule>(
    `select ${COLUMNS} from report_schedules
      where tenant_id = :tenant_id and state = 'active' and next_at <= :now order by next_at, id limit :most`,
    { tenant_id, now, most },
  )

/** A schedule that the actor may change (their own, or for a manager any schedule of the organisation); its row is locked. */
export const scheduleOf = (q: Query, { home_tenant_id, home_organisation_id, user_id, is_manager }: SignedIn, id: string) =>
  q.query<Schedule>(
    `select ${COLUMNS} from report_schedules
      where tenant_id = :tenant_id and id = :id and organisation_id = :organisation_id
        and (user_id = :user_id or :is_manager) for update`,
    { tenant_id: home_tenant_id, organisation_id: home_organisation_id, id, user_id, is_manager },
  )

export const scheduleById = (q: Query, tenant_id: number, id: string) =>
  q.query<Schedule>(`select ${COLUMNS} from report_schedules where tenant_id = :tenant_id and id = :id`, { tenant_id, id })

/**
 * Counts the schedules of the user and of the organisation. Locks the organisation's schedules until the transaction ends, so that two simultaneous requests
 * are counted one after the other.
 */
export async function schedulesOf(q: Query, { home_tenant_id, home_organisation_id, user_id }: SignedIn) {
  const values = { tenant_id: home_tenant_id, organisation_id: home_organisation_id }
  await q.query(`select pg_advisory_xact_lock(hashtext('report_schedules'), hashtext(:organisation_id))`, { organisation_id: home_organisation_id })
  const [row] = await q.query<{ person: number; organisation: number }>(
    `select count(*) filter (where user_id = :user_id)::int as person, count(*)::int as organisation
       from report_schedules where tenant_id = :tenant_id and organisation_id = :organisation_id`,
    { ...values, user_id },
  )
  return row ?? { person: 0, organisation: 0 }
}

export const addSchedule = (q: Query, tenant_id: number, schedule: Omit<Schedule, 'state' | 'next_at'> & { next_at: Date; created_at: Date }) =>
  q.query(
    `insert into report_schedules (tenant_id, id, user_id, organisation_id, list, title, format, asked, rhythm, weekday,
                                   hour, recipients, state, next_at, created_at)
     values (:tenant_id, :id, :user_id, :organisation_id, :list, :title, :format, :asked, :rhythm, :weekday, :hour,
             :recipients, 'active', :next_at, :created_at)`,
    { tenant_id, ...schedule, asked: JSON.stringify(schedule.asked) },
  )

export const setState = (q: Query, tenant_id: number, id: string, state: Schedule['state'], next_at: Date | null = null) =>
  q.query(
    `update report_schedules set state = :state, next_at = coalesce(:next_at, next_at)
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, state, next_at },
  )

export const removeSchedule = (q: Query, tenant_id: number, id: string) =>
  q.query('delete from report_schedules where tenant_id = :tenant_id and id = :id', { tenant_id, id })

/**
 * The user's own active schedule with exactly these settings, whatever the order of its recipients. A second one would only send every report twice, so a
 * request repeated after a lost answer finds the first one.
 */
export const sameSchedule = (q: Query, tenant_id: number, schedule: Omit<Schedule, 'id' | 'organisation_id' | 'state' | 'next_at'>) =>
  q.query<{ id: string }>(
    `select id from report_schedules
      where tenant_id = :tenant_id and user_id = :user_id and state = 'active' and list = :list and title = :title
        and format = :format and asked = :asked::jsonb and rhythm = :rhythm and weekday = :weekday and hour = :hour
        and recipients @> :recipients::uuid[] and recipients <@ :recipients::uuid[]
      order by id limit 1`,
    { tenant_id, ...schedule, asked: JSON.stringify(schedule.asked) },
  )

/** Sets when the report is due next. Changes nothing if another server has already done so for the same due time. */
export const advance = (q: Query, tenant_id: number, id: string, due_at: Date, next_at: Date) =>
  q.query(
    `update report_schedules set next_at = :next_at
      where tenant_id = :tenant_id and id = :id and next_at = :due_at`,
    { tenant_id, id, due_at, next_at },
  )

/** Records when a mail of the report was last written, in the transaction that writes it. */
export const setSent = (q: Query, tenant_id: number, id: string, now: Date) =>
  q.query(
    `update report_schedules set sent_at = greatest(sent_at, :now)
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, now },
  )

/** Whether the database was restored after this time. If so, the report may have been sent after the backup that was restored. */
export const isRestoredSince = async (q: Query, tenant_id: number, due_at: Date): Promise<boolean> =>
  (await q.query('select from restores where tenant_id = :tenant_id and held_at >= :due_at limit 1', { tenant_id, due_at })).length > 0

/** Records whether the report was sent to a recipient; returns no row if this was already recorded for the same due time. */
export const addDelivery = (q: Query, tenant_id: number, schedule_id: string, due_at: Date, user_id: string, outcome: Outcome, now: Date) =>
  q.query<{ user_id: string }>(
    `insert into report_deliveries (tenant_id, schedule_id, due_at, user_id, outcome, created_at)
     values (:tenant_id, :schedule_id, :due_at, :user_id, :outcome, :now) on conflict do nothing returning user_id`,
    { tenant_id, schedule_id, due_at, user_id, outcome, now },
  )

export const deliveredTo = async (q: Query, tenant_id: number, schedule_id: string, due_at: Date): Promise<Set<string>> =>
  new Set(
    (
      await q.query<{ user_id: string }>(
        `select user_id from report_deliveries
          where tenant_id = :tenant_id and schedule_id = :schedule_id and due_at = :due_at`,
        { tenant_id, schedule_id, due_at },
      )
    ).map(({ user_id }) => user_id),
  )

export const forgetDeliveries = (q: Query, tenant_id: number, now: Date) =>
  q.query(
    `delete from report_deliveries
      where tenant_id = :tenant_id and created_at < :now::timestamptz - interval '400 days'`,
    { tenant_id, now },
  )

export type Person = SessionRow & { email: string; email_proven: string }

/** A user with everything that decides the user's rights, in the form in which it is read for a session; returns no row for a user who may not sign in. */
export const personOf = (q: Query, tenant_id: number, user_id: string, organisation_id: string) =>
  q.query<Person>(
    `select u.id as user_id, u.username, u.full_name, u.internal_role, u.is_web_support, u.flags as user_flags,
            u.language, u.is_active as user_active, u.must_change_password, u.email, u.email_proven, false as is_key,
            false as is_training, false as by_code, 0 as lock_minutes, '' as session_id, ${ORGANISATION}
       from users u
       join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
       left join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
      where u.tenant_id = :tenant_id and u.id = :user_id and u.organisation_id = :organisation_id and u.is_active
        and not u.must_change_password
        and not exists (select from organisations a
                         where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)`,
    { tenant_id, user_id, organisation_id },
  )

/** The active users of the organisation who have proven their mail address, the asker first; at most 200. */
export const recipientsIn = (q: Query, { home_tenant_id, home_organisation_id, user_id }: SignedIn) =>
  q.query<{ user_id: string; full_name: string; email: string; is_self: boolean }>(
    `select u.id as user_id, coalesce(nullif(u.full_name, ''), u.username) as full_name, u.email,
            u.id = :user_id as is_self
       from users u
      where u.tenant_id = :tenant_id and u.organisation_id = :organisation_id and u.is_active
        and u.email <> '' and u.email_proven = u.email
      order by u.id <> :user_id, full_name, u.id limit 200`,
    { tenant_id: home_tenant_id, organisation_id: home_organisation_id, user_id },
  )

type Row = OutputOf<typeof reportSchedules>['content'][number]

const LIST = {
  from: `report_schedules s join users u on u.tenant_id = :tenant_id and u.id = s.user_id`,
  where: 's.tenant_id = :tenant_id and s.organisation_id = :organisation_id and (s.user_id = :user_id or :is_manager)',
}

export async function schedulePage(q: Query, actor: SignedIn, page: { page: number; limit: number }) {
  const { home_tenant_id: tenant_id, home_organisation_id: organisation_id, user_id, is_manager } = actor
  const values = { tenant_id, organisation_id, user_id, is_manager }
  const select = `
    s.id as schedule_id, s.title, s.list, s.format, s.rhythm, s.weekday, s.hour, s.state,
    coalesce(nullif(u.full_name, ''), u.username) as owner, s.user_id = :user_id as is_own,
    case when s.state = 'active' then s.next_at end as next_at, s.sent_at,
    array(select coalesce(nullif(r.full_name, ''), r.username) from users r
           where r.tenant_id = :tenant_id and r.id = any (s.recipients) order by 1) as recipients,
    array(select distinct d.outcome from report_deliveries d
           where d.tenant_id = :tenant_id and d.schedule_id = s.id
             and d.due_at = (select max(l.due_at) from report_deliveries l
                              where l.tenant_id = :tenant_id and l.schedule_id = s.id)) as outcomes`
  const rows = await q.query<Row>(pageOf({ ...LIST, select, order: 's.id desc' }, values, page))
  return { rows, total: await countOf(q, LIST, values) }
}
