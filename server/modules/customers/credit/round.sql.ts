// Queries of credit rounds: balance, spending and usual top-up of direct customers, and whether a customer was credited after a round's proposals were made.
import type { rhythms } from '../../../../contract/customers/credit-round.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SalesQuestion } from '../../../figures/question.ts'
import { figuresBy } from '../../../figures/sales-figures.ts'
import { IS_MANAGER, type SignedIn } from '../../../kit/actor.ts'
import { planAnew, type Query } from '../../../postgres/db.ts'

/**
 * When a customer's credit is booked. Monday is weekday 1. For rounds every second week, the weeks are counted from `starts_on`; a monthly round is on the
 * first such weekday of the month.
 */
export type RoundDay = { weekday: number; rhythm: (typeof rhythms)[number]; starts_on: string }

export type Purse = {
  customer_id: string
  name: string
  username: string
  available: Money
  /** How much the customer spent in the whole period of the query. */
  spent: Money
  usual: Money | null
  is_automatic: boolean
  /** The weekday on which the customer's credit is booked; null if no day is set. */
  weekday: number | null
  rhythm: RoundDay['rhythm'] | null
  starts_on: string | null
  total: number
}
/** Which customers a round is for. `due_on`: only customers whose round is on that day. Filters that are left out select all. */
type RoundAsked = {
  date_from: string
  date_to: string
  most: number | null
  weekday?: number
  available_below?: Money
  due_on?: string
  customer_ids?: readonly string[]
}

/** SQL: whether `:due_on` is one of the days of the customer's rounds `d`; the same rule as isRoundDay (round.ts). */
const IS_DUE = `
  extract(isodow from :due_on::date) = d.weekday
  and case d.rhythm when 'weekly' then true
                    when 'fortnightly' then (:due_on::date - d.starts_on) % 14 = 0
                    else extract(day from :due_on::date) <= 7 end`

/**
 * Active direct customers; those whose money will run out first come first. Spending is counted as in reports by customer. Amounts requested from a second
 * person count as booked, so that the next round does not propose them again.
 */
export async function purses(
  q: Query,
  asker: SalesQuestion['asker'],
  { most, date_from, date_to, weekday, available_below, due_on, customer_ids }: RoundAsked,
) {
  const { tenant_id, organisation_id } = asker
  // planAnew makes PostgreSQL plan the statement for its actual values. A plan for any values compares each of 10,000 customers with each row of what they
  // spent, which takes 11 s instead of 0.4 s.
  await planAnew(q)
  const spent = await figuresBy(q, ['customer'], { asker, date_from, date_to })
  return q.query<Purse>(
    `with spent as (select f.customer_id, f.sold_total::bigint as amount from (${spent.text}) f),
     waiting as (
       select r.wallet_id, sum(r.amount)::bigint as amount from credit_requests r
        where r.tenant_id = :tenant_id and r.type = 'top_up' and r.state = 'waiting' group by 1),
     purses as (
       select o.id as customer_id, o.name,
              w.balance + w.credit_limit - w.held + coalesce(a.amount, 0) as available,
              greatest(coalesce(s.amount, 0), 0) as spent, r.wallet_id is not null as is_automatic,
              d.weekday, d.rhythm, to_char(d.starts_on, 'YYYY-MM-DD') as starts_on, (count(*) over ())::int as total
         from organisations o
         join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
         left join spent s on s.customer_id = o.id
         left join waiting a on a.wallet_id = o.id
         left join auto_credit_rules r on r.tenant_id = :tenant_id and r.wallet_id = o.id and r.is_enabled
         left join credit_round_days d on d.tenant_id = :tenant_id and d.organisation_id = o.id
        where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.is_active
          and (:weekday::int is null or d.weekday = :weekday)
          and (:due_on::date is null or ${IS_DUE})
          and (:available_below::bigint is null
               or w.balance + w.credit_limit - w.held + coalesce(a.amount, 0) < :available_below)
          and (:customer_ids::uuid[] is null or o.id = any (:customer_ids))
        order by (w.balance + w.credit_limit - w.held + coalesce(a.amount, 0))::numeric
                 / nullif(greatest(coalesce(s.amount, 0), 0), 0) nulls last, o.name, o.id
        limit :most)
     select p.*, coalesce(u.username, '') as username, h.usual
       from purses p
       left join lateral (select u.username from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = p.customer_id and ${IS_MANAGER}
                           order by u.id limit 1) u on true
      cross join lateral (
        select percentile_disc(0.5) within group (order by x.amount) as usual
          from (select t.amount from transfers t
                 where t.tenant_id = :tenant_id and t.wallet_id = p.customer_id and t.kind = 'top_up'
                 order by t.created_at desc limit 8) x) h`,
    {
      ...{ ...spent.values, tenant_id, organisation_id, most, weekday: weekday ?? null, available_below: available_below ?? null, due_on: due_on ?? null },
      customer_ids: customer_ids ?? null,
    },
  )
}

/** Sets the day of the rounds of direct customers, or removes it; returns the customers that were changed. */
export const setRoundDays = (q: Query, { tenant_id, organisation_id }: SignedIn, customer_ids: readonly string[], day: RoundDay | null) =>
  q.query<{ customer_id: string; name: string }>(
    day
      ? `with own as (
           select o.id, o.name from organisations o
            where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.id = any (:customer_ids::uuid[])),
         days as (
           insert into credit_round_days (tenant_id, organisation_id, weekday, rhythm, starts_on)
           select :tenant_id, own.id, :weekday, :rhythm, :starts_on from own
           on conflict (tenant_id, organisation_id)
           do update set weekday = excluded.weekday, rhythm = excluded.rhythm, starts_on = excluded.starts_on)
         select own.id as customer_id, own.name from own order by own.id`
      : `with own as (
           select o.id, o.name from organisations o
            where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.id = any (:customer_ids::uuid[])),
         days as (
           delete from credit_round_days d using own where d.tenant_id = :tenant_id and d.organisation_id = own.id)
         select own.id as customer_id, own.name from own order by own.id`,
    { tenant_id, organisation_id, customer_ids, ...day },
  )

/**
 * A booking up to this much older than the proposals still counts as newer than the proposals, because it may have been under way when the proposals were made,
 * and because the clocks of servers differ.
 */
const ON_ITS_WAY = `interval '5 seconds'`

/**
 * Whether the wallet was credited after `since`, or another request for a top-up, made after `since`, is waiting. False if something was already booked under
 * `key`: then this row is a repetition.
 */
export const creditedSince = async (q: Query, tenant_id: number, customer_id: string, key: string, since: Date) =>
  (
    await q.query(
      `select where not is_key_used(:tenant_id, :key)
          and (exists (select from transfers t
                        where t.tenant_id = :tenant_id and t.wallet_id = :customer_id
                          and t.kind in ('top_up', 'auto_credit')
                          and t.created_at > :since::timestamptz - ${ON_ITS_WAY})
            or exists (select from credit_requests r
                        where r.tenant_id = :tenant_id and r.wallet_id = :customer_id and r.type = 'top_up'
                          and r.state = 'waiting' and r.id <> :key
                          and r.asked_at > :since::timestamptz - ${ON_ITS_WAY}))`,
      { tenant_id, customer_id, key, since },
    )
  ).length > 0
