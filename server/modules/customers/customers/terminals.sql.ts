// Queries about EPay terminals: a seller has at most one, and its id occurs once in the tenant.
import type { terminalsList } from '../../../../contract/customers/customers.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import { MANAGER_OF } from './customers.sql.ts'

type TerminalsListInput = InputOf<typeof terminalsList>
type Dated = 'activated_at' | 'last_seen_at'
type Row = Omit<OutputOf<typeof terminalsList>['organisations'][number], Dated> & { [K in Dated]: Instant | null }

const sorts: Record<TerminalsListInput['sort'], string> = {
  name: 'o.name_search',
  '-name': 'o.name_search desc',
  terminal_id: `nullif(o.terminal_id, '') nulls last`,
  '-terminal_id': `nullif(o.terminal_id, '') desc nulls last`,
}

const TERMINALS = {
  from: `organisations o`,
  where: `o.tenant_id = :tenant_id and :organisation_id = any (o.path) and o.id <> :organisation_id
          and o.kind = 'seller' and (:state::text is null or o.terminal_state = :state)
          and (:search::text is null or strpos(o.full_search, :search) > 0
               or strpos(lower(o.terminal_id), :search) > 0)`,
}

const parameters = (actor: SignedIn, { filters, search_text }: TerminalsListInput) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  state: filters.state ?? null,
  search: searchFor(search_text),
})

/**
 * A page of sellers with their terminals. "Last seen" is the shop's last sale or its manager's last sign-in, whichever is later; it is empty for a shop
 * without a terminal.
 */
export const terminalRows = (q: Query, actor: SignedIn, asked: TerminalsListInput) =>
  q.query<Row>(
    pageOf(
      {
        select: `o.id as customer_id, o.name, coalesce(${MANAGER_OF('username')}, '') as username, o.city,
                 o.terminal_id, o.terminal_state as state,
                 o.terminal_activated_at as activated_at,
                 case when o.terminal_id <> ''
                   then greatest((select w.last_sale_at from wallets w
                                   where w.tenant_id = :tenant_id and w.organisation_id = o.id),
                                 ${MANAGER_OF('last_login_at')}) end as last_seen_at`,
        ...TERMINALS,
        order: `${sorts[asked.sort]}, o.id`,
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const terminalCount = (q: Query, actor: SignedIn, asked: TerminalsListInput) => countOf(q, TERMINALS, parameters(actor, asked))

type Seller = { id: string; name: string; terminal_id: string; terminal_state: 'inactive' | 'activated' }

/**
 * Locks the seller and all organisations above it except the platform, from the top down, so that of two activations that count towards one limit the second
 * waits. Returns the seller, or no row if it is not below the actor.
 */
export const sellerToEquip = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string) => {
  const line = await q.query<Seller>(
    `select a.id, a.name, a.terminal_id, a.terminal_state
       from organisations o
       join organisations a on a.tenant_id = :tenant_id and a.id = any (o.path) and a.id <> o.path[1]
      where o.tenant_id = :tenant_id and o.id = :customer_id and o.kind = 'seller' and :organisation_id = any (o.path)
        and o.id <> :organisation_id order by cardinality(a.path) for no key update of a`,
    { tenant_id, organisation_id, customer_id },
  )
  return line.at(-1)
}

/** Whether the seller or an organisation above it already has as many terminals as it may have. */
export const isAtLimit = async (q: Query, tenant_id: number, customer_id: string) =>
  (
    await q.query(
      `select from organisations o
         join organisations a on a.tenant_id = :tenant_id and a.id = any (o.path) and a.terminal_limit > 0
        where o.tenant_id = :tenant_id and o.id = :customer_id and a.terminal_limit <=
              (select count(*) from organisations b
                where b.tenant_id = :tenant_id and a.id = any (b.path) and b.id <> :customer_id
                  and b.terminal_state = 'activated')`,
      { tenant_id, customer_id },
    )
  ).length > 0

/** Activates a terminal, or ends it if `at` is null. An ended terminal keeps its id, so that it can be activated again. */
export const setTerminal = (q: Query, tenant_id: number, customer_id: string, terminal_id: string, at: Date | null) =>
  q.query(
    `update organisations set terminal_id = :terminal_id,
            terminal_state = case when :at::timestamptz is null then 'inactive' else 'activated' end,
            terminal_activated_at = :at
      where tenant_id = :tenant_id and id = :customer_id`,
    { tenant_id, customer_id, terminal_id, at },
  )
