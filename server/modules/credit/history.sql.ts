// What was booked onto wallets and how limits changed, as one list: of customers whose parent is the actor, of all for the platform.
import type { bookingKinds, walletHistory } from '../../../contract/credit.ts'
import type { InputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { Money } from '../../../contract/kit/money.ts'
import { dayEnd, dayStart } from '../../kit/berlin.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

export type Asked = InputOf<typeof walletHistory>
export type Entry = {
  entry_id: string
  customer_id: string
  customer_name: string
  kind: (typeof bookingKinds)[number]
  amount: Money
  before: Money
  after: Money
  payment_mode: string
  remarks: string
  created_by: string
  created_at: Date
}

/** Whose wallets: $1 tenant, $2 actor's organisation, $3 it is the platform. Wallet `w`. */
export const OWN_CUSTOMER = 'w.tenant_id = $1 and (w.parent_id = $2 or $3)'
export const ownCustomers = ({ tenant_id, organisation_id, kind }: SignedIn) => [tenant_id, organisation_id, kind === 'platform']

/** A search as the folded column has it; its own wildcards are letters. */
export const pattern = (search_text: string | undefined) => (search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null)

/** $4 customer, $5 kind, $6 payment mode, $7 from day, $8 to day, $9 folded search; each null for all. */
const PERIOD = (at: string) => `($7::date is null or ${at} >= ${dayStart('$7')}) and ($8::date is null or ${at} < ${dayEnd('$8')})`

const ENTRIES = `
  with entries as (
    select t.wallet_id || '-' || t.seq as entry_id, t.wallet_id, case when t.kind in ('top_up', 'auto_credit') then t.kind else 'correction' end as kind,
           case when t.payee_id = t.wallet_id then t.amount else -t.amount end as amount, t.balance_after as after, t.payment_mode, t.remarks, t.created_by, t.created_at
      from transfers t where t.tenant_id = $1 and t.kind <> 'sale' and ($4::uuid is null or t.wallet_id = $4) and ${PERIOD('t.created_at')}
    union all
    select c.id::text, c.wallet_id, 'credit_limit', c.limit_after - c.limit_before, c.limit_after, '', c.remarks, c.created_by, c.created_at
      from credit_limit_changes c where c.tenant_id = $1 and ($4::uuid is null or c.wallet_id = $4) and ${PERIOD('c.created_at')})`

const FROM = `
    from entries e
    join wallets w on w.tenant_id = $1 and w.organisation_id = e.wallet_id
    join organisations o on o.tenant_id = $1 and o.id = e.wallet_id
    left join users u on u.tenant_id = $1 and u.id = e.created_by
   where ${OWN_CUSTOMER} and ($5::text is null or e.kind = $5) and ($6::text is null or e.payment_mode = $6)
     and ($9::text is null or o.full_search like '%' || $9 || '%')`

const parameters = (actor: SignedIn, { filters, search_text }: Asked) => [
  ...ownCustomers(actor),
  filters.customer_id ?? null,
  filters.kind ?? null,
  filters.payment_mode ?? null,
  filters.date_from ?? null,
  filters.date_to ?? null,
  pattern(search_text),
]

export const entries = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Entry>(
    `${ENTRIES}
     select e.entry_id, o.id as customer_id, o.name as customer_name, e.kind, e.amount, e.after - e.amount as before, e.after, e.payment_mode, e.remarks,
            case when e.kind = 'auto_credit' then '' else coalesce(u.full_name, '') end as created_by, e.created_at
     ${FROM}
     order by e.created_at desc, e.entry_id desc limit $10 offset $11`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit],
  )

export type Totals = { bookings: number; amount: Money; limits: Money }

export const totals = async (q: Query, actor: SignedIn, asked: Asked): Promise<Totals> => {
  const [row] = await q.query<Totals>(
    `${ENTRIES}
     select count(*)::int as bookings, coalesce(sum(e.amount) filter (where e.kind <> 'credit_limit'), 0)::bigint as amount,
            coalesce(sum(e.amount) filter (where e.kind = 'credit_limit'), 0)::bigint as limits
     ${FROM}`,
    parameters(actor, asked),
  )
  return row ?? { bookings: 0, amount: 0, limits: 0 }
}
