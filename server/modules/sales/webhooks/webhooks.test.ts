// Webhooks: which events are sent to whom, each under one id, and what happens if a receiver fails.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { giveBack } from '../../../test/claims.ts'
import { watchCredit } from '../../customers/credit/watch.ts'
import { ATTEMPTS_MAX, pricesBetween } from './deliver.ts'
import { hookedWorld } from './fixtures/hooked-world.ts'

const { w, hooks, corner, kiosque, nord, gare, add, sell, send, later, to, stateOf, deliveries } = await hookedWorld()

test('a sale and its return are sent to the shop and to its reseller, signed, each with the price that the receiver’s own customer paid, and without a PIN', async () => {
  await add(kiosque, '/shop')
  await add(nord, '/reseller')
  await add(gare, '/other')
  const sale = await sell(2)
  await send()
  await giveBack(w, sale.sale_id, 1)
  await later()
  expect(to('/other')).toEqual([])
  const told = (path: string) => to(path).map(({ type, data, isSigned }) => [type, data.quantity, data.sold_total, isSigned])
  expect(told('/shop')).toEqual([
    ['sale.completed', 2, '20.00', true],
    ['sale.returned', 1, '-10.00', true],
  ])
  const [price] = await rowsOf<{ price: number }>(w, 'select price_unit as price from sales where tenant_id = 1 and id = $1', [sale.sale_id])
  const cents = (n: number) => ((n * (price?.price ?? 0)) / EURO).toFixed(2)
  expect(told('/reseller').map(([, , total]) => total)).toEqual([cents(2), `-${cents(1)}`])
  expect(to('/shop')[0]).toMatchObject({ id: `sale_${sale.sale_id}`, data: { sale_id: sale.sale_id, seller_id: kiosque.customer_id } })
  for (const { text } of hooks.came) {
    for (const { pin, serial } of sale.pins) expect([text.includes(pin), text.includes(serial)]).toEqual([false, false])
  }
  expect((await deliveries(kiosque)).map(({ state, status }) => [state, status])).toEqual([
    ['delivered', 204],
    ['delivered', 204],
  ])
})

test('only the chosen events are sent, and none from before the webhook was added or while it was off', async () => {
  await sell()
  const webhook_id = await add(kiosque, '/shop', ['sale.returned'])
  await sell()
  await send()
  await kiosque.calls.webhookUpdate({ webhook_id, events: ['sale.completed'], is_active: false })
  await sell()
  await later()
  await kiosque.calls.webhookUpdate({ webhook_id, is_active: true })
  const { sale_id } = await sell()
  await later()
  expect(to('/shop').map(({ id }) => id)).toEqual([`sale_${sale_id}`])
})

test('a low balance is reported to the shop and to its reseller', async () => {
  await giveWallet(w, kiosque.customer_id, 100 * EURO)
  await rowsOf(w, 'update wallets set alert_base = $2 where tenant_id = 1 and organisation_id = $1', [kiosque.customer_id, 1_000 * EURO])
  await add(kiosque, '/shop', ['balance.low'])
  await add(nord, '/reseller', ['balance.low'])
  await rowsOf(w, 'delete from credit_alerts where tenant_id = 1')
  await watchCredit({ ...w.services, clock: w.clock.now }, 1)
  await send()
  const data = { customer_id: kiosque.customer_id, available: '100.00', level: 10 }
  for (const path of ['/shop', '/reseller']) expect(to(path).map((one) => [one.type, one.data])).toEqual([['balance.low', expect.objectContaining(data)]])
  await giveWallet(w, kiosque.customer_id, 5_000 * EURO)
})

describe('webhooks about prices', () => {
  const change = async (discount: number) => {
    await rowsOf(w, 'update plan_entries set discount = $2 where tenant_id = 1 and product_id = $1', [corner.product_id, discount])
    await rowsOf(w, `update webhooks set prices_read_at = prices_read_at - interval '11 minutes' where tenant_id = 1`)
    await later()
  }

  test('report a changed purchase price once, with the price before', async () => {
    await add(kiosque, '/shop', ['price.changed'])
    await change(500)
    expect(to('/shop')).toEqual([])
    await change(600)
    await change(600)
    const row = { configuration_id: corner.configuration_id, value: '10.00', is_offered: true, price_before: '9.50', price: '9.40' }
    expect(to('/shop').map(({ data }) => data.prices)).toEqual([[expect.objectContaining(row)]])
    await change(500)
  })

  test('tell a shop that may not see its prices which cards changed, without an amount', async () => {
    await rowsOf(w, 'update organisations set mask_seller_discount = true where tenant_id = 1 and id = $1', [kiosque.customer_id])
    await add(kiosque, '/shop', ['price.changed'])
    await change(500)
    await change(600)
    await rowsOf(w, 'update organisations set mask_seller_discount = false where tenant_id = 1 and id = $1', [kiosque.customer_id])
    expect(to('/shop').map(({ data }) => data.prices)).toEqual([[expect.objectContaining({ price_before: null, price: null, is_offered: true })]])
    await change(500)
  })

  test('report which cards are new and which are no longer on offer', () => {
    const card = { name: 'Card', value: 10 * EURO, price: 9 * EURO } as never
    expect(pricesBetween({ a: card }, { b: card }, false)).toMatchObject([
      { configuration_id: 'a', is_offered: false, price_before: 9 * EURO, price: null },
      { configuration_id: 'b', is_offered: true, price_before: null, price: 9 * EURO },
    ])
  })
})

