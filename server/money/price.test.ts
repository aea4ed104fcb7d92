// SQL and TypeScript use the same price ladder and the same rounding; a brute-force reading of docs/domain.md, Price ladder, gives the same prices as
// both.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MONEY_MAX, PERCENT_MAX, priceOf } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { goods, organisationId, rowsOf, sabotage } from '../test/arrange.ts'
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

/** All offers of goods from stock to an organisation: read all at once, and read one denomination at a time. */
const offersBoth = (q: Parameters<Parameters<typeof inTenant>[2]>[0], buyer: string) =>
  q.query<{ at_once: string[] | null; one_by_one: string[] | null }>(
    `select (select array_agg(concat_ws(' ', configuration_id, discount, source) order by configuration_id) from offers_to(1, $1)) as at_once,
            (select array_agg(concat_ws(' ', c.id, f.discount, f.source) order by c.id)
               from organisations o
               join products p on p.tenant_id = 1 and p.owner_id = any (o.path) and p.owner_id <> o.id and p.is_active and p.provider is null
               join configurations c on c.tenant_id = 1 and c.product_id = p.id and c.is_active and not c.is_pool
              cross join lateral offer_of(1, o.id, p.id, c.id) f
              where o.tenant_id = 1 and o.id = $1 and is_offered(1, o.path, p.owner_id, p.id, c.id)) as one_by_one`,
    [buyer],
  )

/** Changes a random part of all price entries of the tenant, in the way that `seed` says. */
const SHUFFLE = `
  with removed as (delete from plan_entries where tenant_id = 1 and hashtext(id::text || $1) % 3 = 0),
  plans_of_products as (
    insert into plan_entries (tenant_id, id, plan_id, product_id, discount)
    select 1, gen_random_uuid(), l.id, p.id, abs(hashtext(l.id::text || p.id || $1)) % 3000
      from plans l join products p on p.tenant_id = 1 and p.owner_id is distinct from l.owner_id
     where l.tenant_id = 1 and hashtext(p.id::text || l.id || $1) % 4 = 0 on conflict do nothing)
  insert into assigned_products (tenant_id, id, customer_id, product_id, configuration_id, discount, is_enabled)
  select 1, gen_random_uuid(), o.id, c.product_id, case when hashtext(c.id::text || $1) % 2 = 0 then c.id end,
         abs(hashtext(o.id::text || c.id || $1)) % 3000, hashtext(c.id::text || o.id || $1) % 3 <> 0
    from organisations o join configurations c on c.tenant_id = 1
   where o.tenant_id = 1 and o.parent_id is not null and hashtext(o.id::text || c.id || $1) % 5 = 0 on conflict do nothing`

/** Compares both readings for all organisations of the tenant after random changes; returns how many offers were compared, and how many differ. */
const compared = (seed: string) =>
  inTenant(w.owner, 1, async (q) => {
    await q.query('savepoint as_it_is')
    await q.query(SHUFFLE, [seed])
    let [offers, different] = [0, 0]
    for (const { id } of (await q.query<{ id: string }>('select id from organisations where tenant_id = 1')).rows) {
      const [row] = (await offersBoth(q, id)).rows
      const [atOnce, oneByOne] = [row?.at_once ?? [], row?.one_by_one ?? []]
      offers += oneByOne.length
      different += new Set([...atOnce, ...oneByOne]).size - atOnce.filter((each) => oneByOne.includes(each)).length
    }
    await q.query('rollback to savepoint as_it_is')
    return { offers, different }
  })

test('offers_to gives all organisations the offers that offer_of and is_offered give one by one, over random plans and own entries', async () => {
  for (let seed = 0; seed < 12; seed++) {
    const { offers, different } = await compared(String(seed))
    expect(offers).toBeGreaterThan(50)
    expect(different).toBe(0)
  }
})

test.for([
  ['the hop of the owner counts as a hop that needs an offer', 'r.level > g.owned_at', 'r.level >= g.owned_at'],
  ['the last rung decides', 'min(x.rung)', 'max(x.rung)'],
  ['the offer of the first hop is the buyer’s', 'max(t.level || t.rung)', 'min(t.level || t.rung)'],
  ['a hop without an offer does not matter', 'count(*) = t.hops and', ''],
  ['a rung that hides the goods is an offer', 'max(t.rung[3]) = 0', 'true'],
])('control: offers_to gives other offers if %s', async ([, right = '', wrong = '']) => {
  await sabotage(w, 'offers_to', right, wrong)
  let different = 0
  for (let seed = 0; seed < 12 && different === 0; seed++) ({ different } = await compared(String(seed)))
  expect(different).toBeGreaterThan(0)
  await sabotage(w, 'offers_to', wrong || 'having', wrong ? right : `having ${right}`)
})
