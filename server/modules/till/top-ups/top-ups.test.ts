// Top-ups at the till, through DT One's simulator: sending to a number, the outcome, and what is refused.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO, moneyText } from '../../../../contract/kit/money.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { giveWallet, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { walletOf } from '../../../test/holds.ts'
import { askedBy, numberOf, productsFor, SINGAPORE, type TopUpAsked, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const { sim, read, taken, pass } = await topUpsThere(w)
const shop = await w.signIn('kiosque')
const other = await w.signIn('gare')
const nord = await w.signIn('nord')
const START = 10_000 * EURO

beforeEach(async () => {
  // Moves the clocks on by a month, so that the top-ups of the previous test are final and count towards no limit.
  pass(31 * 24 * 3_600_000)
  await w.services.live.takeUp(1)
  await w.services.live.idle()
  sim.control('reset', {})
  for (const person of [shop, other]) Object.assign(person, await w.signIn(person === shop ? 'kiosque' : 'gare'))
  for (const { customer_id } of [shop, other, nord]) await giveWallet(w, customer_id, START)
})

const key = async (person = shop) => (await person.calls.transactionKey({})).transaction_key
const singapore = await productsFor(shop)
const [ranged, promoted] = [singapore.find(({ arrives: { from, to } }) => from !== to), singapore.find(({ promotions }) => promotions.length > 0)]
const [small, middle] = singapore.filter((one) => one !== ranged && one !== promoted)
if (!small || !middle || !ranged || !promoted) throw new Error('Singapore has not what it should')

const asked = (more: TopUpAsked = {}, person = shop) => askedBy(person, { configuration_id: small.configuration_id, ...more })
const send = async (more: TopUpAsked = {}, person = shop) => (await person.calls.dtOne(await asked(more, person))).top_up
const status = async (top_up_id = '', person: Person = shop) => (await person.calls.dtOne({ configuration: steps.status, top_up_id })).top_up
/** Sends a top-up and waits three seconds, which the simulated operator takes to deliver it. */
async function sent(more: TopUpAsked = {}) {
  const top_up = await send(more)
  pass(3_000)
  return status(top_up?.top_up_id)
}

describe('a top-up', () => {
  test('is pending until the operator has delivered it, costs the price that was shown, and has a slip with the amount that arrived', async () => {
    const price_seen = small.price ?? small.value
    const pending = await send({ price_seen })
    expect(pending).toMatchObject({ state: 'pending', mobile_number: numberOf('100'), operator: SINGAPORE, value: small.value })
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: price_seen })
    pass(3_000)
    const done = await status(pending?.top_up_id)
    expect(done).toMatchObject({ state: 'successful', failure: null, arrives: '4.00 SGD' })
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START - price_seen, held: 0 })
    expect(await shop.calls.topUp({ top_up_id: done?.top_up_id ?? '' })).toMatchObject({ seller: { name: expect.stringMatching(/./) }, sale_id: done?.sale_id })
    const found = await shop.calls.topUps({ search_text: '0065 9512 3100' })
    expect(found.content[0]).toMatchObject({ top_up_id: done?.top_up_id, reference: done?.reference })
    expect((await shop.calls.topUps({ search_text: '+6595123999' })).content).toEqual([])
    expect(await wrongs(w)).toEqual([])
  })

  test('to a slow operator stays pending while the next customer is served, and then succeeds', async () => {
    const slow = await send({ mobile_number: numberOf('300') })
    expect(await sent({ mobile_number: numberOf('200'), configuration_id: middle.configuration_id })).toMatchObject({ state: 'pending' })
    expect(await sent()).toMatchObject({ state: 'successful' })
    expect((await shop.calls.topUps({ filters: { state: 'pending' } })).filters.total_count).toBe(2)
    pass(300_000)
    expect(await status(slow?.top_up_id)).toMatchObject({ state: 'successful' })
  })

  test.each([
    ['102', 'number'],
    ['104', 'not_available'],
  ])('to a number ending in %s fails, shows why, and is refunded', async (ending, failure) => {
    const transaction_key = await key()
    const failed = await sent({ transaction_key, mobile_number: numberOf(ending) })
    expect(failed).toMatchObject({ state: 'failed', failure, sale_id: null })
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: 0 })
    await expect(send({ transaction_key, mobile_number: numberOf(ending) })).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure } })
    expect(taken()).toHaveLength(1)
  })

  test('of an amount that the user chooses costs what was quoted; an amount out of bounds or between the steps is refused at its field', async () => {
    const { configuration_id, operator_id, arrives } = ranged
    const amount = String(Number(arrives.from) + 3)
    const { quote } = await shop.calls.dtOne({ configuration: steps.products, operator_id, configuration_id, amount })
    expect(quote).toMatchObject({ configuration_id, amount })
    const price_seen = quote?.price ?? quote?.value ?? 0
    expect(await sent({ configuration_id, amount, price_seen })).toMatchObject({ state: 'successful', value: quote?.value })
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START - price_seen })
    const wrong: [string | undefined, string][] = [
      [`${amount}.5`, 'not_in_steps'],
      ['0.5', 'too_small'],
      ['100000', 'too_big'],
      [undefined, 'required'],
    ]
    for (const [off, code] of wrong)
      await expect(send({ configuration_id, ...(off && { amount: off }), once_more: true })).rejects.toMatchObject({ problems: [{ field: 'amount', code }] })
    expect(taken()).toHaveLength(1)
  })

  test('in a promotion is marked as such, and is delivered like any other', async () => {
    expect(promoted).toMatchObject({ promotions: ['+20 %'] })
    expect(await sent({ configuration_id: promoted.configuration_id })).toMatchObject({ state: 'successful' })
  })

  test('at another price than the seen one is refused with the current price', async () => {
    const price = small.price ?? small.value
    await expect(send({ price_seen: price - 100 })).rejects.toMatchObject({ code: 'price_changed', detail: { price: moneyText(price) } })
    expect(taken()).toEqual([])
  })

  test('that costs more at the supplier than in the catalogue is cancelled there, and the new price is reported', async () => {
    const cheaper = 'update live_products set cost_from = cost_from - 5000, cost_to = cost_to - 5000 where tenant_id = 1 and configuration_id = $1'
    await rowsOf(w, cheaper, [small.configuration_id])
    await expect(send()).rejects.toMatchObject({ code: 'price_changed', detail: { price: expect.any(String) } })
    expect(taken()).toMatchObject([{ is: 'CANCELLED' }])
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: 0 })
    await read()
    expect(await sent()).toMatchObject({ state: 'successful' })
  })

  test('that the supplier refuses because our own balance there is used up is not reported as a lack of the shop’s credit', async () => {
    sim.control('balance', { available: 1 })
    await expect(send()).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'not_now' } })
    expect(await walletOf(w, shop.customer_id)).toMatchObject({ balance: START, held: 0 })
  })
})

