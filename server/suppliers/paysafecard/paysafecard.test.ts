// Tests Pin-on-Demand with its simulator. A PIN can be read once, so an order whose PIN was lost is cancelled by our reference. Also tests the limits of tills,
// and the file of a day.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { paysafecard as simulator } from '../../../simulators/paysafecard.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { newId } from '../../kit/ids.ts'
import { FAULTS, hasty, netOf, type Played, reach, suffers, turnedAway, weathered } from '../../test/live-suppliers.ts'
import type { Order } from '../supplier.ts'
import { createPaysafecard } from './paysafecard.ts'
import { readFile } from './reconciliation.ts'

const simulated = await simulator()
const { to, exchanges } = reach(simulated)
afterAll(() => simulated.close())
const distributor_id = '0009402006'
const file = async (name: string) => {
  const answer = await fetch(`${simulated.url}/files/${name}`)
  return answer.ok ? ((await answer.json()) as { text: string }).text : null
}
const agreed = [{ product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10', '25', '50', '100'], commission: 5_75 }]
const options = { ...to, api_key: 'psc_sandbox_key', distributor_id, agreed, file }
const supplier = createPaysafecard(options)

let tills = 0
const order = (value = '10', terminal = `t-${++tills}`): Order => ({
  ...{ product_id: `00028:${value}`, quantity: 1, amount: null, recipient: {}, seller: { shop: 'shop-1', terminal } },
})
const played: Played = { supplier, simulated, route: 'POST /v1/orders/', order: order() }
beforeEach(() => simulated.tune({ limits: {} }))

const refusedBy = async (asked: Order, by = supplier) => {
  const answer = await by.create(newId(), asked)
  return answer.outcome === 'refused' ? answer.code : answer.outcome
}

test('the catalogue has the products of our contract at face value less commission, rounded up', async () => {
  expect(await supplier.list()).toMatchObject({ value: [{ product_id: '00028:10', cost: { from: 94_250, to: 94_250 } }, {}, {}, {}] })
  const odd = createPaysafecard({ ...options, agreed: [{ ...agreed[0], product_id: '1', name: 'x', country: 'DE', values: ['0.0001'], commission: 5_75 }] })
  expect(await odd.quote({ ...order(), product_id: '1:0.0001' })).toMatchObject({ value: { retail: 1, cost: 1 } })
})

test('a PIN is delivered with its zeros and its serial, and the log has neither', async () => {
  const answer = await supplier.create(newId(), order('25'))
  if (answer.outcome !== 'done' || answer.value.state !== 'delivered') throw new Error(JSON.stringify(answer))
  const { pin = '', serial = '' } = answer.value.delivery
  expect(pin).toMatch(/^0\d{15}$/)
  expect(serial).toMatch(/^18504229\d\d$/)
  const log = JSON.stringify(exchanges)
  for (const secret of [pin, serial, 'psc_sandbox_key']) expect(log).not.toContain(secret)
})

test('an order that is looked up later shows no PIN and can be cancelled once', async () => {
  const reference = newId()
  await supplier.create(reference, order())
  const stands = await supplier.status(reference)
  expect(stands).toMatchObject({ outcome: 'done', value: { state: 'created' } })
  if (stands.outcome !== 'done') return
  const { supplier_reference } = stands.value
  // The answer to the first cancellation is lost, and the second attempt is told that the order is already cancelled.
  simulated.fault('DELETE /v1/orders/:id', 'cut', true)
  expect(await supplier.cancel(reference, supplier_reference)).toEqual({ outcome: 'done', value: null })
  expect(await supplier.cancel(reference, supplier_reference)).toEqual({ outcome: 'done', value: null })
  expect(await supplier.status(reference)).toMatchObject({ outcome: 'refused', code: 'over' })
  expect(netOf(played, reference)).toBe(0)
})

describe.each(FAULTS)('an order that meets the fault $kind (carried out at the supplier: $done)', (fault) => {
  test('is cancelled if its PIN was lost, and sent again under its reference if it never arrived', async () => {
    const { last } = await suffers(played, fault)
    expect(last).toMatchObject(fault.done ? { outcome: 'refused', code: 'over' } : { outcome: 'done', value: { state: 'delivered' } })
  })
})

test('forty orders with random faults all end, and the supplier’s journal agrees with the answer to each', async () => {
  expect(await weathered(played, 4)).toBeGreaterThan(5)
})

test('control: an adapter that treats silence as a refusal contradicts the supplier’s journal', async () => {
  const after = { kind: 'hang', done: true, says: 'refused' } as const
  await expect(suffers({ ...played, supplier: hasty(supplier) }, after)).rejects.toThrow('said refused, but the supplier says 1')
})

test('the answer “reference already used” is not a refusal: the state of the first order decides', async () => {
  const reference = newId()
  await supplier.create(reference, order())
  expect(await supplier.create(reference, order())).toMatchObject({ outcome: 'unknown' })
  expect(netOf(played, reference)).toBe(1)
})

test('a card that was used, or was sold too long ago, cannot be cancelled', async () => {
  for (const spoil of [(reference: string) => simulated.tune({ use: reference }), () => simulated.advance(6 * 60_000)]) {
    const reference = newId()
    const made = await supplier.create(reference, order())
    spoil(reference)
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made))
    expect(await supplier.cancel(reference, made.value.supplier_reference)).toMatchObject({ outcome: 'refused', code: 'over' })
    expect(netOf(played, reference)).toBe(1)
  }
})

