// Suppliers' answers with an unreadable price, a different product, or a different order. An order that was only stored is cancelled, and a delivered order is
// sold and reported as a case. An answer about another order is ignored, and a statement stays readable if a line lacks its price.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { exactly } from '../../simulators/kit/simulator.ts'
import { berlinDay } from '../kit/berlin.ts'
import { giveWallet, rowsOf, wrongs } from '../test/arrange.ts'
import { serverOn } from '../test/connections.ts'
import { type Player, type Seller, shopPlayers } from '../test/fault-players.ts'
import { fileWorld, type Person } from '../test/world.ts'

const w = await fileWorld()
const people = await Promise.all([w.signIn('kiosque'), w.signIn('gare'), w.signIn('port')])
const { players, close } = await shopPlayers(w, people)
const server: Seller = { ...serverOn(w), money: w.services.money }
let platform: Person
beforeAll(async () => {
  platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
})
afterAll(async () => {
  await server.suppliers.close()
  await close()
})

type There = { bend?: (on: string, says: unknown) => void; control?: (name: string, given: Record<string, unknown>) => unknown }
const playerNamed = (name: string): Player => {
  const found = players.find((player) => player.name.startsWith(name))
  if (!found) throw new Error(name)
  return found
}
function bend(player: Player, on: string, says: unknown): void {
  const there = player.there as There
  there.bend?.(on, says)
  if (!there.bend) there.control?.('bend', { on, says })
}
/** The order's state in our books and its cases, and whether the supplier delivered it. */
async function ended(player: Player, key: string): Promise<{ hold: string; cases: string[]; there: boolean }> {
  const [row] = await rowsOf<{ hold: string; cases: string[] }>(
    w,
    `select h.state as hold, array(select c.kind from cases c where c.tenant_id = 1 and c.key = h.key and c.statement_id is null order by 1) as cases
       from holds h where h.tenant_id = 1 and h.key = $1`,
    [key],
  )
  return { hold: row?.hold ?? '', cases: row?.cases ?? [], there: player.delivered().includes(key) }
}
/** Sets the clocks of the server and of every simulator ahead, so that all of them have the same day. */
function later(ms: number): void {
  w.clock.advance(ms)
  for (const player of new Map(players.map((each) => [each.there, each])).values()) player.advance(ms)
}
/** Makes a sale while the supplier's answers to the call `on` are altered, and asks about the order a minute later, while the answers are still altered. */
async function sold(name: string, on: string, says: unknown): Promise<{ key: string; player: Player }> {
  const player = playerNamed(name)
  for (const { customer_id } of people) await giveWallet(w, customer_id, 5_000 * EURO)
  const { key, told, sell } = await player.begin('nothing', server.suppliers)
  bend(player, on, says)
  // An order to DT One names the amount that should arrive, so that a different amount is noticed.
  await (told && name.startsWith('dt_one') ? server.sell(told.asked, { ...told.order, arrives: { amount: '8', unit: 'SGD' } }) : sell(server))
  later(61_000)
  await server.ask(1, key)
  bend(player, on, null)
  return { key, player }
}

/** For each answer, the call and the function that puts a price into it: an amount, and a currency if the answer has one. */
const PRICED: Readonly<Record<string, [on: string, says: (amount: unknown, currency?: string) => unknown]>> = {
  'dt_one, as an order is taken down': ['create', (amount, unit = 'EUR') => ({ prices: { wholesale: { amount, unit } } })],
  'dt_one, as an order is confirmed': ['transaction', (amount, unit = 'EUR') => ({ prices: { wholesale: { amount, unit } } })],
  reloadly: ['POST /topups', (requestedAmount, requestedAmountCurrencyCode = 'EUR') => ({ requestedAmount, requestedAmountCurrencyCode })],
  'soft_api, a PIN': ['POST /v1/orders', (cost, currency = 'EUR') => ({ cost, currency })],
  'pj_telesoft, generation 1': ['POST /json/getpin', (purchaseprice) => ({ data: { pinslist: [{ purchaseprice }] } })],
  'pj_telesoft, generation 2': ['POST /api/purchase/', (purchase_price) => ({ pins: [{ purchase_price }] })],
}
const UNREADABLE = { 'in dollars': [exactly('5.40'), 'USD'], NaN: ['NaN'], null: [null], negative: [exactly('-5')] } as const
const cells = Object.entries(PRICED).flatMap(([name, [on, says]]) =>
  Object.entries(UNREADABLE).flatMap(([price, [amount, currency]]) =>
    currency && name.startsWith('pj') ? [] : [[name, price, on, says(amount, currency as string | undefined)] as const],
  ),
)

