// Announced prices at the till and by mail: they equal what a sale on that day will be charged, and are seen only by shops whose reseller announces them.
import { beforeEach, expect, test } from 'vitest'
import { EURO, priceOf } from '../../../../contract/kit/money.ts'
import { dayAfter } from '../../../kit/berlin.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { TELL_AFTER_MS, tellPrices } from './announcements.ts'
import { planning } from './fixtures/planned-changes.ts'
import { putInForce } from './in-force.ts'

const w = await fileWorld()
const { people, needs, tomorrow, discount_plan_id, clear, nextDay, plan, own } = await planning(w)
const told = async () => (await people.shop.calls.comingPrices({})).days

beforeEach(clear)

test('the till announces price changes by day if their author chose so; a shop that the changes do not affect, or that sees no discounts, gets no announcement', async () => {
  const [corner, quiet] = [await goods(w, { pins: 1 }), await goods(w, { pins: 1 })]
  await plan(quiet, 610)
  expect(await told(), 'nothing is told').toEqual([])
  await plan(corner, 600, { tell_till: true })
  const { configuration_id } = corner
  const row = { configuration_id, value: 10 * EURO, price_now: 9.5 * EURO, price_then: 9.4 * EURO }
  expect(await told()).toMatchObject([{ valid_from: tomorrow(), rows: expect.arrayContaining([expect.objectContaining(row)]) }])
  expect((await (await w.signIn('port')).calls.comingPrices({})).days, 'another reseller’s shop').toEqual([])
  await rowsOf(w, 'update organisations set mask_seller_discount = true where tenant_id = 1 and id = $1', [people.shop.customer_id])
  people.shop = await w.signIn('kiosque')
  expect(await told()).toEqual([])
  await rowsOf(w, 'update organisations set mask_seller_discount = false where tenant_id = 1 and id = $1', [people.shop.customer_id])
  people.shop = await w.signIn('kiosque')
})

test('announced prices equal the charged prices on their day, even if several planned entries overlap', async () => {
  const corners = await Promise.all(Array.from({ length: 4 }, () => goods(w, { pins: 1 })))
  const [a, b, c, d] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0], (typeof corners)[0]]
  const customer_ids = [people.shop.customer_id]
  const { discount_plan_id: other } = await people.nord.calls.planAdd({ plan_name: 'Laid over', copy_of: discount_plan_id })
  const tell = { valid_from: tomorrow(), tell_till: true }
  await people.nord.calls.assignedChange({
    action: 'add',
    customer_ids,
    pad_list: [{ product_id: d.product_id, configuration_id: d.configuration_id, discount: 100 }],
  })
  await plan(a, 600, tell)
  await own(b, 650, tell)
  await people.nord.calls.planUpdate({
    discount_plan_id: other,
    entries: [{ product_id: c.product_id, configuration_id: c.configuration_id, discount: 700 }],
    ...tell,
  })
  await people.nord.calls.assignedChange({ action: 'plan', customer_ids, discount_plan_id: other, ...tell })
  await people.nord.calls.assignedChange({
    action: 'disable',
    customer_ids,
    pad_list: [{ product_id: d.product_id, configuration_id: d.configuration_id, discount: null }],
    ...tell,
  })
  const said = new Map((await told()).flatMap(({ rows }) => rows).map((row) => [row.configuration_id, row.price_then]))
  await nextDay()
  await putInForce(needs, 1)
  for (const { product_id, configuration_id } of corners) {
    const [row] = (await people.nord.calls.assignedProducts({ customer_id: people.shop.customer_id, filters: { product_id } })).content
    if (said.has(configuration_id)) expect(said.get(configuration_id)).toBe(row?.price)
    else expect(row?.price, 'unchanged').toBe(priceOf(10 * EURO, 500))
  }
  expect([...said.values()], 'own, plan and hidden are among them').toEqual(expect.arrayContaining([9.35 * EURO, 9.3 * EURO, null]))
  await people.nord.calls.assignedChange({ action: 'plan', customer_ids, discount_plan_id })
})

test('an announcement goes out by mail some minutes later to affected customers, at most once a day even after several entries, and not for withdrawn entries', async () => {
  const corner = await goods(w, { pins: 1 })
  const mailer = { ...needs, post: w.services.post }
  await rowsOf(w, `update organisations set email = 'kiosque@prices.test' where tenant_id = 1 and id = $1`, [people.shop.customer_id])
  const mails = async () =>
    (
      await rowsOf<{ n: number }>(
        w,
        `select count(*)::int as n from messages where tenant_id = 1 and kind = 'prices_coming' and recipient = 'kiosque@prices.test'`,
      )
    )[0]?.n
  const later = { valid_from: dayAfter(dayAfter(tomorrow())), tell_mail: true }
  await own(corner, 600)
  await plan(corner, 600, later)
  await tellPrices(mailer, 1)
  expect(await mails(), 'not at once').toBe(0)
  const planned_id = (await people.nord.calls.plannedPrices({})).content.find(({ tell_mail }) => tell_mail)?.planned_id ?? ''
  await people.nord.calls.plannedTakeBack({ planned_id })
  w.clock.advance(2 * TELL_AFTER_MS)
  await tellPrices(mailer, 1)
  expect(await mails(), 'taken back').toBe(0)
  for (const discount of [610, 620, 630]) await plan(corner, discount, later)
  w.clock.advance(2 * TELL_AFTER_MS)
  await Promise.all([tellPrices(mailer, 1), tellPrices(mailer, 1)])
  expect(await mails()).toBe(1)
  await plan(corner, 640, later)
  w.clock.advance(2 * TELL_AFTER_MS)
  await tellPrices(mailer, 1)
  expect(await mails(), 'one a day').toBe(1)
  await nextDay()
  await tellPrices(mailer, 1)
  expect(await mails()).toBe(2)
  await rowsOf(w, `update planned_prices set mailed_at = null where tenant_id = 1`)
  await tellPrices(mailer, 1)
  expect(await mails(), 'control: what is not noted is told again').toBe(3)
  expect(await organisationId(w, 'kiosque')).toBe(people.shop.customer_id)
})
