// Practice: a simulated sale looks like a sale, and no other part of the portal counts it.
import { beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { steps } from '../../../../contract/till/top-ups.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, rowsOf, wrongs } from '../../../test/arrange.ts'
import { goOn, practice, printOfTables } from '../../../test/practice.ts'
import { askedBy, numberOf, productsFor, topUpsThere } from '../../../test/top-ups.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { trainingJobs } from './training.ts'

const w = await fileWorld()
const { taken } = await topUpsThere(w)
const { configuration_id } = await goods(w, { pins: 20 })
let shop: Person
beforeAll(async () => {
  shop = await practice(w, 'kiosque')
  await giveWallet(w, shop.customer_id, 100 * EURO)
})

const key = async (by = shop) => (await by.calls.transactionKey({})).transaction_key
const sell = async (by = shop, quantity = 2) => by.calls.sell({ transaction_key: await key(by), configuration_id, quantity })
/** The only tables that practice writes: its own, and the time a session was last used. */
const OWN = ['training_sales', 'sessions']

describe('a shop in practice mode', () => {
  test('is shown as such, sells at its own prices, and its PINs and sale numbers are marked as invalid', async () => {
    expect(await shop.calls.authCheck({})).toMatchObject({ is_training: 1 })
    const [one, two] = [await sell(), await sell()]
    expect(one).toMatchObject({
      training_no: 'T-000001',
      quantity: 2,
      face_total: 20 * EURO,
      balance_after: null,
      seller: { name: expect.stringContaining('') },
    })
    expect(one.pins.map(({ pin }) => pin)).toEqual(['TRAINING00000101', 'TRAINING00000102'])
    expect(two.training_no).toBe('T-000002')
    expect(one.price_unit).toBe((await shop.calls.sellerProductsV2({})).content.find((offer) => offer.configuration_id === configuration_id)?.price)
  })

  test('gets the same answer again under the same key; a practice key never really sells, and a selling key does not work in practice mode', async () => {
    const asked = { transaction_key: await key(), configuration_id, quantity: 1 }
    const first = await shop.calls.sell(asked)
    expect(await shop.calls.sell(asked)).toEqual({ ...first, copy: 1 })
    await expect(shop.calls.sell({ ...asked, quantity: 2 })).rejects.toMatchObject({ code: 'key_reused' })
    expect(await shop.calls.saleSettle({ transaction_key: asked.transaction_key })).toMatchObject({ outcome: 'sold', sale: { training_no: first.training_no } })
    expect(await shop.calls.reprint({ sale_id: first.sale_id })).toMatchObject({ training_no: first.training_no, pins: first.pins })
    const lost = await key()
    expect(await shop.calls.saleSettle({ transaction_key: lost })).toEqual({ outcome: 'not_sold', sale: null, more: [] })
    await expect(shop.calls.sell({ ...asked, transaction_key: lost })).rejects.toMatchObject({ code: 'key_void' })
    const real = await w.signIn('kiosque')
    await expect(real.calls.sell({ ...asked, transaction_key: await key() })).rejects.toMatchObject({ code: 'key_invalid' })
    await expect(shop.calls.sell({ ...asked, transaction_key: await key(real) })).rejects.toMatchObject({ code: 'key_invalid' })
  })

  test('is refused as in a real sale: for products not on offer, and at another price than the seen one', async () => {
    await expect(shop.calls.sell({ transaction_key: await key(), configuration_id: newId(), quantity: 1 })).rejects.toMatchObject({ code: 'not_on_offer' })
    const another = { transaction_key: await key(), configuration_id, quantity: 1, price_seen: 1 }
    await expect(shop.calls.sell(another)).rejects.toMatchObject({ code: 'price_changed' })
    await expect(shop.calls.sellBulk({ transaction_key: await key(), configuration_id, quantity: 31 })).rejects.toMatchObject({ code: 'training_only' })
    await expect(shop.calls.trainingStart({})).rejects.toMatchObject({ code: 'training_only' })
  })

  test('has simulated top-ups delivered, refused or delayed, depending on the last digits of the number', async () => {
    const [product] = await productsFor(shop)
    const of = { configuration_id: product?.configuration_id ?? '' }
    const sent = async (ending: string) => (await shop.calls.dtOne(await askedBy(shop, { ...of, mobile_number: numberOf(ending) }))).top_up
    expect(await sent('100')).toMatchObject({ state: 'successful', training_no: expect.stringMatching(/^T-\d{6}$/), sale_id: null })
    await expect(sent('102')).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'number' } })
    const slow = await sent('200')
    expect(slow).toMatchObject({ state: 'pending' })
    w.clock.advance(21_000)
    const top_up_id = slow?.top_up_id ?? ''
    expect((await shop.calls.dtOne({ configuration: steps.status, top_up_id })).top_up).toMatchObject({ state: 'successful' })
    expect(await shop.calls.topUp({ top_up_id })).toMatchObject({ training_no: slow?.training_no, mobile_number: numberOf('200') })
    expect(taken()).toEqual([])
  })

  test('leaves every table except those of practice unchanged after forty sales, a top-up, a reprint and refusals', async () => {
    const before = await printOfTables(w, OWN)
    const [product] = await productsFor(shop)
    const numbers = new Set<string | null>()
    for (let i = 0; i < 10; i++) for (const { training_no } of await Promise.all(Array.from({ length: 4 }, () => sell()))) numbers.add(training_no)
    expect(numbers.size).toBe(40)
    await shop.calls.dtOne(await askedBy(shop, { configuration_id: product?.configuration_id ?? '' }))
    await shop.calls.reprint({})
    await expect(shop.calls.favouritesSet({ configuration_ids: [configuration_id] })).rejects.toMatchObject({ code: 'training_only' })
    await expect(shop.calls.zReport({ transaction_key: await key() })).rejects.toMatchObject({ code: 'training_only' })
    expect(await printOfTables(w, OWN)).toEqual(before)
    expect(await wrongs(w)).toEqual([])
  })

  test('control: a real sale changes other tables than those of practice', async () => {
    const before = await printOfTables(w, OWN)
    await sell(await w.signIn('kiosque'), 1)
    const after = await printOfTables(w, OWN)
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    expect(changed).toEqual(expect.arrayContaining(['pins', 'queue_heads', 'sales', 'transfers', 'wallets']))
  })
})

