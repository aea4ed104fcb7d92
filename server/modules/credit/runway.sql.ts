// What a wallet spent, by hour of the week.
import type { Money } from '../../../contract/kit/money.ts'
import type { Query } from '../../postgres/db.ts'

/** At most this many of a wallet's newest transfers are read. */
export const SPENT_ROWS_MAX = 50_000

/** By Berlin weekday and hour since an instant, from the wallet's own transfers; for a reseller these include the sales of its shops. */
export const spentByHour = (q: Query, tenant_id: number, organisation_id: string, since: Date) =>
  q.query<{ weekday: number; hour: number; amount: Money; sales: number }>(
    `select extract(isodow from t.created_at at time zone 'Europe/Berlin')::int as weekday,
            extract(hour from t.created_at at time zone 'Europe/Berlin')::int as hour, sum(t.amount)::bigint as amount,
            count(*)::int as sales
       from wallets w
       join transfers t on t.tenant_id = :tenant_id and t.wallet_id = w.organisation_id
        and t.seq > w.transfers - ${SPENT_ROWS_MAX}
      where w.tenant_id = :tenant_id and w.organisation_id = :organisation_id and t.kind = 'sale'
        and t.payer_id = w.organisation_id and t.created_at >= :since group by 1, 2`,
    { tenant_id, organisation_id, since },
  )
