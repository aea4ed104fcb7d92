// Tests Reloadly's adapter with its simulator: operators and prices, PINs sent as numbers, top-ups that end later, and all faults in the course of an
// order.
import { afterAll, describe, expect, test } from 'vitest'
import { EURO, type Money } from '../../../contract/kit/money.ts'
import { AUDIENCE, reloadly as simulator } from '../../../simulators/reloadly.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { newId } from '../../kit/ids.ts'
import { FAULTS, hasty, netOf, type Played, reach, settled, suffers, turnedAway, weathered } from '../../test/live-suppliers.ts'
import { readJson } from '../digits.ts'
import type { Order } from '../supplier.ts'
import { Operators, standingOf, Topup } from './answers.ts'
import { createReloadly } from './reloadly.ts'

const simulated = await simulator()
afterAll(() => simulated.close())
const { to, exchanges } = reach(simulated)
const account = { currency: 'EUR', country: 'DE', rateOf: () => undefined }
const options = { ...to, sign_in: to.base, client_id: 'portal', client_secret: 'sandbox', audience: AUDIENCE, account }
const supplier = createReloadly(options)

const TURKEY = '+905301234567'
const ECUADOR = '+593991234567'
const topup = (number = ECUADOR): Order => ({ product_id: 'top:341:10', quantity: 1, amount: null, recipient: { number } })
const ranged = (amount: Money | null): Order => ({ product_id: 'top:685', quantity: 1, amount, recipient: { number: TURKEY } })
const PIN: Order = { product_id: 'pin:535:5.19', quantity: 1, amount: null, recipient: { number: '+447400123456' } }
const DELAYED = '+593991234100'

const played: Played = { supplier, simulated, route: 'POST /topups', order: topup() }
const late: Played = { ...played, order: topup(DELAYED), ms: 3_000 }

/** Costs that were calculated by hand: the amount less the operator's discount, with a fraction of a ten-thousandth rounded up. */
const COSTS: readonly [product_id: string, amount: string, percent: string, cost: Money][] = [
  ['top:341:3', '3', '9.5', 27_150],
  ['top:341:5', '5', '9.5', 45_250],
  ['pin:535:4.99', '4.99', '2', 48_902],
  ['pin:535:5.19', '5.19', '2', 50_862],
  ['pin:535:2.22', '2.22', '2', 21_756],
]

test('the catalogue has fixed amounts at exact prices, with the delivered amount in the recipient’s currency', async () => {
  const list = await supplier.list()
  if (list.outcome !== 'done') throw new Error(JSON.stringify(list))
  const listed = COSTS.map(([id]) => list.value.find(({ product_id }) => product_id === id)?.cost)
  expect(listed).toEqual(COSTS.map(([, , , cost]) => ({ from: cost, to: cost })))
  expect(list.value.find(({ product_id }) => product_id === 'top:341:10')).toMatchObject({
    ...{ retail: { from: 10 * EURO, to: 10 * EURO }, country: 'EC', kind: 'recharge', arrives: { from: '10.80', to: '10.80', unit: 'USD' } },
  })
  expect(await supplier.list({ operator_id: '685' })).toMatchObject({ value: [{ product_id: 'top:685', arrives: { from: '73.00', to: '1825.00' } }] })
})

test('control: an adapter that calculates in floats computes other costs', () => {
  const floats = COSTS.map(([, amount, percent]) => Math.ceil(Number(amount) * 10_000 * (1 - Number(percent) / 100)))
  expect(floats).not.toEqual(COSTS.map(([, , , cost]) => cost))
})

test('an order in a range of amounts names our cost, and the recipient gets the amount that costs exactly that, never more', async () => {
  for (const amount of [1_8800, 5 * EURO, 9_9999, 12_3456, 46_9999, 47 * EURO]) {
    const answer = await supplier.quote(ranged(amount))
    if (answer.outcome !== 'done') throw new Error(`${amount} ${JSON.stringify(answer)}`)
    expect(answer.value.cost).toBeLessThanOrEqual(amount)
    expect(answer.value.cost).toBeGreaterThan(amount - 100)
  }
  for (const amount of [1_8700, 47 * EURO + 100, 0, null]) expect(await supplier.quote(ranged(amount))).toMatchObject({ outcome: 'refused', code: 'amount' })
  const reference = newId()
  expect(await supplier.create(reference, ranged(9_9999))).toMatchObject({
    outcome: 'done',
    value: { delivery: { facts: { operator: 'Boğaz Mobil Türkiye' } } },
  })
  expect(simulated.journal().find((note) => note.reference === reference)).toMatchObject({ amount: '9.9922' })
})

