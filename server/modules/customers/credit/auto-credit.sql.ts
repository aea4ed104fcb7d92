// Queries of the rules of automatic credit: those for the actor's customers, and those that are due now. Only the money functions write rules.
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import type { Step } from './auto-credit.ts'
import { OWN_CUSTOMER, ownCustomers } from './history.sql.ts'

export type RuleRow = {
  customer_id: string
  customer_name: string
  balance: Money
  balance_trigger: Money
  balance_topup: Money
  daily_limit: Money
  is_enabled: boolean
  is_active: boolean
  booked_today: Money
}

const RULES = {
  from: `auto_credit_rules r
         join wallets w on w.tenant_id = :tenant_id and w.organisation_id = r.wallet_id
         join organisations o on o.tenant_id = :tenant_id and o.id = r.wallet_id`,
  where: `r.tenant_id = :tenant_id and ${OWN_CUSTOMER} and (:customer_id::uuid is null or r.wallet_id = :customer_id)
          and (:search::text is null or strpos(o.full_search, :search) > 0)`,
}

type AutoCreditFilters = { customer_id: string | null; search: string | null; page: number; limit: number; now: Date }

export const rules = (q: Query, actor: SignedIn, { customer_id, search, page, limit, now }: AutoCreditFilters) =>
  q.query<RuleRow>(
    pageOf(
      {
        select: `r.wallet_id as customer_id, o.name as customer_name, w.balance, r.balance_trigger, r.balance_topup,
                 r.daily_limit, r.is_enabled, w.is_active,
                 case when r.booked_on >= :today::date then r.booked else 0 end as booked_today`,
        ...RULES,
        order: `o.name_search, o.id`,
      },
      { ...ownCustomers(actor), customer_id, search, today: berlinDay(now) },
      { limit, page },
    ),
  )

export const rulesCount = (q: Query, actor: SignedIn, { customer_id, search }: AutoCreditFilters) =>
  countOf(q, RULES, { ...ownCustomers(actor), customer_id, search })

export type Customer = { name: string; balance: Money; parent_id: string }

/** Reads a direct customer of the actor, for the platform any customer; returns no row for any other organisation. */
export const ownCustomer = (q: Query, actor: SignedIn, customer_id: string) =>
  q.query<Customer>(
    `select o.name, w.balance, w.parent_id from wallets w
       join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id
      where ${OWN_CUSTOMER} and w.organisation_id = :customer_id`,
    { ...ownCustomers(actor), customer_id },
  )

/** The most transfers of a wallet that are read, beginning with the newest. */
const TRANSFERS_MAX = 20_000

/** How the balances of wallets changed since a time, hour by hour. `all`: the whole change; `amount`: the change without automatic credit. */
export const stepsOf = (q: Query, tenant_id: number, customer_ids: readonly string[], since: Date) =>
  q.query<Step & { customer_id: string; all: Money }>(
    `select t.wallet_id as customer_id, date_trunc('hour', t.created_at) as at,
            count(*) filter (where t.payer_id = t.wallet_id)::int as sales,
            coalesce(sum(case when t.payee_id = t.wallet_id then t.amount
                              else -t.amount end) filter (where t.kind <> 'auto_credit'), 0)::bigint as amount,
            sum(case when t.payee_id = t.wallet_id then t.amount else -t.amount end)::bigint as all
       from wallets w
       join transfers t on t.tenant_id = :tenant_id and t.wallet_id = w.organisation_id
        and t.seq > w.transfers - ${TRANSFERS_MAX}
      where w.tenant_id = :tenant_id and w.organisation_id = any (:customer_ids::uuid[]) and t.created_at >= :since
      group by t.wallet_id, date_trunc('hour', t.created_at) order by 2`,
    { tenant_id, customer_ids, since },
  )

/** Active customers whose rule is switched on, whose balance is below its trigger, and whose daily limit has room for another booking. */
export const due = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ customer_id: string }>(
    `select r.wallet_id as customer_id from auto_credit_rules r
       join wallets w on w.tenant_id = :tenant_id and w.organisation_id = r.wallet_id
      where r.tenant_id = :tenant_id and r.is_enabled and w.is_active and w.balance < r.balance_trigger
        and (r.booked_on is null or r.booked_on < :today::date or r.booked + r.balance_topup <= r.daily_limit)`,
    { tenant_id, today: berlinDay(now) },
  )