describe('a top-up sent again', () => {
  test('under the same key is the same top-up, whichever answer was lost; under another key it is a second top-up', async () => {
    const once = await asked()
    const first = (await shop.calls.dtOne(once)).top_up
    const again = await Promise.all([shop.calls.dtOne(once), shop.calls.dtOne(once)])
    expect(again.map(({ top_up }) => top_up?.top_up_id)).toEqual([first?.top_up_id, first?.top_up_id])
    pass(3_000)
    expect((await shop.calls.dtOne(once)).top_up).toMatchObject({ state: 'successful' })
    expect(taken()).toHaveLength(1)
    await expect(shop.calls.dtOne({ ...once, configuration_id: middle.configuration_id })).rejects.toMatchObject({ code: 'key_reused' })
    // Control: a second real top-up is an entry of its own among the orders.
    await sent({ once_more: true })
    expect(taken()).toHaveLength(2)
  })

  test('five times at the same time under one key is ordered once', async () => {
    const once = await asked()
    await Promise.all(Array.from({ length: 5 }, () => shop.calls.dtOne(once)))
    expect(taken()).toHaveLength(1)
  })

  test('to the same number within ten minutes must be confirmed, but not after that time or for another amount', async () => {
    await sent()
    await expect(send()).rejects.toMatchObject({ code: 'sent_before', detail: { is_pending: false } })
    expect(await send({ configuration_id: middle.configuration_id })).toMatchObject({ state: 'pending' })
    expect(await send({ once_more: true })).toMatchObject({ state: 'pending' })
    pass(11 * 60_000)
    expect(await send()).toMatchObject({ state: 'pending' })
    expect(taken()).toHaveLength(4)
  })

  test('after a failure need not be confirmed', async () => {
    await sent({ mobile_number: numberOf('102') })
    expect(await send({ mobile_number: numberOf('102') })).toMatchObject({ state: 'pending' })
  })

  test('under a key that was settled as not sold sells nothing; a key whose top-up is still open cannot be settled', async () => {
    const [given, open] = [await asked(), await asked({ mobile_number: numberOf('200') })]
    expect(await shop.calls.saleSettle({ transaction_key: given.transaction_key ?? '' })).toMatchObject({ outcome: 'not_sold' })
    await expect(shop.calls.dtOne(given)).rejects.toMatchObject({ code: 'key_void' })
    await shop.calls.dtOne(open)
    await expect(shop.calls.saleSettle({ transaction_key: open.transaction_key ?? '' })).rejects.toMatchObject({ code: 'in_progress' })
  })
})

