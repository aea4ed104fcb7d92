// Queries of customers' own price entries (assigned products, PAD): the customers concerned, their entries, and changing many at once.
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { isPlatform } from './plans.sql.ts'
import type { Entry, Own, Target } from './rules.ts'

/** `parent_path`: the organisations from the root down to the customer's parent. */
export type Customer = {
  customer_id: string
  customer_name: string
  parent_id: string
  parent_path: string[]
  plan_id: string | null
  plan_name: string | null
}

/**
 * Customers whose prices the actor sets: its direct customers, and for the platform all customers. Their rows are locked in the order of their ids, so that
 * changes of one customer are made one after the other.
 */
export const lockCustomers = (q: Query, actor: SignedIn, ids: readonly string[]) =>
  q.query<Customer>(
    `select o.id as customer_id, o.name as customer_name, o.parent_id, o.path[1:cardinality(o.path) - 1] as parent_path,
            o.plan_id,
            (select p.name from plans p where p.tenant_id = :tenant_id and p.id = o.plan_id) as plan_name
       from organisations o
      where o.tenant_id = :tenant_id and o.id = any (:ids::uuid[]) and o.parent_id is not null
        and o.id <> :organisation_id and (o.parent_id = :organisation_id or :is_platform)
      order by o.id for no key update of o`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, ids, is_platform: isPlatform(actor) },
  )

/** Reads a customer anywhere below the actor, without a lock. */
export const seenCustomer = async (q: Query, actor: SignedIn, customer_id: string) =>
  (
    await q.query<{ customer_name: string; path: string[]; is_own: boolean; plan_id: string | null }>(
      `select o.name as customer_name, o.path, o.plan_id, (o.parent_id = :organisation_id or :is_platform) as is_own
         from organisations o
        where o.tenant_id = :tenant_id and o.id = :customer_id and :organisation_id = any (o.path)
          and o.id <> :organisation_id`,
      { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, customer_id, is_platform: isPlatform(actor) },
    )
  )[0]

export type PadRow = Target & {
  customer_id: string
  product_name: string
  value: Money | null
  pad_id: string | null
  discount: Percent | null
  is_enabled: boolean | null
  in_force: Percent | null
}

const columnsOf = (targets: readonly Target[]) => ({
  product_ids: targets.map(({ product_id }) => product_id),
  configuration_ids: targets.map(({ configuration_id }) => configuration_id),
})

/**
 * Reads for each of these customers and targets (products, or single denominations) the customer's own entry, if there is one, and the discount that applies
 * now.
 */
export const pads = (q: Query, tenant_id: number, customer_ids: readonly string[], targets: readonly Entry[]) =>
  q.query<PadRow>(
    `select k.id as customer_id, e.product_id, e.configuration_id, p.name as product_name, c.value, a.id as pad_id,
            a.discount, a.is_enabled,
            (select r.discount from rungs_of(:tenant_id, k.id, e.product_id, e.configuration_id) r
              order by r.step limit 1) as in_force
       from unnest(:customer_ids::uuid[]) as k(id)
       cross join unnest(:product_ids::uuid[],
                         :configuration_ids::uuid[]) with ordinality as e(product_id, configuration_id, place)
       join products p on p.tenant_id = :tenant_id and p.id = e.product_id
       left join configurations c on c.tenant_id = :tenant_id and c.id = e.configuration_id
       left join assigned_products a on a.tenant_id = :tenant_id and a.customer_id = k.id
        and a.product_id = e.product_id and a.configuration_id is not distinct from e.configuration_id
      order by k.id, e.place`,
    { tenant_id, customer_ids, ...columnsOf(targets) },
  )

export type PadChange = { row: PadRow; after: Own }

export async function setPads(q: Query, tenant_id: number, changes: readonly PadChange[]): Promise<void> {
  const gone = changes.flatMap(({ row, after }) => (after === null && row.pad_id !== null ? [row.pad_id] : []))
  const set = changes.flatMap(({ row, after }) => (after === null ? [] : [{ ...row, ...after }]))
  if (gone.length > 0)
    await q.query(
      `delete from assigned_products
        where tenant_id = :tenant_id and id = any (:gone::uuid[])`,
      { tenant_id, gone },
    )
  if (set.length > 0)
    await q.query(
      `insert into assigned_products (tenant_id, id, customer_id, product_id, configuration_id, discount, is_enabled)
       select :tenant_id, e.*
         from unnest(:ids::uuid[], :customer_ids::uuid[], :product_ids::uuid[], :configuration_ids::uuid[],
                     :discounts::int[], :enabled::boolean[]) as e
       on conflict (tenant_id, customer_id, product_id, configuration_id) do update set discount = excluded.discount,
           is_enabled = excluded.is_enabled`,
      {
        tenant_id,
        ids: set.map(() => newId()),
        customer_ids: set.map(({ customer_id }) => customer_id),
        ...columnsOf(set),
        discounts: set.map(({ discount }) => discount),
        enabled: set.map(({ is_enabled }) => is_enabled),
      },
    )
}

/** Changes, for each parent, the stored number of its customers' own prices. Rows are updated in one order, so that simultaneous changes do not deadlock. */
export const countOwnPrices = (q: Query, tenant_id: number, more: ReadonlyMap<string, number>) =>
  q.query(
    `update customer_counts c set own_prices = c.own_prices + more.n
       from (select n.parent_id, m.n from customer_counts n
               join unnest(:parent_ids::uuid[], :more::int[]) as m(parent_id, n) on m.parent_id = n.parent_id
              where n.tenant_id = :tenant_id order by n.parent_id for no key update of n) more
      where c.tenant_id = :tenant_id and c.parent_id = more.parent_id`,
    { tenant_id, parent_ids: [...more.keys()], more: [...more.values()] },
  )

export const planToGive = (q: Query, tenant_id: number, plan_id: string) =>
  q.query<{ name: string; owner_id: string }>(
    `select name, owner_id from plans
      where tenant_id = :tenant_id and id = :plan_id for share`,
    { tenant_id, plan_id },
  )

export const setPlan = (q: Query, tenant_id: number, customer_ids: readonly string[], plan_id: string | null) =>
  q.query(
    `update organisations set plan_id = :plan_id
      where tenant_id = :tenant_id and id = any (:customer_ids::uuid[])`,
    { tenant_id, customer_ids, plan_id },
  )
