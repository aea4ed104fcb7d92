// Queries about EPay terminals: one per seller, its id unique in the tenant.
import type { terminalsList } from '../../../contract/customers.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { Instant } from '../../../contract/kit/field.ts'
import type { Query } from '../../kit/db.ts'
import { searchFor } from '../../kit/search.ts'
import type { SignedIn } from '../../kit/sessions.ts'
import { MANAGER_OF } from './customers.sql.ts'

type Asked = InputOf<typeof terminalsList>
type Dated = 'activated_at' | 'last_seen_at'
type Row = Omit<OutputOf<typeof terminalsList>['organisations'][number], Dated> & { [K in Dated]: Instant | null }

const sorts: Record<Asked['sort'], string> = {
  name: 'o.name_search',
  '-name': 'o.name_search desc',
  terminal_id: `nullif(o.terminal_id, '') nulls last`,
  '-terminal_id': `nullif(o.terminal_id, '') desc nulls last`,
}

/** $1 tenant, $2 actor's organisation, $3 state or null, $4 folded search or null. */
const FROM = `
    from organisations o
   where o.tenant_id = $1 and $2 = any (o.path) and o.id <> $2 and o.kind = 'seller' and ($3::text is null or o.terminal_state = $3)
     and ($4::text is null or strpos(o.full_search, $4) > 0 or strpos(lower(o.terminal_id), $4) > 0)`

const parameters = (actor: SignedIn, { filters, search_text }: Asked) => [actor.tenant_id, actor.organisation_id, filters.state ?? null, searchFor(search_text)]

/** Last seen: the shop's last sale or its manager's last sign-in; empty without a terminal. */
export const terminalRows = (q: Query, actor: SignedIn, asked: Asked) =>
  q.query<Row>(
    `select o.id as customer_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username, o.city, o.terminal_id, o.terminal_state as state,
            o.terminal_activated_at as activated_at,
            case when o.terminal_id <> ''
              then greatest((select w.last_sale_at from wallets w where w.tenant_id = $1 and w.organisation_id = o.id), ${MANAGER_OF('last_login_at')}) end as last_seen_at
     ${FROM} order by ${sorts[asked.sort]}, o.id limit $5 offset $6`,
    [...parameters(actor, asked), asked.limit, asked.page * asked.limit],
  )

export const terminalCount = async (q: Query, actor: SignedIn, asked: Asked) =>
  (await q.query<{ n: number }>(`select count(*)::int as n ${FROM}`, parameters(actor, asked)))[0]?.n ?? 0

type Seller = { id: string; name: string; terminal_id: string; terminal_state: 'inactive' | 'activated' }

/**
 * The seller and all organisations between it and the actor, locked from the top, so that two activations below one limit take turns.
 * No row when the actor does not see it.
 */
export const sellerToEquip = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) => {
  const line = await q.query<Seller>(
    `select a.id, a.name, a.terminal_id, a.terminal_state
       from organisations o join organisations a on a.tenant_id = $1 and a.id = any (o.path) and a.id <> o.path[1]
      where o.tenant_id = $1 and o.id = $3 and o.kind = 'seller' and $2 = any (o.path) and o.id <> $2 order by cardinality(a.path) for no key update of a`,
    [tenant_id, organisation_id, customer_id],
  )
  return line.at(-1)
}

/** Whether the seller or an organisation above it has used up its number of terminals. */
export const isAtLimit = async (q: Query, tenant_id: number, customer_id: string) =>
  (
    await q.query(
      `select from organisations o join organisations a on a.tenant_id = $1 and a.id = any (o.path) and a.terminal_limit > 0
        where o.tenant_id = $1 and o.id = $2 and a.terminal_limit <=
              (select count(*) from organisations b where b.tenant_id = $1 and a.id = any (b.path) and b.id <> $2 and b.terminal_state = 'activated')`,
      [tenant_id, customer_id],
    )
  ).length > 0

/** `at` null ends it; the id stays for a later activation. */
export const setTerminal = (q: Query, tenant_id: number, customer_id: string, terminal_id: string, at: Date | null) =>
  q.query(
    `update organisations set terminal_id = $3, terminal_state = case when $4::timestamptz is null then 'inactive' else 'activated' end, terminal_activated_at = $4
      where tenant_id = $1 and id = $2`,
    [tenant_id, customer_id, terminal_id, at],
  )
