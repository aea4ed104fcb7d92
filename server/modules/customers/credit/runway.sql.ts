// Queries of a wallet's spending by hour of the week.
import type { Money } from '../../../../contract/kit/money.ts'
import type { Query } from '../../../postgres/db.ts'

/** The most transfers of a wallet that are read, beginning with the newest. */
export const SPENT_ROWS_MAX = 50_000

/**
 * What was spent since a time, by Berlin weekday and hour, from the wallet's own transfers; those of a reseller include its shops' sales. Transfers have no
 * index by time, but their numbers have no gaps, so a binary search finds the first one. The search starts an hour earlier, because the order of numbers
 * differs from that of time by less than an hour (decision 0035).
 */
export const spentByHour = (q: Query, tenant_id: number, organisation_id: string, since: Date) =>
  q.query<{ weekday: number; hour: number; amount: Money; sales: number }>(
    `with recursive search as (
       select greatest(w.transfers - ${SPENT_ROWS_MAX}, 0) as low, w.transfers + 1 as high,
              (greatest(w.transfers - ${SPENT_ROWS_MAX}, 0) + w.transfers + 1) / 2 as middle
         from wallets w where w.tenant_id = :tenant_id and w.organisation_id = :organisation_id
       union all
       select x.low, x.high, (x.low + x.high) / 2
         from search s
         join transfers t on t.tenant_id = :tenant_id and t.wallet_id = :organisation_id and t.seq = s.middle
        cross join lateral (
          select t.created_at < :since::timestamptz - interval '1 hour' as is_before) y
        cross join lateral (
          select case when y.is_before then t.seq else s.low end as low,
                 case when y.is_before then s.high else t.seq end as high) x
        where s.high - s.low > 1)
     select extract(isodow from t.created_at at time zone 'Europe/Berlin')::int as weekday,
            extract(hour from t.created_at at time zone 'Europe/Berlin')::int as hour, sum(t.amount)::bigint as amount,
            count(*)::int as sales
       from transfers t
      where t.tenant_id = :tenant_id and t.wallet_id = :organisation_id and t.seq > (select max(s.low) from search s)
        and t.kind = 'sale' and t.payer_id = :organisation_id and t.created_at >= :since group by 1, 2`,
    { tenant_id, organisation_id, since },
  )
