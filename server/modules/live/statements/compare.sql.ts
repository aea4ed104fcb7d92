// Queries of a statement's lines, and of the orders that they are compared with.
import type { Money } from '../../../../contract/kit/money.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

export type Of = { tenant_id: number; connection_id: string; day: string }
export type Read = Of & { statement_id: string }

/** Claims a day's statement for a server that will request or write it. Another server gets no row until the claim is released, or until `until`. */
export const leaseStatement = (q: Query, of: Of & { id: string; now: Date; until: Date }) =>
  q.query<{ id: string }>(
    `insert into statements (tenant_id, id, connection_id, day, leased_until, created_at)
     values (:tenant_id, :id, :connection_id, :day, :until, :now)
     on conflict (tenant_id, connection_id, day) do update set leased_until = :until
      where statements.leased_until is null or statements.leased_until <= :now
     returning id`,
    of,
  )

export const letGo = (q: Query, of: { tenant_id: number; statement_id: string; said: string }) =>
  q.query('update statements set leased_until = null, said = :said where tenant_id = :tenant_id and id = :statement_id', of)

/** Records that the supplier sent the same lines once more. */
export const noteSame = (q: Query, of: { tenant_id: number; statement_id: string; now: Date }) =>
  q.query(
    `update statements set leased_until = null, said = '', read_at = :now
      where tenant_id = :tenant_id and id = :statement_id`,
    of,
  )

/** The statement of a day. Its row is locked, so other transactions that write it wait. */
export const statementToWrite = (q: Query, { tenant_id, connection_id, day }: Of, id: string, now: Date) =>
  q.query<{ id: string; digest: Buffer | null; rows: number }>(
    `insert into statements (tenant_id, id, connection_id, day, created_at)
     values (:tenant_id, :id, :connection_id, :day, :now)
     on conflict (tenant_id, connection_id, day) do update set said = ''
     returning id, digest, rows`,
    { tenant_id, connection_id, day, id, now },
  )

export const clearLines = (q: Query, { tenant_id, statement_id }: Read) =>
  q.query('delete from statement_lines where tenant_id = :tenant_id and statement_id = :statement_id', { tenant_id, statement_id })

export type Lines = { line: number[]; key: (string | null)[]; reference: string[]; cost: (Money | null)[]; is_reversal: boolean[]; at: string[] }

export const putLines = (q: Query, { tenant_id, statement_id, connection_id, day }: Read, lines: Lines) =>
  q.query(
    `insert into statement_lines (tenant_id, statement_id, line, connection_id, day, key, supplier_reference, cost,
                                  is_reversal, at)
     select :tenant_id, :statement_id, l.line, :connection_id, :day, l.key, l.reference, l.cost, l.is_reversal, l.at
       from unnest(:line::int[], :key::uuid[], :reference::text[], :cost::bigint[], :is_reversal::boolean[],
                   :at::timestamptz[]) as l(line, key, reference, cost, is_reversal, at)
     returning 1`,
    { tenant_id, statement_id, connection_id, day, ...lines },
  )

/**
 * How many hours at each end of a day the supplier may count to the neighbouring day. Sales in these hours are compared only when the neighbouring day's
 * statement is read too.
 */
const BORDER = `interval '3 hours'`
const isRead = (day: string) => `
  exists (select from statements n where n.tenant_id = :tenant_id and n.connection_id = :connection_id
             and n.day = ${day} and n.state = 'read')`

export type OrderRow = { key: string; state: string; is_open: boolean; cost: Money }

/**
 * Our orders at this connection with these references. The query uses `any` and not a join, because lines just written have no statistics and the planner
 * would loop over them.
 */
export const ordersOf = (q: Query, { tenant_id, connection_id }: Of, keys: readonly string[]) =>
  q.query<OrderRow>(
    `select o.key, o.state, h.state = 'open' as is_open, h.cost_total as cost
       from live_orders o join holds h on h.tenant_id = :tenant_id and h.key = o.key
      where o.tenant_id = :tenant_id and o.connection_id = :connection_id and o.key = any (:keys::uuid[])`,
    { tenant_id, connection_id, keys },
  )

