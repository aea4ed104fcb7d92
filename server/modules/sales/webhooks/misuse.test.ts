// Webhooks against people who misuse them: clerks without the right, other organisations, and organisations that flood the portal.
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { WAITING_MAX } from './deliver.ts'
import { hookedWorld } from './fixtures/hooked-world.ts'

const { w, hooks, kiosque, nord, add, sell, send, later, stateOf, deliveries } = await hookedWorld()

describe('a clerk', () => {
  test.for(['has_reports', 'has_credit'])('with the right %s neither sees nor changes webhooks', async (flag) => {
    const { calls } = await w.signIn((await addAccount(w, 'nord', { flags: [flag] })).username)
    await expect(calls.webhooksList({})).rejects.toMatchObject({ status: 403 })
    await expect(calls.webhookAdd({ url: `${hooks.origin}/clerk`, events: ['sale.completed'] })).rejects.toMatchObject({ status: 403 })
  })

  test('of another organisation finds neither the webhook nor its deliveries', async () => {
    const webhook_id = await add(kiosque, '/shop')
    await sell()
    await send()
    const [delivery] = await deliveries(kiosque)
    const ways = [
      () => nord.calls.webhookUpdate({ webhook_id, url: `${hooks.origin}/mine` }),
      () => nord.calls.webhookRemove({ webhook_id }),
      () => nord.calls.webhookTest({ webhook_id }),
      () => nord.calls.webhookRetry({ delivery_id: delivery?.delivery_id ?? '' }),
    ]
    for (const way of ways) await expect(way()).rejects.toMatchObject({ code: 'not_found' })
    expect(await deliveries(nord)).toEqual([])
    expect((await nord.calls.webhookDeliveries({ filters: { webhook_id } })).content).toEqual([])
  })

  test('cannot make the portal send to a host inside the portal’s own network, nor without encryption', async () => {
    for (const url of ['https://10.0.0.1/', 'https://169.254.169.254/latest', 'http://shop.example/', 'https://localhost/'])
      await expect(kiosque.calls.webhookAdd({ url, events: ['sale.completed'] }), url).rejects.toMatchObject({
        problems: [{ field: 'url', code: 'not_a_hook' }],
      })
    const webhook_id = await add(kiosque, '/shop')
    await expect(kiosque.calls.webhookUpdate({ webhook_id, url: 'https://10.0.0.1/' })).rejects.toMatchObject({ problems: [{ code: 'not_a_hook' }] })
  })
})

test('a manager cannot add a webhook, or change its URL, without the other managers being told', async () => {
  const other = await w.signIn((await addAccount(w, 'kiosque', { internal_role: 0 })).username)
  const told = async () => (await other.calls.noticesList({ limit: 100 })).content.filter(({ kind }) => kind === 'webhook_added').map(({ data }) => data)
  const data = { name: 'kiosque', host: new URL(hooks.origin).hostname }
  const webhook_id = await add(kiosque, '/shop')
  expect(await told()).toEqual([data])
  await kiosque.calls.webhookUpdate({ webhook_id, is_active: false })
  expect(await told()).toHaveLength(1)
  await kiosque.calls.webhookUpdate({ webhook_id, url: `${hooks.origin}/elsewhere` })
  expect(await told()).toEqual([data, data])
})

describe('an organisation that floods the portal', () => {
  test('can have five webhooks at most, even if more are added at the same moment', async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => add(kiosque, `/hook${i}`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await kiosque.calls.webhooksList({})).content).toHaveLength(5)
  })

  test('has its webhook stopped when too many messages wait, and not before', async () => {
    const webhook_id = await add(kiosque, '/shop')
    hooks.answers.set('/shop', 500)
    await rowsOf(
      w,
      `insert into webhook_deliveries (tenant_id, id, webhook_id, organisation_id, event, message_id, body, created_at)
       select 1, gen_random_uuid(), $1, $2, 'sale.completed', 'old_' || n, '{"data":{}}', now() from generate_series(1, $3) n`,
      [webhook_id, kiosque.customer_id, WAITING_MAX],
    )
    await send()
    expect(await stateOf(kiosque)).toMatchObject({ is_active: true, waiting: WAITING_MAX })
    await sell()
    await later()
    expect(await stateOf(kiosque)).toMatchObject({ is_active: false, stopped: 'behind', waiting: 0 })
    // Switched on again, the webhook works, and the messages that had waited are not sent.
    hooks.answers.delete('/shop')
    hooks.came.length = 0
    await kiosque.calls.webhookUpdate({ webhook_id, is_active: true })
    const { sale_id } = await sell()
    await later()
    expect(hooks.came.map(({ id }) => id)).toEqual([`sale_${sale_id}`])
    expect(await stateOf(kiosque)).toMatchObject({ is_active: true, stopped: '', last_delivered_at: expect.any(String) })
  })

  test('can test a webhook once in three seconds, and sees the answer’s status but not its text', async () => {
    const webhook_id = await add(kiosque, '/shop')
    hooks.answers.set('/shop', 418)
    const answer = await kiosque.calls.webhookTest({ webhook_id })
    expect(answer).toEqual({ status: 418, error: '', duration_ms: expect.any(Number) })
    expect(hooks.came).toMatchObject([{ type: 'ping', isSigned: true }])
    // The time of the last test call is first set a minute ahead, so that the pause after it is not over however slow this machine is, and then back, so that
    // it is over.
    await rowsOf(w, "update webhooks set tested_at = now() + interval '1 minute' where tenant_id = 1")
    await expect(kiosque.calls.webhookTest({ webhook_id })).rejects.toMatchObject({ code: 'too_many_requests' })
    await rowsOf(w, "update webhooks set tested_at = now() - interval '4 seconds' where tenant_id = 1")
    expect(await kiosque.calls.webhookTest({ webhook_id })).toMatchObject({ status: 418 })
  })
})
