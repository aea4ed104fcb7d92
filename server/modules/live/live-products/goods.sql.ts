// Queries that make denominations from a catalogue's products, and update them from the catalogue and the platform's decisions.
import type { LiveType } from '../../../../contract/kit/product-types.ts'
import type { Query } from '../../../postgres/db.ts'

/** SQL: product `l` is on sale at the moment, as far as the platform is concerned. */
export const ON_SALE = `(l.is_on and l.gone_at is null and l.price is not null and not l.is_held
  and (l.covers_cost or l.is_below_cost_allowed))`

/**
 * SQL: everybody on the path has product `l`, with its `p` and `c`, on offer. It refers to `l` so that it is evaluated after the join: with poor statistics
 * the planner evaluated it for every pair of product and denomination.
 */
export const isOffered = (path: string) => `
  case when l.id is not null then is_offered(:tenant_id, ${path}, p.owner_id, p.id, c.id, p.provider) end`

/** SQL: the name of product `l`. */
export const CALLED = `coalesce(nullif(l.own_name, ''), l.name)`

/** SQL: product `l` of connection `n` is no telephone credit: paying somebody's bill is not, and a code that is not for a telephone may be anything. */
const IS_NONE = `(n.vat_treatment = 'telecom_service' and (l.details ->> 'kind' = 'payment'
  or not l.details ? 'kind' and l.details -> 'needs' = '[[]]'))`
const NEW = {
  treatment: `case when ${IS_NONE} then 'multi_purpose_voucher' else n.vat_treatment end`,
  rate: `case when ${IS_NONE} then 0 else n.vat_rate end`,
  country: `case when ${IS_NONE} or n.vat_treatment not in ('single_purpose_voucher', 'telecom_service') then ''
                 else coalesce(nullif(n.vat_country, ''), l.country) end`,
}
/** SQL: how the denomination `c` of such a product is taxed; if it was never on sale, like a new product of its connection. */
export const TAX = {
  treatment: `coalesce(c.vat_treatment, ${NEW.treatment})`,
  rate: `coalesce(c.vat_rate, ${NEW.rate})`,
  country: `coalesce(c.vat_country, ${NEW.country})`,
}

/** Updates the denominations of these products from the products. The caller has locked the products. */
export const keepDenominations = (q: Query, tenant_id: number, ids: readonly string[]) =>
  q.query(
    `update configurations c set value = coalesce(l.price, c.value), info = ${CALLED}, is_active = ${ON_SALE}
       from live_products l
      where l.tenant_id = :tenant_id and l.id = any (:ids::uuid[]) and c.tenant_id = :tenant_id
        and c.id = l.configuration_id
        and (c.value, c.info, c.is_active) is distinct from (coalesce(l.price, c.value), ${CALLED}, ${ON_SALE})`,
    { tenant_id, ids },
  )

/** The product of an operator, if one of its denominations has been on sale before. */
export const productOfOperator = async (q: Query, tenant_id: number, connection_id: string, operator: string) =>
  (
    await q.query<{ product_id: string }>(
      `select c.product_id from live_products l
         join configurations c on c.tenant_id = :tenant_id and c.id = l.configuration_id
        where l.tenant_id = :tenant_id and l.connection_id = :connection_id and l.operator = :operator limit 1`,
      { tenant_id, connection_id, operator },
    )
  )[0]?.product_id

/** A lock per catalogue: simultaneous callers wait, so that no operator gets two products. */
export const lockCatalogue = (q: Query, tenant_id: number, connection_id: string) =>
  q.query(
    `insert into catalogues (tenant_id, connection_id) values (:tenant_id, :connection_id)
     on conflict (tenant_id, connection_id) do update set outcome = catalogues.outcome`,
    { tenant_id, connection_id },
  )

export type NewProduct = { id: string; name: string; name_search: string; type: LiveType; provider: string }

/** Live goods belong to the platform, the root of the tenant. */
export const addProduct = (q: Query, tenant_id: number, { id, name, name_search, type, provider }: NewProduct, now: Date) =>
  q.query(
    `insert into products (tenant_id, id, owner_id, name, name_search, type, provider, created_at)
     select :tenant_id, :id, o.id, :name, :name_search, :type, :provider, :now from organisations o
      where o.tenant_id = :tenant_id and o.parent_id is null`,
    { tenant_id, id, name, name_search, type, provider, now },
  )

/** A denomination of a product; its other columns are set by keepDenominations. */
export async function addDenomination(q: Query, tenant_id: number, at: { live_product_id: string; product_id: string; id: string }, now: Date): Promise<void> {
  await q.query(
    `insert into configurations (tenant_id, id, product_id, value, info, is_active, vat_treatment, vat_rate,
                                 vat_country, created_at)
     select :tenant_id, :id, :product_id, coalesce(l.price, l.cost_to), ${CALLED}, false, ${NEW.treatment},
            ${NEW.rate}, ${NEW.country}, :now
       from live_products l
       join connections n on n.tenant_id = :tenant_id and n.id = l.connection_id
      where l.tenant_id = :tenant_id and l.id = :live_product_id`,
    { tenant_id, ...at, now },
  )
  await q.query('update live_products set configuration_id = :id where tenant_id = :tenant_id and id = :live_product_id', {
    tenant_id,
    id: at.id,
    live_product_id: at.live_product_id,
  })
}
