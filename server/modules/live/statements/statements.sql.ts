// Queries about suppliers' statements: the list that the platform sees, and which statements are due.
import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { statementsList } from '../../../../contract/live/statements.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

type StatementsAsked = InputOf<typeof statementsList>

const STATEMENTS = {
  from: `statements t
         join suppliers s on s.tenant_id = :tenant_id and s.id = t.connection_id
         cross join lateral (
           select count(*)::int as cases, (count(*) filter (where k.closed_at is null))::int as open_cases
             from cases k where k.tenant_id = :tenant_id and k.statement_id = t.id) k`,
  where: `t.tenant_id = :tenant_id and (:connection_id::uuid is null or t.connection_id = :connection_id)
          and (:state::text is null or t.state = :state)
          and (:is_open::boolean is null or (k.open_cases > 0) = :is_open)
          and (:from_date::date is null or t.day >= :from_date) and (:to_date::date is null or t.day <= :to_date)`,
}

const ofStatements = ({ tenant_id }: SignedIn, { filters }: StatementsAsked) => ({
  ...{ tenant_id, connection_id: filters.connection_id ?? null, state: filters.state ?? null, is_open: filters.is_open ?? null },
  ...{ from_date: filters.from_date ?? null, to_date: filters.to_date ?? null },
})

export const statements = (q: Query, actor: SignedIn, asked: StatementsAsked) =>
  q.query<OutputOf<typeof statementsList>['content'][number]>(
    pageOf(
      {
        select: `t.id as statement_id, to_char(t.day, 'YYYY-MM-DD') as day, s.company, t.state, t.source, t.said,
                 t.rows, t.theirs_total as theirs, t.ours_total as ours, t.theirs_total - t.ours_total as difference,
                 k.cases, k.open_cases, t.read_at`,
        ...STATEMENTS,
        order: 't.day desc, lower(s.company), t.id',
      },
      ofStatements(actor, asked),
      asked,
    ),
  )
export const statementCount = (q: Query, actor: SignedIn, asked: StatementsAsked) => countOf(q, STATEMENTS, ofStatements(actor, asked))

export const statementNamed = (q: Query, tenant_id: number, statement_id: string) =>
  q.query<{ company: string; day: string }>(
    `select s.company, to_char(t.day, 'YYYY-MM-DD') as day
       from statements t join suppliers s on s.tenant_id = :tenant_id and s.id = t.connection_id
      where t.tenant_id = :tenant_id and t.id = :statement_id`,
    { tenant_id, statement_id },
  )

/** Connections that sold something on a day, or may have sold something, and whose statement for that day has not been read yet. */
export const dueStatements = (q: Query, tenant_id: number, day: string) =>
  q.query<{ connection_id: string }>(
    `select c.id as connection_id from connections c
      where c.tenant_id = :tenant_id and c.adapter = any(:adapters)
        and (c.created_at at time zone 'Europe/Berlin')::date <= :day::date
        and (c.is_active or exists (select from live_orders o
               where o.tenant_id = :tenant_id and o.connection_id = c.id
                 and (o.created_at at time zone 'Europe/Berlin')::date = :day::date))
        and not exists (select from statements t
               where t.tenant_id = :tenant_id and t.connection_id = c.id and t.day = :day and t.state = 'read')
      order by c.id`,
    { tenant_id, day, adapters: adaptersThat(({ statement }) => statement !== 'none') },
  )

/** Statements requested from the supplier and read less than four days after their day: they are requested once more, for the supplier's late corrections. */
export const statementsToReread = (q: Query, tenant_id: number, today: string) =>
  q.query<{ connection_id: string; day: string }>(
    `select t.connection_id, to_char(t.day, 'YYYY-MM-DD') as day from statements t
      where t.tenant_id = :tenant_id and t.state = 'read' and t.source = 'asked'
        and t.day between :today::date - 10 and :today::date - 4
        and (t.read_at at time zone 'Europe/Berlin')::date < t.day + 4
      order by t.day, t.connection_id`,
    { tenant_id, today },
  )

export const connectionNamed = (q: Query, tenant_id: number, connection_id: string) =>
  q.query<{ company: string; owner_id: string }>(
    `select s.company, s.owner_id from connections c
       join suppliers s on s.tenant_id = :tenant_id and s.id = c.id
      where c.tenant_id = :tenant_id and c.id = :connection_id`,
    { tenant_id, connection_id },
  )
