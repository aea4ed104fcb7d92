// Writes the denominations of one product as given: new, changed and switched-off ones, all of them or none.

import { codeOf, Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { configurationsOf, eansTaken, freeEans, putConfiguration, usedOf } from './product-changes.sql.ts'
import { type Configuration, type DenominationInput, eanTwice, type Product, refuseStrange, refuseTwice, refuseVat } from './products.ts'

const UNIQUE_VIOLATION = '23505'

type Of = { tenant_id: number; product: Pick<Product, 'product_id' | 'owner_id' | 'product_name'>; now: Date }

/** Writes the given denominations; returns all denominations of the product as they were before and as they are after. */
export async function putDenominations(q: Query, of: Of, given: readonly DenominationInput[]): Promise<{ before: Configuration[]; after: Configuration[] }> {
  const { tenant_id, product, now } = of
  const before = await configurationsOf(q, tenant_id, product.product_id)
  refuseVat(given)
  refuseStrange(given, before)
  refuseTwice(given, before)
  await refuseUsed(q, tenant_id, given, before)
  const ids = given.flatMap(({ configuration_id }) => configuration_id ?? [])
  await refuseTaken(q, of, given, ids)
  await freeEans(q, tenant_id, ids)
  try {
    for (const { configuration_id = newId(), vat_rate = 0, ...one } of given)
      await putConfiguration(q, tenant_id, product.product_id, { ...one, configuration_id, vat_rate }, now)
  } catch (error) {
    // After the check above, another request gave the EAN to another denomination.
    throw codeOf(error) === UNIQUE_VIOLATION ? new Refusal('ean_taken') : error
  }
  return { before, after: await configurationsOf(q, tenant_id, product.product_id) }
}

/** Refuses a new value for a denomination that has ever had stock or sales or draws on a pool, because the old value is printed on cards and slips. */
async function refuseUsed(q: Query, tenant_id: number, given: readonly DenominationInput[], before: readonly Configuration[]): Promise<void> {
  const changed = given.map((one) => before.some((old) => old.configuration_id === one.configuration_id && old.value !== one.value))
  if (!changed.includes(true)) return
  const used = await usedOf(
    q,
    tenant_id,
    given.flatMap(({ configuration_id }, i) => (changed[i] && configuration_id ? configuration_id : [])),
  )
  const problems = given.flatMap(({ configuration_id }, i) =>
    changed[i] && used.has(configuration_id ?? '') ? { field: `configurations.${i}.value`, code: 'value_used' as const } : [],
  )
  if (problems.length > 0) throw new Refusal('invalid_input', { problems })
}

/** Refuses an EAN that is given twice or that another denomination has; names that denomination's product only if the product has the same owner. */
async function refuseTaken(q: Query, { tenant_id, product }: Of, given: readonly DenominationInput[], ids: readonly string[]): Promise<void> {
  const twice = eanTwice(given)
  if (twice) throw new Refusal('ean_taken', { detail: { ean: twice, product_id: product.product_id, product_name: product.product_name } })
  const eans = given.map(({ ean }) => ean).filter(Boolean)
  const [taken] = eans.length > 0 ? await eansTaken(q, tenant_id, eans, ids) : []
  if (!taken) return
  const { ean, product_id, product_name, owner_id } = taken
  throw new Refusal('ean_taken', { detail: owner_id === product.owner_id ? { ean, product_id, product_name } : { ean } })
}
