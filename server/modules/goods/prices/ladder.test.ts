// A price is the same everywhere: the lists, the sale and a second, plain implementation of the rules agree. Saving a change has the effect that was shown
// before.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EURO, priceOf } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { giveWallet, goods, rowsOf, sabotage } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

/** At this value every second discount gives a price that ends in half a ten-thousandth of a euro, so rounding is tested too. */
const VALUE = 7.5 * EURO
type Rung = { discount: number; enabled: boolean } | null
type Ladder = { padConfiguration: Rung; padProduct: Rung; planConfiguration: Rung; planProduct: Rung }

const w = await fileWorld()
const [nord, sud, shop] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('port')]
for (const { customer_id } of [sud, shop]) await giveWallet(w, customer_id, 900_000 * EURO)
const corner = await goods(w, { pins: 600, euro: VALUE / EURO })

const discount = fc.integer({ min: 0, max: 10_000 })
const own = fc.option(fc.record({ discount, enabled: fc.boolean() }), { nil: null })
const planned = fc.option(fc.record({ discount, enabled: fc.constant(true) }), { nil: null })
const ladder = fc.record({ padConfiguration: own, padProduct: own, planConfiguration: planned, planProduct: planned })

/** The discount of the first rung that exists, in the order of docs/domain.md, Price ladder; null if no rung exists or that rung is disabled. */
const decided = (l: Ladder) => {
  const rung = l.padConfiguration ?? l.padProduct ?? l.planConfiguration ?? l.planProduct
  return rung?.enabled ? rung.discount : null
}

async function arrange(customer_id: string, l: Ladder) {
  await inTenant(w.owner, 1, async (q) => {
    const plan = (await q.query<{ plan_id: string }>('select plan_id from organisations where tenant_id = 1 and id = $1', [customer_id])).rows[0]?.plan_id
    await q.query('delete from plan_entries where tenant_id = 1 and plan_id = $1 and product_id = $2', [plan, corner.product_id])
    await q.query('delete from assigned_products where tenant_id = 1 and customer_id = $1 and product_id = $2', [customer_id, corner.product_id])
    for (const [rung, configuration] of [
      [l.padConfiguration, corner.configuration_id],
      [l.padProduct, null],
    ] as const)
      if (rung)
        await q.query('insert into assigned_products values (1, $1, $2, $3, $4, $5, $6)', [
          newId(),
          customer_id,
          corner.product_id,
          configuration,
          rung.discount,
          rung.enabled,
        ])
    for (const [rung, configuration] of [
      [l.planConfiguration, corner.configuration_id],
      [l.planProduct, null],
    ] as const)
      if (rung) await q.query('insert into plan_entries values (1, $1, $2, $3, $4, $5)', [newId(), plan, corner.product_id, configuration, rung.discount])
  })
}

const shown = async (person: Person, customer_id: string) =>
  (await person.calls.assignedProducts({ customer_id, filters: { product_id: corner.product_id } })).content[0]?.price ?? null

/** The price that the shop's own till shows. */
const inTill = async () => (await shop.calls.sellerProductsV2({})).content.find((offer) => offer.configuration_id === corner.configuration_id)?.price ?? null

/**
 * The price that the call priceWhy explains. Also checks that the rung named in the explanation is the one that decides. Null if the goods are not on offer.
 */
async function explained(customer_id: string, l: Ladder): Promise<number | null> {
  const why = await nord.calls.priceWhy({ customer_id, configuration_id: corner.configuration_id }).catch((error) => {
    expect(error).toMatchObject({ code: 'not_found' })
    return undefined
  })
  if (!why) return null
  const steps = [l.padConfiguration, l.padProduct, l.planConfiguration, l.planProduct]
  expect(why.rungs.map((rung) => rung.discount)).toEqual(steps.map((rung) => rung?.discount ?? null))
  expect(why.rungs.findIndex(({ holds }) => holds)).toBe(steps.findIndex((rung) => rung !== null))
  return why.price
}

async function charged(): Promise<number | null> {
  const { transaction_key } = await shop.calls.transactionKey({})
  try {
    const { sale_id } = await shop.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
    return (await rowsOf<{ price_unit: number }>(w, 'select price_unit from sales where id = $1', [sale_id]))[0]?.price_unit ?? null
  } catch (error) {
    expect(error).toMatchObject({ code: 'not_on_offer' })
    return null
  }
}

