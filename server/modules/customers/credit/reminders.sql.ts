// Queries of reminders: the rules that are due, whom to write to, and what was sent.
import type { creditReminders, remindBy, reminderCauses } from '../../../../contract/customers/credit-reminders.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

export type ReminderRule = OutputOf<typeof creditReminders>['rule']

/** The values that a rule has before the reseller sets it: nobody is reminded. */
export const NO_RULE: ReminderRule = { remind_when: 'off', available_below: 500_000, lasts_days: 2, hour: 8 }

export const ruleOf = async (q: Query, { tenant_id, organisation_id }: Pick<SignedIn, 'tenant_id' | 'organisation_id'>): Promise<ReminderRule> =>
  (
    await q.query<ReminderRule>(
      `select remind_when, available_below, lasts_days, hour from credit_reminder_rules
        where tenant_id = :tenant_id and organisation_id = :organisation_id`,
      { tenant_id, organisation_id },
    )
  )[0] ?? NO_RULE

/** Stores the rule. `done_on`: the last day on which the rule counts as applied; today if the rule's hour is over, so that the rule begins tomorrow. */
export const setRule = (q: Query, { tenant_id, organisation_id }: SignedIn, rule: ReminderRule, done_on: string) =>
  q.query(
    `insert into credit_reminder_rules
       (tenant_id, organisation_id, remind_when, available_below, lasts_days, hour, done_on)
     values (:tenant_id, :organisation_id, :remind_when, :available_below, :lasts_days, :hour, :done_on)
     on conflict (tenant_id, organisation_id)
     do update set remind_when = :remind_when, available_below = :available_below, lasts_days = :lasts_days,
                   hour = :hour, done_on = :done_on`,
    { tenant_id, organisation_id, ...rule, done_on },
  )

/**
 * Rules whose hour has come and that were not applied today; those of suspended organisations are left out. On a day on
 * which the database was restored after that hour, no rule is due, because its reminder may have been sent between the
 * backup and the restore.
 */
export const rulesDue = (q: Query, tenant_id: number, today: string, hour: number) =>
  q.query<ReminderRule & { organisation_id: string; kind: SignedIn['kind'] }>(
    `select r.organisation_id, o.kind, r.remind_when, r.available_below, r.lasts_days, r.hour
       from credit_reminder_rules r
       join organisations o on o.tenant_id = :tenant_id and o.id = r.organisation_id
      where r.tenant_id = :tenant_id and r.remind_when <> 'off' and r.hour <= :hour and r.done_on < :today::date
        and not exists (select from organisations a
                         where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)
        and not exists (select from restores s
                         where s.tenant_id = :tenant_id and s.held_at >=
                               (:today::date + make_interval(hours => r.hour)) at time zone 'Europe/Berlin')
      order by r.organisation_id`,
    { tenant_id, today, hour },
  )

export const setDone = (q: Query, tenant_id: number, organisation_id: string, today: string) =>
  q.query(
    `update credit_reminder_rules set done_on = :today::date
      where tenant_id = :tenant_id and organisation_id = :organisation_id and done_on < :today::date`,
    { tenant_id, organisation_id, today },
  )

export type Reached = {
  customer_id: string
  email: string
  mobile: string
  language: Language
  remind_by: (typeof remindBy)[number]
}

/**
 * How these customers of the organisation are reached: the mail address and the mobile number are the customer's own, or if it has none, those of its first
 * manager. Suspended customers are left out.
 */
export const reached = (q: Query, tenant_id: number, parent_id: string, customer_ids: readonly string[]) =>
  q.query<Reached>(
    `select o.id as customer_id, coalesce(nullif(o.email, ''), u.email, '') as email,
            coalesce(nullif(o.mobile, ''), u.mobile, '') as mobile,
            coalesce(u.language, o.default_language) as language,
            coalesce(c.remind_by, 'email') as remind_by
       from organisations o
       left join credit_reminder_choices c on c.tenant_id = :tenant_id and c.organisation_id = o.id
       left join lateral (select u.email, u.mobile, u.language from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = o.id and u.internal_role = 0
                             and u.is_active
                           order by u.id limit 1) u on true
      where o.tenant_id = :tenant_id and o.parent_id = :parent_id and o.is_active
        and o.id = any (:customer_ids::uuid[])
      order by o.id`,
    { tenant_id, parent_id, customer_ids },
  )

