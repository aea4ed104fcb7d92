// Tests DT One's adapter with DT One's simulator over the network: its products, the course of an order, and the messages that DT One sends on its
// own.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { agrees, dtOneThere, reference, referenceOf, START, topUp } from '../../test/dt-one.ts'
import type { Order } from '../supplier.ts'
import { createDtOne } from './dt-one.ts'

const { sim, exchanges, options, supplier, now, journal, takenAs, pass } = await dtOneThere()
const PIN: Order = { product_id: '103104', quantity: 1, amount: null, recipient: {} }

describe('a top-up', () => {
  test('is created, confirmed, processed and delivered, and its price is deducted from our balance', async () => {
    const mine = reference()
    const created = await supplier.create(mine, topUp())
    expect(created).toMatchObject({ outcome: 'done', value: { state: 'created', cost: 5.4 * EURO } })
    expect(await supplier.balance()).toMatchObject({ value: { available: START - 5.4 * EURO, held: 5.4 * EURO } })
    expect(await supplier.confirm(mine, referenceOf(created))).toMatchObject({ outcome: 'unknown', named: { supplier_reference: referenceOf(created) } })
    pass(1500)
    expect(await supplier.status(mine)).toMatchObject({ outcome: 'unknown', reason: 'SUBMITTED', named: {} })
    pass(1500)
    expect(await supplier.status(mine)).toMatchObject({
      value: { state: 'delivered', cost: 5.4 * EURO, delivery: { facts: { operator: 'Merlion Mobile', product: '8 SGD', arrived: '8.00 SGD' } } },
    })
    expect(await supplier.balance()).toMatchObject({ value: { available: START - 5.4 * EURO, held: 0 } })
  })

  test.each([
    ...[['102', 'recipient'] as const, ['203', 'recipient'] as const, ['304', 'not_available'] as const, ['105', 'not_available'] as const],
    ...[['106', 'not_available'] as const, ['107', 'not_available'] as const],
  ])('to a number ending in %s is declined as %s, and refunded', async (ending, code) => {
    const mine = reference()
    await supplier.confirm(mine, referenceOf(await supplier.create(mine, topUp(ending))))
    pass(300_000)
    const answer = await supplier.status(mine)
    expect(answer).toMatchObject({ outcome: 'refused', code, reason: expect.stringMatching(/^DECLINED/) })
    expect([agrees(answer, takenAs(mine)), journal().balance]).toEqual([true, { available: START, holding: 0 }])
  })

  test('of an amount in a range costs what was agreed; an amount outside the range is refused', async () => {
    const ranged = { ...topUp('100', '103103'), amount: 7.77 * EURO }
    expect(await supplier.quote(ranged)).toMatchObject({ outcome: 'done', value: { cost: 7.77 * EURO } })
    expect(await supplier.create(reference(), ranged)).toMatchObject({ value: { cost: 7.77 * EURO } })
    const tooMuch = { ...ranged, amount: 1000 * EURO }
    expect(await supplier.quote(tooMuch)).toMatchObject({ outcome: 'refused', code: 'amount' })
    expect(await supplier.create(reference(), tooMuch)).toMatchObject({ outcome: 'refused', code: 'amount' })
  })

  test('in euros from an account in another currency has its cost rounded up', async () => {
    const dollars = createDtOne({ ...options, account: () => ({ currency: 'EUR', rate: '0.919' }) })
    expect(await dollars.quote(topUp())).toMatchObject({ value: { cost: 49_626 } })
    const none = createDtOne({ ...options, account: () => ({ currency: 'USD', rate: '0.9' }) })
    expect([(await none.quote(topUp())).outcome, await none.list()]).toEqual(['refused', { outcome: 'done', value: [] }])
  })

  test('is read although optional fields have unexpected values, so a paid order counts as delivered', async () => {
    sim.control('settings', { isOdd: true })
    const mine = reference()
    await supplier.confirm(mine, referenceOf(await supplier.create(mine, topUp())))
    pass(3000)
    const answer = await supplier.status(mine)
    expect(answer).toMatchObject({ value: { state: 'delivered', delivery: { facts: { product: '8 SGD', operator: 'Merlion Mobile' } } } })
    expect(answer.outcome === 'done' && answer.value.cost).toBeNull()
  })

  test.each([false, true])('that delivers a PIN returns it with all its zeros (sent as a number: %s)', async (hasNumericPins) => {
    sim.control('settings', { hasNumericPins })
    const mine = reference()
    await supplier.confirm(mine, referenceOf(await supplier.create(mine, PIN)))
    pass(1000)
    const [taken] = takenAs(mine)
    expect(await supplier.status(mine)).toMatchObject({ value: { delivery: { pin: `00${taken?.id}77`, serial: `S0${taken?.id}` } } })
    expect(JSON.stringify(exchanges)).not.toContain(`${taken?.id}77`)
  })
})