test.each(cells)('adapter %s: an answer with the price %s is unreadable', async (name, _, on, says) => {
  const { key, player } = await sold(name, on, says)
  const isTakenDown = name === 'dt_one, as an order is taken down'
  expect(await ended(player, key)).toEqual(
    isTakenDown ? { hold: 'void', cases: [], there: false } : { hold: 'posted', cases: expect.arrayContaining(['cost_unknown']), there: true },
  )
})

test.each(Object.keys(PRICED))('adapter %s: the price 9.99e2 in an answer is read as 999', async (name) => {
  const [on, says] = PRICED[name] ?? ['', () => undefined]
  const { key, player } = await sold(name, on, says(exactly('9.99e2')))
  const isTakenDown = name === 'dt_one, as an order is taken down'
  expect(await ended(player, key)).toEqual(
    isTakenDown ? { hold: 'void', cases: [], there: false } : { hold: 'posted', cases: expect.arrayContaining(['other_cost']), there: true },
  )
})

/** Answers that do not fit our order; `isTaken`: the answer comes when the order is only stored, so that the order can still be cancelled. */
const OTHER: readonly (readonly [name: string, what: string, on: string, says: unknown, isTaken?: true])[] = [
  ['dt_one', 'product', 'create', { product: { id: 103102 } }, true],
  ['dt_one', 'number', 'create', { credit_party_identifier: { mobile_number: '+6591234567' } }, true],
  ['dt_one', 'amount', 'create', { benefits: [{ amount: { base: exactly('5') } }] }, true],
  ['dt_one', 'product', 'transaction', { product: { id: 103102 } }],
  ['dt_one', 'number', 'transaction', { credit_party_identifier: { mobile_number: '+6591234567' } }],
  ['dt_one', 'amount', 'transaction', { benefits: [{ amount: { base: exactly('5') } }] }],
  ['dt_one', 'currency', 'transaction', { benefits: [{ unit: 'MYR' }] }],
  ['reloadly', 'product', 'POST /topups', { operatorId: 342 }],
  ['reloadly', 'number', 'POST /topups', { recipientPhone: '593990000001' }],
  ['reloadly', 'amount', 'POST /topups', { requestedAmount: exactly('2') }],
  ['soft_api, a PIN', 'product', 'POST /v1/orders', { denomination_id: 'p101-10' }],
  ['soft_api, a recharge', 'number', 'GET /v1/orders/:order_id', { msisdn: '+4915100000001' }],
  ['pj_telesoft, generation 1', 'product', 'POST /json/getpin', { data: { pinslist: [{ cardid: '2011' }] } }],
  ['pj_telesoft, generation 2', 'product', 'POST /api/purchase/', { pins: [{ denomination_id: 13 }] }],
  ['paysafecard', 'amount', 'POST /v1/orders/', { card: { amount: 5 } }],
  ['paysafecard', 'currency', 'POST /v1/orders/', { card: { currency: 'USD' } }],
]
const ENDS = { stored: 'cancelled, because it is only stored so far', delivered: 'sold and reported as a case' }
test.each(OTHER.map(([name, what, on, says, isTaken = false]) => ({ name, what, on, says, isTaken, end: isTaken ? ENDS.stored : ENDS.delivered })))(
  '$name: if the answer to $on has another $what than our order, the order is $end',
  async ({ name, what, on, says, isTaken }) => {
    const { key, player } = await sold(name, on, says)
    expect(await ended(player, key)).toEqual({ hold: isTaken ? 'void' : 'posted', cases: isTaken ? [] : ['other_delivery'], there: !isTaken })
    const [told] = await rowsOf<{ said: string }>(w, 'select said from cases where tenant_id = 1 and key = $1', [key])
    if (!isTaken) expect(told?.said).toMatch(new RegExp(`^${what} .+, not `))
    // A case's description contains no whole telephone number.
    expect(told?.said ?? '').not.toMatch(/\d{7}/)
  },
)

