// The transaction check: who finds which sale of live goods, by which text, with whose figures, and who reads which of the supplier's messages.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { liveWorld, topUp } from '../../../test/live-world.ts'
import { meantBy, toldOf } from './check.ts'

const live = await liveWorld()
const { w, till, sim, server, purchase, pass } = live
const [nord, sud, port] = [await w.signIn('nord'), await w.signIn('sud'), await w.signIn('port')]
const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
const platform = await w.signIn('platform', { host: 'platform.localhost' })
await platform.calls.tenantChoose({ tenant_id: 1 })

// Gives the sub-reseller another price than its shop has, so that their figures differ.
await rowsOf(w, `update plan_entries set discount = 800 where tenant_id = 1 and plan_id in (select id from plans where tenant_id = 1 and name = 'Partner')`)

type Checker = typeof nord
const found = async ({ calls }: Checker, search_text: string) => (await calls.liveSalesCheck({ search_text })).content
const keysFor = async (person: Checker, search_text: string) => (await found(person, search_text)).map(({ key }) => key)

/** Sells at a shop below the sub-reseller to a number with this ending. The ending decides whether the order is delivered, refused or stays open. */
async function sold(ending = '100') {
  const { user_id } = await port.calls.authCheck({})
  for (const { customer_id } of [port, sud, nord]) await giveWallet(w, customer_id, 5_000 * EURO)
  const asked = { ...purchase(), seller_id: port.customer_id, user_id, session_id: port.session_id }
  await server().sell(asked, topUp(ending))
  pass(3_000)
  await server().ask(1, asked.key)
  return asked.key
}

test('a sale is found by the shop’s parents, each with the figures of its own hop, and by no organisation beside or below them', async () => {
  const key = await sold()
  const [[high], [low]] = [await found(nord, key), await found(sud, key)]
  const [hold] = await rowsOf<{ prices: string[]; cost_total: number }>(w, 'select prices, cost_total from holds where tenant_id = 1 and key = $1', [key])
  const [byShop = 0, bySud = 0] = (hold?.prices ?? []).map(Number)
  expect(high).toMatchObject({ state: 'successful', failure: null, seller_name: 'Épicerie du Port', recipient_end: '•••100', company: expect.any(String) })
  expect([low?.sold_total, low?.bought_total]).toEqual([byShop, bySud])
  expect([high?.sold_total, high?.bought_total]).toEqual([bySud, hold?.cost_total])
  // Control: all three figures differ, so each asker saw their own.
  expect(new Set([byShop, bySud, hold?.cost_total]).size).toBe(3)
  expect(low?.margin_total).toBe(byShop - bySud)
  expect(low).toMatchObject({ state: 'successful', company: null })
  expect(await keysFor(platform, key)).toEqual([key])
  expect(await keysFor(rhein, key)).toEqual([])
  await expect(port.calls.liveSalesCheck({ search_text: key })).rejects.toMatchObject({ code: 'forbidden' })
  expect(JSON.stringify([high, low])).not.toContain(topUp().recipient.mobile_number?.slice(1))
})

test('a sub-reseller cannot find the sale of a shop that is not below it, by any of its numbers; the reseller above both can find it', async () => {
  const asked = purchase()
  await server().sell(asked, topUp('300'))
  for (const text of [asked.key, '+65 95123 300']) {
    expect(await keysFor(sud, text)).toEqual([])
    // Control: the reseller finds the sale by the same text.
    expect(await keysFor(nord, text)).toEqual([asked.key])
  }
  expect((await sud.calls.liveSalesCheck({})).content.map(({ seller_name }) => seller_name)).not.toContain((await till.calls.authCheck({})).organisation_name)
  expect((await sud.calls.liveSalesCheck({ filters: { key: asked.key } })).content).toEqual([])
})

test('an order is found by transaction, sale, whole mobile number in any spelling, or the supplier’s reference; a part of a number finds nothing', async () => {
  const key = await sold('400')
  const [row] = await found(sud, key)
  const texts = [key.toUpperCase(), row?.sale_id ?? '', '+6595123400', '0065 9512 3400']
  for (const text of texts) expect([text, await keysFor(sud, text)]).toEqual([text, [key]])
  expect(await keysFor(sud, row?.supplier_reference ?? '')).toContain(key)
  for (const text of [key.slice(1), '9512 3400', '400', '+6595123', (row?.supplier_reference ?? '').slice(1), '%', "' or true --"]) {
    expect([text, await keysFor(sud, text)]).toEqual([text, []])
  }
  expect((await sud.calls.liveSalesCheck({ filters: { state: 'failed' }, search_text: key })).content).toEqual([])
  expect((await sud.calls.liveSalesCheck({ filters: { state: 'successful' }, search_text: key })).filters.total_count).toBe(1)
  const today = berlinDay(w.clock.now())
  const on = async (date_from: string, date_to: string, product_type?: 'dynamic') =>
    (await sud.calls.liveSalesCheck({ filters: { date_from, date_to, ...(product_type && { product_type }) }, search_text: key })).content.length
  expect([await on(today, today), await on('2020-01-01', '2020-01-02'), await on(today, today, 'dynamic')]).toEqual([1, 0, 0])
})

test('the supplier’s reason for a failure is shown to organisations below the owner too, except the reason that our own balance at the supplier is used up', async () => {
  const barred = await sold('103')
  const [told] = await found(sud, barred)
  expect(told).toMatchObject({ state: 'failed', failure: 'number' })
  expect(told?.said).toMatch(/^recipient: /)
  sim.control('balance', { available: 1 })
  const poor = await sold('110')
  const [[owner], [below]] = [await found(nord, poor), await found(sud, poor)]
  expect([owner?.state, below?.state]).toEqual(['failed', 'failed'])
  expect(below).toMatchObject({ failure: 'not_now', said: '' })
  expect(owner?.said).toMatch(/^our_balance: /)
})

test('the customer’s number is removed from the supplier’s text, in any spelling; other codes stay, and only the owner can read why a user ended the order', () => {
  const row = { hold_state: 'void', is_by_hand: false, is_owner: false, said: '', recipient_end: '•••400' } as const
  const said = (reason: string) => toldOf({ ...row, reason })
  expect(said('recipient: 1006404 +65 9512-3400 is barred (6595123400)')).toBe('recipient: 1006404 •••400 is barred (•••400)')
  expect(said('recipient: 23400 barred, status 400, try 3')).toBe('recipient: •••400 barred, status 400, try 3')
  expect(toldOf({ ...row, reason: 'they wrote so (M-4711)', is_by_hand: true })).toBe('')
  expect(toldOf({ ...row, reason: 'they wrote so (M-4711)', is_by_hand: true, is_owner: true })).toBe('they wrote so (M-4711)')
  // Control: if the recipient is unknown, only a long row of digits counts as a number.
  expect(toldOf({ ...row, recipient_end: '', reason: 'recipient: 23400' })).toBe('recipient: 23400')
  expect(meantBy(' ')).toMatchObject({ id: null, number: null })
  expect(meantBy(undefined)).toBeNull()
})
