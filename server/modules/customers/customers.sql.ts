// Queries about customers: organisations below the actor's own, as lists show them.

import type { customerSearch, customersListShort } from '../../../contract/customers.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import { fold } from '../../../contract/kit/fold.ts'
import { SCALE } from '../../../contract/kit/money.ts'
import type { Query } from '../../kit/db.ts'
import type { SignedIn } from '../../kit/sessions.ts'

type Asked = InputOf<typeof customersListShort>
export type CustomerRow = Omit<OutputOf<typeof customersListShort>['content'][number], 'last_sale_at'> & { last_sale_at: Date | null }
type More = {
  terminals: number
  terminal_limit: number
  last_login_at: Date | null
  otp_type: 'none' | 'email' | 'sms' | 'app'
  balance_trigger: number | null
  stopped_at: Date | null
  stopped_by: string
  stopped_reason: string
}

/** Below this a customer counts as low: what two ordinary cards cost. */
const LOW = 50 * SCALE

const sorts: Record<Asked['sort'], string> = {
  name: 'o.name_search',
  '-name': 'o.name_search desc',
  balance: 'w.balance',
  '-balance': 'w.balance desc',
  available: 'available',
  '-available': 'available desc',
  last_sale_at: 'w.last_sale_at nulls first',
  '-last_sale_at': 'w.last_sale_at desc nulls last',
}

const FROM = `
    from organisations o
    join wallets w on w.tenant_id = $1 and w.organisation_id = o.id`

/**
 * $1 tenant, $2 actor's organisation, $3 active or null, $4 only low, $5 parent or null, $6 folded search or null, $7 one customer or null,
 * $8 plan or null, $9 the member of staff it is assigned to or null.
 */
const WHERE = `
   where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2
     and ($3::boolean is null or o.is_active = $3) and (not $4 or w.balance + w.credit_limit - w.held < ${LOW}) and ($5::uuid is null or o.parent_id = $5)
     and ($6::text is null or o.full_search like '%' || $6 || '%') and ($7::uuid is null or o.id = $7) and ($8::uuid is null or o.plan_id = $8)
     and ($9::uuid is null or exists (select from staff_assignments a where a.tenant_id = $1 and a.user_id = $9 and a.organisation_id = o.id and a.ended_at is null))`

/** What is typed, as the folded column has it; its own wildcards are letters. */
export const pattern = (search_text: string | undefined) => (search_text ? fold(search_text).replaceAll(/[\\%_]/g, '\\$&') : null)

const parameters = (actor: SignedIn, { filters, search_text }: Asked) => [
  actor.tenant_id,
  actor.organisation_id,
  filters.is_active ?? null,
  filters.low_balance ?? false,
  filters.parent_id ?? null,
  pattern(search_text),
  filters.customer_id ?? null,
  filters.plan_id ?? null,
  filters.mine ? actor.user_id : null,
]

/** Of the first manager. */
export const MANAGER_OF = (column: string) =>
  `(select u.${column} from users u where u.tenant_id = $1 and u.organisation_id = o.id and u.internal_role = 0 order by u.id limit 1)`

const SHORT = `
  o.id as customer_id, o.parent_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username, case o.kind when 'reseller' then 1 else 2 end as account_role,
  o.city, o.mobile, o.is_active, w.balance, w.credit_limit, w.balance + w.credit_limit - w.held as available,
  (select p.name from plans p where p.tenant_id = $1 and p.id = o.plan_id) as plan_name, w.last_sale_at,
  o.parent_id = $2 or cardinality(o.path) > 1 and o.path[1] = $2 as may_credit`

const MORE = `,
  (select count(*)::int from organisations b where b.tenant_id = $1 and o.id = any (b.path) and b.terminal_state = 'activated') as terminals, o.terminal_limit,
  ${MANAGER_OF('last_login_at')} as last_login_at, coalesce(${MANAGER_OF('otp_type')}, 'none') as otp_type,
  (select r.balance_trigger from auto_credit_rules r where r.tenant_id = $1 and r.wallet_id = o.id and r.is_enabled) as balance_trigger,
  o.stopped_at, o.stopped_by, o.stopped_reason`

const page = <Row>(q: Query, columns: string, actor: SignedIn, asked: Asked) =>
  q.query<Row>(`select ${columns} ${FROM} ${WHERE} order by ${sorts[asked.sort]}, o.id limit $10 offset $11`, [
    ...parameters(actor, asked),
    asked.limit,
    asked.page * asked.limit,
  ])

export const customers = (q: Query, actor: SignedIn, asked: Asked) => page<CustomerRow>(q, SHORT, actor, asked)
export const customersWhole = (q: Query, actor: SignedIn, asked: Asked) => page<CustomerRow & More>(q, SHORT + MORE, actor, asked)

export const customerCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM} ${WHERE}`, parameters(actor, asked)))[0]?.n ?? 0

/** How many stand behind each filter, whatever is filtered now. */
export const customerFilters = (q: Query, actor: SignedIn) =>
  q.query<{ name: string; count: number }>(
    `select f.name, count(*) filter (where case f.name when 'all' then true when 'active' then o.is_active when 'stopped' then not o.is_active
                                            else w.balance + w.credit_limit - w.held < ${LOW} end)::int as count
       from unnest(array['all', 'active', 'stopped', 'low_balance']) as f(name)
       cross join organisations o join wallets w on w.tenant_id = $1 and w.organisation_id = o.id
      where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2 group by f.name`,
    [actor.tenant_id, actor.organisation_id],
  )

type Found = { customer_id: string; name: string; username: string; city: string; account_role: number; is_active: boolean }

/** Those that begin with what is typed come first. */
export const found = (q: Query, actor: SignedIn, { search_text, limit, account_role, customer_id }: InputOf<typeof customerSearch>) =>
  q.query<Found>(
    `select o.id as customer_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username, o.city, case o.kind when 'reseller' then 1 else 2 end as account_role, o.is_active
       from organisations o
      where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2 and ($3::text is null or o.full_search like '%' || $3 || '%')
        and ($5::int is null or o.kind = case $5 when 1 then 'reseller' else 'seller' end) and ($6::uuid is null or o.id = $6)
      order by o.is_active desc, $3::text is not null and o.name_search like $3 || '%' desc, o.name_search, o.id limit $4`,
    [actor.tenant_id, actor.organisation_id, pattern(search_text), limit, account_role ?? null, customer_id ?? null],
  )
