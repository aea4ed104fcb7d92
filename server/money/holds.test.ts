// Live products: held money can neither be spent again nor get lost. It either becomes the sale or is given back, exactly once.

import { beforeEach, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf, wrongs } from '../test/arrange.ts'
import { delivered, liveGoods, walletOf } from '../test/holds.ts'
import { fileWorld } from '../test/world.ts'
import type { HoldAsked } from './holds.ts'
import { openDelivery } from './open-pins.ts'

const w = await fileWorld()
const { money } = w.services
const port = await w.signIn('port')
const sud = await organisationId(w, 'sud')
const live = await liveGoods(w, port)

/** The shop port sells below the sub-reseller sud, so every hold of the shop also holds sud's money. */
const fill = async (balance: number) => {
  for (const id of [port.customer_id, sud]) await giveWallet(w, id, balance)
}
beforeEach(async () => {
  for (const { key } of await rowsOf<{ key: string }>(w, `select key from holds where tenant_id = 1 and state = 'open'`)) await back(key)
  await fill(100 * EURO)
})

const post = (key: string) => money.post(1, key, delivered(w, key))
const back = (key: string) => money.void(1, key, null, 'refused')
async function held(more: Partial<HoldAsked> = {}): Promise<string> {
  const asked = live.asked(more)
  expect(await money.hold(asked)).toEqual({ code: 'held', is_new: true })
  return asked.key
}
const wallets = async () => [await walletOf(w, port.customer_id), await walletOf(w, sud)]
const PRICE = 9.5 * EURO
const untouched = { balance: 100 * EURO, held: 0, available: 100 * EURO }

test('a hold reduces every hop’s spendable amount and moves no money; posting moves the money, needs no PIN, and stores the delivery sealed', async () => {
  const key = await held()
  expect(await wallets()).toEqual(Array(2).fill({ balance: 100 * EURO, held: PRICE, available: 100 * EURO - PRICE }))
  expect(await wrongs(w)).toEqual([])
  const sale_id = await post(key)
  expect(await wallets()).toEqual(Array(2).fill({ balance: 100 * EURO - PRICE, held: 0, available: 100 * EURO - PRICE }))
  const slip = (await money.slips(1, [sale_id])).get(sale_id)
  expect(slip?.blocks).toEqual([])
  expect(slip?.facts).toMatchObject({ quantity: 1, value: 10 * EURO, amount_total: PRICE, balance_before: 100 * EURO, balance_after: 100 * EURO - PRICE })
  const [delivery] = await money.deliveries(1, [sale_id])
  expect(delivery).toMatchObject({ sale_id, key, reference: delivered(w, key).reference })
  expect(openDelivery(w.services.keys, 1, key, delivery?.payload ?? Buffer.of())).toEqual({ pin: '1234 5678', facts: { operator: 'Test' } })
  expect(() => openDelivery(w.services.keys, 1, newId(), delivery?.payload ?? Buffer.of())).toThrow()
  expect(await wrongs(w)).toEqual([])
})

test('the server’s role can read a hold’s state, but not its payload, and cannot change a hold', async () => {
  const key = await held()
  await post(key)
  expect(await w.db.read(1, (q) => q.query('select state from holds where tenant_id = 1 and key = $1', [key]))).toEqual([{ state: 'posted' }])
  await expect(w.db.read(1, (q) => q.query('select payload from holds'))).rejects.toMatchObject({ code: '42501' })
  await expect(w.db.write(1, (q) => q.query(`update holds set state = 'open'`))).rejects.toMatchObject({ code: '42501' })
})

test('a hold is posted once or voided once; posting a voided hold or voiding a posted hold is refused', async () => {
  const [sold, given] = [await held(), await held()]
  const sale_id = await post(sold)
  expect(await post(sold)).toBe(sale_id)
  await expect(back(sold)).rejects.toMatchObject({ code: 'PX432' })
  await back(given)
  await back(given)
  await expect(post(given)).rejects.toMatchObject({ code: 'PX433' })
  await expect(post(newId())).rejects.toMatchObject({ code: 'PX404' })
  await expect(back(newId())).rejects.toMatchObject({ code: 'PX404' })
  expect(await wallets()).toEqual(Array(2).fill({ balance: 100 * EURO - PRICE, held: 0, available: 100 * EURO - PRICE }))
  expect(await wrongs(w)).toEqual([])
})

