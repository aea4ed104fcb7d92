// Queries of incoming transfers: storing them, listing them, and recording whether each was booked or set aside.

import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { bankLineStates, bankLinesList, bankLinesTake } from '../../../../contract/papers/bank-lines.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { firstIdAt } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

type ListInput = InputOf<typeof bankLinesList>
type Listed = Omit<OutputOf<typeof bankLinesList>['content'][number], 'proposal' | 'expected'>
type State = (typeof bankLineStates)[number]
export type TakenLine = InputOf<typeof bankLinesTake>['transfers'][number] & { content: Buffer }

/**
 * Adds the transfers that are not stored yet; returns how many were added. Some files do not name their account, so a transfer without an account equals the
 * same transfer with any account. The organisation's row is locked, so that two files sent at the same moment do not both add the same transfer.
 */
export const addLines = async (
  q: Query,
  { tenant_id, organisation_id, full_name, username }: SignedIn,
  { account, file_name, lines }: { account: string; file_name: string; lines: readonly TakenLine[] },
  now: Date,
): Promise<number> => {
  const column = <K extends keyof TakenLine>(name: K) => lines.map((line) => line[name])
  await q.query(
    `select from organisations
      where tenant_id = :tenant_id and id = :organisation_id for no key update`,
    { tenant_id, organisation_id },
  )
  const added = await q.query(
    `insert into bank_lines (tenant_id, organisation_id, account, file_name, taken_by, taken_at,
                             id, content, booked_on, amount, name, iban, reference)
     select :tenant_id, :organisation_id, :account, :file_name, :taken_by, :now, l.id, l.content, l.booked_on, l.amount,
            l.name, l.iban, l.reference
       from unnest(:ids::uuid[], :contents::bytea[], :days::date[], :amounts::bigint[], :names::text[], :ibans::text[],
                   :references::text[]) as l(id, content, booked_on, amount, name, iban, reference)
      where not exists (select from bank_lines b
                         where b.tenant_id = :tenant_id and b.organisation_id = :organisation_id
                           and b.content = l.content and (b.account = :account or b.account = '' or :account = ''))
     on conflict (tenant_id, organisation_id, content, account) do nothing returning id`,
    {
      ...{ tenant_id, organisation_id, account, file_name, taken_by: full_name || username, now },
      ...{ ids: lines.map(() => newId()), contents: column('content'), days: column('booked_on'), amounts: column('amount') },
      ...{ names: column('name'), ibans: column('iban'), references: column('reference') },
    },
  )
  return added.length
}