test.each(players.map(({ name }) => name))('adapter %s: control: the unchanged answer agrees with the order', async (name) => {
  const { key, player } = await sold(name, 'nothing', {})
  expect(await ended(player, key)).toEqual({ hold: 'posted', cases: [], there: true })
})

test('an answer about the cancellation of another order cancels none of ours: an unconfirmed order stays held until its own answer', async () => {
  for (const says of [{ external_id: 'another' }, { id: 7 }]) {
    const player = playerNamed('dt_one')
    const { key, sell } = await player.begin('nothing', server.suppliers)
    bend(player, 'create', { prices: null })
    bend(player, 'cancel', says)
    await sell(server)
    expect(await ended(player, key)).toMatchObject({ hold: 'open', cases: [] })
    for (const on of ['create', 'cancel']) bend(player, on, null)
    await server.ask(1, key)
    expect(await ended(player, key)).toEqual({ hold: 'void', cases: [], there: false })
  }
  const player = playerNamed('soft_api, a PIN')
  const { key, sell } = await player.begin('nothing', server.suppliers)
  player.strike('cut', true)
  await sell(server)
  bend(player, 'DELETE /v1/orders/:order_id', { client_ref: 'another' })
  await server.ask(1, key)
  expect(await ended(player, key)).toMatchObject({ hold: 'open' })
  bend(player, 'DELETE /v1/orders/:order_id', null)
  await server.ask(1, key)
  expect(await ended(player, key)).toEqual({ hold: 'void', cases: [], there: false })
})

test('an order whose delivery is reported under another order’s name is not posted: it stays held, and a case is opened for a person', async () => {
  const first = await sold('soft_api, a PIN', 'nothing', {})
  const [row] = await rowsOf<{ reference: string }>(w, 'select reference from holds where tenant_id = 1 and key = $1', [first.key])
  const { key, sell } = await first.player.begin('nothing', server.suppliers)
  bend(first.player, 'POST /v1/orders', { order_id: row?.reference })
  await sell(server)
  bend(first.player, 'POST /v1/orders', null)
  expect(await ended(first.player, key)).toEqual({ hold: 'open', cases: ['same_reference'], there: true })
  const proof = { key, outcome: 'delivered', reason: 'they wrote so' } as const
  await expect(platform.calls.liveOrderEnd({ ...proof, proof: row?.reference ?? '' })).rejects.toMatchObject({
    problems: [{ field: 'proof', code: 'proof_used' }],
  })
  await platform.calls.liveOrderEnd({ ...proof, proof: 'their mail of today' })
  expect(await ended(first.player, key)).toMatchObject({ hold: 'posted' })
})

test('a statement in which a line has an unreadable price is read, and a case is opened for that line', async () => {
  const player = playerNamed('dt_one')
  // Both sales must be on one day, so they are not made in the last minutes of a day.
  const day = berlinDay(new Date(w.clock.now().getTime() + 300_000))
  if (day !== berlinDay(w.clock.now())) later(300_000)
  const keys = [(await sold('dt_one', 'nothing', {})).key, (await sold('dt_one', 'nothing', {})).key]
  const [row] = await rowsOf<{ connection_id: string }>(w, 'select connection_id from live_orders where tenant_id = 1 and key = $1', [keys[0]])
  const connection_id = row?.connection_id ?? ''
  later(86_400_000)
  platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 1 })
  bend(player, 'transactions', Array(100).fill({ prices: { wholesale: { unit: 'USD' } } }))
  const read = await platform.calls.statementAsk({ connection_id, day })
  bend(player, 'transactions', null)
  expect(read.rows).toBeGreaterThan(1)
  const cases = (await platform.calls.casesList({ filters: { statement_id: read.statement_id, kind: 'unread' } })).content
  expect(cases.filter(({ subject }) => keys.includes(subject))).toMatchObject(keys.map(() => ({ theirs: 0, ours: expect.any(Number), proposal: 'ask' })))
  expect(await wrongs(w)).toEqual([])
})