test('a key makes one hold: repeating the request returns the state of that hold, and a different request with the key is refused', async () => {
  const asked = live.asked()
  await money.hold(asked)
  expect(await money.hold(asked)).toEqual({ code: 'held', is_new: false })
  expect(await money.hold({ ...asked, quantity: 2 })).toMatchObject({ code: 'key_reused' })
  expect(await money.hold({ ...asked, request: { product: 'P2' } })).toMatchObject({ code: 'key_reused' })
  expect(await money.hold({ ...asked, user_id: newId() })).toMatchObject({ code: 'key_invalid' })
  const sell = { tenant_id: 1, key: asked.key, user_id: asked.user_id, session_id: asked.session_id, seller_id: asked.seller_id }
  const card = await goods(w, { pins: 1 })
  const purchase = { ...sell, configuration_id: card.configuration_id, quantity: 1, sale_id: newId(), download_id: null }
  expect(await money.sell(purchase)).toMatchObject({ code: 'key_reused' })
  // The till cannot give up a key whose order is open at the supplier.
  await expect(money.settle(1, asked.key, asked.user_id)).rejects.toMatchObject({ code: '57014' })
  const sale_id = await post(asked.key)
  expect(await money.hold(asked)).toEqual({ code: 'sold', sale_id })
  expect(await money.settle(1, asked.key, asked.user_id)).toEqual({ outcome: 'sold', sale_id, basket: null })
  const other = live.asked()
  await money.hold(other)
  await back(other.key)
  expect(await money.hold(other)).toMatchObject({ code: 'key_void' })
  expect(await money.settle(1, other.key, other.user_id)).toEqual({ outcome: 'not_sold', sale_id: null, basket: null })
  const late = live.asked()
  expect(await money.settle(1, late.key, late.user_id)).toEqual({ outcome: 'not_sold', sale_id: null, basket: null })
  expect(await money.hold(late)).toMatchObject({ code: 'key_void' })
})

test('goods that may not be sold cannot be held, and the refused request leaves its key unused', async () => {
  const refused = async (more: Partial<HoldAsked>) => {
    const asked = live.asked(more)
    const answer = await money.hold(asked)
    expect(await rowsOf(w, 'select from transaction_keys where tenant_id = 1 and key = $1', [asked.key])).toEqual([])
    return answer
  }
  const of = (code: string, more = {}) => ({ code, available: null, missing: null, price: null, ...more })
  expect(await refused({ quantity: 11 })).toEqual(of('credit_limit_reached', { available: 100 * EURO, missing: 4.5 * EURO }))
  expect(await refused({ price_seen: 9 * EURO })).toEqual(of('price_changed', { price: PRICE }))
  expect(await refused({ session_id: newId() })).toEqual(of('signed_out'))
  expect(await refused({ configuration_id: newId() })).toEqual(of('not_on_offer'))
  await expect(money.hold(live.asked({ quantity: 0 }))).rejects.toMatchObject({ code: 'PX422' })
  await expect(money.hold(live.asked({ cost: -1 }))).rejects.toMatchObject({ code: 'PX422' })
  await giveWallet(w, sud, 9 * EURO)
  expect(await refused({})).toEqual(of('reseller_limit'))
  await rowsOf(w, 'update organisations set is_active = false where tenant_id = 1 and id = $1', [port.customer_id])
  expect(await refused({})).toEqual(of('customer_stopped'))
  await rowsOf(w, 'update organisations set is_active = true where tenant_id = 1 and id = $1', [port.customer_id])
  expect(await walletOf(w, port.customer_id)).toEqual(untouched)
})