const agree = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(ladder, ladder, async (above, below) => {
      await arrange(sud.customer_id, above)
      await arrange(shop.customer_id, below)
      const [hop, end] = [decided(above), decided(below)]
      const expected = hop === null || end === null ? null : priceOf(VALUE, end)
      expect(await shown(sud, shop.customer_id)).toBe(expected)
      expect(await shown(nord, sud.customer_id)).toBe(hop === null ? null : priceOf(VALUE, hop))
      expect(await inTill()).toBe(expected)
      expect(await explained(shop.customer_id, below)).toBe(expected)
      expect(await charged()).toBe(expected)
    }),
    { numRuns },
  )

test('the shown, charged and calculated prices are equal, over random trees of plans and customers’ own entries', { timeout: 300_000 }, () => agree(60))

/** A second person approves the waiting request. */
async function approve() {
  const { calls } = await w.signIn((await addAccount(w, 'nord', { internal_role: 0 })).username)
  for (const { request_id } of (await calls.creditRequestsList({ filters: { state: 'waiting' } })).content)
    await calls.creditRequestDecide({ request_id, action: 'approve' })
}

test('the effect of a change shown beforehand equals the effect of saving the change, over random changes', { timeout: 300_000 }, async () => {
  const pool = { padConfiguration: null, padProduct: null, planConfiguration: null, planProduct: { discount: 300, enabled: true } }
  const kiosque = await w.signIn('kiosque')
  await giveWallet(w, kiosque.customer_id, 1_000 * EURO)
  await arrange(kiosque.customer_id, pool)
  const { transaction_key } = await kiosque.calls.transactionKey({})
  await kiosque.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 5 })
  const [gold] = (await nord.calls.plansList({ search_text: 'gold' })).content
  const discount_plan_id = gold?.discount_plan_id ?? ''
  const cost = priceOf(VALUE, 800)
  const margin = (price: number | null) => (price === null ? 0 : (price - cost) * 5)
  const entry = fc.record({ whole: fc.boolean(), discount: fc.option(fc.integer({ min: 0, max: 2_000 }), { nil: null }) })
  await fc.assert(
    fc.asyncProperty(ladder, fc.array(entry, { minLength: 1, maxLength: 3 }), async (l, given) => {
      await arrange(kiosque.customer_id, l)
      const entries = given.map(({ whole, discount: each }) => ({
        product_id: corner.product_id,
        configuration_id: whole ? null : corner.configuration_id,
        discount: each,
      }))
      const before = await shown(nord, kiosque.customer_id)
      const effect = await nord.calls.priceEffect({ discount_plan_id, entries })
      expect(await shown(nord, kiosque.customer_id)).toBe(before)
      const { state } = await nord.calls.planUpdate({ discount_plan_id, entries })
      if (state === 'waiting') await approve()
      const after = await shown(nord, kiosque.customer_id)
      expect(state, 'a price that falls below cost is for two').toBe(after !== null && after < cost && after < (before ?? VALUE + 1) ? 'waiting' : 'done')
      expect(effect).toMatchObject({
        ...{ customers: 1, shops: 1, products: 1, margin_before: margin(before), margin_after: margin(after) },
        lost: before !== null && after === null ? 1 : 0,
        gained: before === null && after !== null ? 1 : 0,
        below_cost: after !== null && after < cost ? [{ price: after, cost, value: VALUE }] : [],
      })
    }),
    { numRuns: 40 },
  )
})

describe('control: the tests find wrong price rules', () => {
  const broken: [string, string, string, string][] = [
    ['a price ladder that is read from its last rung', 'offer_of', 'order by r.step', 'order by r.step desc'],
    ['a price that is rounded down', 'price_of', '+ 5000', '+ 0000'],
    ['a price chain of which only the last hop is checked', 'is_offered', '+ 1, cardinality(p_path)', '+ 1, 0'],
  ]
  test.for(broken)('%s makes the comparison of prices fail', { timeout: 240_000 }, async ([, name, from, to]) => {
    await sabotage(w, name, from, to)
    await expect(agree(100)).rejects.toThrow()
    await sabotage(w, name, to, from)
  })
})
