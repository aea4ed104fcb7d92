// Queries about customers (organisations below the actor's own), in the form of lists.
import type { customerSearch, customersListShort } from '../../../../contract/customers/customers.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { ACCOUNT_ROLE, IS_MANAGER } from '../../../kit/actor.ts'
import { PARENTS } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

type CustomersListShortInput = InputOf<typeof customersListShort>
export type CustomerRow = Omit<OutputOf<typeof customersListShort>['content'][number], 'last_sale_at'> & { last_sale_at: Instant | null }
type More = {
  terminals: number
  terminal_limit: number
  customer_number: string
  last_login_at: Instant | null
  otp_type: 'none' | 'email' | 'sms' | 'app'
  balance_trigger: number | null
  stopped_at: Instant | null
  stopped_by: string
  stopped_reason: string
}

/** The SQL of each sort order. `o` are organisations, `w` their wallets; a list reads one of the two tables or both. */
const sorts: Record<CustomersListShortInput['sort'], string> = {
  name: 'o.name_search',
  '-name': 'o.name_search desc',
  balance: 'w.balance',
  '-balance': 'w.balance desc',
  available: 'w.balance + w.credit_limit - w.held',
  '-available': 'w.balance + w.credit_limit - w.held desc',
  last_sale_at: 'w.last_sale_at nulls first',
  '-last_sale_at': 'w.last_sale_at desc nulls last',
}

/**
 * SQL that selects customers as rows of `key`, which is the customer's id. A table that neither the filters nor the order need is not read. `staff_id`: only
 * customers assigned to this member of staff.
 */
function matching({ filters, search_text, sort }: CustomersListShortInput) {
  const [isOfWallet, isOfName] = [!sorts[sort].startsWith('o.') || filters.low_balance === true, sorts[sort].startsWith('o.')]
  const reads = isOfName || search_text || filters.plan_id || filters.usernames ? (isOfWallet ? 'both' : 'organisations') : 'wallets'
  const [at, key] = reads === 'wallets' ? ['w', 'w.organisation_id'] : ['o', 'o.id']
  const join = ' join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id'
  const where = `
    ${at}.tenant_id = :tenant_id and ${at}.parent_id = any (${PARENTS(':organisation_id')})
    and (:is_active::boolean is null or ${at}.is_active = :is_active)
    and (not :low_balance ${reads === 'organisations' ? '' : `or w.is_low`})
    and (:parent_id::uuid is null or ${at}.parent_id = :parent_id)
    and (:search::text is null ${at === 'o' ? `or strpos(o.full_search, :search) > 0` : ''})
    and (:customer_id::uuid is null or ${key} = :customer_id)
    and (:plan_id::uuid is null ${at === 'o' ? 'or o.plan_id = :plan_id' : ''})
    and (:usernames::text[] is null ${at === 'o' ? `or o.id in (${MANAGED})` : ''})
    and (:staff_id::uuid is null
         or exists (select from staff_assignments a
                     where a.tenant_id = :tenant_id and a.user_id = :staff_id and a.organisation_id = ${key}
                       and a.ended_at is null))`
  return { key, from: reads === 'wallets' ? 'wallets w' : `organisations o${reads === 'both' ? join : ''}`, where }
}

const MANAGED = `
  select u.organisation_id from users u
   where u.tenant_id = :tenant_id and ${IS_MANAGER} and ${foldedSql('u.username')} = any (:usernames)`

const parameters = (actor: SignedIn, { filters, search_text }: CustomersListShortInput) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  is_active: filters.is_active ?? null,
  low_balance: filters.low_balance ?? false,
  parent_id: filters.parent_id ?? null,
  search: searchFor(search_text),
  customer_id: filters.customer_id ?? null,
  plan_id: filters.plan_id ?? null,
  staff_id: filters.mine ? actor.user_id : null,
  usernames: filters.usernames?.map(fold) ?? null,
})

/** SQL: a column of the first manager's account. */
export const MANAGER_OF = (column: string) =>
  `(select u.${column} from users u where u.tenant_id = :tenant_id and u.organisation_id = o.id and ${IS_MANAGER}
     order by u.id limit 1)`

/**
 * SQL: organisation `o` has nothing to sell from stock, because its plan names no goods, it has no price entry of its
 * own that names goods, and it owns no goods. Live goods are in no plan and are not looked at.
 */
export const SELLS_NOTHING = `
  (not exists (select from plan_entries e where e.tenant_id = :tenant_id and e.plan_id = o.plan_id)
   and not exists (select from assigned_products a
                    where a.tenant_id = :tenant_id and a.customer_id = o.id and a.is_enabled)
   and not exists (select from products p where p.tenant_id = :tenant_id and p.owner_id = o.id and p.is_active))`

const SHORT = `
  o.id as customer_id, o.parent_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username,
  ${ACCOUNT_ROLE} as account_role,
  o.city, o.mobile, o.is_active, w.balance, w.credit_limit, w.balance + w.credit_limit - w.held as available,
  (select p.name from plans p where p.tenant_id = :tenant_id and p.id = o.plan_id) as plan_name,
  ${SELLS_NOTHING} as sells_nothing, w.last_sale_at,
  o.parent_id = :organisation_id or cardinality(o.path) > 1 and o.path[1] = :organisation_id as may_credit`

