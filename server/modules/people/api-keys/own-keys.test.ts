// An organisation's own keys: its manager makes them within the limits of the parent; a key is shown once and ends on a day. Also tests what the
// sandbox does instead of selling.
import { expect, test } from 'vitest'
import { apiKeyMake } from '../../../../contract/people/api-keys.ts'
import { digestOf, digestOfToken } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, rowsOf, sabotage } from '../../../test/arrange.ts'
import { printOfTables } from '../../../test/practice.ts'
import { fileWorld, HOST, worldOn } from '../../../test/world.ts'
import { holdStock } from '../../goods/quarantine/quarantine.ts'

const DAY_MS = 86_400_000

const w = await fileWorld()
let [nord, shop] = [await w.signIn('nord'), await w.signIn('kiosque')]
const customer_id = shop.customer_id
await giveWallet(w, customer_id, 10_000 * 10_000)
const letIn = (more: object = {}) => nord.calls.customerApi({ customer_id, is_enabled: true, calls_per_minute: 6_000, ...more })
const again = async () => {
  ;[nord, shop] = [await w.signIn('nord'), await w.signIn('kiosque')]
}
const caller = (key: string, from?: string) => w.anonymous(HOST, { authorization: `Bearer ${key}` }, from)
const make = async (is_sandbox = false) => (await shop.calls.apiKeyMake({ is_sandbox })).key
const keyOf = async (is_sandbox = false) => (await shop.calls.apiAccess({})).keys.find((one) => one.is_sandbox === is_sandbox)
const buy = async (calls: typeof shop.calls, configuration_id: string) => calls.sell({ configuration_id, quantity: 1, ...(await calls.transactionKey({})) })

test('before its reseller allows API access, a shop can make a sandbox key but no key that sells', async () => {
  await expect(make()).rejects.toMatchObject({ problems: [{ field: 'is_sandbox', code: 'not_held' }] })
  const sandbox = caller(await make(true))
  const { configuration_id } = await goods(w, { pins: 1 })
  expect((await buy(sandbox, configuration_id)).training_no).toMatch(/^T-/)
  await letIn()
  await caller(await make()).balance({})
})

test('a key is shown once: tables, logs and the audit log do not contain it, and the organisation’s managers are notified', async () => {
  const [real, sandbox] = [await make(), await make(true)]
  await Promise.all([caller(real).balance({}), caller(sandbox).balance({})])
  const texts = [await rowsOf(w, 'select * from sessions'), await rowsOf(w, 'select * from audit where tenant_id = 1'), await shop.calls.apiAccess({}), w.logs]
  for (const text of texts.map((each) => JSON.stringify(each))) for (const key of [real, sandbox]) expect(text).not.toContain(key.slice(8))
  const { content } = await shop.calls.noticesList({})
  expect(content).toContainEqual(expect.objectContaining({ kind: 'api_key_made', data: expect.objectContaining({ code: real.slice(-4) }) }))
  const kinds = (await rowsOf<{ after: { key_last4?: string } }>(w, `select after from audit where tenant_id = 1 and action = 'apiKeyMake'`)).map(
    ({ after }) => after.key_last4,
  )
  expect(kinds).toEqual(expect.arrayContaining([real.slice(-4), sandbox.slice(-4)]))
})