test('an account in another currency sells at its exchange rate, and sells nothing if there is no rate', async () => {
  simulated.tune({ currency: 'USD' })
  const dollars = (rate?: string) => createReloadly({ ...options, account: { currency: 'USD', country: 'DE', rateOf: () => rate } })
  expect(await dollars('0.9').quote(topup())).toMatchObject({ value: { retail: 9 * EURO, cost: 81_450 } })
  expect(await dollars().list()).toEqual({ outcome: 'done', value: [] })
  expect(await supplier.list()).toEqual({ outcome: 'done', value: [] })
  simulated.tune({ currency: 'EUR' })
})

test('the operators of a number are looked up, and those of a whole country are listed; the log does not contain the number', async () => {
  const found = await supplier.lookUp(TURKEY)
  expect(found).toMatchObject({
    value: [
      { operator_id: '685', is_likely: true, country: 'TR' },
      { operator_id: '692', is_likely: false },
    ],
  })
  expect(await supplier.operators('EC')).toMatchObject({ value: [{ operator_id: '341' }, { operator_id: '342' }] })
  expect(await supplier.lookUp('+90')).toMatchObject({ outcome: 'refused', code: 'recipient' })
  expect(await supplier.lookUp('+905301234102')).toMatchObject({ outcome: 'refused', code: 'recipient' })
  expect(JSON.stringify(exchanges)).not.toContain('9053')
})

/** The form of a PIN with leading zeros, which the adapter must return unchanged. */
const ZEROS = /^00\d{14}$/

test('a PIN sent as a number keeps its zeros, at once and when asked for again; the log does not contain the PIN', async () => {
  const reference = newId()
  for (const answer of [await supplier.create(reference, PIN), await supplier.status(reference)]) {
    if (answer.outcome !== 'done' || answer.value.state !== 'delivered') throw new Error(JSON.stringify(answer))
    const { pin = '', facts } = answer.value.delivery
    expect(pin).toMatch(ZEROS)
    expect(facts).toMatchObject({ instructions: 'DIAL *611\nEnter the code', operator: 'Isles PIN England' })
    expect(JSON.stringify(exchanges)).not.toContain(pin.slice(2))
  }
})

test('control: a PIN that is read as a number loses its zeros', () => {
  const body = '{"pinDetail":{"code":0077370973309766}}'
  const read = (text: string) => (readJson(text) as { pinDetail: { code: string } }).pinDetail.code
  expect(read(body)).toMatch(ZEROS)
  expect(() => JSON.parse(body)).toThrow()
  expect(String(Number(read(body)))).not.toMatch(ZEROS)
})

test('control: an answer with amounts as floats is unreadable', () => {
  const shape = Topup.shape.requestedAmount
  expect(['3168.4', 3168.4].map((amount) => shape.safeParse(amount).data)).toEqual(['3168.4', null])
})

test('an unexpected value in a field that is only shown spoils neither order nor list; control: such a value in a field that decides the order does', () => {
  const odd = { operatorName: false, transactionDate: true, requestedAmount: {}, pinDetail: { code: '0042', serial: [], info1: true } }
  const answer = { transactionId: '1', customIdentifier: 'r', operatorId: '535', status: 'SUCCESSFUL', ...odd }
  const read = Topup.safeParse(answer)
  expect(read.success && standingOf(read.data, 'r', true, null)).toMatchObject({
    ...{ outcome: 'done', value: { state: 'delivered', supplier_reference: '1', delivery: { pin: '0042', facts: {} } } },
  })
  for (const name of ['transactionId', 'customIdentifier', 'operatorId', 'status']) expect(Topup.safeParse({ ...answer, [name]: true }).success).toBe(false)
  expect(Operators.safeParse([{ operatorId: '1' }]).data).toEqual([null])
})

describe.each(FAULTS)('a top-up that meets the fault $kind (carried out at the supplier: $done)', (fault) => {
  test('ends as delivered exactly once, immediately or after a later question', async () => {
    expect((await suffers(played, fault)).last).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
    expect((await suffers(late, fault)).last).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
  })
})

test('forty top-ups with random faults all end, and the supplier’s journal agrees with the answer to each', async () => {
  expect(await weathered(played, 3)).toBeGreaterThan(20)
})