/** SQL: the columns that only the longer list has. `terminals`: a shop has at most one; for a reseller those of its shops are counted. */
const MORE = `,
  case when o.kind = 'seller' then (o.terminal_state = 'activated')::int
       else (select count(*)::int from organisations b
              where b.tenant_id = :tenant_id and b.parent_id = any (${PARENTS('o.id')})
                and b.terminal_state = 'activated') end as terminals,
  o.terminal_limit, o.customer_number, ${MANAGER_OF('last_login_at')} as last_login_at,
  coalesce(${MANAGER_OF('otp_type')}, 'none') as otp_type,
  (select r.balance_trigger from auto_credit_rules r
    where r.tenant_id = :tenant_id and r.wallet_id = o.id and r.is_enabled) as balance_trigger,
  o.stopped_at, o.stopped_by, o.stopped_reason`

/** A page of customers. Its rows contain the number of all matches only if all matches were read anyway; otherwise that number is null. */
const page = <Row>(q: Query, columns: string, actor: SignedIn, asked: CustomersListShortInput) => {
  const { key, ...matches } = matching(asked)
  const total = isNarrow(asked) ? '(count(*) over ())::int' : 'null::int'
  return q.query<Row & { total_count: number | null }>(
    pageOf(
      {
        select: `${key} as id, ${total} as total_count`,
        ...matches,
        order: `${sorts[asked.sort]}, ${key}`,
        around: (page) => `
     select ${columns}, k.total_count from (${page}) k
       join organisations o on o.tenant_id = :tenant_id and o.id = k.id
       join wallets w on w.tenant_id = :tenant_id and w.organisation_id = k.id
      order by ${sorts[asked.sort]}, o.id`,
      },
      parameters(actor, asked),
      asked,
    ),
  )
}

/**
 * Whether the filters may leave so few customers that filling a page in the order of names would take long. If not, the stored counts give the number of
 * matches.
 */
const isNarrow = ({ search_text, filters: { is_active, ...others } }: CustomersListShortInput) =>
  Boolean(search_text) || is_active === false || Object.values(others).some((other) => other !== undefined && other !== false)

export const customers = (q: Query, actor: SignedIn, asked: CustomersListShortInput) => page<CustomerRow>(q, SHORT, actor, asked)
export const customersWhole = (q: Query, actor: SignedIn, asked: CustomersListShortInput) => page<CustomerRow & More>(q, SHORT + MORE, actor, asked)

type Figures = { all: number; active: number; low_balance: number }

/** How many customers each filter would show, whichever filter is chosen now. `low_balance`: less money is available than two ordinary PIN cards cost. */
const figures = async (q: Query, actor: SignedIn): Promise<Figures> =>
  (
    await q.query<Figures>(
      `select coalesce(sum(c.customers), 0)::int as all, coalesce(sum(c.active), 0)::int as active,
              (select count(*)::int from wallets w
                where w.tenant_id = :tenant_id and w.parent_id = any (${PARENTS(':organisation_id')})
                  and w.is_low) as low_balance
         from customer_counts c where c.tenant_id = :tenant_id and c.parent_id = any (${PARENTS(':organisation_id')})`,
      { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id },
    )
  )[0] ?? { all: 0, active: 0, low_balance: 0 }

/** The number of all matches, and how many customers each filter would show. */
export async function counts(q: Query, actor: SignedIn, asked: CustomersListShortInput, rows: readonly { total_count: number | null }[]) {
  const behind = await figures(q, actor)
  const known = asked.filters.is_active ? behind.active : behind.all
  const total_count = isNarrow(asked) ? (rows[0]?.total_count ?? (asked.page > 0 ? await countAnew(q, actor, asked) : 0)) : known
  const { all, active, low_balance } = behind
  const type_of_filters = Object.entries({ all, active, stopped: all - active, low_balance }).map(([name, count]) => ({ name, count }))
  return { total_count, type_of_filters }
}

/** Counts the matches for a page after the last one, which has no rows from which the count could be read. */
const countAnew = (q: Query, actor: SignedIn, asked: CustomersListShortInput) => countOf(q, matching(asked), parameters(actor, asked))

type CustomerHit = { customer_id: string; name: string; username: string; city: string; account_role: number; is_active: boolean }

/** Customers that match the search; those whose name begins with the text come first. */
export const found = (q: Query, actor: SignedIn, { search_text, limit, account_role, customer_id }: InputOf<typeof customerSearch>) =>
  q.query<CustomerHit>(
    `select o.id as customer_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username, o.city,
            ${ACCOUNT_ROLE} as account_role, o.is_active
       from organisations o
      where o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')})
        and (:search::text is null or strpos(o.full_search, :search) > 0)
        and (:account_role::int is null or ${ACCOUNT_ROLE} = :account_role)
        and (:customer_id::uuid is null or o.id = :customer_id)
      order by o.is_active desc, :search::text is not null and o.name_search like :search || '%' desc, o.name_search,
         o.id limit :limit`,
    {
      tenant_id: actor.tenant_id,
      organisation_id: actor.organisation_id,
      search: searchFor(search_text),
      limit,
      account_role: account_role ?? null,
      customer_id: customer_id ?? null,
    },
  )
