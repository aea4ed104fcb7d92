// Queries of one customer in full: its row with its wallet and first manager, and its sales.
import type * as z from 'zod/mini'
import type { CustomerDetails } from '../../../../contract/customers/customers.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import { SOLD } from '../../../figures/price-chain.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { ACCOUNT_ROLE, IS_MANAGER } from '../../../kit/actor.ts'
import { dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { SELLS_NOTHING } from './customers.sql.ts'

type Details = z.output<typeof CustomerDetails>
type Dated = 'last_login_at' | 'stopped_at'
export type DetailsRow = Omit<Details, Dated | 'lasts_until' | 'sales_by_day' | 'timeline' | 'may_credit' | 'flags_giveable'> & {
  [K in Dated]: Instant | null
} & { path: string[]; parent_kind: string; parent_flags: string[]; shop_timings: ShopTimings | null; created_at: Instant }

/** Reads a customer in full; returns no row if it is not below the actor. */
export const customer = (q: Query, actor: SignedIn, customer_id: string) =>
  q.query<DetailsRow>(
    `select o.id as customer_id, o.parent_id, parent.name as parent_name,
            ${ACCOUNT_ROLE} as account_role,
            o.name, o.address, o.house_no, o.postal, o.city, o.country, o.email, o.mobile, o.alternative_mobiles,
            o.organisation_type, o.shop_type, o.ustidnr, o.stnr, o.customer_number,
            o.sub_domain, o.sms_sender_id, o.template, o.default_language, o.flags, o.mask_seller_discount,
            o.show_print_popup, o.merge_receipts, o.pin_download,
            o.enable_web_view, coalesce(u.otp_required, false) as enable_otp, o.terminal_limit, o.devices_only,
            o.plan_id,
            (select p.name from plans p where p.tenant_id = :tenant_id and p.id = o.plan_id) as plan_name,
            ${SELLS_NOTHING} as sells_nothing, coalesce(u.username, '') as username,
            coalesce(u.full_name, '') as full_name, coalesce(u.otp_type, 'none') as otp_type, u.last_login_at,
            coalesce(u.password_hash = '', false) as is_registering,
            o.is_active, o.stopped_at, o.stopped_by, o.stopped_reason, o.remarks, o.version, o.path, o.shop_timings,
            o.created_at,
            parent.kind as parent_kind, parent.flags as parent_flags,
            jsonb_build_object('is_enabled', o.api_enabled, 'key_last4', o.api_key_last4, 'addresses', o.api_addresses,
                               'scopes', o.api_scopes,
                               'calls_per_minute', o.api_calls_per_minute, 'amount_per_day',
                               o.api_amount_per_day, 'is_held', o.api_held_at is not null) as api,
            jsonb_build_object('balance', w.balance, 'credit_limit', w.credit_limit, 'held', w.held, 'available',
                               w.balance + w.credit_limit - w.held) as wallet,
            (select jsonb_build_object('balance_trigger', r.balance_trigger, 'balance_topup', r.balance_topup,
                                       'daily_limit', r.daily_limit, 'is_enabled', r.is_enabled)
               from auto_credit_rules r where r.tenant_id = :tenant_id and r.wallet_id = o.id) as auto_credit
       from organisations o
       join organisations parent on parent.tenant_id = :tenant_id and parent.id = o.parent_id
       join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
       left join lateral (select * from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
                           order by u.id limit 1) u on true
      where o.tenant_id = :tenant_id and o.id = :customer_id and :organisation_id = any (o.path)
        and o.id <> :organisation_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, customer_id },
  )

const SALES = `
    from sales s
   where s.tenant_id = :tenant_id
     and s.seller_id in (select b.id from organisations b
                          where b.tenant_id = :tenant_id and :customer_id = any (b.path)) and s.status = 'successful'`

/** What the customer and everybody below it bought on each of the last 30 Berlin days, at the actor's own selling prices, the oldest day first. */
export const salesByDay = async (q: Query, actor: SignedIn, customer_id: string, today: string) =>
  (
    await q.query<{ amount: number }>(
      `select coalesce(sum(x.amount), 0)::bigint as amount
         from generate_series(0, 29) as back(n)
         left join (select (:today::date - (s.created_at at time zone 'Europe/Berlin')::date) as n,
                           ${SOLD(':organisation_id')} as amount ${SALES}
                       and s.id >= ${firstIdAt(dayStart(`(:today::date - 29)`))}) x on x.n = back.n
        group by back.n order by back.n desc`,
      { tenant_id: actor.tenant_id, customer_id, today, organisation_id: actor.organisation_id },
    )
  ).map((row) => row.amount)
