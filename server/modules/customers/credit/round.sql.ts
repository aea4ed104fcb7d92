// Queries of credit rounds: balance, spending and usual top-up of direct customers, and whether a customer was credited after a round's proposals were made.
import type { Money } from '../../../../contract/kit/money.ts'
import { figuresBy } from '../../../figures/sales-figures.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type Purse = {
  customer_id: string
  name: string
  username: string
  available: Money
  /** How much the customer spent in the whole period. */
  spent: Money
  usual: Money | null
  is_automatic: boolean
  total: number
}
type RoundPeriod = { date_from: string; date_to: string; most: number }

/**
 * Active direct customers, those first whose money will run out first. Spending is counted as in reports by customer. Requests that wait for a second person
 * count as booked, so that the next round does not propose them again.
 */
export async function purses(q: Query, asker: SignedIn, { most, date_from, date_to }: RoundPeriod) {
  const { tenant_id, organisation_id } = asker
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
              (count(*) over ())::int as total
         from organisations o
         join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
         left join spent s on s.customer_id = o.id
         left join waiting a on a.wallet_id = o.id
         left join auto_credit_rules r on r.tenant_id = :tenant_id and r.wallet_id = o.id and r.is_enabled
        where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.is_active
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
    { ...spent.values, tenant_id, organisation_id, most },
  )
}

/**
 * A booking up to this much older than the proposals still counts as newer, because it may have been under way when they were made, and clocks of servers
 * differ.
 */
const ON_ITS_WAY = `interval '5 seconds'`

/** Whether the wallet was credited after `since`, or a credit was requested then, under another key than this one. */
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