type NewReminder = {
  tenant_id: number
  wallet_id: string
  parent_id: string
  day: string
  cause: (typeof reminderCauses)[number]
  available: Money
  days_left: number | null
  message_id: string
  created_by: string | null
  created_at: Date
}

/**
 * Adds a reminder. Returns no row if the customer was already reminded today. A reminder by the rule also returns no
 * row if the customer was reminded since credit was last booked.
 */
export const addReminder = (q: Query, reminder: NewReminder) =>
  q.query<{ wallet_id: string }>(
    `insert into credit_reminders (tenant_id, wallet_id, day, parent_id, cause, available, days_left, message_id,
                                   created_by, created_at)
     select :tenant_id, :wallet_id, :day, :parent_id, :cause, :available, :days_left, :message_id, :created_by,
            :created_at
      where :cause = 'hand'
         or not exists (select from credit_reminders r
                         where r.tenant_id = :tenant_id and r.wallet_id = :wallet_id
                           and r.created_at >= coalesce((
                                 select max(t.created_at) from transfers t
                                  where t.tenant_id = :tenant_id and t.wallet_id = :wallet_id
                                    and t.kind in ('top_up', 'auto_credit')), '-infinity'))
     on conflict do nothing returning wallet_id`,
    reminder,
  )

const KEPT = `interval '400 days'`
export const forgetReminders = (q: Query, tenant_id: number, now: Date) =>
  q.query(`delete from credit_reminders where tenant_id = :tenant_id and created_at < :now::timestamptz - ${KEPT}`, { tenant_id, now })

type Input = InputOf<typeof creditReminders>
type Row = OutputOf<typeof creditReminders>['content'][number]

const LIST = {
  from: `credit_reminders r
    join organisations o on o.tenant_id = :tenant_id and o.id = r.wallet_id
    left join messages m on m.tenant_id = :tenant_id and m.id = r.message_id`,
  where: `r.tenant_id = :tenant_id and r.parent_id = :organisation_id and (:cause::text is null or r.cause = :cause)
    and (:search::text is null or strpos(o.full_search, :search) > 0)`,
}

export async function reminderPage(q: Query, { tenant_id, organisation_id }: SignedIn, { filters, search_text, page, limit }: Input) {
  const values = { tenant_id, organisation_id, cause: filters.cause ?? null, search: searchFor(search_text) }
  const select = `
    r.message_id as reminder_id, r.wallet_id as customer_id, o.name as customer_name, r.created_at, r.cause,
    r.available, r.days_left, coalesce(m.channel, 'email') as channel, coalesce(m.state, 'sent') as message_state`
  const rows = await q.query<Row>(pageOf({ ...LIST, select, order: 'r.created_at desc, r.wallet_id' }, values, { page, limit }))
  return { rows, total: await countOf(q, LIST, values) }
}

/** How the actor's own organisation is reached, and by which channel, if any, it chose to be reminded. */
export const ownChoice = (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  q.query<Pick<Reached, 'remind_by' | 'email' | 'mobile'> & { last_on: string | null }>(
    `select coalesce(c.remind_by, 'email') as remind_by, coalesce(nullif(o.email, ''), u.email, '') as email,
            coalesce(nullif(o.mobile, ''), u.mobile, '') as mobile,
            (select to_char(max(r.day), 'YYYY-MM-DD') from credit_reminders r
              where r.tenant_id = :tenant_id and r.wallet_id = :organisation_id) as last_on
       from organisations o
       left join credit_reminder_choices c on c.tenant_id = :tenant_id and c.organisation_id = o.id
       left join lateral (select u.email, u.mobile from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = o.id and u.internal_role = 0
                             and u.is_active
                           order by u.id limit 1) u on true
      where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id, organisation_id },
  )

export const setOwnChoice = (q: Query, { tenant_id, organisation_id }: SignedIn, remind_by: Reached['remind_by']) =>
  q.query(
    `insert into credit_reminder_choices (tenant_id, organisation_id, remind_by)
     values (:tenant_id, :organisation_id, :remind_by)
     on conflict (tenant_id, organisation_id) do update set remind_by = :remind_by`,
    { tenant_id, organisation_id, remind_by },
  )
