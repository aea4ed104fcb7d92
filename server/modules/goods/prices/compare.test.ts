// Comparing two plans on past sales: pieces and cost come from the running totals, and prices equal those of the price ladder, to the cent.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay, dayBefore } from '../../../kit/berlin.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { refusalOf } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const shop = await w.signIn('kiosque')
await giveWallet(w, shop.customer_id, 10_000 * EURO)
const gold = (await nord.calls.plansList({ search_text: 'gold' })).content[0]?.discount_plan_id ?? ''
const today = berlinDay(w.clock.now())
const month = { date_from: dayBefore(dayBefore(today)), date_to: today }

test('the pieces, both plans’ margins and their difference in a comparison equal those computed from the sales lines, by denomination and in total', async () => {
  const [corner, gone] = [await goods(w, { pins: 10 }), await goods(w, { pins: 10, euro: 20 })]
  const { discount_plan_id: other } = await nord.calls.planAdd({ plan_name: 'Other', copy_of: gold })
  // The discount of a single denomination takes precedence over the discount of the product. Goods that a plan does not name are not sold by that plan.
  const { product_id, configuration_id } = corner
  await nord.calls.planUpdate({
    discount_plan_id: other,
    entries: [
      { product_id, discount: 100 },
      { product_id, configuration_id, discount: 650 },
      { product_id: gone.product_id, discount: null },
    ],
  })
  const sell = async (id: string, quantity: number) => shop.calls.sell({ ...(await shop.calls.transactionKey({})), configuration_id: id, quantity })
  await sell(configuration_id, 3)
  await sell(gone.configuration_id, 2)
  const answer = await nord.calls.plansCompare({ discount_plan_id: gold, discount_plan_id_2: other, ...month })
  const row = (id: string) => answer.content.find((one) => one.configuration_id === id)
  // Three cards of 10.00 € were bought at 9.20 € and sold with 5 % off; the other plan gives 6.5 % off. Two cards of 20.00 € were bought at 18.40 € and sold
  // with 5 % off; the other plan does not name them.
  expect(row(configuration_id)).toMatchObject({ quantity: 3, value: 10 * EURO, margin: 9_000, margin_2: 4_500 })
  expect(row(gone.configuration_id)).toMatchObject({ quantity: 2, margin: 12_000, margin_2: null })
  const [lines] = await rowsOf<{ quantity: number; made: number }>(
    w,
    `select sum(quantity)::int as quantity, sum(prices[cardinality(prices)] * quantity - cost_total)::bigint as made
       from sales where tenant_id = 1 and owner_id = $1 and created_at >= $2::date and ranges <> '{}'`,
    [nord.customer_id, month.date_from],
  )
  expect([answer.totals.quantity, answer.margin_made]).toEqual([lines?.quantity, lines?.made])
  expect(answer.totals.margin).toBe(answer.content.reduce((sum, { margin }) => sum + (margin ?? 0), 0))
})

test('other organisations’ plans cannot be compared', async () => {
  const sud = await w.signIn('sud')
  expect(await refusalOf(sud.calls.plansCompare({ discount_plan_id: gold, discount_plan_id_2: gold, ...month }))).toBe('not_found')
})