test('the supplier’s retail price is the value, from which each hop’s discount is taken; a hold below cost counts as a loss until it is voided', async () => {
  await rowsOf(w, `update organisations set below_cost_daily = ${3 * EURO} where tenant_id = 1 and id = $1`, [live.owner_id])
  const key = await held({ value: 20 * EURO, cost: 21 * EURO })
  expect((await wallets()).map((wallet) => wallet.held)).toEqual([19 * EURO, 19 * EURO])
  const again = { value: 20 * EURO, cost: 21 * EURO }
  expect(await money.hold(live.asked(again))).toMatchObject({ code: 'below_cost_limit' })
  await back(key)
  expect(await wallets()).toEqual([untouched, untouched])
  await post(await held(again))
  expect(await money.hold(live.asked(again))).toMatchObject({ code: 'below_cost_limit' })
  await rowsOf(w, 'update organisations set below_cost_daily = 1000000 where tenant_id = 1 and id = $1', [live.owner_id])
  expect(await wrongs(w)).toEqual([])
})

test('held money is neither spent by a sale nor taken away by lowering the credit limit', async () => {
  const nord = await w.signIn('nord')
  const kiosque = await w.signIn('kiosque')
  await giveWallet(w, kiosque.customer_id, 0)
  const key = async () => (await nord.calls.transactionKey({})).transaction_key
  const book = async (amount: number, type: 'top_up' | 'credit_limit') =>
    nord.calls.walletChange({ transaction_key: await key(), customer_id: kiosque.customer_id, amount, payment_mode: 'cash', type })
  await book(10 * EURO, 'top_up')
  await book(9 * EURO, 'credit_limit')
  const own = await liveGoods(w, kiosque)
  await money.hold(own.asked())
  const card = await goods(w, { pins: 3 })
  const buy = async () =>
    kiosque.calls.sell({ transaction_key: (await kiosque.calls.transactionKey({})).transaction_key, configuration_id: card.configuration_id, quantity: 1 })
  await buy()
  await expect(buy()).rejects.toMatchObject({ code: 'credit_limit_reached', detail: { available: '0.00', missing: '9.50' } })
  await expect(book(8 * EURO, 'credit_limit')).rejects.toMatchObject({ code: 'credit_limit_too_low', detail: { lowest: '9.00' } })
  expect(await kiosque.calls.balance({})).toMatchObject({ balance: 0.5 * EURO, held: 9.5 * EURO, available: 0 })
  expect(await wrongs(w)).toEqual([])
})

test('automatic credit is booked when a hold is posted, not when it is made', async () => {
  await rowsOf(
    w,
    `insert into auto_credit_rules (tenant_id, wallet_id, balance_trigger, balance_topup, daily_limit, created_by, created_at)
     values (1, $1, ${95 * EURO}, ${50 * EURO}, ${50 * EURO}, $1, now())`,
    [port.customer_id],
  )
  const key = await held()
  expect((await walletOf(w, port.customer_id)).balance).toBe(100 * EURO)
  await post(key)
  expect((await walletOf(w, port.customer_id)).balance).toBe(150 * EURO - PRICE)
  expect(await wrongs(w)).toEqual([])
  await rowsOf(w, 'delete from auto_credit_rules where tenant_id = 1 and wallet_id = $1', [port.customer_id])
})

test('nothing is held or sold in a closed period; voiding a hold changes no closed books', async () => {
  const [sold, given] = [await held(), await held()]
  await rowsOf(w, `insert into closings (tenant_id, until) values (1, now() + interval '1 day') on conflict (tenant_id) do update set until = excluded.until`)
  await expect(money.hold(live.asked())).rejects.toMatchObject({ code: '57014' })
  await expect(post(sold)).rejects.toMatchObject({ code: '57014' })
  await back(given)
  expect((await wallets()).map((wallet) => wallet.held)).toEqual([PRICE, PRICE])
})

test('hold() without an order, as servers from before live orders call it, is refused and holds nothing', async () => {
  const asked = live.asked()
  const given = [1, w.clock.now(), asked.key, Buffer.alloc(16), newId(), asked.user_id, asked.session_id, asked.seller_id, asked.configuration_id, 1]
  const before = [...given, null, null, asked.supplier_id, asked.cost, '{}']
  const text = `select * from hold(${before.map((_, i) => `$${i + 1}`).join(', ')})`
  await expect(rowsOf(w, text, before)).rejects.toMatchObject({ code: 'PX422' })
  expect([await rowsOf(w, 'select from holds where tenant_id = 1 and key = $1', [asked.key]), await wallets()]).toEqual([[], Array(2).fill(untouched)])
})
