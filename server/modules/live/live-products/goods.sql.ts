// Queries that make denominations of a catalogue's products, and update them from the catalogue and from the platform's decisions.
import type { LiveType } from '../../../../contract/kit/product-types.ts'
import type { Query } from '../../../postgres/db.ts'

/** SQL: product `l` is on sale now, as far as the platform decides this. */
export const ON_SALE = `(l.is_on and l.gone_at is null and l.price is not null and not l.is_held
  and (l.covers_cost or l.is_below_cost_allowed))`

/**
 * SQL: every organisation on the path offers the live product `l`, which is sold as product `p` in denomination `c`. The expression tests `l.id` only so that
 * it is evaluated after the joins; otherwise, with poor statistics, the planner evaluates it for every pair of product and denomination.
 */
export const isOffered = (path: string) => `
  case when l.id is not null then is_offered(:tenant_id, ${path}, p.owner_id, p.id, c.id, p.provider) end`

/** SQL: the name of product `l`. */
export const CALLED = `coalesce(nullif(l.own_name, ''), l.name)`

/**
 * SQL: product `l` is not telephone credit, although its connection `n` is set to telecom service: the product pays somebody's bill, or is a code without a
 * kind, which may be for anything.
 */
const IS_NONE = `(n.vat_treatment = 'telecom_service' and (l.details ->> 'kind' = 'payment'
  or not l.details ? 'kind' and l.details -> 'needs' = '[[]]'))`
const NEW = {
  treatment: `case when ${IS_NONE} then 'multi_purpose_voucher' else n.vat_treatment end`,
  rate: `case when ${IS_NONE} then 0 else n.vat_rate end`,
  country: `case when ${IS_NONE} or n.vat_treatment not in ('single_purpose_voucher', 'telecom_service') then ''
                 else coalesce(nullif(n.vat_country, ''), l.country) end`,
}
/** SQL: the tax of denomination `c`; a product that was never on sale is taxed like a new product of its connection. */
export const TAX = {
  treatment: `coalesce(c.vat_treatment, ${NEW.treatment})`,
  rate: `coalesce(c.vat_rate, ${NEW.rate})`,
  country: `coalesce(c.vat_country, ${NEW.country})`,
}

/** Updates the denominations of these products with the products' data. The caller has locked the products. */
export const keepDenominations = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query(
    `update configurations c set value = coalesce(l.price, c.value), info = ${CALLED}, is_active = ${ON_SALE}
       from live_products l
      where l.tenant_id = :tenant_id and l.id = any (:ids::uuid[]) and c.tenant_id = :tenant_id
        and c.id = l.configuration_id
        and (c.value, c.info, c.is_active) is distinct from (coalesce(l.price, c.value), ${CALLED}, ${ON_SALE})`,
    { tenant_id, ids },
  )

/** The product that represents an operator; undefined as long as none of the operator's goods has a denomination. */
export const productOfOperator = async (q: Query, tenant_id: number, connection_id: string, operator: string) =>
  (
    await q.query<{ product_id: string }>(
      `select c.product_id from live_products l
         join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id
        where l.tenant_id = :tenant_id and l.connection_id = :connection_id and l.operator = :operator limit 1`,
      { tenant_id, connection_id, operator },
    )
  )[0]?.product_id

/** Locks the catalogue until the transaction ends: another caller waits, so that no operator gets two products. */
export const lockCatalogue = (q: Query, tenant_id: number, connection_id: string) =>
  q.query(
    `insert into catalogues (tenant_id, connection_id) values (:tenant_id, :connection_id)
     on conflict (tenant_id, connection_id) do update set outcome = catalogues.outcome`,
    { tenant_id, connection_id },
  )

export type NewProduct = { id: string; name: string; name_search: string; type: LiveType; provider: string }

/** Adds a product of live goods; such goods belong to the platform, which is the root of the tenant. */
export const addProduct = (q: Query, tenant_id: number, { id, name, name_search, type, provider }: NewProduct, now: Date) =>
  q.query(
    `insert into products (tenant_id, id, owner_id, name, name_search, type, provider, created_at)
     select :tenant_id, :id, o.id, :name, :name_search, :type, :provider, :now from organisations o
      where o.tenant_id = :tenant_id and o.parent_id is null returning 1`,
    { tenant_id, id, name, name_search, type, provider, now },
  )

/** Adds a denomination to a product; keepDenominations sets its other columns. */
export async function addDenomination(q: Query, tenant_id: number, at: { live_product_id: string; product_id: string; id: string }, now: Date): Promise<void> {
  await q.query(
    `insert into configurations (tenant_id, id, product_id, value, info, is_active, vat_treatment, vat_rate,
                                 vat_country, created_at)
     select :tenant_id, :id, :product_id, coalesce(l.price, l.cost_to), ${CALLED}, false, ${NEW.treatment},
            ${NEW.rate}, ${NEW.country}, :now
       from live_products l
       join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
      where l.tenant_id = :tenant_id and l.id = :live_product_id returning 1`,
    { tenant_id, ...at, now },
  )
  await q.query('update live_products set configuration_id = :id where tenant_id = :tenant_id and id = :live_product_id', {
    tenant_id,
    id: at.id,
    live_product_id: at.live_product_id,
  })
}