export const takenSince = async (q: Query, { tenant_id, organisation_id }: SignedIn, since: Date): Promise<number> =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from bank_lines
        where tenant_id = :tenant_id and organisation_id = :organisation_id
          and id >= ${firstIdAt(':since::timestamptz')}`,
      { tenant_id, organisation_id, since },
    )
  )[0]?.n ?? 0

/**
 * SQL over line `l` and request `r`: the state as people see it. A top-up that was begun is either booked, waits for the second person, or was refused, which
 * makes the line open again.
 */
const STATE = `
  case when l.state <> 'booking' then l.state
       when is_key_used(:tenant_id, l.booking_key) then 'booked'
       when r.state = 'waiting' then 'waiting' else 'open' end`
const LINES = `
  bank_lines l left join credit_requests r on r.tenant_id = :tenant_id and r.id = l.booking_key
  cross join lateral (select ${STATE} as state) s`
const OWN = `l.tenant_id = :tenant_id and l.organisation_id = :organisation_id`
const UNDECIDED = `l.state in ('open', 'booking')`

const LIST = {
  from: LINES,
  where: `${OWN} and (:state::text is null or s.state = :state)
    and (:state::text is null or :state not in ('open', 'waiting') or ${UNDECIDED})
    and (:search::text is null or strpos(${foldedSql("concat_ws(' ', l.name, l.reference, l.iban)")}, :search) > 0)`,
}

/** SQL: whether there is another line, from another file, that may be the same transfer. */
const TWIN = `
  exists (select from bank_lines b
           where b.tenant_id = :tenant_id and b.organisation_id = :organisation_id and b.id <> l.id
             and b.booked_on = l.booked_on and b.amount = l.amount and b.file_name <> l.file_name
             and (b.iban <> '' and b.iban = l.iban or lower(b.name) = lower(l.name)))`

const SELECT = `
  l.id as line_id, to_char(l.booked_on, 'YYYY-MM-DD') as booked_on, l.amount, l.name, l.iban, l.reference,
  s.state, ${UNDECIDED} and ${TWIN} as is_twin, l.file_name, l.taken_by, l.taken_at,
  case when s.state = 'open' then '' else l.decided_by end as decided_by,
  case when s.state = 'open' then null else l.decided_at end as decided_at, l.reason,
  case when s.state = 'open' then null else l.customer_id end as customer_id,
  case when s.state = 'open' then ''
       else coalesce((select o.name from organisations o
                       where o.tenant_id = :tenant_id and o.id = l.customer_id), '') end
    as customer_name,
  l.invoice_id,
  coalesce((select i.document_no from invoices i
             where i.tenant_id = :tenant_id and i.id = l.invoice_id), '') as document_no,
  l.collection_id,
  (select k.collect_on::text from collections k where k.tenant_id = :tenant_id and k.id = l.collection_id) as collect_on`

const valuesOf = ({ tenant_id, organisation_id }: SignedIn, { filters, search_text }: ListInput) => ({
  ...{ tenant_id, organisation_id, state: filters.state ?? null, search: searchFor(search_text) },
})

export async function linePage(q: Query, actor: SignedIn, asked: ListInput): Promise<{ rows: Listed[]; total: number }> {
  const values = valuesOf(actor, asked)
  const rows = await q.query<Listed>(pageOf({ ...LIST, select: SELECT, order: 'l.booked_on desc, l.id desc' }, values, asked))
  return { rows, total: await countOf(q, LIST, values) }
}

export const lineCounts = async (q: Query, { tenant_id, organisation_id }: SignedIn): Promise<{ open: number; waiting: number }> =>
  (
    await q.query<{ open: number; waiting: number }>(
      `select count(*) filter (where s.state = 'open')::int as open,
              count(*) filter (where s.state = 'waiting')::int as waiting
         from ${LINES} where ${OWN} and ${UNDECIDED}`,
      { tenant_id, organisation_id },
    )
  )[0] ?? { open: 0, waiting: 0 }

export type Line = {
  amount: Money
  booked_on: string
  name: string
  reference: string
  state: State
  customer_id: string | null
  invoice_id: string | null
  collection_id: string | null
  booking_key: string | null
  /** Whether the second person refused the top-up that was begun under the key. */
  is_refused: boolean
}

/**
 * Locks one transfer, so that it is decided only once, and reads it. Locking and reading are two statements, because a
 * single statement that waits for the lock would read the requests as they were before the wait, and so miss a request
 * that was made meanwhile.
 */
export async function lockedLine(q: Query, { tenant_id, organisation_id }: SignedIn, line_id: string): Promise<Line | undefined> {
  const which = { tenant_id, organisation_id, line_id }
  await q.query(`select from bank_lines l where ${OWN} and l.id = :line_id for update`, which)
  const [line] = await q.query<Line>(
    `select l.amount, to_char(l.booked_on, 'YYYY-MM-DD') as booked_on, l.name, l.reference, s.state,
            l.customer_id, l.invoice_id, l.collection_id, l.booking_key,
            coalesce(r.state = 'refused', false) as is_refused
       from ${LINES} where ${OWN} and l.id = :line_id`,
    which,
  )
  return line
}

type Decision = {
  state: 'open' | 'booking' | 'booked' | 'aside'
  customer_id?: string
  invoice_id?: string
  collection_id?: string
  booking_key?: string
  reason?: string
}

export const decideLine = (q: Query, { tenant_id, full_name, username }: SignedIn, line_id: string, decision: Decision, now: Date) =>
  q.query(
    `update bank_lines
        set state = :state, customer_id = :customer_id, invoice_id = :invoice_id, collection_id = :collection_id,
            booking_key = :booking_key, decided_by = :by, decided_at = :now, reason = :reason
      where tenant_id = :tenant_id and id = :line_id`,
    {
      ...{ tenant_id, line_id, now, by: full_name || username, state: decision.state, reason: decision.reason ?? '' },
      ...{ customer_id: decision.customer_id ?? null, invoice_id: decision.invoice_id ?? null },
      ...{ collection_id: decision.collection_id ?? null, booking_key: decision.booking_key ?? null },
    },
  )

/** Reads a document that the actor's own organisation made. */
export const documentOf = async (q: Query, { tenant_id, organisation_id }: SignedIn, invoice_id: string) =>
  (
    await q.query<{ customer_id: string; document_no: string }>(
      `select i.customer_id, i.document_no from invoices i
        where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id and i.id = :invoice_id`,
      { tenant_id, organisation_id, invoice_id },
    )
  )[0]

export const isOwnCustomer = async (q: Query, { tenant_id, organisation_id }: SignedIn, customer_id: string): Promise<boolean> =>
  (
    await q.query(
      `select from organisations
        where tenant_id = :tenant_id and id = :customer_id and parent_id = :organisation_id`,
      { tenant_id, organisation_id, customer_id },
    )
  ).length > 0
