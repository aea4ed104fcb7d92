// Queries about claims: the list in its three scopes, and one claim with its steps and files. An organisation sees its own claims and those of all
// organisations below it.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ReclaimState, ReclaimStep, reclaimProofs, reclaimReasons, reclaimScopes, reclaimsList } from '../../../../contract/sales/reclamations.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { foldedSql, searchFor } from '../../../postgres/search.ts'

export type ReclaimsListInput = InputOf<typeof reclaimsList> & { scope: (typeof reclaimScopes)[number] }

export type ClaimRow = {
  reclaim_id: string
  number: number
  state: ReclaimState
  seller_name: string
  product_name: string
  value: Money
  serial: string
  pin_last4: string
  reason: (typeof reclaimReasons)[number]
  reject_reason: string
  username: string
  sold_at: Instant
  created_at: Instant
  changed_at: Instant
  due_at: Instant | null
  taken_name: string
  desk_name: string
  amount: Money | null
  /** The id of the organisation that `desk_name` names. `taken_name` names the same organisation, or the platform. */
  desk_id: string
  taken_at: string | null
  is_desk: boolean
  is_owned_by_desk: boolean
}

/**
 * SQL of each scope. `own` compares one column with a value, so that the database uses that column's index. In the scope `desk` the platform sees all claims of
 * the tenant.
 */
const SCOPES: Record<ReclaimsListInput['scope'], string> = {
  own: 'r.seller_id = :organisation_id',
  desk: '(r.desk_id = :organisation_id or :is_platform)',
  sent: `exists (select from reclamation_steps h
                  where h.tenant_id = :tenant_id and h.reclamation_id = r.id and h.step = 'hand_on'
                    and h.organisation_id = :organisation_id)`,
}

const claims = (scope: ReclaimsListInput['scope']) => ({
  from: 'reclamations r',
  where: `r.tenant_id = :tenant_id and ${SCOPES[scope]}
          and (:state::text is null or r.state = :state)
          and (:is_open::boolean is null or :is_open = (r.state not in ('accepted', 'rejected')))
          and (:taken_by::uuid is null or r.taken_by = :taken_by)
          and (:before::timestamptz is null or r.created_at < :before)
          and (:customer_id::uuid is null or r.seller_id = :customer_id)
          and (:configuration_id::uuid is null or r.configuration_id = :configuration_id)
          and (:supplier_id::uuid is null or r.supplier_id = :supplier_id and ${isOwn('r')})
          and (:batch_no::int is null or r.batch_no = :batch_no and ${isOwn('r')})
          and (:date_from::text is null or r.id >= ${firstIdAt(dayStart(':date_from'))})
          and (:date_to::text is null or r.id < ${firstIdAt(dayEnd(':date_to'))})
          and (:search::text is null or r.number::text = :search
               or exists (select from sales s where s.tenant_id = :tenant_id and s.id = r.sale_id
                             and strpos(${foldedSql('s.product_name')}, :search) > 0)
               or exists (select from organisations o where o.tenant_id = :tenant_id and o.id = r.seller_id
                             and strpos(o.name_search, :search) > 0)
               or exists (select from pins p where p.tenant_id = :tenant_id and p.batch_no = r.batch_no
                             and p.seq = r.seq and lower(p.serial) = :search))`,
})

const ORDERS: Record<ReclaimsListInput['sort'], string> = {
  created_at: 'r.id',
  '-created_at': 'r.id desc',
  due_at: 'r.due_at nulls last, r.id',
}

const DAY_MS = 86_400_000
const parameters = (actor: SignedIn, { filters, search_text }: ReclaimsListInput, now: Date) => ({
  ...ownedBy(actor),
  state: filters.state ?? null,
  is_open: filters.is_open ?? null,
  taken_by: filters.is_mine ? actor.user_id : null,
  before: filters.older_than === undefined ? null : new Date(now.getTime() - filters.older_than * DAY_MS),
  customer_id: filters.customer_id ?? null,
  configuration_id: filters.configuration_id ?? null,
  supplier_id: filters.supplier_id ?? null,
  batch_no: filters.batch_no ?? null,
  date_from: filters.date_from ?? null,
  date_to: filters.date_to ?? null,
  search: searchFor(search_text),
})

/** SQL: the columns of a claim. The amount is what the shop paid, if a shop asks; for an organisation above it, what its direct customer gets back. */
const ROW = `
  r.id as reclaim_id, r.number, r.state, o.name as seller_name, s.product_name, s.value, p.serial,
  p.last4 as pin_last4, r.reason, coalesce(n.note, '') as reject_reason,
  coalesce(u.username, '') as username, r.sold_at, r.created_at, r.changed_at, r.due_at, r.taken_name,
  d.name as desk_name, r.desk_id, t.organisation_id as taken_at,
  s.prices[greatest(array_position(s.chain, :organisation_id::uuid) - 1, 1)] as amount,
  (r.desk_id = :organisation_id or :is_platform) and r.seller_id <> :organisation_id as is_desk,
  r.desk_id = r.owner_id as is_owned_by_desk`
