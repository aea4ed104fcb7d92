// SQL and TypeScript use the same price ladder and the same rounding; a brute-force reading of docs/domain.md, Price ladder, gives the same prices as
// both.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONEY_MAX, PERCENT_MAX, priceOf } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { goods, organisationId, rowsOf } from '../test/arrange.ts'
import { fileWorld } from '../test/world.ts'

const w = await fileWorld()

test('price_of in SQL computes the same price as priceOf in TypeScript', async () => {
  const cases = fc.sample(fc.tuple(fc.integer({ min: 1, max: MONEY_MAX }), fc.integer({ min: 0, max: PERCENT_MAX })), 2_000)
  cases.push([1, 5_000], [3, 5_000], [9_999, 1], [100_000, 650])
  const rows = await rowsOf<{ price: number }>(
    w,
    'select price_of(v, d) as price from unnest($1::bigint[], $2::int[]) with ordinality as x(v, d, n) order by n',
    [cases.map(([value]) => value), cases.map(([, discount]) => discount)],
  )
  expect(rows.map((row) => row.price)).toEqual(cases.map(([value, discount]) => priceOf(value, discount)))
})

test('price_of and priceOf round half a ten-thousandth of a euro away from zero', () => {
  expect([priceOf(1, 50_00), priceOf(3, 50_00), priceOf(10_000, 33_33)]).toEqual([1, 2, 6_667])
})

type Rung = { discount: number; enabled: boolean } | null
const rung = fc.option(fc.record({ discount: fc.integer({ min: 0, max: PERCENT_MAX }), enabled: fc.boolean() }), { nil: null })
const ladder = fc.record({
  padConfiguration: rung,
  padProduct: rung,
  planConfiguration: fc.option(fc.integer({ min: 0, max: PERCENT_MAX }), { nil: null }),
  planProduct: fc.option(fc.integer({ min: 0, max: PERCENT_MAX }), { nil: null }),
})

/**
 * The four steps of the price ladder in plain code. The first step that names the configuration or its product decides; a disabled own entry hides the goods.
 */
function bruteForce(l: { padConfiguration: Rung; padProduct: Rung; planConfiguration: number | null; planProduct: number | null }): number | null {
  const own = l.padConfiguration ?? l.padProduct
  if (own) return own.enabled ? own.discount : null
  return l.planConfiguration ?? l.planProduct
}

test('offer_of gives the same offers as a brute-force reading of the price ladder, over random plans', { timeout: 240_000 }, async () => {
  const [corner, other, customer] = [await goods(w, { pins: 0 }), await goods(w, { pins: 0 }), await organisationId(w, 'kiosque')]
  const { product_id, configuration_id } = corner
  await fc.assert(
    fc.asyncProperty(ladder, async (l) => {
      const found = await inTenant(w.owner, 1, async (q) => {
        const [plan] = (await q.query<{ plan_id: string }>('select plan_id from organisations where tenant_id = 1 and id = $1', [customer])).rows
        await q.query('delete from plan_entries where tenant_id = 1 and product_id = $1', [product_id])
        await q.query('delete from assigned_products where tenant_id = 1 and customer_id = $1', [customer])
        const pad = (entry: Rung, configuration: string | null) =>
          entry &&
          q.query('insert into assigned_products values (1, $1, $2, $3, $4, $5, $6)', [
            newId(),
            customer,
            product_id,
            configuration,
            entry.discount,
            entry.enabled,
          ])
        const planned = (discount: number | null, configuration: string | null) =>
          discount !== null && q.query('insert into plan_entries values (1, $1, $2, $3, $4, $5)', [newId(), plan?.plan_id, product_id, configuration, discount])
        await pad(l.padConfiguration, configuration_id)
        await pad(l.padProduct, null)
        await planned(l.planConfiguration, configuration_id)
        await planned(l.planProduct, null)
        // An entry for another product, which must have no effect.
        await q.query('insert into assigned_products values (1, $1, $2, $3, null, 1, true)', [newId(), customer, other.product_id])
        return (
          (await q.query<{ discount: number }>('select discount from offer_of(1, $1, $2, $3)', [customer, product_id, configuration_id])).rows[0]?.discount ??
          null
        )
      })
      expect(found).toBe(bruteForce(l))
    }),
    { numRuns: 150 },
  )
})
