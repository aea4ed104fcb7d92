// The tally of bookings: sums by parent organisation and Berlin day, and sums by wallet. A change of a credit limit counts as a booking too.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Tally } from '../../../figures/tallies.ts'
import type { Query } from '../../../postgres/db.ts'

/** SQL: the bookings between the times `from` and `to`. */
const ENTRIES = `
  with entries as (
    select t.wallet_id, case when t.kind in ('top_up', 'auto_credit') then t.kind else 'correction' end as kind,
           t.payment_mode,
           case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.created_at
      from transfers t
     where t.tenant_id = :tenant_id and t.kind <> 'sale' and t.created_at >= :from and t.created_at < :to
    union all
    select c.wallet_id, 'credit_limit', '', c.limit_after - c.limit_before, c.created_at
      from credit_limit_changes c where c.tenant_id = :tenant_id and c.created_at >= :from and c.created_at < :to)`

const BY_DAY = `${ENTRIES}
  insert into booked_days (tenant_id, parent_id, day, kind, payment_mode, bookings, amount)
  select :tenant_id, w.parent_id, (e.created_at at time zone 'Europe/Berlin')::date, e.kind, e.payment_mode, count(*),
         sum(e.amount)
    from entries e join wallets w on w.tenant_id = :tenant_id and w.organisation_id = e.wallet_id group by 2, 3, 4, 5
  on conflict (tenant_id, parent_id, day, kind, payment_mode)
  do update set bookings = booked_days.bookings + excluded.bookings, amount = booked_days.amount + excluded.amount`

const BY_WALLET = `${ENTRIES}
  insert into booked_wallets (tenant_id, wallet_id, kind, payment_mode, bookings, amount)
  select :tenant_id, e.wallet_id, e.kind, e.payment_mode, count(*), sum(e.amount) from entries e group by 2, 3, 4
  on conflict (tenant_id, wallet_id, kind, payment_mode)
  do update set bookings = booked_wallets.bookings + excluded.bookings,
      amount = booked_wallets.amount + excluded.amount`

const NEXT = `
  select least((select t.created_at from transfers t
                 where t.tenant_id = :tenant_id and t.kind <> 'sale' and t.created_at >= :since
                 order by t.created_at limit 1),
               (select c.created_at from credit_limit_changes c
                 where c.tenant_id = :tenant_id and c.created_at >= :since order by c.created_at limit 1)) as next`

export const booked: Tally = {
  name: 'booked',
  next: async (q: Query, tenant_id, since) => {
    const [first] = await q.query<{ next: Instant | null }>(NEXT, { tenant_id, since })
    return first?.next ? new Date(first.next) : undefined
  },
  add: async (q: Query, tenant_id, from, to) => {
    for (const text of [BY_DAY, BY_WALLET]) await q.query(text, { tenant_id, from, to })
  },
}