describe('DT One’s own answers', () => {
  test('with “reference already used” mean neither a new order nor a refusal: the state of the first order decides', async () => {
    const mine = reference()
    const first = await supplier.create(mine, topUp())
    expect(await supplier.create(mine, topUp())).toEqual(first)
    await supplier.confirm(mine, referenceOf(first))
    pass(3000)
    expect(await supplier.create(mine, topUp())).toMatchObject({ value: { state: 'delivered' } })
    expect(await supplier.confirm(mine, referenceOf(first))).toMatchObject({ value: { state: 'delivered' } })
    expect(takenAs(mine)).toHaveLength(1)
  })

  test('with “too late to confirm” count as a refusal once the order is cancelled, so that nothing of ours stays reserved', async () => {
    const mine = reference()
    const created = await supplier.create(mine, topUp())
    pass(61 * 60_000)
    sim.fault('cancel', 'hang', false)
    expect((await supplier.confirm(mine, referenceOf(created))).outcome).toBe('unknown')
    const answer = await supplier.confirm(mine, referenceOf(created))
    expect(answer).toMatchObject({ outcome: 'refused', code: 'over' })
    expect([agrees(answer, takenAs(mine)), journal().balance.holding]).toEqual([true, 0])
  })

  test('with “balance empty” or “too many requests” mean that no order was delivered; the first is our problem, the second is temporary', async () => {
    sim.control('balance', { available: 1 })
    expect(await supplier.create(reference(), topUp())).toMatchObject({ outcome: 'refused', code: 'our_balance' })
    sim.fault('create', 'status_429', false)
    expect(await supplier.create(reference(), topUp())).toMatchObject({ outcome: 'refused', code: 'not_available' })
    expect(await supplier.create(reference(), { ...topUp(), recipient: { mobile_number: '12' } })).toMatchObject({ code: 'recipient' })
    expect(await supplier.create(reference(), topUp('100', '1'))).toMatchObject({ outcome: 'refused', code: 'not_available' })
    expect(await supplier.create(reference(), { ...topUp(), quantity: 2 })).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
    const stranger = createDtOne({ ...options, api_secret: 'wrong' })
    expect(await stranger.create(reference(), topUp())).toMatchObject({ outcome: 'refused', code: 'our_mistake' })
    expect(journal().orders).toEqual([])
  })

  test('that contradict an earlier answer are passed on unchanged', async () => {
    const mine = reference()
    await supplier.confirm(mine, referenceOf(await supplier.create(mine, topUp('102'))))
    pass(3000)
    expect((await supplier.status(mine)).outcome).toBe('refused')
    sim.control('turn', { external_id: mine, to: 'COMPLETED' })
    expect(await supplier.status(mine)).toMatchObject({ outcome: 'done', value: { state: 'delivered' } })
    sim.control('turn', { external_id: mine, to: 'REVERSED' })
    expect(await supplier.status(mine)).toMatchObject({ outcome: 'refused', code: 'reversed' })
    expect(journal().balance).toEqual({ available: START, holding: 0 })
  })

  test('are missing if the server is unreachable: an order is then refused as not reached, and the outcome of a confirmation is unknown', async () => {
    const gone = createDtOne({ ...options, base: new URL('http://127.0.0.1:9/v1') })
    expect(await gone.create(reference(), topUp())).toMatchObject({ outcome: 'refused', code: 'not_reached' })
    expect([await gone.confirm('r', '1'), await gone.cancel('r', '1'), await gone.status('r')].map(({ outcome }) => outcome)).toEqual(Array(3).fill('unknown'))
  })

  test('in a callback are used only to find the order to ask about, even if the callback comes twice or before the answer', async () => {
    const hints: (string | null)[] = []
    const door = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      hints.push(supplier.hintIn(Buffer.concat(chunks).toString()))
      response.end()
    })
    await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready))
    const told = createDtOne({ ...options, callbackUrl: (of) => `http://127.0.0.1:${(door.address() as AddressInfo).port}/${of}` })
    const [one, other] = [reference(), reference()]
    sim.control('callbacks', { mode: 'twice' })
    await told.confirm(one, referenceOf(await told.create(one, topUp())))
    pass(3000)
    await expect.poll(() => hints).toEqual([one, one])
    sim.control('callbacks', { mode: 'early' })
    await told.confirm(other, referenceOf(await told.create(other, topUp())))
    await expect.poll(() => hints).toEqual([one, one, other])
    expect([supplier.hintIn('nonsense'), supplier.hintIn('[]'), supplier.hintIn('{"external_id":{}}')]).toEqual([null, null, null])
    await Promise.all([told.close(), new Promise((closed) => door.close(closed))])
  })
})

