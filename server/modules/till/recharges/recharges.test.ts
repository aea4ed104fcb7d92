// Direct recharge through a simulated supplier of the neutral interface (adapter soft-api): what may be sent to a number, which of these goods are in stock
// as codes, and how a recharge ends.
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '../../../../contract/kit/client.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import type { rechargeSend } from '../../../../contract/till/recharges.ts'
import { softApi } from '../../../../simulators/soft-api.ts'
import { giveWallet, goods, rowsOf, wrongs } from '../../../test/arrange.ts'
import { walletOf } from '../../../test/holds.ts'
import { connected } from '../../../test/top-ups.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const sim = await softApi()
afterAll(() => sim.close())
const { connection_id } = await connected(w, {
  ...{ adapter: 'soft_api', provider: 'direct_recharge', base_url: sim.url, settings: { country: 'DE' } },
  credentials: { username: 'portal', password: 'sandbox' },
})
const platform = await w.signIn('platform', { host: 'platform.localhost' })
await platform.calls.tenantChoose({ tenant_id: 1 })
const all = await rowsOf<{ id: string }>(w, 'select id from live_products where tenant_id = 1 and connection_id = $1', [connection_id])
await platform.calls.liveProductsUpdate({ live_product_ids: all.map(({ id }) => id), price_by: 'retail' })
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
const START = 1_000 * EURO

/** Advances the server's clock and the simulator's. */
function pass(ms: number): void {
  w.clock.advance(ms)
  sim.advance(ms)
}

beforeEach(async () => {
  pass(11 * 60_000)
  await w.services.live.takeUp(1)
  await w.services.live.idle()
  for (const { customer_id } of [shop, other, await w.signIn('nord')]) await giveWallet(w, customer_id, START)
})

const offers = async () => (await shop.calls.rechargeOffers({})).content
const [ten] = (await offers()).filter(({ value }) => value === 10 * EURO)
if (!ten?.recharge) throw new Error('nothing for ten euros')
const { configuration_id } = ten.recharge

type RechargeSendInput = Partial<CallInput<typeof rechargeSend>>
const asked = async ({ mobile_number = '0151 234 56 400', ...more }: RechargeSendInput = {}, person: Person = shop) => ({
  ...{ transaction_key: (await person.calls.transactionKey({})).transaction_key, configuration_id, mobile_number, mobile_number_again: mobile_number },
  ...more,
})
const send = async (more: RechargeSendInput = {}, person = shop) => (await person.calls.rechargeSend(await asked(more, person))).recharge
const status = (recharge_id: string, person = shop) => person.calls.rechargeStatus({ recharge_id })

test('recharge brands are offered with their values; products that are sold only as codes cannot be sent to a number', async () => {
  const content = (await offers()).filter(({ recharge }) => recharge !== null)
  expect([...new Set(content.map(({ brand }) => brand))].sort()).toEqual(['Blaufunk', 'Nordfunk'])
  expect((await offers()).find(({ brand }) => brand === 'Sternnetz')).toMatchObject({ recharge: null, code: { comes_from: 'supplier', left: null } })
})

test('a recharge is offered as a code too while the same brand and value is in stock, with the picture of its card', async () => {
  const { product_id, ...corner } = await goods(w, { pins: 1, euro: 10 })
  const brand = ten.brand
  const same = async () => (await offers()).find((one) => one.brand === brand && one.value === 10 * EURO)
  expect(await same()).toMatchObject({ product_image: null })
  const PICTURE = '/pictures/corner.webp'
  await rowsOf(w, 'update products set name = $2, name_search = lower($2), image = $3 where tenant_id = 1 and id = $1', [product_id, brand, PICTURE])
  expect(await same()).toMatchObject({ product_image: PICTURE, recharge: { configuration_id }, code: { configuration_id: corner.configuration_id, left: 1 } })
  const { transaction_key } = await shop.calls.transactionKey({})
  await shop.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
  expect(await same()).toMatchObject({ recharge: { configuration_id }, code: null })
})

test('a recharge is pending until the operator has delivered it; after that asking for its state shows all details', async () => {
  const pending = await send()
  expect(pending).toMatchObject({ state: 'pending', mobile_number: '+4915123456400', brand: ten.brand, value: 10 * EURO })
  pass(1_000)
  const { recharge, facts } = await status(pending.recharge_id)
  expect(recharge).toMatchObject({ state: 'successful', failure: null })
  expect(facts).toEqual([{ name: 'operator_reference', text: expect.stringMatching(/^OP/) }])
  expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START - (ten.recharge?.price ?? 0), held: 0 })
  expect((await shop.calls.rechargesList({ search_text: '+49 151 23456 400' })).content).toMatchObject([{ recharge_id: recharge.recharge_id }])
  expect(await wrongs(w)).toEqual([])
})

test.each([
  ['0151 234 56 104', 'not_available'],
  ['0151 234 56 105', 'number'],
])('a recharge to %s fails and its money is refunded', async (mobile_number, failure) => {
  const pending = await send({ mobile_number })
  pass(3_000)
  expect((await status(pending.recharge_id)).recharge).toMatchObject({ state: 'failed', failure })
  expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: 0 })
})

test('a recharge to a number that the operator refuses immediately is refused, and no money stays held', async () => {
  await expect(send({ mobile_number: '0151 234 56 102' })).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'number' } })
  expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: 0 })
})

test('under one key a recharge is sent once; the same recharge under another key must be confirmed; another shop can neither see the recharge nor use the key', async () => {
  const once = await asked({ mobile_number: '0151 234 56 401' })
  const before = sim.journal().length
  const first = await shop.calls.rechargeSend(once)
  expect((await shop.calls.rechargeSend(once)).recharge.recharge_id).toBe(first.recharge.recharge_id)
  expect(
    sim
      .journal()
      .slice(before)
      .filter(({ event }) => event === 'created'),
  ).toHaveLength(1)
  await expect(send({ mobile_number: '0151 234 56 401' })).rejects.toMatchObject({ code: 'sent_before' })
  await expect(status(first.recharge.recharge_id, other)).rejects.toMatchObject({ code: 'not_found' })
  await expect(other.calls.rechargeSend(once)).rejects.toMatchObject({ code: 'key_invalid' })
  // Control: a second real recharge is an entry of its own in the journal of the simulator.
  await send({ mobile_number: '0151 234 56 401', once_more: true })
  expect(
    sim
      .journal()
      .slice(before)
      .filter(({ event }) => event === 'created'),
  ).toHaveLength(2)
})

test('a recharge to a number of another country, or typed differently the second time, is refused', async () => {
  await expect(send({ mobile_number: '+33 6 12 34 56 78' })).rejects.toMatchObject({
    problems: [{ field: 'mobile_number', code: 'other_country', limit: 'DE' }],
    message: 'This is sent to numbers of DE only',
  })
  await expect(send({ mobile_number_again: '0151 234 56 402' })).rejects.toMatchObject({ problems: [{ code: 'mobile_not_matched' }] })
})