describe('when the network, a server or a receiver fails', () => {
  test('a message whose answer is lost is sent again under the same id', async () => {
    await add(kiosque, '/shop')
    hooks.answers.set('/shop', 0)
    const { sale_id } = await sell()
    await send()
    expect(await stateOf(kiosque)).toMatchObject({ waiting: 1, failing_since: expect.any(String) })
    hooks.answers.delete('/shop')
    await send()
    expect(hooks.came).toHaveLength(1)
    await later()
    expect(hooks.came.map(({ id }) => id)).toEqual([`sale_${sale_id}`, `sale_${sale_id}`])
    expect(await stateOf(kiosque)).toMatchObject({ waiting: 0, failing_since: null })
  })

  test('two servers that send at the same time send each message once; control: if neither claims the webhook first, the message is sent twice', async () => {
    const webhook_id = await add(kiosque, '/shop')
    await sell()
    hooks.once(send)
    await send()
    expect(hooks.came).toHaveLength(1)
    await sell()
    hooks.once(async () => {
      await rowsOf(w, `update webhooks set next_try_at = 'epoch' where tenant_id = 1 and id = $1`, [webhook_id])
      await send()
    })
    await later()
    expect(hooks.came).toHaveLength(3)
    expect(hooks.came[2]?.id).toBe(hooks.came[1]?.id)
  })

  test('a receiver that never answers delays no other one, and a redirect is not followed', async () => {
    await add(kiosque, '/silent')
    await add(nord, '/moved')
    await add(nord, '/well')
    hooks.answers.set('/silent', -1).set('/moved', 307)
    await sell()
    await send()
    expect(to('/well')).toHaveLength(1)
    expect(to('/elsewhere')).toEqual([])
    const [silent] = await deliveries(kiosque)
    expect(silent).toMatchObject({ state: 'waiting', status: null, error: expect.stringMatching(/TIMEOUT/) })
    expect((await deliveries(nord)).find(({ url }) => url.endsWith('/moved'))).toMatchObject({ state: 'waiting', status: 307 })
  })

  test('a message that its receiver always refuses is not tried again after its last attempt, unless a user has it sent again', async () => {
    await add(kiosque, '/shop')
    hooks.answers.set('/shop', 400)
    const { sale_id } = await sell()
    await send()
    for (let i = 1; i < ATTEMPTS_MAX; i++) await later()
    await later()
    expect(hooks.came).toHaveLength(ATTEMPTS_MAX)
    const [failed] = await deliveries(kiosque)
    expect(failed).toMatchObject({ state: 'failed', attempts: ATTEMPTS_MAX, status: 400 })
    hooks.answers.delete('/shop')
    await kiosque.calls.webhookRetry({ delivery_id: failed?.delivery_id ?? '' })
    await expect(kiosque.calls.webhookRetry({ delivery_id: failed?.delivery_id ?? '' })).rejects.toMatchObject({ code: 'request_over' })
    await later()
    expect(hooks.came.at(-1)?.id).toBe(`sale_${sale_id}`)
    expect((await deliveries(kiosque))[0]).toMatchObject({ state: 'delivered' })
  })

  test.for([
    ['gone', 410, 0],
    ['failing', 500, 3 * 24 * 60],
  ] as const)('a webhook is stopped as %s, and the managers get a notice', async ([why, status, minutes]) => {
    await add(kiosque, '/shop')
    hooks.answers.set('/shop', status)
    await sell()
    await send()
    if (minutes > 0) {
      expect(await stateOf(kiosque)).toMatchObject({ is_active: true })
      await rowsOf(w, `update webhooks set failing_since = failing_since - $1 * interval '1 minute' where tenant_id = 1`, [minutes])
      await later()
    }
    expect(await stateOf(kiosque)).toMatchObject({ is_active: false, stopped: why })
    expect((await kiosque.calls.noticesList({})).content[0]).toMatchObject({ kind: 'webhook_stopped', data: { name: '127.0.0.1' } })
    const sent = hooks.came.length
    await sell()
    await later()
    expect(hooks.came).toHaveLength(sent)
  })
})

test('after yesterday’s backup is restored, events sent since that backup are sent again under the same ids', async () => {
  await add(kiosque, '/shop')
  await sell()
  await sell()
  await send()
  const before = hooks.came.map(({ id }) => id).sort()
  // Sets the rows back to what a restored backup has: the webhook has not read the sales yet, and there are no deliveries.
  await rowsOf(w, 'delete from webhook_deliveries where tenant_id = 1')
  await rowsOf(w, 'update webhooks set read_until = created_at where tenant_id = 1')
  await later()
  expect(
    hooks.came
      .slice(2)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(before)
})

test('a webhook that is removed while its deliveries are sent ends without an error, and its deliveries are gone', async () => {
  const webhook_id = await add(kiosque, '/shop')
  await sell()
  hooks.once(() => kiosque.calls.webhookRemove({ webhook_id }))
  await send()
  expect(await rowsOf(w, 'select from webhook_deliveries where tenant_id = 1')).toEqual([])
})
