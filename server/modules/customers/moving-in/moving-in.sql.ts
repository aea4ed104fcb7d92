// Queries of moves: which names in a move's files the tenant has already, the rows of a move, and which server is carrying it out.
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { IS_MANAGER } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { refreshSearch } from '../../../postgres/organisation-search.ts'
import type { AskedBy } from '../credit/credit.ts'
import type { CustomerInput } from '../customers/customers.ts'

export type Price = { product_id: string; configuration_id: string | null; discount: Percent }
export type BookedState = 'booked' | 'waiting' | 'refused'
/** A customer of a move: the input to add it, its credit limit, its opening balance and its prices. */
export type MoveRow = {
  row: number
  customer_id: string
  balance_key: string
  name: string
  username: string
  customer: CustomerInput
  balance: Money
  credit_limit: Money
  prices: Price[]
}
export type Move = { id: string; asked_by: AskedBy; remarks: string }

export type HouseGoods = { product_id: string; name_search: string; configuration_id: string | null; value: Money | null }

/** Which of these user names the tenant has already. */
export const usernamesTaken = async (q: Query, tenant_id: number, usernames: readonly string[]) =>
  (
    await q.query<{ username: string }>(
      `select username from users
        where tenant_id = :tenant_id and username = any (:usernames)`,
      { tenant_id, usernames },
    )
  ).map(({ username }) => username)

/** Which of these customer numbers the actor's own customers have already. */
export const numbersTaken = async (q: Query, { tenant_id, organisation_id }: SignedIn, numbers: readonly string[]) =>
  (
    await q.query<{ customer_number: string }>(
      `select customer_number from organisations
        where tenant_id = :tenant_id and parent_id = :organisation_id and customer_number <> ''
          and customer_number = any (:numbers)`,
      { tenant_id, organisation_id, numbers },
    )
  ).map(({ customer_number }) => customer_number)

/** The actor's own plans. A plan with one of the given (folded) names is returned with its entries. */
export const plansOf = (q: Query, { tenant_id, organisation_id }: SignedIn, names: readonly string[]) =>
  q.query<{ id: string; name: string; entries: Price[] }>(
    `select p.id, p.name,
            (select coalesce(jsonb_agg(jsonb_build_object('product_id', e.product_id, 'configuration_id',
                                                          e.configuration_id, 'discount', e.discount)), '[]')
               from plan_entries e
              where e.tenant_id = :tenant_id and e.plan_id = p.id
                and coalesce(p.name_search, lower(p.name)) = any (:names)) as entries
       from plans p where p.tenant_id = :tenant_id and p.owner_id = :organisation_id`,
    { tenant_id, organisation_id, names },
  )

/**
 * Goods sold from stock, of the actor or an organisation above it, that have these names (in small letters, without accents), one row for each denomination.
 */
export const goodsNamed = (q: Query, { tenant_id, organisation_path }: SignedIn, names: readonly string[]) =>
  q.query<HouseGoods>(
    `select p.id as product_id, p.name_search, c.id as configuration_id, c.value
       from products p left join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id
      where p.tenant_id = :tenant_id and p.owner_id = any (:path::uuid[]) and p.provider is null
        and p.name_search = any (:names)
      order by p.id, c.value`,
    { tenant_id, path: organisation_path, names },
  )

/** Adds a move; returns no row if it was added before, or if the organisation has another move under way. */
export const addMove = (
  q: Query,
  { actor, ...from }: AskedBy,
  id: string,
  { content, remarks, plan_ids }: { content: Buffer; remarks: string; plan_ids: readonly string[] },
  now: Date,
) =>
  q.query<{ id: string }>(
    `insert into moves (tenant_id, id, organisation_id, user_id, asked_by, content, remarks, plan_ids, claimed_until,
                        created_at)
     values (:tenant_id, :id, :organisation_id, :user_id, :by, :content, :remarks, :plan_ids, :now, :now)
     on conflict do nothing returning id`,
    {
      ...{ tenant_id: actor.tenant_id, id, organisation_id: actor.organisation_id, user_id: actor.user_id },
      ...{ by: JSON.stringify({ actor, ...from }), content, remarks, plan_ids, now },
    },
  )

export const addMoveRows = (q: Query, tenant_id: number, move_id: string, rows: readonly MoveRow[]) =>
  q.query(
    `insert into move_rows (tenant_id, move_id, row, customer_id, balance_key, name, username, customer, balance,
                            credit_limit, prices)
     select :tenant_id, :move_id, r.row, r.customer_id, r.balance_key, r.name, r.username, r.customer, r.balance,
            r.credit_limit, r.prices
       from jsonb_to_recordset(:rows::jsonb) as r(row int, customer_id uuid, balance_key uuid, name text, username text,
         customer jsonb, balance bigint, credit_limit bigint, prices jsonb)
     returning 1`,
    { tenant_id, move_id, rows: JSON.stringify(rows) },
  )

/** Reads a move of the actor's organisation. `lock`: a locking clause, for a transaction that changes the move. */
export const moveOf = (q: Query, { tenant_id, organisation_id }: SignedIn, id: string, lock = '') =>
  q.query<{ state: 'running' | 'done' | 'undone'; content: Buffer; plan_ids: string[]; customers: number; created_at: string }>(
    `select state, content, plan_ids, created_at,
            (select count(*)::int from move_rows r where r.tenant_id = :tenant_id and r.move_id = m.id) as customers
       from moves m where m.tenant_id = :tenant_id and m.organisation_id = :organisation_id and m.id = :id ${lock}`,
    { tenant_id, organisation_id, id },
  )