/** Which of these references are also in the statement of another day, as a charge or as a reversal. */
export const linesElsewhere = (q: Query, { tenant_id, connection_id, statement_id, day }: Read, keys: readonly string[]) =>
  q.query<{ key: string; is_reversal: boolean; is_before: boolean }>(
    `select distinct l.key, l.is_reversal, l.day < :day::date as is_before
       from statement_lines l
      where l.tenant_id = :tenant_id and l.connection_id = :connection_id and l.key = any (:keys::uuid[])
        and l.statement_id <> :statement_id`,
    { tenant_id, connection_id, statement_id, day, keys },
  )

/** Our sales of the day. Sales near the ends of the day are included only if the neighbouring day's statement is read too. */
export const soldOn = (q: Query, { tenant_id, connection_id, day }: Of) =>
  q.query<{ key: string; cost: Money }>(
    `select o.key, h.cost_total as cost
       from live_orders o join holds h on h.tenant_id = :tenant_id and h.key = o.key
      where o.tenant_id = :tenant_id and o.connection_id = :connection_id and o.state = 'delivered'
        and o.created_at >= ${dayStart(':day')} - interval '1 day'
        and o.created_at < ${dayEnd(':day')} + interval '1 day'
        and coalesce(o.sent_at, o.created_at) >= ${dayStart(':day')}
            + case when ${isRead(`:day::date - 1`)} then -${BORDER} else ${BORDER} end
        and coalesce(o.sent_at, o.created_at) < ${dayEnd(':day')}
            + case when ${isRead(`:day::date + 1`)} then ${BORDER} else -${BORDER} end`,
    { tenant_id, connection_id, day },
  )

type Opened = { id: string[]; kind: string[]; subject: string[]; key: (string | null)[]; theirs: Money[]; ours: Money[]; proposal: string[]; lines: number[] }

/** Opens cases, except cases that were opened before; returns how many are new. */
export const openCases = (q: Query, { tenant_id, connection_id, statement_id }: Read, now: Date, opened: Opened) =>
  q.query<{ id: string }>(
    `insert into cases (tenant_id, id, statement_id, connection_id, kind, subject, key, theirs, ours, proposal, lines,
                        opened_at)
     select :tenant_id, c.id, :statement_id, :connection_id, c.kind, c.subject, c.key, c.theirs, c.ours, c.proposal,
            c.lines, :now
       from unnest(:id::uuid[], :kind::text[], :subject::text[], :key::uuid[], :theirs::bigint[], :ours::bigint[],
                   :proposal::text[], :lines::int[]) as c(id, kind, subject, key, theirs, ours, proposal, lines)
     on conflict (tenant_id, connection_id, kind, subject) do nothing returning id`,
    { tenant_id, connection_id, statement_id, now, ...opened },
  )

/** Lines of a statement that belong to no order of ours. */
export const foreignLines = (q: Query, tenant_id: number, statement_id: string) =>
  q.query<{ at: string; key: string | null; supplier_reference: string; cost: Money | null; is_reversal: boolean }>(
    `select l.at, l.key, l.supplier_reference, l.cost, l.is_reversal from statement_lines l
      where l.tenant_id = :tenant_id and l.statement_id = :statement_id
        and not exists (select from live_orders o where o.tenant_id = :tenant_id and o.connection_id = l.connection_id
                           and o.key = l.key)
      order by l.at, l.line`,
    { tenant_id, statement_id },
  )

type Noted = { source: 'asked' | 'file'; digest: Buffer; rows: number; now: Date; user_id: string | null; theirs: Money; ours: Money }

export const noteRead = (q: Query, { tenant_id, statement_id }: Read, noted: Noted) =>
  q.query(
    `update statements
        set state = 'read', source = :source, digest = :digest, rows = :rows, theirs_total = :theirs,
            ours_total = :ours, read_at = :now, read_by = :user_id, leased_until = null, said = ''
      where tenant_id = :tenant_id and id = :statement_id`,
    { tenant_id, statement_id, ...noted },
  )

/** Deletes lines that are too old for a dispute; the statements and their cases stay. */
export const forgetLines = (q: Query, tenant_id: number, before: string) =>
  q.query('delete from statement_lines where tenant_id = :tenant_id and day < :before', { tenant_id, before })
