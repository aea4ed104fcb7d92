// Queries of open matters: everything that is not final and concerns the user, from all sources that the user may see.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { openMatters } from '../../../../contract/messages/open-matters.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { type List, pageOf } from '../../../postgres/list-query.ts'
import { ownedBy } from '../../../postgres/row-scope.ts'
import type { Source } from './sources.ts'

type OpenMattersInput = InputOf<typeof openMatters>
export type Matter = {
  matter_id: string
  kind: Source['kind']
  since: Instant
  subject: string
  organisation_name: string
  person: string
  amount: Money | null
  /** How many rows the whole list has; `all_amount`: the sum of their amounts. */
  total_count: number
  all_amount: Money
}

/** SQL: the first part of the union. It has no rows and only names the columns, so that the other parts need not name them. */
const NAMES = `
  select '' as kind, '' as matter_id, :now::timestamptz as since, '' as subject,
         :organisation_id::uuid as organisation_id,
         :user_id::uuid as user_id, 0::bigint as amount where false and :is_platform`

const named = ({ kind, rows }: Source) => `
  select '${kind}', x.* from (${rows}) x`
const ALL = (sources: readonly Source[]) => [NAMES, ...sources.map(named)].join(' union all ')

const MATTERS = (sources: readonly Source[]): Pick<List, 'from' | 'where'> => ({
  from: `(${ALL(sources)}) m`,
  where: '(:kind::text is null or m.kind = :kind)',
})

const parameters = (actor: SignedIn, now: Date, { filters }: OpenMattersInput) => ({
  ...ownedBy(actor),
  user_id: actor.user_id,
  /** Users who may not see discounts get no amounts, because the price paid for goods would reveal the discount. */
  masked: actor.mask_seller_discount,
  now,
  kind: filters.kind ?? null,
})

export const matters = (q: Query, actor: SignedIn, sources: readonly Source[], now: Date, asked: OpenMattersInput, limit: number, offset: number) =>
  q.query<Matter>(
    pageOf(
      {
        select: `m.matter_id, m.kind, m.since, m.subject, m.organisation_id, m.user_id,
                 case when not :masked then m.amount end as amount, (count(*) over ())::int as total_count,
                 total(case when not :masked then m.amount end) over () as all_amount`,
        ...MATTERS(sources),
        order: 'm.since, m.matter_id',
        around: (page) => `
        select m.*, coalesce(o.name, '') as organisation_name,
               coalesce(nullif(u.full_name, ''), u.username, '') as person
          from (${page}) m
          left join organisations o on o.tenant_id = :tenant_id and o.id = m.organisation_id
          left join users u on u.tenant_id = :tenant_id and u.id = m.user_id
         order by m.since, m.matter_id`,
      },
      parameters(actor, now, asked),
      { limit, offset },
    ),
  )
