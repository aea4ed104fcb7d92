// Single gift cards are added together or not at all, can be found, blocked and unblocked, and each is sold only once, even if many tills sell at the same
// time.

import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { createMoney } from '../../../money/money.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { meeting, PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld, type Person, type World, world } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
await giveWallet(w, till.customer_id, 1_000_000 * EURO)

let next = 6_500_000_000_000_000
const fresh = (count: number) => {
  next += count * 7919
  return Array.from({ length: count }, (_, i) => ({ pin: String(next - i * 7919), serial: `G${i}` }))
}

async function giftCard(of = w) {
  const corner = await goods(of, { pins: 0 })
  await rowsOf(of, `update products set type = 'gift_card' where tenant_id = 1 and id = $1`, [corner.product_id])
  const [supplier] = await rowsOf<{ id: string }>(of, 'select id from suppliers where tenant_id = 1 and owner_id = $1 limit 1', [corner.owner_id])
  return { ...corner, supplier_id: supplier?.id ?? '', buying_discount: 500 }
}
type Typed = { pin: string; serial?: string; expires_on?: string }
const NONE: Typed = { pin: '' }
const add = async (person: Person, { configuration_id, supplier_id, buying_discount }: Awaited<ReturnType<typeof giftCard>>, cards: Typed[]) =>
  person.calls.giftCardsAdd({ configuration_id, supplier_id, buying_discount, lot: 'box 7', cards: cards.map((card) => ({ serial: '', ...card })) })
const buy = async (configuration_id: string, quantity = 1) =>
  till.calls.sell({ transaction_key: (await till.calls.transactionKey({})).transaction_key, configuration_id, quantity })
const cardsOf = async (batch_no: number, more = {}) => (await nord.calls.giftCardsList({ filters: { batch_no, ...more }, limit: 100 })).content

test('gift cards that were typed one by one are sold with the codes as typed, those that expire first before the others', async () => {
  const goods_ = await giftCard()
  const [a = NONE, b = NONE, c = NONE] = fresh(3)
  const { batch_no } = await add(nord, goods_, [a, { ...b, expires_on: '2090-01-31' }, { ...c, expires_on: '2088-05-01' }])
  expect((await buy(goods_.configuration_id, 3)).pins.map(({ pin, serial }) => [pin, serial])).toEqual([c, b, a].map(({ pin, serial }) => [pin, serial]))
  expect((await cardsOf(batch_no)).map(({ state, serial }) => [state, serial])).toEqual([
    ['sold', 'G2'],
    ['sold', 'G1'],
    ['sold', 'G0'],
  ])
  expect(await wrongs(w)).toEqual([])
})

test('if one of several typed cards is already in stock, the refusal names its row and batch, and none of the cards is added', async () => {
  const goods_ = await giftCard()
  const cards = fresh(4)
  const { batch_no } = await add(nord, goods_, cards.slice(0, 2))
  const count = async () => (await rowsOf<{ n: number }>(w, 'select count(*)::int as n from batches'))[0]?.n
  const before = await count()
  await expect(add(nord, goods_, [...cards.slice(2), ...cards.slice(1, 2)])).rejects.toMatchObject({ code: 'pin_known', detail: { row: 3, batch_no } })
  expect(await count()).toBe(before)
  expect(await add(nord, goods_, cards.slice(2))).toMatchObject({ batch_no: expect.any(Number) })
})

test('an invalid card is reported with the number of its row', async () => {
  const goods_ = await giftCard()
  const [card = { pin: '', serial: '' }] = fresh(1)
  const cards = [card, { pin: '12' }, { pin: 'ABCDEFGHIJKLMNOP' }, card, { pin: fresh(1)[0]?.pin ?? '', expires_on: '2020-01-01' }]
  await expect(add(nord, goods_, cards)).rejects.toMatchObject({
    code: 'invalid_input',
    problems: [
      { field: 'cards.1.pin', code: 'pin_length', limit: 16 },
      { field: 'cards.2.pin', code: 'pin_characters' },
      { field: 'cards.3.pin', code: 'pin_twice', limit: 1 },
      { field: 'cards.4.expires_on', code: 'day_over' },
    ],
  })
})

