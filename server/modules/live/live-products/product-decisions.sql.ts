// Queries that store the platform's decisions about products, and a reseller's choice.

import type { Provider } from '../../../../contract/goods/live-prices.ts'
import type { CatalogueAmounts, PriceRule } from '../../../../contract/kit/live-price.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Tax } from '../../goods/products/products.ts'
import { TAX } from './goods.sql.ts'

export type Product = PriceRule &
  CatalogueAmounts &
  Tax & {
    id: string
    connection_id: string
    provider: Provider
    operator: string
    operator_name: string
    name: string
    own_name: string
    position: number
    is_on: boolean
    goes_first: boolean
    is_below_cost_allowed: boolean
    covers_cost: boolean
    /** Whether the product is off sale because it became much dearer and no user has agreed yet. */
    is_held: boolean
    price: Money | null
    configuration_id: string | null
  }

export const connectionsOf = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query<{ connection_id: string }>(
    `select distinct connection_id from live_products
      where tenant_id = :tenant_id and id = any (:ids::uuid[]) order by connection_id`,
    { tenant_id, ids },
  )

/** Locks the products until the transaction ends, in the order in which the catalogue's job locks them. */
export const lockProducts = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query<Product>(
    `select l.id, l.connection_id, n.provider, l.operator, l.operator_name, l.name, l.own_name, l.position, l.is_on,
            l.is_below_cost_allowed, l.covers_cost, l.price, l.configuration_id, l.price_by, l.margin_percent,
            l.margin_amount, l.rounding, l.goes_first, l.is_held, l.cost_from, l.cost_to, l.retail_from, l.retail_to,
            ${TAX.treatment} as vat_treatment, ${TAX.rate} as vat_rate, ${TAX.country} as vat_country
       from live_products l
       join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
       left join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id
      where l.tenant_id = :tenant_id and l.id = any (:ids::uuid[])
      order by l.id for no key update of l`,
    { tenant_id, ids },
  )

/** The greatest discount that the platform gives to a direct customer, by provider. At this discount the platform's share of a price at the counter is the smallest. */
export const greatestDiscounts = (q: Query, tenant_id: number) =>
  q.query<{ provider: Provider; discount: Percent }>(
    `select d.provider, max(d.discount) as discount
       from organisations root
       join organisations o on o.tenant_id = :tenant_id and o.parent_id = root.id
       join live_discounts d on d.tenant_id = :tenant_id and d.customer_id = o.id
      where root.tenant_id = :tenant_id and root.parent_id is null group by d.provider`,
    { tenant_id },
  )

/**
 * Stores decisions. A user who changes a product has seen its price, so the product is no longer marked as dearer. A held product stays held, and keeps its
 * earlier cost, until a user agrees.
 */
export const putDecisions = (q: Query, tenant_id: number, rows: readonly Product[]) =>
  q.query(
    `update live_products l
        set is_on = r.is_on, own_name = r.own_name, position = r.position, price_by = r.price_by,
            margin_percent = r.margin_percent, margin_amount = r.margin_amount, rounding = r.rounding,
            is_below_cost_allowed = r.is_below_cost_allowed, covers_cost = r.covers_cost, price = r.price,
            goes_first = r.goes_first, dearer_at = case when r.is_held then l.dearer_at end,
            cost_before = case when r.is_held then l.cost_before end, is_held = r.is_held
       from jsonb_to_recordset(:rows::jsonb) as r(id uuid, is_on boolean, own_name text, position int, price_by text,
              margin_percent int, margin_amount bigint, rounding text, is_below_cost_allowed boolean,
              covers_cost boolean, price bigint, goes_first boolean, is_held boolean)
      where l.tenant_id = :tenant_id and l.id = r.id`,
    { tenant_id, rows: JSON.stringify(rows) },
  )

/** Sets the tax of a product. The new tax applies to sales whose money is held from now on; earlier sales keep their tax. */
export const putTax = (q: Query, tenant_id: number, id: string, { vat_treatment, vat_rate, vat_country }: Tax) =>
  q.query(
    `update configurations c set vat_treatment = :vat_treatment, vat_rate = :vat_rate, vat_country = :vat_country
       from live_products l
      where l.tenant_id = :tenant_id and l.id = :id and c.tenant_id = :tenant_id
        and c.id = l.configuration_id`,
    { tenant_id, id, vat_treatment, vat_rate, vat_country },
  )

export type Choice = { live_product_id: string; configuration_id: string; name: string; is_on: boolean; position: number }

/** Those of these products that the asker may resell, with the asker's present choice for each. */
export const choicesOf = (q: Query, actor: SignedIn, live_product_ids: readonly string[]) =>
  q.query<Choice>(
    `select l.id as live_product_id, c.id as configuration_id,
            l.operator_name || ' ' || coalesce(nullif(l.own_name, ''), l.name) as name,
            coalesce(k.is_on, true) as is_on, coalesce(k.position, 0) as position
       from live_products l
       join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id and c.is_active
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id and p.is_active
       left join live_choices k on k.tenant_id = :tenant_id and k.organisation_id = :organisation_id
        and k.configuration_id = c.id
      where l.tenant_id = :tenant_id and l.id = any (:live_product_ids::uuid[])
        and is_offered(:tenant_id, :path, p.owner_id, p.id, c.id, p.provider)
      order by l.id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, path: actor.organisation_path, live_product_ids },
  )

export const putChoices = (q: Query, { tenant_id, organisation_id }: SignedIn, rows: readonly Choice[]) =>
  q.query(
    `insert into live_choices (tenant_id, organisation_id, configuration_id, is_on, position)
     select :tenant_id, :organisation_id, r.*
       from unnest(:configuration_ids::uuid[], :on::boolean[], :positions::int[]) as r
     on conflict (tenant_id, organisation_id, configuration_id) do update set is_on = excluded.is_on,
       position = excluded.position`,
    {
      ...{ tenant_id, organisation_id },
      configuration_ids: rows.map(({ configuration_id }) => configuration_id),
      on: rows.map(({ is_on }) => is_on),
      positions: rows.map(({ position }) => position),
    },
  )