describe('a practice session', () => {
  test('can be begun by a shop’s manager only, and ends at midnight or, if that is earlier, with the session from which it was begun', async () => {
    const gare = await w.signIn('gare')
    goOn(gare, await gare.calls.trainingStart({}))
    const { session_ends_at } = await gare.calls.authCheck({})
    const end = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(new Date(session_ends_at))
    expect(end === '00:00' || Date.parse(session_ends_at) - w.clock.now().getTime() > 11 * 3_600_000).toBe(true)
    goOn(gare, await gare.calls.trainingEnd({}))
    expect(await gare.calls.authCheck({})).toMatchObject({ is_training: 0, session_ends_at })
    await expect(gare.calls.trainingEnd({})).rejects.toMatchObject({ code: 'request_over' })
    await expect((await w.signIn('nord')).calls.trainingStart({})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cannot sell even if a server takes it for a real session: the money function refuses the sale', async () => {
    const [{ user_id = '' } = {}] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [shop.session_id])
    const { session_id, customer_id: seller_id } = shop
    const purchase = { tenant_id: 1, user_id, session_id, seller_id, key: newId(), configuration_id, quantity: 1, sale_id: newId(), download_id: null }
    expect(await w.services.money.sell({ ...purchase, price_seen: undefined })).toMatchObject({ code: 'signed_out' })
    await rowsOf(w, 'update sessions set is_training = false where tenant_id = 1 and id = $1', [session_id])
    expect(await w.services.money.sell({ ...purchase, price_seen: undefined })).toMatchObject({ code: 'sold' })
    await rowsOf(w, 'update sessions set is_training = true where tenant_id = 1 and id = $1', [session_id])
  })

  test('that ended by signing out neither simulates nor sells', async () => {
    const gare = await practice(w, 'gare')
    const asked = { transaction_key: await key(gare), configuration_id, quantity: 1 }
    await gare.calls.logout({})
    await expect(gare.calls.sell(asked)).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('leaves simulated sales that are deleted after a month', async () => {
    await trainingJobs({ db: w.db, clock: w.clock.now }).forget_training?.work({})
    expect((await rowsOf(w, 'select from training_sales where tenant_id = 1')).length).toBeGreaterThan(0)
    w.clock.advance(31 * 24 * 3_600_000)
    await trainingJobs({ db: w.db, clock: w.clock.now }).forget_training?.work({})
    expect(await rowsOf(w, 'select from training_sales where tenant_id = 1')).toEqual([])
  })
})
