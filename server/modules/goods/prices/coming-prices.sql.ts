// Queries of planned prices: the entries that may decide a shop's prices (rungs), the changes that its reseller announces at the till, and the goods that
// these changes concern.
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Coming } from './coming-prices.ts'
import type { Own, Target } from './rules.ts'

/**
 * Changes in the order in which they will apply. `tell_till`: whether the till announces the change. Changes that it does not announce are read too, because
 * they are needed to compute the prices of later days.
 */
export const comingFor = (q: Query, { tenant_id, organisation_path }: SignedIn, today: string) =>
  q.query<Coming & { tell_till: boolean }>(
    `select d.kind, d.input, to_char(d.valid_from, 'YYYY-MM-DD') as valid_from, d.tell_till
       from planned_prices d
      where d.tenant_id = :tenant_id and d.state = 'coming' and d.valid_from > :today::date
        and :parent_id::uuid = any (d.setters) order by d.valid_from, d.id`,
    { tenant_id, today, parent_id: organisation_path.at(-2) ?? null },
  )

export const planOf = async (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  (
    await q.query<{ plan_id: string | null }>(
      `select plan_id from organisations
        where tenant_id = :tenant_id and id = :organisation_id`,
      { tenant_id, organisation_id },
    )
  )[0]?.plan_id ?? null

export const entriesOfPlans = (q: Query, tenant_id: number, plan_ids: readonly string[]) =>
  q.query<Target & { plan_id: string; discount: Percent }>(
    `select plan_id, product_id, configuration_id, discount from plan_entries
      where tenant_id = :tenant_id and plan_id = any (:plan_ids::uuid[])`,
    { tenant_id, plan_ids },
  )

export const ownOf = (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  q.query<Target & NonNullable<Own>>(
    `select product_id, configuration_id, discount, is_enabled from assigned_products
      where tenant_id = :tenant_id and customer_id = :organisation_id`,
    { tenant_id, organisation_id },
  )

/** The denominations of these products that every organisation above the shop offers. */
export const goodsAbove = (q: Query, { tenant_id, organisation_path }: SignedIn, product_ids: readonly string[]) =>
  q.query<{ product_id: string; configuration_id: string; product_name: string; value: Money }>(
    `select p.id as product_id, c.id as configuration_id, p.name as product_name, c.value
       from products p
       join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
      where p.tenant_id = :tenant_id and p.id = any (:product_ids::uuid[]) and p.is_active and p.provider is null
        and p.owner_id = any (:above::uuid[])
        and is_offered(:tenant_id, :above::uuid[], p.owner_id, p.id, c.id)
      order by p.name_search, p.id, c.value, c.id`,
    { tenant_id, product_ids, above: organisation_path.slice(0, -1) },
  )
