// Customers' API keys: which calls they may make, from which IP addresses, how much they may sell, and when they end.
import { expect, test } from 'vitest'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, HOST, type Person } from '../../../test/world.ts'
import { setAside } from '../../till/selling/key-limit.ts'

const AT_ONCE = 8

const w = await fileWorld()
let nord = await w.signIn('nord')
const customer_id = await organisationId(w, 'kiosque')

type ApiInput = Partial<Parameters<Person['calls']['customerApi']>[0]>
const change = (given: ApiInput) => nord.calls.customerApi({ customer_id, is_enabled: true, ...given })
const caller = (key: string, from?: string) => w.anonymous(HOST, { authorization: `Bearer ${key}` }, from)
async function newKey(given: ApiInput = {}) {
  const bounds = { addresses: [], calls_per_minute: 6_000, amount_per_day: 0, scopes: ['has_cash_card', 'has_reports'] as const }
  const { key } = await change({ ...bounds, scopes: [...bounds.scopes], new_key: true, ...given })
  return key
}
const buy = async (calls: Person['calls'], configuration_id: string, quantity = 1) =>
  calls.sell({ configuration_id, quantity, ...(await calls.transactionKey({})) })

test('an API key sells without a cookie, and the sale has the user name of the key’s account', async () => {
  const { configuration_id, pins } = await goods(w, { pins: 2 })
  const calls = caller(await newKey())
  expect(await calls.authCheck({})).toMatchObject({ account_role: 2, has_cash_card: 1, has_gift_card: 0 })
  const sale = await buy(calls, configuration_id)
  expect(pins).toContain(sale.pins[0]?.pin)
  expect(sale.username).toMatch(/^api-/)
})

test('a key can be given only scopes that the customer has, and never reaches calls about accounts', async () => {
  await expect(newKey({ scopes: ['has_customers'] })).rejects.toMatchObject({ problems: [{ field: 'scopes', code: 'not_held' }] })
  const calls = caller(await newKey({ scopes: ['has_reports'] }))
  const { configuration_id } = await goods(w, { pins: 1 })
  await calls.balance({})
  await expect(buy(calls, configuration_id)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(calls.passwordUpdate({ new_password: 'Kastanie#7 am Fenster' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(calls.staffList({})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(calls.logout({})).rejects.toMatchObject({ code: 'forbidden' })
  await calls.balance({})
})

test('a key is accepted only from the IP addresses and networks entered for it', async () => {
  const key = await newKey({ addresses: ['203.0.113.7', '2001:db8::/32'] })
  for (const from of ['203.0.113.7', '2001:db8:1::9']) await caller(key, from).balance({})
  for (const from of ['203.0.113.8', '2001:db9::1']) await expect(caller(key, from).balance({})).rejects.toMatchObject({ code: 'key_address' })
})

test('a key can make a limited number of requests in a minute, and the same number again in the next minute', async () => {
  const calls = caller(await newKey({ calls_per_minute: 3 }))
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => calls.balance({})))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  w.clock.advance(60_000)
  await calls.balance({})
})

test('simultaneous purchases together sell no more than the key’s daily limit; refused purchases do not count, repeated ones count once', async () => {
  const { configuration_id } = await goods(w, { pins: AT_ONCE * 2, euro: 10 })
  const none = await goods(w, { pins: 0, euro: 10 })
  const calls = caller(await newKey({ amount_per_day: 30 * 10_000 }))
  await expect(buy(calls, none.configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })
  const keys = await Promise.all(Array.from({ length: AT_ONCE }, () => calls.transactionKey({})))
  const sell = () => Promise.allSettled(keys.map((key) => calls.sell({ configuration_id, quantity: 1, ...key })))
  const codes = (await sell()).map((one) => (one.status === 'fulfilled' ? 'sold' : one.reason.code))
  expect(codes.filter((code) => code === 'sold')).toHaveLength(3)
  expect(codes.filter((code) => code === 'key_amount')).toHaveLength(AT_ONCE - 3)
  await sell()
  const sold = `select sum(quantity)::int as n from sales where configuration_id = $1`
  expect(await rowsOf(w, sold, [configuration_id])).toEqual([{ n: 3 }])
  w.clock.advance(24 * 60 * 60_000)
  nord = await w.signIn('nord')
  await buy(calls, configuration_id)
})

test('a transaction key used for a cheap card cannot buy a dearer one, and the cheap purchase still counts towards the limit', async () => {
  const [cheap, dear] = [await goods(w, { pins: 1, euro: 1 }), await goods(w, { pins: 1, euro: 10 })]
  const key = newId()
  const actor = { tenant_id: 1, organisation_id: customer_id, key: { addresses: [], calls_per_minute: 1, amount_per_day: 10_000 * 10_000 } }
  const aside = (configuration_id: string) => setAside({ db: w.db, now: w.clock.now, actor: actor as never }, key, { configuration_id, quantity: 1 })
  const counted = () => rowsOf(w, 'select amount from api_spending where key = $1', [key])
  // While the request for the cheap card is still running, a second request under the same transaction key, for the dear card, is refused.
  const first = await aside(cheap.configuration_id)
  await expect(aside(dear.configuration_id)).rejects.toMatchObject({ code: 'key_reused' })
  const second = await aside(cheap.configuration_id)
  await first.release(new Refusal('key_reused'))
  expect(await counted()).toEqual([{ amount: 10_000 }])
  // The first request found no stock and releases its amount.
  await first.release(new Refusal('out_of_stock'))
  expect(await counted()).toEqual([])
  await second.keep()
  expect(await counted()).toEqual([{ amount: 10_000 }])
})

test('control: without the daily limit all simultaneous purchases succeed', async () => {
  const { configuration_id } = await goods(w, { pins: AT_ONCE, euro: 10 })
  const calls = caller(await newKey())
  await Promise.all(Array.from({ length: AT_ONCE }, () => buy(calls, configuration_id)))
})

test('an API key does not expire if it is not used; it is refused while it is switched off or its customer is suspended, and for good once it is replaced', async () => {
  const key = await newKey()
  w.clock.advance(48 * 60 * 60_000)
  nord = await w.signIn('nord')
  await caller(key).balance({})
  await change({ is_enabled: false })
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  expect(await change({})).toEqual({ key: '' })
  await caller(key).balance({})
  await nord.calls.customerStatus({ customer_id, is_active: false })
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  await nord.calls.customerStatus({ customer_id, is_active: true })
  await caller(key).balance({})
  const next = await newKey()
  await expect(caller(key).balance({})).rejects.toMatchObject({ code: 'signed_out' })
  await caller(next).balance({})
})
