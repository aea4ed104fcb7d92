// Queries of discount plans: their owners, their grids (all goods with their discounts), their entries, and the changes made to them.

import type { plansList } from '../../../../contract/goods/prices.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import type { Entry, Target } from './rules.ts'

type List = OutputOf<typeof plansList>
export type Plan = { discount_plan_id: string; plan_name: string; owner_id: string; path: string[] }
type PlanFilters = { discount_plan_id?: string | undefined; search_text?: string | undefined; page: number; limit: number }

export const isPlatform = (actor: SignedIn) => actor.role === 'superadmin'

const PLANS = {
  from: 'plans p join organisations o on o.tenant_id = :tenant_id and o.id = p.owner_id',
  where: `p.tenant_id = :tenant_id and (p.owner_id = :organisation_id or :is_platform)
          and (:discount_plan_id::uuid is null or p.id = :discount_plan_id)
          and (:search::text is null or strpos(coalesce(p.name_search, lower(p.name)), :search) > 0)`,
}

const seen = (actor: SignedIn, { discount_plan_id, search_text }: Partial<PlanFilters>) => ({
  tenant_id: actor.tenant_id,
  organisation_id: actor.organisation_id,
  is_platform: isPlatform(actor),
  discount_plan_id: discount_plan_id ?? null,
  search: searchFor(search_text),
})

export const plans = (q: Query, actor: SignedIn, asked: PlanFilters) =>
  q.query<Omit<List['content'][number], 'changed_at'> & { changed_at: Instant }>(
    pageOf(
      {
        select: `p.id as discount_plan_id, p.name as plan_name, o.name as owner_name, entries.n as products,
                 coalesce(entries.mean, 0) as discount_mean,
                 (select count(*)::int from organisations k
                   where k.tenant_id = :tenant_id and k.plan_id = p.id) as customers,
                 coalesce(p.changed_at, p.created_at) as changed_at,
                 (select case when c.undone_at is null then c.id end from price_changes c
                   where c.tenant_id = :tenant_id and c.plan_id = p.id order by c.id desc limit 1) as change_id`,
        from: `${PLANS.from}
               cross join lateral (select count(*)::int as n, round(avg(e.discount))::int as mean from plan_entries e
                                    where e.tenant_id = :tenant_id and e.plan_id = p.id) entries`,
        where: PLANS.where,
        order: 'o.name_search, p.name, p.id',
      },
      seen(actor, asked),
      asked,
    ),
  )

export const planCount = (q: Query, actor: SignedIn, asked: PlanFilters) => countOf(q, PLANS, seen(actor, asked))

/**
 * Every denomination that the plan's owner can sell to its customers: its own goods, and those offered to it. Without a
 * plan's id the list is for a plan that the actor is about to create.
 */
