// Queries about collections and their lines: each reseller sees its own.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { collectionLines, collectionsList } from '../../../../contract/papers/collections.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'
import { RECIPIENT } from './candidates.sql.ts'
import type { DebitLine } from './customer-mails.ts'

type Input = InputOf<typeof collectionsList>
type Row = OutputOf<typeof collectionsList>['content'][number]
type LinesInput = InputOf<typeof collectionLines>
type LineRow = OutputOf<typeof collectionLines>['content'][number]

/** SQL: an id of 32 letters and digits for files, which allow 35. */
export const short = (id: string) => `replace(${id}::text, '-', '')`

/**
 * SQL: the state of line `l` with its return `r`, as people see it. `by_hand`: the bank's credit or return could not be recorded at the invoice, so a person
 * has to clear it.
 */
const LINE_STATE = `
  case when r.state = 'by_hand' then 'by_hand'
       when l.state <> 'settled' then l.state
       when r.id is not null then 'returned'
       when exists (select from invoice_payments p where p.tenant_id = :tenant_id and p.id = l.id) then 'booked'
       else 'by_hand' end`

/** SQL: the return of line `l`. */
const RETURN = 'debit_returns r on r.tenant_id = :tenant_id and r.line_id = l.id'

const COLLECTIONS = {
  from: 'collections k',
  where: `k.tenant_id = :tenant_id and k.owner_id = :organisation_id
          and (:collection_id::uuid is null or k.id = :collection_id)
          and (:state::text is null or k.state = :state)`,
}

export async function collectionPage(q: Query, { tenant_id, organisation_id }: SignedIn, input: Input): Promise<{ rows: Row[]; total: number }> {
  const { collection_id = null, state = null } = input.filters
  const values = { tenant_id, organisation_id, collection_id, state }
  const select = `k.id as collection_id, ${short('k.id')} as message_no, k.scheme, k.collect_on, k.state,
                  k.lines, k.total, k.reason, k.created_by, k.created_at, k.booked_on,
                  (select total(l.amount) from collection_lines l
                    where l.tenant_id = :tenant_id and l.collection_id = k.id and l.state = 'settled') as booked,
                  (select count(*)::int from collection_lines l left join ${RETURN}
                    where l.tenant_id = :tenant_id and l.collection_id = k.id and ${LINE_STATE} = 'by_hand') as by_hand,
                  (select count(*)::int from collection_lines l join ${RETURN}
                    where l.tenant_id = :tenant_id and l.collection_id = k.id and r.state = 'open') as open_returns`
  const rows = await q.query<Row>(pageOf({ ...COLLECTIONS, select, order: 'k.created_at desc, k.id desc' }, values, input))
  return { rows, total: await countOf(q, COLLECTIONS, values) }
}

const LINES = {
  from: `collection_lines l
         join collections k on k.tenant_id = :tenant_id and k.id = l.collection_id
         join invoices i on i.tenant_id = :tenant_id and i.id = l.invoice_id
         join organisations c on c.tenant_id = :tenant_id and c.id = i.customer_id
         join mandates m on m.tenant_id = :tenant_id and m.id = l.mandate_id
         left join ${RETURN}`,
  where: 'l.tenant_id = :tenant_id and l.collection_id = :collection_id and k.owner_id = :organisation_id',
}

export async function linePage(q: Query, { tenant_id, organisation_id }: SignedIn, input: LinesInput): Promise<{ rows: LineRow[]; total: number }> {
  const values = { tenant_id, organisation_id, collection_id: input.filters.collection_id }
  const select = `l.id as line_id, l.invoice_id, i.document_no, i.customer_id, c.name as customer_name, l.amount,
                  m.mandate_reference, l.sequence, ${short('l.id')} as end_to_end_id, ${LINE_STATE} as state,
                  r.id as return_id, r.booked_on::text as returned_on, coalesce(r.reason, '') as return_reason,
                  r.fee as return_fee, r.state as return_state`
  const rows = await q.query<LineRow>(pageOf({ ...LINES, select, order: 'lower(c.name), i.id' }, values, input))
  return { rows, total: await countOf(q, LINES, values) }
}

export type NewCollection = {
  id: string
  content: Buffer
  scheme: string
  collect_on: string
  lines: number
  total: Money
  created_by: string
  created_at: Date
}

/** Claims the id of a collection. Returns false if it was used; a simultaneous request with the same id waits here until the first has ended. */
export const claimCollection = async (q: Query, { tenant_id, organisation_id }: SignedIn, collection: NewCollection): Promise<boolean> => {
  const row = { tenant_id, owner_id: organisation_id, file: '', ...collection }
  const added = await q.query(
    `insert into collections ${columnsAndValues(Object.keys(row))}
     on conflict (tenant_id, id) do nothing returning id`,
    row,
  )
  return added.length > 0
}

export type StoredCollection = { content: Buffer; file: string; state: Row['state']; lines: number; total: Money; collect_on: string }