test('a refusal has the supplier’s reason; an order without a till is refused', async () => {
  expect(await refusedBy({ ...order(), seller: undefined })).toBe('our_mistake')
  expect(await refusedBy({ ...order(), quantity: 2 })).toBe('our_mistake')
  expect(await refusedBy(order('11'))).toBe('our_mistake')
  const stranger = createPaysafecard({ ...options, api_key: 'wrong' })
  expect(await refusedBy(order(), stranger)).toBe('our_mistake')
  expect(await turnedAway(stranger)).toBe(true)
  expect(await refusedBy(order('20'), createPaysafecard({ ...options, agreed: agreed.map((one) => ({ ...one, values: ['20'] })) }))).toBe('not_available')
  simulated.tune({ credit: '9.99' })
  const reference = newId()
  expect(await supplier.create(reference, order())).toMatchObject({ outcome: 'refused', code: 'our_balance' })
  expect(await supplier.status(reference)).toMatchObject({ outcome: 'refused', code: 'our_balance' })
  simulated.tune({ credit: '10000.00' })
})

test('a till that exceeds the limit of one of five time windows is refused until the window ends', async () => {
  simulated.tune({ limits: { '5min': 100, shop_24h: 100_000 } })
  const till = order('100')
  expect(await refusedBy(till)).toBe('done')
  expect(await refusedBy(till)).toBe('amount')
  expect(await refusedBy(order('100'))).toBe('done')
  simulated.advance(5 * 60_000)
  expect(await refusedBy(till)).toBe('done')
  simulated.tune({ limits: { shop_24h: 1 } })
  expect(await refusedBy(order('100'))).toBe('amount')
})

describe('the supplier’s file of a day', () => {
  const day = berlinDay(new Date())
  const of = { day, distributor_id, costOf: (face: number) => face }
  const row = `D;order_${distributor_id}_r1;+01:00;${day} 10:00:00;${distributor_id};portal;s;t;NONE;RETURN;DE;10.00;00028;1850422961;DELIVERED;`
  const fileOf = (...rows: string[]) =>
    [`H1;${distributor_id}`, `H2;${day} 00:00:00;${day} 23:59:59`, 'H3;1;EUR;10.00', ...rows, `EOF;${rows.length + 4}`].join('\r\n')

  test('is missing until the day is over, and then agrees with the journal order by order', async () => {
    simulated.tune({ credit: '10000.00' })
    const today = berlinDay(new Date(simulated.now().getTime()))
    expect(await supplier.statement(today)).toEqual({ outcome: 'unknown', reason: 'NO_FILE_YET' })
    simulated.advance(86_400_000)
    const days = [...new Set(simulated.journal().map(({ at }) => berlinDay(new Date(at))))]
    const all = await Promise.all(days.map((one) => supplier.statement(one)))
    const lines = all.flatMap((answer) => (answer.outcome === 'done' ? [...answer.value] : []))
    for (const { reference } of simulated.journal()) {
      const booked = lines.filter((line) => line.reference === reference)
      expect(booked.reduce((sum, { is_reversal }) => sum + (is_reversal ? -1 : 1), 0)).toBe(netOf(played, reference))
    }
    expect(lines.length).toBeGreaterThan(20)
  })

  test('is read with our reference, the supplier’s time and our price for each order', () => {
    expect(readFile(fileOf(row), of)).toEqual({
      outcome: 'done',
      value: [
        {
          ...{ reference: 'r1', supplier_reference: `order_${distributor_id}_r1`, cost: 10 * EURO, is_reversal: false },
          at: new Date(`${day}T10:00:00+01:00`),
        },
      ],
    })
  })

  test.each([
    ['that was cut short', fileOf(row).replace(/D;.*\r\n/, ''), 'NOT_WHOLE'],
    ['without its last line', fileOf(row).replace(/EOF.*/, ''), 'NOT_WHOLE'],
    ['of another distributor', fileOf(row).replaceAll(distributor_id, '0000000001'), 'ANOTHER_DISTRIBUTOR'],
    ['of another day', fileOf(row).replaceAll(day, '2020-01-01'), 'ANOTHER_DAY'],
    ['in another currency', fileOf(row).replace('EUR', 'CHF'), 'ANOTHER_CURRENCY'],
    ['with an unknown state', fileOf(row.replace('DELIVERED', 'PARKED')), 'LINE_NOT_UNDERSTOOD'],
    ['with a time without its zone', fileOf(row.replace('+01:00', '')), 'LINE_NOT_UNDERSTOOD'],
    ['that is an HTML page', '<html>', 'NO_HEAD'],
  ])('as a file %s is refused as a whole', (_, text, reason) => {
    expect(readFile(text, of)).toEqual({ outcome: 'unknown', reason })
  })

  test('with an unreadable amount is read, and the line has no amount', () => {
    expect(readFile(fileOf(row.replace('10.00;', 'ten;')), of)).toMatchObject({ outcome: 'done', value: [{ cost: null }] })
  })
})