test('control: an adapter that treats silence as a refusal contradicts the supplier’s journal', async () => {
  const after = { kind: 'hang', done: true, says: 'refused' } as const
  await expect(suffers({ ...played, supplier: hasty(supplier) }, after)).rejects.toThrow('said refused, but the supplier says 1')
})

test('a top-up in progress has the supplier’s own reference; a top-up that the supplier refunded counts as refused', async () => {
  const reference = newId()
  expect(await supplier.create(reference, topup('+593991234104'))).toMatchObject({ outcome: 'unknown', named: { supplier_reference: expect.any(String) } })
  simulated.advance(3_000)
  expect(await supplier.status(reference)).toMatchObject({ outcome: 'refused', code: 'reversed' })
  simulated.tune({ succeed: reference })
  expect(await settled(played, reference)).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
})

test('the answer “reference already used” is not a refusal; “unknown reference” becomes a refusal once no request can arrive any more', async () => {
  const reference = newId()
  await supplier.create(reference, topup())
  expect(await supplier.create(reference, topup())).toMatchObject({ outcome: 'unknown' })
  expect(netOf(played, reference)).toBe(1)
  expect(await supplier.status(newId())).toMatchObject({ outcome: 'unknown', reason: 'NOT_KNOWN_THERE' })
  expect(await supplier.status(newId(), new Date(Date.now() - 9 * 60_000))).toMatchObject({ outcome: 'unknown' })
  expect(await supplier.status(newId(), new Date(Date.now() - 11 * 60_000))).toMatchObject({ outcome: 'refused', code: 'never_seen' })
})

test('a refusal has the supplier’s reason, and a refused question about an order leaves the order unchanged', async () => {
  const refusedBy = async (asked: Partial<Order>) => {
    const answer = await supplier.create(newId(), { ...topup(), ...asked })
    return answer.outcome === 'refused' ? answer.code : answer.outcome
  }
  expect(await refusedBy({ recipient: { number: '+593991234102' } })).toBe('recipient')
  expect(await refusedBy({ recipient: {} })).toBe('recipient')
  expect(await refusedBy({ quantity: 2 })).toBe('our_mistake')
  expect(await refusedBy({ product_id: 'top:341:11' })).toBe('amount')
  expect(await refusedBy({ product_id: 'top:999', amount: EURO })).toBe('not_available')
  simulated.tune({ balance: '1.00' })
  expect(await refusedBy({})).toBe('our_balance')
  expect(await supplier.balance()).toMatchObject({ outcome: 'done', value: { available: EURO } })
  simulated.tune({ balance: '5000.00' })
  for (const stranger of [{ client_secret: 'no' }, { audience: 'https://elsewhere.example' }].map((wrong) => createReloadly({ ...options, ...wrong }))) {
    expect(await stranger.create(newId(), topup())).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
    expect(await turnedAway(stranger)).toBe(true)
  }
})

test('a token that is rejected in the middle of an order is fetched again, once for all waiting requests', async () => {
  simulated.tune({ forget_tokens: true })
  const before = simulated.asked('POST /oauth/token')
  const answers = await Promise.all([1, 2, 3, 4].map(() => supplier.create(newId(), topup())))
  expect(answers.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'done', 'done'])
  expect(simulated.asked('POST /oauth/token') - before).toBe(1)
})

test('an order to an unreachable supplier is refused', async () => {
  const away = await simulator()
  const gone = createReloadly({ ...options, ...reach(away).to, sign_in: reach(away).to.base })
  await away.close()
  expect(await gone.create(newId(), topup())).toMatchObject({ outcome: 'refused', code: 'not_reached' })
  expect(await gone.create(newId(), ranged(5 * EURO))).toMatchObject({ outcome: 'refused', code: 'not_reached' })
  expect(await gone.status(newId(), new Date(0))).toMatchObject({ outcome: 'unknown' })
})

test('the statement of a day has exactly the charges and refunds of the journal', async () => {
  const days = [...new Set(simulated.journal().map(({ at }) => berlinDay(new Date(at))))]
  const all = await Promise.all(days.map((day) => supplier.statement(day)))
  const lines = all.flatMap((answer) => (answer.outcome === 'done' ? [...answer.value] : []))
  for (const { reference } of simulated.journal()) {
    const booked = lines.filter((line) => line.reference === reference)
    expect(booked.reduce((sum, { is_reversal }) => sum + (is_reversal ? -1 : 1), 0)).toBe(netOf(played, reference))
  }
  expect(lines.length).toBeGreaterThan(20)
  expect(await supplier.statement('2020-01-01')).toEqual({ outcome: 'done', value: [] })
})
