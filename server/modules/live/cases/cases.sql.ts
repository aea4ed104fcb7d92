// Queries about cases (contradictions between a supplier and our books), as the platform sees and closes them.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { casesList } from '../../../../contract/live/cases.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'

const CASES = {
  from: `cases k
         left join statements t on t.tenant_id = :tenant_id and t.id = k.statement_id
         left join holds h on h.tenant_id = :tenant_id and h.key = k.key
         left join organisations c on c.tenant_id = :tenant_id and c.id = h.seller_id
         join suppliers s on s.tenant_id = :tenant_id and s.id = coalesce(k.connection_id, h.supplier_id)`,
  where: `k.tenant_id = :tenant_id and (:case_id::uuid is null or k.id = :case_id)
          and (:source::text is null or (k.statement_id is null) = (:source = 'order'))
          and (:statement_id::uuid is null or k.statement_id = :statement_id)
          and (:kind::text is null or k.kind = :kind)
          and (:is_open::boolean is null or (k.closed_at is null) = :is_open)`,
}
type CasesQuestion = InputOf<typeof casesList>

const parameters = ({ tenant_id }: SignedIn, { filters: { case_id, source, statement_id, kind, is_open } }: CasesQuestion) => ({
  ...{ tenant_id, case_id: case_id ?? null, source: source ?? null, statement_id: statement_id ?? null, kind: kind ?? null, is_open: is_open ?? null },
})

export const cases = (q: Query, actor: SignedIn, question: CasesQuestion) =>
  q.query<OutputOf<typeof casesList>['content'][number]>(
    pageOf(
      {
        select: `k.id as case_id, case when k.statement_id is null then 'order' else 'statement' end as source, k.kind,
                 coalesce(nullif(k.subject, ''), k.key::text) as subject, k.statement_id,
                 to_char(t.day, 'YYYY-MM-DD') as day, s.company, coalesce(c.name, '') as customer_name,
                 coalesce(h.product_name, '') as product_name, h.amount_total as amount, k.theirs,
                 coalesce(k.ours, h.cost_total) as ours, k.said, k.proposal, k.lines, k.opened_at, k.closed_at, k.reason`,
        ...CASES,
        order: 'k.opened_at desc, k.kind, k.id',
      },
      parameters(actor, question),
      question,
    ),
  )
export const caseCount = (q: Query, actor: SignedIn, question: CasesQuestion) => countOf(q, CASES, parameters(actor, question))

/**
 * A case to be closed: its row is locked. `name` is for the audit log; `organisation_id` is the shop whose order the case is about, or the supplier's owner
 * for a case about a statement.
 */
export const caseToClose = (q: Query, tenant_id: number, case_id: string) =>
  q.query<{ kind: string; closed_at: string | null; name: string; organisation_id: string }>(
    `select k.kind, k.closed_at,
            case when k.statement_id is null then h.product_name else s.company || ' ' || k.subject end as name,
            case when k.statement_id is null then h.seller_id else s.owner_id end as organisation_id
       from cases k
       left join holds h on h.tenant_id = :tenant_id and h.key = k.key
       join suppliers s on s.tenant_id = :tenant_id and s.id = coalesce(k.connection_id, h.supplier_id)
      where k.tenant_id = :tenant_id and k.id = :case_id for no key update of k`,
    { tenant_id, case_id },
  )

export const closeCase = (q: Query, of: { tenant_id: number; case_id: string; now: Date; user_id: string; reason: string }) =>
  q.query(
    `update cases set closed_at = :now, closed_by = :user_id, reason = :reason
      where tenant_id = :tenant_id and id = :case_id`,
    of,
  )
