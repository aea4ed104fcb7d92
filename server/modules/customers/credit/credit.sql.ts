// Queries about wallets; only the money functions change them.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { OWN_CUSTOMER, ownCustomers } from './history.sql.ts'
import type { Purse } from './runway.ts'

export type OwnWallet = { balance: Money; credit_limit: Money; held: Money; available: Money; trigger: Money | null; created_at: Instant }

export const ownWallet = (q: Query, actor: SignedIn) =>
  q.query<OwnWallet>(
    `select w.balance, w.credit_limit, w.held, w.balance + w.credit_limit - w.held as available,
            r.balance_trigger as trigger, o.created_at
       from wallets w join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id
       left join auto_credit_rules r on r.tenant_id = :tenant_id and r.wallet_id = w.organisation_id and r.is_enabled
      where w.tenant_id = :tenant_id and w.organisation_id = :organisation_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id },
  )

/** The figures of an organisation's own wallet as a call answers them; zeros for the platform, which has no wallet. */
export const walletAnswer = (wallet: OwnWallet | undefined, now: Date) => {
  const { balance, credit_limit, held, available } = wallet ?? { balance: 0, credit_limit: 0, held: 0, available: 0 }
  return { balance, credit_limit, held, available, as_of: now.toISOString() }
}

/** Reads the wallet of a customer below the actor; returns no row for any other organisation, not even the actor's own. */
export const purseBelow = (q: Query, actor: SignedIn, customer_id: string) =>
  q.query<Purse>(
    `select o.id as organisation_id, w.balance + w.credit_limit - w.held as available, o.created_at,
            o.shop_timings as timings
       from organisations o join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
      where o.tenant_id = :tenant_id and o.id = :customer_id and :organisation_id = any (o.path)
        and o.id <> :organisation_id`,
    { tenant_id: actor.tenant_id, customer_id, organisation_id: actor.organisation_id },
  )

/**
 * A credit that a correction can reverse: one booked by hand or by a rule on the wallet of a direct customer (for the platform, of any customer). `entry_id`:
 * the booking's id in the history.
 */
export const creditBooked = (q: Query, actor: SignedIn, entry_id: string) =>
  q.query<{ customer_id: string; seq: number; amount: Money; payment_mode: string }>(
    `select t.wallet_id as customer_id, t.seq, t.amount, t.payment_mode
       from wallets w join transfers t on t.tenant_id = :tenant_id and t.wallet_id = w.organisation_id and t.seq = :seq
      where ${OWN_CUSTOMER} and w.organisation_id = :customer_id and t.payee_id = t.wallet_id
        and t.kind in ('top_up', 'auto_credit')`,
    { ...ownCustomers(actor), customer_id: entry_id.slice(0, entry_id.lastIndexOf('-')), seq: Number(entry_id.slice(entry_id.lastIndexOf('-') + 1)) },
  )

export const recentBookings = (q: Query, actor: SignedIn, customer_id: string, limit: number, offset: number) =>
  q.query<{ kind: string; amount: Money; balance_after: Money; payment_mode: string; remarks: string; created_at: Instant; created_by: string }>(
    pageOf(
      {
        select: `case when t.payment_mode = 'moved_in' then t.payment_mode else t.kind end as kind,
                 case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.balance_after,
                 t.payment_mode, t.remarks, t.created_at,
                 case when t.kind = 'auto_credit' then '' else coalesce(u.full_name, '') end as created_by`,
        from: 'transfers t left join users u on u.tenant_id = :tenant_id and u.id = t.created_by',
        where: `t.tenant_id = :tenant_id and t.wallet_id = :customer_id and t.kind <> 'sale'`,
        order: 't.seq desc',
      },
      { tenant_id: actor.tenant_id, customer_id },
      { limit, offset },
    ),
  )

export type Named = { customer_id: string; name: string; username: string | null }

/** Direct customers of the actor (for the platform, any customers), found by id, or by the user name of their first manager, which lists show. */
export const namedCustomers = (q: Query, actor: SignedIn, named: readonly { customer_id?: string | undefined; username?: string | undefined }[]) =>
  q.query<Named>(
    `select o.id as customer_id, o.name, u.username
       from wallets w
       join organisations o on o.tenant_id = :tenant_id and o.id = w.organisation_id
       left join lateral (select u.username from users u
                           where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
                           order by u.id limit 1) u on true
      where ${OWN_CUSTOMER} and (w.organisation_id = any (:customer_ids::uuid[])
                                 or u.username = any (:usernames::text[]))`,
    { ...ownCustomers(actor), customer_ids: named.flatMap(({ customer_id }) => customer_id ?? []), usernames: named.flatMap(({ username }) => username ?? []) },
  )