export const collectionOf = async (q: Query, { tenant_id, organisation_id }: SignedIn, collection_id: string) =>
  (
    await q.query<StoredCollection>(
      `select content, file, state, lines, total, collect_on from collections
        where tenant_id = :tenant_id and owner_id = :organisation_id and id = :collection_id`,
      { tenant_id, organisation_id, collection_id },
    )
  )[0]

export const collectionsSince = async (q: Query, { tenant_id, organisation_id }: SignedIn, since: Date): Promise<number> =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from collections
        where tenant_id = :tenant_id and owner_id = :organisation_id and created_at >= :since`,
      { tenant_id, organisation_id, since },
    )
  )[0]?.n ?? 0

export type NewLine = { id: string; invoice_id: string; mandate_id: string; amount: Money; sequence: string }

/**
 * Adds the lines in the order of their invoices, so that simultaneous collections do not deadlock. Returns how many were added; an invoice in a collection
 * under way is left out.
 */
export async function addLines(q: Query, { tenant_id }: SignedIn, collection_id: string, lines: readonly NewLine[]): Promise<number> {
  const sorted = lines.toSorted((a, b) => (a.invoice_id < b.invoice_id ? -1 : 1))
  const column = <N extends keyof NewLine>(name: N) => sorted.map((line) => line[name])
  const added = await q.query(
    `insert into collection_lines (tenant_id, id, collection_id, invoice_id, mandate_id, amount, sequence)
     select :tenant_id, l.id, :collection_id, l.invoice_id, l.mandate_id, l.amount, l.sequence
       from unnest(:ids::uuid[], :invoices::uuid[], :mandates::uuid[], :amounts::bigint[], :sequences::text[])
            as l(id, invoice_id, mandate_id, amount, sequence)
     on conflict (tenant_id, invoice_id) where state = 'under_way' do nothing returning id`,
    {
      ...{ tenant_id, collection_id, ids: column('id'), invoices: column('invoice_id'), mandates: column('mandate_id') },
      ...{ amounts: column('amount'), sequences: column('sequence') },
    },
  )
  return added.length
}

export const storeFile = (q: Query, { tenant_id }: SignedIn, collection_id: string, file: string) =>
  q.query(
    `update collections set file = :file
      where tenant_id = :tenant_id and id = :collection_id`,
    { tenant_id, collection_id, file },
  )

export const markUsed = (q: Query, { tenant_id }: SignedIn, mandate_ids: readonly string[], collect_on: string) =>
  q.query(
    `update mandates set last_used_on = greatest(coalesce(last_used_on, :collect_on::date), :collect_on::date)
      where tenant_id = :tenant_id and id = any (:mandate_ids::uuid[])`,
    { tenant_id, mandate_ids, collect_on },
  )

/** The lines of a collection with the present addresses of their customers; customers who have no address any more are left out. */
export const linesToTell = (q: Query, { tenant_id, organisation_id }: SignedIn, collection_id: string) =>
  q.query<DebitLine>(
    `select i.customer_id, i.document_no, l.amount, ${RECIPIENT} as recipient, c.default_language as language
       from ${LINES.from}
       left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = i.customer_id
      where ${LINES.where} and ${RECIPIENT} <> '' order by i.id`,
    { tenant_id, organisation_id, collection_id },
  )

/**
 * Gives up a collection under way, with its lines; the last use of its mandates is again what it was before. Returns false if the collection was given up
 * already or the bank has credited it.
 */
export async function giveUp(q: Query, { tenant_id, organisation_id }: SignedIn, collection_id: string, reason: string): Promise<boolean> {
  const which = { tenant_id, collection_id }
  const changed = await q.query(
    `update collections set state = 'cancelled', reason = :reason
      where tenant_id = :tenant_id and owner_id = :organisation_id and id = :collection_id and state = 'under_way'
        and booked_on is null returning id`,
    { ...which, organisation_id, reason },
  )
  if (changed.length === 0) return false
  await q.query(
    `select from mandates m
      where m.tenant_id = :tenant_id
        and m.id in (select l.mandate_id from collection_lines l
                      where l.tenant_id = :tenant_id and l.collection_id = :collection_id)
      order by m.id for no key update`,
    which,
  )
  await q.query(
    `update collection_lines set state = 'cancelled'
      where tenant_id = :tenant_id and collection_id = :collection_id`,
    which,
  )
  await q.query(
    `update mandates m
        set last_used_on = (select max(k.collect_on) from collection_lines l
                              join collections k on k.tenant_id = :tenant_id and k.id = l.collection_id
                             where l.tenant_id = :tenant_id and l.mandate_id = m.id and l.state <> 'cancelled')
      where m.tenant_id = :tenant_id
        and m.id in (select l.mandate_id from collection_lines l
                      where l.tenant_id = :tenant_id and l.collection_id = :collection_id)`,
    which,
  )
  return true
}
