// Queries about wallets; changing them is money's door.
import type { Money } from '../../../contract/kit/money.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { OWN_CUSTOMER, ownCustomers } from './history.sql.ts'

export const ownWallet = (q: Query, actor: SignedIn) =>
  q.query<{ balance: Money; credit_limit: Money; held: Money; available: Money }>(
    'select balance, credit_limit, held, balance + credit_limit - held as available from wallets where tenant_id = $1 and organisation_id = $2',
    [actor.tenant_id, actor.organisation_id],
  )

/** A customer the actor sees; none when it is somebody else's, or the actor itself. */
export const customerBelow = (q: Query, actor: SignedIn, customer_id: string) =>
  q.query<{ id: string }>('select id from organisations where tenant_id = $1 and id = $2 and $3 = any (path) and id <> $3', [
    actor.tenant_id,
    customer_id,
    actor.organisation_id,
  ])

export const recentBookings = (q: Query, actor: SignedIn, customer_id: string, limit: number, offset: number) =>
  q.query<{ kind: string; amount: Money; balance_after: Money; payment_mode: string; remarks: string; created_at: Date; created_by: string }>(
    `select t.kind, case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.balance_after, t.payment_mode, t.remarks, t.created_at,
            coalesce(u.full_name, '') as created_by
       from transfers t left join users u on u.tenant_id = $1 and u.id = t.created_by
      where t.tenant_id = $1 and t.wallet_id = $2 and t.kind <> 'sale'
      order by t.seq desc limit $3 offset $4`,
    [actor.tenant_id, customer_id, limit, offset],
  )

export type Named = { customer_id: string; name: string; username: string | null }

/** Own customers by id, and by the user name of anybody who works there. */
export const namedCustomers = (q: Query, actor: SignedIn, named: readonly { customer_id?: string | undefined; username?: string | undefined }[]) =>
  q.query<Named>(
    `select o.id as customer_id, o.name, u.username
       from wallets w
       join organisations o on o.tenant_id = $1 and o.id = w.organisation_id
       left join users u on u.tenant_id = $1 and u.organisation_id = o.id and u.username = any ($5::text[])
      where ${OWN_CUSTOMER} and (w.organisation_id = any ($4::uuid[]) or u.id is not null)`,
    [...ownCustomers(actor), named.flatMap(({ customer_id }) => customer_id ?? []), named.flatMap(({ username }) => username ?? [])],
  )