test('API keys can be managed only by managers, and only those of their own organisation', async () => {
  expect(Object.keys(apiKeyMake.input.shape)).toEqual(['is_sandbox', 'valid_until'])
  const stock = await w.signIn('nord-stock')
  await expect(stock.calls.apiKeyMake({ is_sandbox: true })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(stock.calls.apiAccess({})).rejects.toMatchObject({ code: 'forbidden' })
  const gare = await w.signIn('gare')
  const before = await keyOf()
  await gare.calls.apiKeyMake({ is_sandbox: true })
  await expect(gare.calls.apiKeyRevoke({ is_sandbox: false })).rejects.toMatchObject({ code: 'not_found' })
  expect(await keyOf()).toEqual(before)
})

test('an API key is valid until the end of its last day, by default for a year and at most for two', async () => {
  const day = (days: number) => berlinDay(new Date(w.clock.now().getTime() + days * DAY_MS))
  await expect(shop.calls.apiKeyMake({ is_sandbox: false, valid_until: day(-1) })).rejects.toMatchObject({ problems: [{ code: 'day_over' }] })
  await expect(shop.calls.apiKeyMake({ is_sandbox: false, valid_until: day(740) })).rejects.toMatchObject({ problems: [{ code: 'day_ahead' }] })
  expect((await shop.calls.apiKeyMake({ is_sandbox: false })).valid_until).toBe(day(365))
  const until = day(3)
  const { key } = await shop.calls.apiKeyMake({ is_sandbox: false, valid_until: until })
  expect(await keyOf()).toMatchObject({ valid_until: until, is_over: false })
  await caller(key).balance({})
  w.clock.advance(4 * DAY_MS)
  await again()
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  expect(await keyOf()).toMatchObject({ is_over: true })
  // The reseller makes the same key valid again.
  await letIn({ valid_until: day(10) })
  await caller(key).balance({})
})

test('the list of keys shows when and from where each key was last used', async () => {
  const key = await make()
  expect(await keyOf()).toMatchObject({ last_used_at: null, last_used_from: '', last4: key.slice(-4) })
  await caller(key, '203.0.113.7').balance({})
  const first = await keyOf()
  expect(first).toMatchObject({ last_used_from: '203.0.113.7', last_used_at: expect.any(String) })
  w.clock.advance(61_000)
  await caller(key, '203.0.113.8').balance({})
  expect(await keyOf()).toMatchObject({ last_used_from: '203.0.113.8' })
  expect(Date.parse((await keyOf())?.last_used_at ?? '')).toBeGreaterThan(Date.parse(first?.last_used_at ?? ''))
})

test('a key revoked by its manager is refused immediately, and the reseller cannot bring it back by switching API access off and on', async () => {
  const { configuration_id } = await goods(w, { pins: 1 })
  const key = await make()
  await caller(key).balance({})
  await shop.calls.apiKeyRevoke({ is_sandbox: false })
  await expect(buy(caller(key), configuration_id)).rejects.toMatchObject({ code: 'signed_out' })
  await letIn({ is_enabled: false })
  await letIn()
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  await expect(shop.calls.apiKeyRevoke({ is_sandbox: true }).then(() => shop.calls.apiKeyRevoke({ is_sandbox: true }))).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a key made while API access is not allowed works as soon as access is allowed', async () => {
  const { key } = await nord.calls.customerApi({ customer_id, is_enabled: false, new_key: true })
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  await letIn()
  await caller(key).balance({})
})

test('changing the role and rights of the user account of a shop’s API keys gives the keys no further rights', async () => {
  await letIn({ scopes: ['has_reports'] })
  const calls = caller(await make())
  const { configuration_id } = await goods(w, { pins: 1 })
  await rowsOf(w, `update users set internal_role = 0, flags = '{has_cash_card}' where tenant_id = 1 and organisation_id = $1 and full_name = 'API'`, [
    customer_id,
  ])
  await expect(buy(calls, configuration_id)).rejects.toMatchObject({ code: 'forbidden' })
  await letIn({ scopes: ['has_reports', 'has_cash_card', 'has_gift_card'] })
  await buy(calls, configuration_id)
})

test('a selling call with an API key must name a transaction key, because its answer may be lost; a user’s call without one gets one from the server', async () => {
  const { configuration_id } = await goods(w, { pins: 3 })
  const ask = async (headers: Record<string, string>) => {
    const body = new URLSearchParams({ configuration_id, quantity: '1' })
    return (await w.fetch('/api/add_transaction_v3/', { method: 'POST', headers, body })).json()
  }
  const key = await make()
  expect(await ask({ authorization: `Bearer ${key}` })).toMatchObject({ code: 'invalid_input', problems: [{ field: 'transaction_key', code: 'required' }] })
  expect(await ask(shop.headers)).toMatchObject({ message_type: 1 })
  // The first answer was lost. The request is sent again under its transaction key and gets the same sale.
  const asked = { configuration_id, quantity: 1, ...(await caller(key).transactionKey({})) }
  const [one, two] = [await caller(key).sell(asked), await caller(key).sell(asked)]
  expect(two).toEqual({ ...one, copy: 1 })
})

test('two servers together count the calls of a key in a minute', async () => {
  const other = await worldOn({ ...w, dataDir: w.services.dataDir, keys: w.services.keys, end: async () => undefined }, { clock: w.clock.now })
  try {
    await letIn({ calls_per_minute: 10 })
    const key = await make()
    const callers = [caller(key), other.anonymous(HOST, { authorization: `Bearer ${key}` })]
    const flood = async () => {
      const tries = await Promise.allSettled(Array.from({ length: 30 }, (_, i) => callers[i % 2]?.balance({})))
      return tries.filter(({ status }) => status === 'fulfilled').length
    }
    expect(await flood()).toBe(10)
    expect(await flood()).toBe(0)
    // Control: once the count of calls that both servers share is deleted, the other server admits a call in the same minute.
    w.clock.advance(60_000)
    await Promise.all(Array.from({ length: 10 }, () => callers[0]?.balance({})))
    await rowsOf(w, 'delete from api_paces')
    await callers[1]?.balance({})
  } finally {
    await other.end()
    await letIn({ calls_per_minute: 6_000 })
  }
})

test('the sandbox simulates each sale once per transaction key and writes only its own tables; a sale with a real key writes the other tables', async () => {
  const OWN = ['training_sales', 'sessions', 'api_paces']
  const { configuration_id } = await goods(w, { pins: 3 })
  const [sandbox, real] = [caller(await make(true)), caller(await make())]
  const before = await printOfTables(w, OWN)
  const asked = { configuration_id, quantity: 2, ...(await sandbox.transactionKey({})) }
  const sale = await sandbox.sell(asked)
  expect(sale.pins.map(({ pin }) => pin.slice(0, 8))).toEqual(['TRAINING', 'TRAINING'])
  expect(await sandbox.sell(asked)).toEqual({ ...sale, copy: 1 })
  await expect(sandbox.sell({ ...asked, quantity: 1 })).rejects.toMatchObject({ code: 'key_reused' })
  expect(await sandbox.saleSettle({ transaction_key: asked.transaction_key })).toMatchObject({ outcome: 'sold', sale: { training_no: sale.training_no } })
  await expect(sandbox.salesList({})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(real.sell(asked)).rejects.toMatchObject({ code: 'key_invalid' })
  expect(await printOfTables(w, OWN)).toEqual(before)
  await buy(real, configuration_id)
  expect(await printOfTables(w, OWN)).not.toEqual(before)
})

test('a server of a version from before the sandbox existed finds no sandbox key, so it cannot really sell with one', async () => {
  const key = await make(true)
  const found = async (hash: Buffer) => (await rowsOf(w, 'select id from sessions where tenant_id = 1 and token_hash = $1', [hash])).length
  expect(await found(digestOf(key))).toBe(0)
  expect(await found(digestOfToken(key))).toBe(1)
})

test('after a restore all keys are refused until a manager of their organisation confirms them', async () => {
  const [real, sandbox] = [await make(), await make(true)]
  await caller(real).balance({})
  const { db, keys, clock, log } = w.services
  await holdStock({ db, keys, clock, log }, { id: newId(), cause: 'restored', point: null, since: clock().toISOString() })
  for (const key of [real, sandbox]) {
    await expect(
      caller(key)
        .transactionKey({})
        .then(() => buy(caller(key), newId())),
    ).rejects.toMatchObject({ code: 'signed_out' })
  }
  expect(await shop.calls.apiAccess({})).toMatchObject({ is_enabled: false, is_held: true, keys: [] })
  await expect(make()).rejects.toMatchObject({ problems: [{ field: 'is_sandbox', code: 'not_held' }] })
  expect((await nord.calls.noticesList({})).content).toContainEqual(expect.objectContaining({ kind: 'api_keys_held' }))
  expect((await nord.calls.customerDetails({ customer_id })).api).toMatchObject({ is_enabled: false, is_held: true })
  await letIn()
  await caller(real).balance({})
  expect(await shop.calls.apiAccess({})).toMatchObject({ is_enabled: true, is_held: false })
  // A second server notices the same restore. It does not block again the keys that were confirmed since the restore.
  const since = new Date(clock().getTime() - 60_000).toISOString()
  await holdStock({ db, keys, clock, log }, { id: newId(), cause: 'restored', point: null, since })
  await caller(real).balance({})
})

test('control: if the restore ended no sessions, the keys would still be accepted', async () => {
  const key = await make()
  await sabotage(w, 'hold_stock', 'update sessions s set ended_at = p_now', 'update sessions s set last_seen_at = p_now')
  const { db, keys, clock, log } = w.services
  await holdStock({ db, keys, clock, log }, { id: newId(), cause: 'restored', point: null, since: clock().toISOString() })
  await caller(key).balance({})
})