describe('DT One’s products', () => {
  test('are found by a telephone number: the likely operator first, with its regions and its products', async () => {
    expect(await supplier.lookUp('+593979123456')).toMatchObject({
      value: [
        { name: 'Costa Tel', country: 'EC', is_likely: true },
        { name: 'Andina Móvil', is_likely: false },
      ],
    })
    expect(await supplier.lookUp('12345')).toMatchObject({ outcome: 'refused', code: 'recipient' })
    const india = await supplier.operators('IN')
    expect(india).toMatchObject({ value: [{ name: 'Ganges Mobile', regions: [{ code: 'IN-MH' }, { code: 'IN-KA' }] }, {}] })
    const products = await supplier.list({ operator_id: '1031' })
    expect(products).toMatchObject({
      value: [
        { product_id: '103100', kind: 'recharge', cost: { from: 2.7 * EURO, to: 2.7 * EURO }, arrives: { from: '4.00', step: null, unit: 'SGD' } },
        ...[{}, {}, { arrives: { step: '1' } }, { kind: 'pin', needs: [] }, { promotions: [{ title: '+20 %' }], needs: [['mobile_number']] }],
      ],
    })
    expect(await supplier.list()).toMatchObject({ value: { length: 60 } })
  })

  test('are charged in daily statements: all pages are read, a reversal has two lines, and an order that was not delivered has none', async () => {
    const all = Array.from({ length: 103 }, reference)
    for (const mine of all) await supplier.confirm(mine, referenceOf(await supplier.create(mine, topUp(mine === all[0] ? '102' : '100'))))
    pass(3000)
    sim.control('turn', { external_id: all[1], to: 'REVERSED' })
    const [today, yesterday] = [await supplier.statement(berlinDay(now())), await supplier.statement(berlinDay(new Date(now().getTime() - 86_400_000)))]
    expect([today, yesterday]).toMatchObject([{ value: { length: 103 } }, { value: [] }])
    const lines = today.outcome === 'done' ? today.value : []
    expect(new Set(lines.map((line) => line.reference))).toEqual(new Set(all.slice(1)))
    expect(lines.filter((line) => line.is_reversal).map((line) => line.reference)).toEqual([all[1]])
  })

  test('are logged without their recipients', async () => {
    await supplier.lookUp('+593979123456')
    await supplier.create(reference(), topUp())
    expect(JSON.stringify(exchanges)).not.toMatch(/979123456|95123100/)
    expect(exchanges[1]?.asked).toMatchObject({ body: { credit_party_identifier: { mobile_number: '•••100' }, product_id: '103101' } })
  })
})