test('a card is blocked with a reason, is not sold while blocked, and is unblocked; its history shows all this', async () => {
  const goods_ = await giftCard()
  const { batch_no } = await add(nord, goods_, fresh(2))
  const [first] = await cardsOf(batch_no)
  const gift_card_id = first?.gift_card_id ?? ''
  await expect(nord.calls.giftCardsUpdate({ gift_card_id, action: 'block' })).rejects.toMatchObject({ code: 'invalid_input' })
  await nord.calls.giftCardsUpdate({ gift_card_id, action: 'block', reason: 'scratched open', serial: 'G-new' })
  expect((await cardsOf(batch_no, { state: 'blocked' })).map(({ serial }) => serial)).toEqual(['G-new'])
  expect((await buy(goods_.configuration_id)).pins).toMatchObject([{ serial: 'G1' }])
  await expect(buy(goods_.configuration_id)).rejects.toMatchObject({ code: expect.stringMatching(/out_of_stock|taken_a_moment_ago/) })
  await nord.calls.giftCardsUpdate({ gift_card_id, action: 'unblock' })
  expect((await buy(goods_.configuration_id)).pins).toMatchObject([{ serial: 'G-new' }])
  const details = await nord.calls.giftCardDetails({ gift_card_id })
  expect(details).toMatchObject({ state: 'sold', serial: 'G-new' })
  expect(details.trail.map(({ event, note }) => [event, note])).toEqual([
    ['imported', 'box 7'],
    ['published', ''],
    ['blocked', 'scratched open'],
    ['unblocked', ''],
    ['sold', 'kiosque'],
  ])
  await expect(nord.calls.giftCardsUpdate({ gift_card_id, serial: 'late' })).rejects.toMatchObject({ code: 'batch_state' })
  expect(await wrongs(w)).toEqual([])
})

