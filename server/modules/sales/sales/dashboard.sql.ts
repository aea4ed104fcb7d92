// Queries of the dashboard: today compared with yesterday, and which stock and which balances are low.
import type { Money } from '../../../../contract/kit/money.ts'
import { figuresUntil, hasHours, UNTIL_MINUTE } from '../../../figures/by-hour.ts'
import { BOUGHT, SOLD } from '../../../figures/price-chain.ts'
import { HOUR } from '../../../figures/sale-lines.ts'
import type { Figures } from '../../../figures/sales-figures.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay, dayBefore, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

const midnight = (days: number) =>
  `(((date_trunc('day', :now::timestamptz at time zone 'Europe/Berlin'))
       - interval '${days} day') at time zone 'Europe/Berlin')`

export type HourRow = {
  is_today: boolean
  hour: number
  count: number
  quantity: number
  face_total: Money
  sold_total: Money
  bought_total: Money
  until_now: boolean
}

/**
 * Sales by hour, of today and yesterday. `until_now`: whether the row's sales were made before the present time of day. Yesterday's hour that contains this
 * time has two rows, one for the sales before it and one for the later sales, so that yesterday can be compared up to the same time.
 */
export const salesByHour = (q: Query, actor: SignedIn, now: Date): Promise<HourRow[]> => (hasHours(actor) ? ofHours(q, actor, now) : ofLines(q, actor, now))

type OfHour = Figures & Pick<HourRow, 'hour' | 'until_now'> & { day: string }
const DAY = `(s.created_at at time zone 'Europe/Berlin')::date`

async function ofHours(q: Query, actor: SignedIn, now: Date): Promise<HourRow[]> {
  const today = berlinDay(now)
  const days = [dayBefore(today), today]
  const { text, values } = await figuresUntil(q, { day: DAY, hour: HOUR, until_now: UNTIL_MINUTE }, actor, { days, minute: now })
  const rows = await q.query<OfHour>(`select f.* from (${text}) f order by f.day, f.hour`, values)
  return rows.map(({ day, lines, hour, until_now, quantity, face_total, sold_total, bought_total }) => ({
    is_today: day === today,
    hour,
    until_now,
    count: lines,
    ...{ quantity, face_total, sold_total, bought_total },
  }))
}

const ofLines = (q: Query, actor: SignedIn, now: Date) =>
  q.query<HourRow>(
    `select x.is_today, x.hour, x.until_now, count(*) filter (where x.sign > 0)::int as count,
            sum(x.sign * x.quantity)::int as quantity,
            sum(x.sign * x.face)::bigint as face_total,
            sum(x.sign * x.sold)::bigint as sold_total, sum(x.sign * x.bought)::bigint as bought_total
       from (select s.created_at >= ${midnight(0)} as is_today,
                    extract(hour from s.created_at at time zone 'Europe/Berlin')::int as hour, s.sign, s.quantity,
                    s.value * s.quantity as face,
                    ${SOLD(':organisation_id')} as sold, ${BOUGHT(':organisation_id')} as bought,
                    (s.created_at at time zone 'Europe/Berlin')::time <=
                      (:now::timestamptz at time zone 'Europe/Berlin')::time as until_now
               from organisations o
               join facts s on s.seller_id = o.id and s.id >= ${firstIdAt(midnight(1))} and s.created_at <= :now
              where o.tenant_id = :tenant_id and s.tenant_id = :tenant_id and o.id = :organisation_id) x
      group by 1, 2, 3 order by 1, 2`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, now },
  )

/** For how many average sales the available amount is enough. The average is that of the last two weeks. */
export const salesLeft = (q: Query, actor: SignedIn, now: Date, available: Money) =>
  q.query<{ sales_left: number | null }>(
    `select case
                 when sum(s.amount_total) > 0
                   then floor(:available::bigint / (sum(s.amount_total) / count(*)))::int end as sales_left
       from sales s
      where s.tenant_id = :tenant_id and s.seller_id = :organisation_id and s.id >= ${firstIdAt(midnight(14))}
        and s.created_at <= :now`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, now, available: Math.max(available, 0) },
  )

/** The five active direct customers with the smallest available amounts. */
export const lowCustomers = (q: Query, actor: SignedIn) =>
  q.query<{ customer_id: string; name: string; available: Money }>(
    `select o.id as customer_id, o.name, w.balance + w.credit_limit - w.held as available
       from organisations o join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
      where o.tenant_id = :tenant_id and o.parent_id = :organisation_id and o.is_active order by available limit 5`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id },
  )
