// Queries of the moves of an organisation, and of the report that compares a move's file with what was booked.
import type { moveRows, movesList } from '../../../../contract/customers/moving-in.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

type MovesAsked = InputOf<typeof movesList>
const MOVES = {
  from: 'moves m',
  where: `m.tenant_id = :tenant_id and m.organisation_id = :organisation_id
          and (:move_id::uuid is null or m.id = :move_id)`,
}
const ofMoves = ({ tenant_id, organisation_id }: SignedIn, { filters }: MovesAsked) => ({ tenant_id, organisation_id, move_id: filters.move_id ?? null })

export const moves = (q: Query, actor: SignedIn, asked: MovesAsked) =>
  q.query<OutputOf<typeof movesList>['content'][number]>(
    pageOf(
      {
        select: `m.id as move_id, m.state, n.customers, n.done, n.refused, n.balance,
                 array(select p.name from plans p
                        where p.tenant_id = :tenant_id and p.id = any (m.plan_ids) order by p.name) as plans,
                 m.created_at,
                 coalesce(nullif(m.asked_by #>> '{actor,full_name}', ''), m.asked_by #>> '{actor,username}', '')
                   as created_by,
                 m.undone_at, m.undone_by`,
        from: `${MOVES.from}
               cross join lateral (
                 select count(*)::int as customers, (count(*) filter (where r.outcome <> 'open'))::int as done,
                        (count(*) filter (where r.outcome = 'refused'))::int as refused,
                        coalesce(sum(r.balance), 0)::bigint as balance
                   from move_rows r where r.tenant_id = :tenant_id and r.move_id = m.id) n`,
        where: MOVES.where,
        order: 'm.id desc',
      },
      ofMoves(actor, asked),
      asked,
    ),
  )
export const moveCount = (q: Query, actor: SignedIn, asked: MovesAsked) => countOf(q, MOVES, ofMoves(actor, asked))

/** SQL: the rows of a move, and which of their amounts were booked, including amounts that a second person has approved since. */
const REPORT = `
  (select r.*,
          case when m.state = 'undone' or r.outcome <> 'made' then 0
               when r.balance_state = 'booked' or b.state = 'approved' then r.balance else 0 end as balance_booked,
          case when m.state = 'undone' or r.outcome <> 'made' then 0
               when r.limit_state = 'booked' or l.state = 'approved' then r.credit_limit
               else 0 end as credit_limit_booked,
          case when r.price_state = 'done' and m.state <> 'undone' then jsonb_array_length(r.prices)
               else 0 end as prices_set,
          case when r.outcome <> 'made' then r.outcome when m.state = 'undone' then 'undone'
               when 'refused' in (r.balance_state, r.limit_state, r.price_state)
                 or 'refused' in (b.state, l.state) then 'refused'
               when r.balance_state = 'waiting' and b.state = 'waiting'
                 or r.limit_state = 'waiting' and l.state = 'waiting' or r.price_state = 'waiting' then 'waiting'
               else 'equal' end as said
     from move_rows r join moves m on m.tenant_id = :tenant_id and m.id = r.move_id
     left join credit_requests b on b.tenant_id = :tenant_id and b.id = r.balance_key
     left join credit_requests l on l.tenant_id = :tenant_id and l.id = r.customer_id
    where r.tenant_id = :tenant_id and r.move_id = :move_id)`

type RowsAsked = InputOf<typeof moveRows>
type RowsAnswer = OutputOf<typeof moveRows>
const ofRows = ({ tenant_id }: SignedIn, { move_id, filters }: RowsAsked) => ({ tenant_id, move_id, outcome: filters.outcome ?? null })
const ROWS = { from: `${REPORT} r`, where: '(:outcome::text is null or r.said = :outcome)' }

export const rowsOfMove = (q: Query, actor: SignedIn, asked: RowsAsked) =>
  q.query<RowsAnswer['content'][number]>(
    pageOf(
      {
        select: `r.row, case when r.outcome = 'made' then r.customer_id end as customer_id, r.name, r.username,
                 r.said as outcome, r.code, r.balance, r.balance_booked, r.credit_limit, r.credit_limit_booked,
                 jsonb_array_length(r.prices) as prices, r.prices_set`,
        ...ROWS,
        order: 'r.row',
      },
      ofRows(actor, asked),
      asked,
    ),
  )

export const rowTotals = async (q: Query, actor: SignedIn, asked: RowsAsked): Promise<RowsAnswer['totals']> => {
  const [totals] = await q.query<RowsAnswer['totals']>(
    `select count(*)::int as customers, coalesce(sum(r.balance), 0)::bigint as balance,
            coalesce(sum(r.balance_booked), 0)::bigint as balance_booked,
            coalesce(sum(r.credit_limit), 0)::bigint as credit_limit,
            coalesce(sum(r.credit_limit_booked), 0)::bigint as credit_limit_booked
       from ${ROWS.from} where ${ROWS.where}`,
    ofRows(actor, asked),
  )
  return totals as RowsAnswer['totals']
}