export const movesSince = async (q: Query, { tenant_id, organisation_id }: SignedIn, since: Date) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from moves
        where tenant_id = :tenant_id and organisation_id = :organisation_id and created_at > :since`,
      { tenant_id, organisation_id, since },
    )
  )[0]?.n ?? 0

export const openMoves = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>(
    `select id from moves
      where tenant_id = :tenant_id and state = 'running' and claimed_until <= :now order by id`,
    { tenant_id, now },
  )

/** Claims a move for `lease_ms`; no row if another server has claimed it or it has ended. */
export const claimMove = (q: Query, tenant_id: number, id: string, now: Date, lease_ms: number) =>
  q.query<Move>(
    `update moves set claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
      where tenant_id = :tenant_id and id = :id and state = 'running' and claimed_until <= :now
      returning id, asked_by, remarks`,
    { tenant_id, id, now, lease_ms },
  )

/** The next customers that are not dealt with yet. */
export const nextRows = (q: Query, tenant_id: number, move_id: string, count: number) =>
  q.query<MoveRow>(
    `select row, customer_id, balance_key, name, username, customer, balance, credit_limit, prices
       from move_rows where tenant_id = :tenant_id and move_id = :move_id and outcome = 'open'
      order by row limit :count`,
    { tenant_id, move_id, count },
  )

export type Outcome = {
  outcome: 'made' | 'refused'
  code: string
  balance_state: BookedState | null
  limit_state: BookedState | null
  price_state: 'done' | 'waiting' | 'refused' | null
}

/** Stores the outcome of a row, deletes the customer's details from that row, and extends the claim on the move. */
export const keepOutcome = (q: Query, tenant_id: number, move_id: string, row: number, outcome: Outcome, now: Date, lease_ms: number) =>
  q.query(
    `with kept as (
       update move_rows set outcome = :outcome, code = :code, balance_state = :balance_state,
              limit_state = :limit_state, price_state = :price_state, customer = null
        where tenant_id = :tenant_id and move_id = :move_id and row = :row and outcome = 'open')
     update moves set claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
      where tenant_id = :tenant_id and id = :move_id and state = 'running'`,
    { tenant_id, move_id, row, ...outcome, now, lease_ms },
  )

export const endMove = (q: Query, tenant_id: number, id: string) =>
  q.query(`update moves set state = 'done' where tenant_id = :tenant_id and id = :id and state = 'running'`, { tenant_id, id })

export const setUndone = (q: Query, tenant_id: number, id: string, now: Date, by: string) =>
  q.query(
    `update moves set state = 'undone', undone_at = :now, undone_by = :by
      where tenant_id = :tenant_id and id = :id`,
    { tenant_id, id, now, by },
  )

/** The customers that a move made. */
export const madeRows = (q: Query, tenant_id: number, move_id: string) =>
  q.query<{ customer_id: string; balance_key: string; balance: Money }>(
    `select customer_id, balance_key, balance from move_rows
      where tenant_id = :tenant_id and move_id = :move_id and outcome = 'made' order by customer_id`,
    { tenant_id, move_id },
  )

/**
 * Refuses the requests about these customers that still wait for a second person. This must run before their wallets are locked, because a decision
 * locks its request first.
 */
export const refuseWaiting = (q: Query, tenant_id: number, ids: readonly string[], now: Date, by: string, reason: string) =>
  q.query(
    `update credit_requests r set state = 'refused', decided_by = :by, decided_at = :now, reason = :reason
       from (select id from credit_requests
              where tenant_id = :tenant_id and wallet_id = any (:ids::uuid[]) and state = 'waiting'
              order by id for update) w
      where r.tenant_id = :tenant_id and r.id = w.id`,
    { tenant_id, ids, now, by, reason },
  )

/**
 * Removes the plans, own prices and customer numbers of these customers, and renames their managers' accounts, so that numbers and user names are free for the
 * next move.
 */
export async function freeNames(q: Query, tenant_id: number, parent_id: string, ids: readonly string[]): Promise<void> {
  const of = { tenant_id, ids }
  await q.query(
    `update organisations set plan_id = null, customer_number = '', version = version + 1
      where tenant_id = :tenant_id and id = any (:ids::uuid[])`,
    of,
  )
  const gone = await q.query(
    `delete from assigned_products
      where tenant_id = :tenant_id and customer_id = any (:ids::uuid[]) returning id`,
    of,
  )
  await q.query(
    `update customer_counts set own_prices = own_prices - :n
      where tenant_id = :tenant_id and parent_id = :parent_id`,
    {
      tenant_id,
      parent_id,
      n: gone.length,
    },
  )
  await q.query(
    `update users u set username = 'undone.' || u.organisation_id
      where u.tenant_id = :tenant_id and u.organisation_id = any (:ids::uuid[]) and ${IS_MANAGER}
        and u.id = (select min(m.id::text)::uuid from users m
                     where m.tenant_id = :tenant_id and m.organisation_id = u.organisation_id)`,
    of,
  )
  for (const id of ids) await refreshSearch(q, tenant_id, id)
}