const AROUND = `
  join organisations o on o.tenant_id = :tenant_id and o.id = r.seller_id
  join organisations d on d.tenant_id = :tenant_id and d.id = r.desk_id
  join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
  join pins p on p.tenant_id = :tenant_id and p.batch_no = r.batch_no and p.seq = r.seq
  left join users u on u.tenant_id = :tenant_id and u.id = r.claimed_by
  left join users t on t.tenant_id = :tenant_id and t.id = r.taken_by
  left join reclamation_steps n on n.tenant_id = :tenant_id and n.reclamation_id = r.id and n.step = 'reject'`

export const claimRows = (q: Query, actor: SignedIn, asked: ReclaimsListInput, now: Date) =>
  q.query<ClaimRow>(
    pageOf(
      {
        select: 'r.*',
        ...claims(asked.scope),
        order: ORDERS[asked.sort],
        around: (page) => `select ${ROW} from (${page}) r ${AROUND} order by ${ORDERS[asked.sort]}`,
      },
      parameters(actor, asked, now),
      asked,
    ),
  )

export const claimCount = (q: Query, actor: SignedIn, asked: ReclaimsListInput, now: Date) => countOf(q, claims(asked.scope), parameters(actor, asked, now))

/** How many of these claims wait for a decision, by the number of whole days since they were made. */
export const waitingByDays = (q: Query, actor: SignedIn, asked: ReclaimsListInput, now: Date) => {
  const { from, where } = claims(asked.scope)
  return q.query<{ days: number; count: number }>(
    `select floor(extract(epoch from :now::timestamptz - r.created_at) / 86400)::int as days, count(*)::int as count
       from ${from} where ${where} and r.state not in ('accepted', 'rejected') group by 1`,
    { ...parameters(actor, asked, now), now },
  )
}

export type Claim = ClaimRow & {
  sale_id: string
  seller_id: string
  owner_id: string
  remarks: string
  copies: number
  claims_30_days: number
  batch_claims: number
  batch_no: number
  supplier_id: string
  supplier_name: string
  refund_id: string | null
}

const MONTH = `r2.created_at > :now::timestamptz - interval '30 days'`

/** One claim, if it was made by the actor's own shop or by a shop below the actor. */
export const oneClaim = (q: Query, actor: SignedIn, reclaim_id: string, now: Date) =>
  q.query<Claim>(
    `select ${ROW}, r.sale_id, r.seller_id, r.owner_id, r.remarks,
            s.copies::int,
            (select count(*)::int from reclamations r2
              where r2.tenant_id = :tenant_id and r2.seller_id = r.seller_id and ${MONTH}) as claims_30_days,
            (select count(*)::int from reclamations r2
              where r2.tenant_id = :tenant_id and r2.batch_no = r.batch_no and ${MONTH}) as batch_claims,
            r.batch_no, r.supplier_id, b.company as supplier_name,
            (select f.id from refunds f
              where f.tenant_id = :tenant_id and f.sale_id = r.sale_id and f.reclamation_id = r.id) as refund_id
       from reclamations r ${AROUND}
       join suppliers b on b.tenant_id = :tenant_id and b.id = r.supplier_id
      where r.tenant_id = :tenant_id and r.id = :reclaim_id and :organisation_id = any (o.path)`,
    { ...ownedBy(actor), reclaim_id, now },
  )

export type StepRow = {
  step: 'claim' | ReclaimStep
  to_state: ReclaimState
  organisation_id: string
  organisation_name: string
  name: string
  note: string
  proof: { kind: (typeof reclaimProofs)[number]; text: string; file_id?: string } | null
  created_at: Instant
}

export const stepsOf = (q: Query, tenant_id: number, reclaim_id: string) =>
  q.query<StepRow>(
    `select h.step, h.to_state, h.organisation_id, o.name as organisation_name, h.name, h.note, h.proof, h.created_at
       from reclamation_steps h join organisations o on o.tenant_id = :tenant_id and o.id = h.organisation_id
      where h.tenant_id = :tenant_id and h.reclamation_id = :reclaim_id order by h.no`,
    { tenant_id, reclaim_id },
  )

export type Standing = Pick<ClaimRow, 'reclaim_id' | 'number' | 'state'> & Pick<StepRow, 'organisation_id' | 'organisation_name' | 'name'> & { at: Instant }

/** The state of each of these claims and who set it, for claims that the caller may see. */
export const standings = (q: Query, { tenant_id, organisation_id }: SignedIn, ids: readonly string[]) =>
  q.query<Standing>(
    `select r.id as reclaim_id, r.number, r.state, h.organisation_id, b.name as organisation_name, h.name,
            h.created_at as at
       from reclamations r
       join organisations o on o.tenant_id = :tenant_id and o.id = r.seller_id and :organisation_id = any (o.path)
       cross join lateral (
         select h.organisation_id, h.name, h.created_at from reclamation_steps h
          where h.tenant_id = :tenant_id and h.reclamation_id = r.id and h.step <> 'message'
          order by h.no desc limit 1) h
       join organisations b on b.tenant_id = :tenant_id and b.id = h.organisation_id
      where r.tenant_id = :tenant_id and r.id = any (:ids::uuid[])`,
    { tenant_id, organisation_id, ids },
  )
