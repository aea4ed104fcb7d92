// Looks up telephone numbers through DT One's simulator: numbers in any spelling, known, unknown and ported numbers, and numbers of a region.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet } from '../../../test/arrange.ts'
import { askedBy, numberOf, productsFor, SINGAPORE, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const { sim, pass } = await topUpsThere(w)
const shop = await w.signIn('kiosque')
for (const username of ['kiosque', 'nord']) await giveWallet(w, (await w.signIn(username)).customer_id, 1_000 * EURO)

test('a telephone number is recognised however it is written, and its likely operator comes first', async () => {
  const written: [string, string?][] = [['+65 9512-3100'], ['0065 95123100'], ['9512 3100', 'SG']]
  for (const [mobile_number, country] of written) {
    const answer = await shop.calls.dtOne({ configuration: steps.look_up, mobile_number, ...(country && { country }) })
    expect(answer).toMatchObject({ number: { mobile_number: numberOf('100'), country: 'SG' }, operators: [{ name: SINGAPORE, is_likely: true }] })
  }
  const refused = shop.calls.dtOne({ configuration: steps.look_up, mobile_number: '12345' })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'mobile_number', code: 'not_a_phone_number' }] })
})

test('an unknown number has no likely operator; the user chooses among the operators of its country', async () => {
  expect(await shop.calls.dtOne({ configuration: steps.look_up, mobile_number: '+33 6 12 34 56 78' })).toMatchObject({ operators: [] })
  expect(await shop.calls.dtOne({ configuration: steps.providers, country: 'EC' })).toMatchObject({ operators: [{ country: 'EC' }, { country: 'EC' }] })
})

test('a number that was ported can be topped up by another operator than the likely one', async () => {
  const number = '+593979123100'
  const [elsewhere] = await productsFor(shop, number, 1)
  expect(elsewhere).toBeDefined()
  const { top_up } = await shop.calls.dtOne(await askedBy(shop, { mobile_number: number, configuration_id: elsewhere?.configuration_id }))
  pass(3_000)
  const status = await shop.calls.dtOne({ configuration: steps.status, top_up_id: top_up?.top_up_id })
  expect(status.top_up).toMatchObject({ state: 'successful' })
})

test('a number of a country with regions is offered its region’s products', async () => {
  const names = async (region: string) => (await productsFor(shop, '+919512345100', 0, region)).map(({ name }) => name)
  expect(await names('IN-KA')).toContainEqual(expect.stringContaining('Karnataka'))
  expect(await names('IN-KA')).not.toContainEqual(expect.stringContaining('Maharashtra'))
})

test('no top-up products are offered for a number while the supplier that looks it up does not answer', async () => {
  sim.fault('lookup', 'status_500', false, 3)
  await expect(productsFor(shop)).rejects.toMatchObject({ code: 'supplier_away', status: 503 })
})

test('the sales report by product counts top-ups, for the shop and its parent; open ones are not counted', async () => {
  const { mask_seller_discount: isMasked } = await shop.calls.authCheck({})
  const sums = async (username: string) => {
    const { calls } = await w.signIn(username)
    const { content } = await calls.salesByGroup({ group_by: ['product'], date_from: berlinDay(w.clock.now()), date_to: berlinDay(w.clock.now()), limit: 400 })
    const row = content.find(({ product_name }) => product_name === SINGAPORE)
    return { quantity: row?.quantity ?? 0, sold: row?.total_sale_amount ?? 0, bought: row?.total_buying_amount ?? 0 }
  }
  const [small] = await productsFor(shop)
  const { configuration_id = '', value = 0, price } = small ?? {}
  const before = { shop: await sums('kiosque'), office: await sums('nord') }
  const { top_up } = await shop.calls.dtOne(await askedBy(shop, { configuration_id }))
  expect([top_up?.state, await sums('kiosque')]).toEqual(['pending', before.shop])
  pass(3_000)
  await shop.calls.dtOne({ configuration: steps.status, top_up_id: top_up?.top_up_id })
  const [mine, theirs] = [await sums('kiosque'), await sums('nord')]
  expect([mine.quantity, mine.sold, theirs.quantity]).toEqual([before.shop.quantity + 1, before.shop.sold + value, before.office.quantity + 1])
  if (!isMasked) expect([mine.bought - before.shop.bought, theirs.sold - before.office.sold]).toEqual([price, price])
})