describe('top-ups that are refused or hidden', () => {
  test('are those whose number was not typed the same twice, those with another operator’s product, and those to another country', async () => {
    const [ecuador] = await productsFor(shop, '+593979123100')
    await expect(send({ mobile_number_again: numberOf('101') })).rejects.toMatchObject({
      problems: [{ field: 'mobile_number_again', code: 'mobile_not_matched' }],
    })
    await expect(send({ configuration_id: ecuador?.configuration_id })).rejects.toMatchObject({ code: 'not_on_offer' })
    await expect(send({ operator_id: ecuador?.operator_id })).rejects.toMatchObject({ code: 'not_on_offer' })
    expect(taken()).toEqual([])
  })

  test('are those of another shop, those under another shop’s key, and those of products that the reseller switched off', async () => {
    const mine = await asked()
    const top_up = (await shop.calls.dtOne(mine)).top_up
    await expect(status(top_up?.top_up_id, other)).rejects.toMatchObject({ code: 'not_found' })
    await expect(other.calls.topUp({ top_up_id: top_up?.top_up_id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
    expect((await other.calls.topUps({})).content).toEqual([])
    await expect(other.calls.dtOne(mine)).rejects.toMatchObject({ code: 'key_invalid' })
    const [row] = await rowsOf<{ id: string }>(w, 'select id from live_products where tenant_id = 1 and configuration_id = $1', [middle.configuration_id])
    const choose = (is_on: boolean) => nord.calls.liveChoicesUpdate({ live_product_ids: [row?.id ?? ''], is_on })
    Object.assign(nord, await w.signIn('nord'))
    await choose(false)
    await expect(send({ configuration_id: middle.configuration_id })).rejects.toMatchObject({ code: 'not_on_offer' })
    await choose(true)
  })

  test('do not show their number in the log, the audit log or the exchanges with the supplier: these contain only its last digits', async () => {
    await sent()
    await w.services.suppliers.flush()
    const said = await rowsOf(w, 'select * from exchanges where tenant_id = 1')
    const audit = await rowsOf<{ after: unknown }>(w, `select * from audit where tenant_id = 1 and action = 'dtOne'`)
    const all = JSON.stringify([said, audit, w.logs])
    expect([all.includes('95123100'), audit.length > 0, all.includes('…100')]).toEqual([false, true, true])
  })

  test('are those above what may be sold in a short time, even if they are sent at the same time', async () => {
    await rowsOf(w, 'update live_products set price = 9000000, is_below_cost_allowed = true where tenant_id = 1 and configuration_id = $1', [
      small.configuration_id,
    ])
    await rowsOf(w, 'update configurations set value = 9000000 where tenant_id = 1 and id = $1', [small.configuration_id])
    const burst = async () => {
      const all = await Promise.all(Array.from({ length: 4 }, (_, i) => asked({ mobile_number: numberOf(`20${i}`) })))
      const answers = await Promise.allSettled(all.map((one) => shop.calls.dtOne(one)))
      return answers.map((one) => (one.status === 'fulfilled' ? 'sold' : (one.reason as { code: string }).code)).sort()
    }
    expect(await burst()).toEqual(['selling_too_fast', 'selling_too_fast', 'sold', 'sold'])
    await sabotage(w, 'live_room', '25000000::bigint', '250000000::bigint')
    pass(31 * 24 * 3_600_000)
    Object.assign(shop, await w.signIn('kiosque'))
    expect(await burst(), 'control: without the bound all four are sold').toEqual(Array(4).fill('sold'))
  })
})
