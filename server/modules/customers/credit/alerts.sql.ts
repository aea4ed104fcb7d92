// Queries of wallets whose money runs low. There are three levels: the available amount has fallen to a quarter, to a tenth or to nothing of what was
// available after credit was last booked. Each level of a wallet is reported at most once on a Berlin day.
import type { Money } from '../../../../contract/kit/money.ts'
import type { Query } from '../../../postgres/db.ts'

export type Low = { customer_id: string; parent_id: string; name: string; available: Money; level: number }

/** Active wallets that reached a level not reported today. If a wallet passed several levels in one step, only the lowest is reported. */
export const newlyLow = (q: Query, tenant_id: number, today: string) =>
  q.query<Low>(
    `with low as (
       select w.organisation_id, w.parent_id, w.balance + w.credit_limit - w.held as available,
              case when w.balance + w.credit_limit - w.held <= 0 then 0
                   when (w.balance + w.credit_limit - w.held) * 10 <= w.alert_base then 10 else 25 end as level
         from wallets w
        where w.tenant_id = :tenant_id and w.is_active and w.alert_base > 0
          and (w.balance + w.credit_limit - w.held) * 4 <= w.alert_base),
     told as (
       insert into credit_alerts (tenant_id, wallet_id, day, level)
       select :tenant_id, l.organisation_id, :today::date, l.level from low l
       on conflict do nothing returning wallet_id)
     select l.organisation_id as customer_id, l.parent_id, o.name, l.available, l.level
       from told t join low l on l.organisation_id = t.wallet_id
       join organisations o on o.tenant_id = :tenant_id and o.id = t.wallet_id order by o.id`,
    { tenant_id, today },
  )

export const forgetAlerts = (q: Query, tenant_id: number, today: string) =>
  q.query('delete from credit_alerts where tenant_id = :tenant_id and day < :today::date', { tenant_id, today })