export const grid = (q: Query, actor: SignedIn, discount_plan_id: string | null) =>
  q.query<List['entries'][number]>(
    `select g.id as product_id, g.name as product_name, g.type as product_type, c.id as configuration_id, c.value,
            c.info, own.discount,
            whole.discount as discount_product,
            cost_of(:tenant_id, o.path, g.owner_id, g.id, c.id, coalesce(c.draws_on, c.id), c.value) as cost
       from organisations o
       left join plans p on p.tenant_id = :tenant_id and p.id = :discount_plan_id
       join products g on g.tenant_id = :tenant_id and g.owner_id = any (o.path) and g.is_active
        and g.provider is null
       join configurations c on c.tenant_id = :tenant_id and c.product_id = g.id and c.is_active and not c.is_pool
       left join plan_entries own on own.tenant_id = :tenant_id and own.plan_id = p.id and own.product_id = g.id
        and own.configuration_id = c.id
       left join plan_entries whole on whole.tenant_id = :tenant_id and whole.plan_id = p.id and whole.product_id = g.id
        and whole.configuration_id is null
      where o.tenant_id = :tenant_id and o.id = coalesce(p.owner_id, :organisation_id)
        and (o.id = :organisation_id or :is_platform)
        and is_offered(:tenant_id, o.path, g.owner_id, g.id, c.id)
      order by g.name_search, g.id, c.value, c.id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, is_platform: isPlatform(actor), discount_plan_id },
  )

/** Whether the actor may see this plan. */
export const isSeenPlan = async (q: Query, actor: SignedIn, discount_plan_id: string) =>
  (await q.query(`select from ${PLANS.from} where ${PLANS.where}`, seen(actor, { discount_plan_id }))).length > 0

/** Locks the plan until the transaction ends, so that its changes are made one after the other. */
export const lockPlan = async (q: Query, actor: SignedIn, discount_plan_id: string) =>
  (
    await q.query<Plan>(
      `select p.id as discount_plan_id, p.name as plan_name, p.owner_id, o.path from ${PLANS.from} where ${PLANS.where}
        for update of p`,
      seen(actor, { discount_plan_id }),
    )
  )[0]

/** Locks these plans of the actor's own and returns those that no customer has. None of them can be given to a customer until the transaction ends. */
export async function lockUnused(q: Query, { tenant_id, organisation_id }: SignedIn, plan_ids: readonly string[]) {
  const of = { tenant_id, organisation_id, plan_ids }
  const mine = 'p.tenant_id = :tenant_id and p.owner_id = :organisation_id and p.id = any (:plan_ids::uuid[])'
  // The plans are locked by a statement of their own, because the next statement has to see customers that got one of these plans while the locks were awaited.
  await q.query(`select from plans p where ${mine} order by p.id for update`, of)
  return q.query<Omit<Plan, 'path'> & { products: number }>(
    `select p.id as discount_plan_id, p.name as plan_name, p.owner_id,
            (select count(*)::int from plan_entries e
              where e.tenant_id = :tenant_id and e.plan_id = p.id) as products
       from plans p
      where ${mine} and not exists (select from organisations o where o.tenant_id = :tenant_id and o.plan_id = p.id)
      order by p.id`,
    of,
  )
}

export async function deletePlan(q: Query, tenant_id: number, plan_id: string): Promise<void> {
  await q.query('delete from plan_entries where tenant_id = :tenant_id and plan_id = :plan_id', { tenant_id, plan_id })
  await q.query('delete from plans where tenant_id = :tenant_id and id = :plan_id', { tenant_id, plan_id })
}

/** Locks the owner, so that two plans added simultaneously cannot get the same name. */
const lockNames = (q: Query, tenant_id: number, owner_id: string) =>
  q.query('select from organisations where tenant_id = :tenant_id and id = :owner_id for no key update', { tenant_id, owner_id })

/** Adds a plan; returns no row if the owner has a plan of that name. */
export async function addPlan(q: Query, tenant_id: number, plan: { id: string; owner_id: string; name: string }, now: Date) {
  await lockNames(q, tenant_id, plan.owner_id)
  return q.query(
    `insert into plans (tenant_id, id, owner_id, name, name_search, created_at, changed_at)
     values (:tenant_id, :id, :owner_id, :name, :name_folded, :now, :now)
     on conflict (tenant_id, owner_id, name) do nothing returning id`,
    { tenant_id, id: plan.id, owner_id: plan.owner_id, name: plan.name, now, name_folded: fold(plan.name) },
  )
}

/** Renames a plan; returns no row if the owner has another plan of that name. */
export async function changePlan(q: Query, tenant_id: number, { discount_plan_id, owner_id }: Plan, name: string, now: Date) {
  await lockNames(q, tenant_id, owner_id)
  return q.query(
    `update plans set name = :name, name_search = :name_folded, changed_at = :now
      where tenant_id = :tenant_id and id = :discount_plan_id
        and not exists (select from plans x
                         where x.tenant_id = :tenant_id and x.owner_id = :owner_id and x.name = :name
                           and x.id <> :discount_plan_id) returning id`,
    { tenant_id, discount_plan_id, owner_id, name, now, name_folded: fold(name) },
  )
}

const columnsOf = (targets: readonly Target[]) => ({
  product_ids: targets.map(({ product_id }) => product_id),
  configuration_ids: targets.map(({ configuration_id }) => configuration_id),
})

/** Entries about goods that the organisation at the end of `path` cannot sell: no organisation in `path` owns them, or they are live goods. */
export const unknownTargets = (q: Query, tenant_id: number, path: readonly string[], targets: readonly Target[]) =>
  q.query(
    `select from unnest(:product_ids::uuid[], :configuration_ids::uuid[]) as e(product_id, configuration_id)
       left join products p on p.tenant_id = :tenant_id and p.id = e.product_id and p.owner_id = any (:path::uuid[])
        and p.provider is null
       left join configurations c on c.tenant_id = :tenant_id and c.id = e.configuration_id and c.product_id = p.id
      where p.id is null or (e.configuration_id is not null and c.id is null) limit 1`,
    { tenant_id, path, ...columnsOf(targets) },
  )

export type PlanEntryRow = Entry & { product_name: string; value: Money | null }

/** The plan's current entries for these targets (products, or single denominations). */
export const planEntries = (q: Query, tenant_id: number, plan_id: string, targets: readonly Target[]) =>
  q.query<PlanEntryRow>(
    `select e.product_id, e.configuration_id, p.name as product_name, c.value, n.discount
       from unnest(:product_ids::uuid[],
                   :configuration_ids::uuid[]) with ordinality as e(product_id, configuration_id, place)
       join products p on p.tenant_id = :tenant_id and p.id = e.product_id
       left join configurations c on c.tenant_id = :tenant_id and c.id = e.configuration_id
       left join plan_entries n on n.tenant_id = :tenant_id and n.plan_id = :plan_id and n.product_id = e.product_id
        and n.configuration_id is not distinct from e.configuration_id
      order by e.place`,
    { tenant_id, plan_id, ...columnsOf(targets) },
  )

export async function setPlanEntries(q: Query, tenant_id: number, plan_id: string, entries: readonly Entry[]): Promise<void> {
  const gone = entries.filter(({ discount }) => discount === null)
  const set = entries.filter(({ discount }) => discount !== null)
  if (gone.length > 0)
    await q.query(
      `delete from plan_entries n
        using unnest(:product_ids::uuid[], :configuration_ids::uuid[]) as e(product_id, configuration_id)
        where n.tenant_id = :tenant_id and n.plan_id = :plan_id and n.product_id = e.product_id
          and n.configuration_id is not distinct from e.configuration_id`,
      { tenant_id, plan_id, ...columnsOf(gone) },
    )
  if (set.length > 0)
    await q.query(
      `insert into plan_entries (tenant_id, id, plan_id, product_id, configuration_id, discount)
       select :tenant_id, e.id, :plan_id, e.product_id, e.configuration_id, e.discount
         from unnest(:product_ids::uuid[], :configuration_ids::uuid[], :discounts::int[],
                     :ids::uuid[]) as e(product_id, configuration_id, discount, id)
       on conflict (tenant_id, plan_id, product_id, configuration_id) do update set discount = excluded.discount`,
      { tenant_id, plan_id, ...columnsOf(set), discounts: set.map(({ discount }) => discount), ids: set.map(() => newId()) },
    )
}

/** The entries to copy from a plan: those about goods that the new owner can sell. */
export const copyEntries = async (q: Query, tenant_id: number, from: string, path: readonly string[]) =>
  q.query<{ product_id: string; configuration_id: string | null; discount: Percent }>(
    `select n.product_id, n.configuration_id, n.discount from plan_entries n
       join products p on p.tenant_id = :tenant_id and p.id = n.product_id and p.owner_id = any (:path::uuid[])
      where n.tenant_id = :tenant_id and n.plan_id = :from`,
    { tenant_id, from, path },
  )

type Kept = { plan_id: string | null; customer_ids: readonly string[]; before: unknown; after: unknown }

/** Stores a change of a plan, or of customers' own entries or plans (`plan_id` is null), as a whole, with what was before and after. */
export async function keepChange(q: Query, { tenant_id, user_id }: SignedIn, { plan_id, customer_ids, before, after }: Kept, now: Date): Promise<string> {
  const id = newId()
  await q.query(
    `insert into price_changes (tenant_id, id, plan_id, customer_ids, before, after, created_by, created_at)
     values (:tenant_id, :id, :plan_id, :customer_ids, :before, :after, :user_id, :now)`,
    { tenant_id, id, plan_id, customer_ids, before: JSON.stringify(before), after: JSON.stringify(after), user_id, now },
  )
  return id
}

export const changeOf = async (q: Query, tenant_id: number, plan_id: string, id: string) =>
  (
    await q.query<{ before: Entry[]; after: Entry[]; undone_at: Instant | null }>(
      `select before, after, undone_at from price_changes
        where tenant_id = :tenant_id and plan_id = :plan_id and id = :id`,
      { tenant_id, plan_id, id },
    )
  )[0]

export const markUndone = (q: Query, tenant_id: number, id: string, now: Date) =>
  q.query('update price_changes set undone_at = :now where tenant_id = :tenant_id and id = :id', { tenant_id, id, now })