test('cards are found by serial, last four digits and batch, in capitals or small letters; another tenant’s cards are not found', async () => {
  const goods_ = await giftCard()
  const cards = fresh(5)
  const { batch_no } = await add(nord, goods_, cards)
  const last4 = cards[3]?.pin.slice(-4) ?? ''
  expect((await nord.calls.giftCardsList({ filters: { batch_no }, search_text: last4 })).content).toMatchObject([{ last4, serial: 'G3' }])
  for (const search_text of ['G3', 'g3']) expect((await nord.calls.giftCardsList({ filters: { batch_no }, search_text })).content).toMatchObject([{ last4 }])
  expect((await nord.calls.giftCardBatchSearch({ search_text: 'BOX' })).content[0]).toMatchObject({ lot: 'box 7' })
  // The batch is found by its number, although names of lots contain the same digits.
  const numbered = (await nord.calls.giftCardBatchSearch({ search_text: String(batch_no) })).content
  expect(numbered.filter((row) => row.batch_no === batch_no)).toMatchObject([{ cards: 5, sold: 0 }])
  for (const search_text of ["' or 1=1 --", '%', '_', '\\', '99999999999999', '🂡', 'x'.repeat(200)]) {
    expect((await nord.calls.giftCardsList({ search_text })).content).toEqual([])
    expect((await nord.calls.giftCardBatchSearch({ search_text })).content).toEqual([])
  }
  const answers = JSON.stringify([await nord.calls.giftCardsList({}), await nord.calls.giftCardDetails({ gift_card_id: `${batch_no}-0` })])
  for (const { pin } of cards) expect(answers).not.toContain(pin)
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  await platform.calls.tenantChoose({ tenant_id: 2 })
  await expect(platform.calls.giftCardDetails({ gift_card_id: `${batch_no}-4` })).rejects.toMatchObject({ code: 'not_found' })
  for (const gift_card_id of ['x', '1', '-1-1', '999999999-0', `${batch_no}-5`, "1-1' or 1=1"])
    await expect(nord.calls.giftCardDetails({ gift_card_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a blocked card counts neither as in stock nor as sold; if all other cards are sold, a till is told that no card is in stock', async () => {
  const goods_ = await giftCard()
  const { batch_no } = await add(nord, goods_, fresh(5))
  const block = (seq: number, action: 'block' | 'unblock') =>
    nord.calls.giftCardsUpdate({ gift_card_id: `${batch_no}-${seq}`, action, ...(action === 'block' ? { reason: 'lost' } : {}) })
  const counted = async () => {
    const [product] = (await nord.calls.productsList({ view_type: 'single', product_id: goods_.product_id })).content
    const [found] = (await nord.calls.giftCardBatchSearch({ search_text: String(batch_no) })).content
    return [product?.stock, found?.sold]
  }
  await block(2, 'block')
  expect(await counted()).toEqual([4, 0])
  await block(0, 'block')
  await block(4, 'block')
  expect((await buy(goods_.configuration_id, 2)).pins.map(({ serial }) => serial)).toEqual(['G1', 'G3'])
  expect(await counted()).toEqual([0, 2])
  await expect(buy(goods_.configuration_id)).rejects.toMatchObject({ code: expect.stringMatching(/^(out_of_stock|taken_a_moment_ago)$/) })
  expect(await cardsOf(batch_no, { state: 'blocked' })).toHaveLength(3)
  await block(2, 'unblock')
  await block(2, 'block')
  await block(2, 'unblock')
  expect(await counted()).toEqual([1, 2])
  expect((await buy(goods_.configuration_id)).pins.map(({ serial }) => serial)).toEqual(['G2'])
  expect(await counted()).toEqual([0, 3])
  expect(await wrongs(w)).toEqual([])
})

test('cards blocked and unblocked while tills sell are each sold at most once, and the counts stay right', async () => {
  const goods_ = await giftCard()
  const { batch_no } = await add(nord, goods_, fresh(30))
  const switched = Array.from({ length: 30 }, async (_, seq) => {
    const gift_card_id = `${batch_no}-${seq}`
    const refused = (error: { code: string }) => expect(error.code).toBe('batch_state')
    await nord.calls.giftCardsUpdate({ gift_card_id, action: 'block', reason: 'counted' }).catch(refused)
    if (seq % 2 === 0) await nord.calls.giftCardsUpdate({ gift_card_id, action: 'unblock' }).catch(refused)
  })
  const bought = Array.from({ length: 12 }, () =>
    buy(goods_.configuration_id).catch((error: { code: string }) => expect(error.code).toMatch(/taken|stock|busy/)),
  )
  await Promise.all([...switched, ...bought])
  const cards = await cardsOf(batch_no)
  const [product] = (await nord.calls.productsList({ view_type: 'single', product_id: goods_.product_id })).content
  const [found] = (await nord.calls.giftCardBatchSearch({ search_text: String(batch_no) })).content
  const count = (state: string) => cards.filter((card) => card.state === state).length
  expect([product?.stock, found?.sold, cards.length]).toEqual([count('available'), count('sold'), 30])
  expect(await wrongs(w)).toEqual([])
})

describe('fifty tills on twenty gift cards', () => {
  async function rush(of: World) {
    const [reseller, seller, gare] = [await of.signIn('nord'), await of.signIn('kiosque'), await of.signIn('gare')]
    for (const name of ['kiosque', 'gare']) await giveWallet(of, await organisationId(of, name), 1_000_000 * EURO)
    const goods_ = await giftCard(of)
    await add(reseller, goods_, fresh(20))
    const people = await Promise.all(
      [seller, gare].map(async (person) => {
        const [session] = await rowsOf<{ user_id: string }>(of, 'select user_id from sessions where tenant_id = 1 and id = $1', [person.session_id])
        return { user_id: session?.user_id ?? '', session_id: person.session_id, seller_id: person.customer_id }
      }),
    )
    const doors = Array.from({ length: 8 }, () => createMoney(of.db, of.clock.now))
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const who = people[i % 2] ?? { user_id: '', session_id: '', seller_id: '' }
        const { configuration_id } = goods_
        return doors[i % 8]?.sell({ tenant_id: 1, quantity: 1, download_id: null, key: newId(), sale_id: newId(), ...who, configuration_id })
      }),
    )
    return { sold: outcomes.filter((outcome) => outcome?.code === 'sold').length, wrong: await wrongs(of) }
  }

  test('sell each card once', async () => {
    expect(await rush(w)).toEqual({ sold: 20, wrong: [] })
  })

  test('control: sell a card twice if the queue heads of the stock are not locked', async () => {
    const other = await world({ db: { deadlines: PATIENT } })
    const { stop, meet } = meeting(other)
    try {
      await sabotage(other, 'sell', 'limit 1 for update skip locked', 'limit 1')
      await sabotage(other, 'sell', 'and p.sale_id is null and not p.is_blocked', '')
      await sabotage(other, 'sell', 'update queue_heads h set next_seq = n.next_seq', `${stop}update queue_heads h set next_seq = n.next_seq`)
      expect((await meet({ at: 2 }, () => rush(other))).wrong).toContain('sale_equals_its_pins')
    } finally {
      await other.end()
    }
  })
})
