import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import { newId } from '../../../kit/ids.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { batch, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const seller = await w.signIn('kiosque')
const nord = await w.signIn('nord')
await giveWallet(w, seller.customer_id, 10_000 * EURO)

const key = async (person = seller) => (await person.calls.transactionKey({})).transaction_key
const sell = async (configuration_id: string, quantity = 1, person = seller) =>
  person.calls.sell({ transaction_key: await key(person), configuration_id, quantity })
const set = (sql: string, values: unknown[]) => inTenant(w.owner, 1, (q) => q.query(sql, values))

describe('a sale', () => {
  test('takes the oldest PINs, costs the plan’s price and returns everything a slip needs', async () => {
    const corner = await goods(w, { pins: 3, euro: 10, discount: 650 })
    await batch(w, corner, { pins: 3 })
    const before = await seller.calls.balance({})
    const sale = await sell(corner.configuration_id, 2)
    expect(sale.pins.map((pin) => pin.pin)).toEqual(corner.pins.slice(0, 2))
    expect(sale).toMatchObject({
      quantity: 2,
      value: 10 * EURO,
      price_unit: 93_500,
      amount_total: 187_000,
      face_total: 20 * EURO,
      copy: 0,
      organisation_name: 'Comptoir Nord',
      username: 'kiosque',
    })
    expect(sale.balance_after).toBe(before.balance - 187_000)
    expect((await seller.calls.balance({})).balance).toBe(sale.balance_after)
  })

  test('continues in the next batch if the oldest batch has too few PINs', async () => {
    const corner = await goods(w, { pins: 2 })
    const next = await batch(w, corner, { pins: 5 })
    const sale = await sell(corner.configuration_id, 4)
    expect(sale.pins.map((pin) => pin.pin)).toEqual([...corner.pins, ...next.pins.slice(0, 2)])
  })

  test('skips a blocked PIN', async () => {
    const corner = await goods(w, { pins: 4 })
    await set('update pins set is_blocked = true where tenant_id = 1 and batch_no = $1 and seq = 1', [corner.batch_no])
    const sale = await sell(corner.configuration_id, 3)
    expect(sale.pins.map((pin) => pin.pin)).toEqual(corner.pins.filter((_, seq) => seq !== 1))
    expect(await wrongs(w)).toEqual([])
  })

  test('of 30 PINs over several sealed blocks returns them in order', async () => {
    const corner = await goods(w, { pins: 40, euro: 5 })
    await sell(corner.configuration_id, 5)
    expect((await sell(corner.configuration_id, 30)).pins.map((pin) => pin.pin)).toEqual(corner.pins.slice(5, 35))
  })

  test('below a sub-reseller takes the shop’s price from the shop’s wallet and the sub-reseller’s price from the sub-reseller’s wallet', async () => {
    const port = await w.signIn('port')
    const [sud, portId] = [await organisationId(w, 'sud'), port.customer_id]
    await Promise.all([giveWallet(w, sud, 1000 * EURO), giveWallet(w, portId, 1000 * EURO)])
    const corner = await goods(w, { pins: 5, euro: 20, discount: 500 })
    await nord.calls.assignedChange({ action: 'add', customer_ids: [sud], pad_list: [{ product_id: corner.product_id, discount: 800 }] })
    const sale = await sell(corner.configuration_id, 1, port)
    const balances = await rowsOf<{ organisation_id: string; balance: number }>(
      w,
      'select organisation_id, balance from wallets where tenant_id = 1 and organisation_id = any ($1)',
      [[sud, portId]],
    )
    expect(Object.fromEntries(balances.map((row) => [row.organisation_id, row.balance]))).toEqual({
      [sud]: 1000 * EURO - 184_000,
      [portId]: 1000 * EURO - 190_000,
    })
    expect(sale.price_unit).toBe(190_000)
  })

  test('can be made only by a shop: users of a reseller get no PINs, whatever flags they have, not even by calling the money function directly', async () => {
    await set("update organisations set flags = flags || '{has_cash_card,has_gift_card}' where tenant_id = 1 and name = 'Comptoir Nord'", [])
    await set("update users set flags = flags || '{has_cash_card}' where tenant_id = 1 and username = 'nord-stock'", [])
    const corner = await goods(w, { pins: 2, euro: 10 })
    const money = (person: Person) => async () => {
      const [session] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [person.session_id])
      const { customer_id: seller_id, session_id } = person
      const purchase = { ...corner, seller_id, session_id, user_id: session?.user_id ?? '', quantity: 1, download_id: null }
      return (await w.services.money.sell({ ...purchase, key: newId(), sale_id: newId() })).code
    }
    for (const person of [await w.signIn('nord'), await w.signIn('nord-stock')]) {
      await expect(person.calls.sellerProductsV2({})).rejects.toMatchObject({ code: 'forbidden' })
      await expect(sell(corner.configuration_id, 1, person)).rejects.toMatchObject({ code: 'forbidden', detail: { missing: ['seller'] } })
      expect(await money(person)()).toBe('not_on_offer')
    }
    await sabotage(w, 'purchase_lines', "and o.kind = 'seller'", '')
    expect(await money(await w.signIn('nord'))(), 'control: were it not looked at, the PIN would be gone').toBe('sold')
    await sabotage(w, 'purchase_lines', 'o.id = r.seller_id', "o.id = r.seller_id and o.kind = 'seller'")
  })

  test('repeated with its key returns the same PINs; a request with other content is refused', async () => {
    const corner = await goods(w, { pins: 5 })
    const transaction_key = await key()
    const asked = { transaction_key, configuration_id: corner.configuration_id, quantity: 1 }
    const first = await seller.calls.sell(asked)
    expect(await seller.calls.sell(asked)).toEqual({ ...first, copy: 1 })
    await expect(seller.calls.sell({ ...asked, quantity: 2 })).rejects.toMatchObject({ status: 409, code: 'key_reused' })
  })
})

describe('a sale is refused', () => {
  test('if it has more than 30 cards (the quantity field is named), or, in bulk, if it is outside the bulk call’s bounds', async () => {
    const { configuration_id } = await goods(w, { pins: 1 })
    const form = new URLSearchParams({ transaction_key: await key(), configuration_id, quantity: String(QUANTITY_MAX + 1) })
    const response = await w.fetch('/api/add_transaction_v3/', { method: 'POST', body: form, headers: seller.headers })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_input', problems: [{ field: 'quantity', code: 'quantity_max', limit: 30 }] },
    ])
    await expect(seller.calls.sellBulk({ transaction_key: await key(), configuration_id, quantity: 30 })).rejects.toMatchObject({
      problems: [{ field: 'quantity', code: 'quantity_bulk', limit: 31 }],
    })
  })

  test('if stock is short, and the refusal says how much is left', async () => {
    const corner = await goods(w, { pins: 3 })
    await expect(sell(corner.configuration_id, 4)).rejects.toMatchObject({ code: 'out_of_stock', detail: { left_over: 3 } })
    await sell(corner.configuration_id, 3)
    await expect(sell(corner.configuration_id, 1)).rejects.toMatchObject({ code: 'taken_a_moment_ago', detail: { left_over: 0 } })
    w.clock.advance(61_000)
    await expect(sell(corner.configuration_id, 1)).rejects.toMatchObject({ code: 'out_of_stock' })
  })

  test('if its PINs are unpublished or expired; on the day of expiry they are sold', async () => {
    const hidden = await goods(w, { pins: 3, published: false })
    await expect(sell(hidden.configuration_id)).rejects.toMatchObject({ code: 'out_of_stock', detail: { left_over: 0 } })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(w.clock.now())
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(new Date(w.clock.now().getTime() - 86_400_000))
    await expect(sell((await goods(w, { pins: 3, expires_on: yesterday })).configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })
    expect((await sell((await goods(w, { pins: 3, expires_on: today })).configuration_id)).pins[0]?.expires_on).toBe(today)
  })

  test('if the shop’s own price entry (PAD) hides the goods, and if the goods do not exist', async () => {
    const corner = await goods(w, { pins: 3 })
    const { product_id, configuration_id } = corner
    for (const action of ['add', 'disable'] as const)
      await nord.calls.assignedChange({ action, customer_ids: [seller.customer_id], pad_list: [{ product_id, configuration_id, discount: 0 }] })
    await expect(sell(corner.configuration_id)).rejects.toMatchObject({ code: 'not_on_offer' })
    await expect(sell(newId())).rejects.toMatchObject({ code: 'not_on_offer' })
  })

  test('if credit is short, and the refusal has the available and the missing amount', async () => {
    const gare = await w.signIn('gare')
    await giveWallet(w, gare.customer_id, 5 * EURO, 2 * EURO)
    const corner = await goods(w, { pins: 3, euro: 10, discount: 0 })
    await expect(sell(corner.configuration_id, 1, gare)).rejects.toMatchObject({
      status: 409,
      code: 'credit_limit_reached',
      message: 'Credit limit reached',
      detail: { available: '7.00', missing: '3.00' },
    })
    expect(await gare.calls.balance({})).toMatchObject({ balance: 5 * EURO })
  })

  test('if the reseller above cannot pay, and the refusal does not show that reseller’s figures', async () => {
    const port = await w.signIn('port')
    const sud = await organisationId(w, 'sud')
    await Promise.all([giveWallet(w, sud, 0), giveWallet(w, port.customer_id, 1000 * EURO)])
    await set('update wallets set credit_limit = 0 where tenant_id = 1 and organisation_id = $1', [sud])
    await expect(sell((await goods(w, { pins: 3 })).configuration_id, 1, port)).rejects.toMatchObject({ code: 'reseller_limit', detail: {} })
    expect(await port.calls.balance({})).toMatchObject({ balance: 1000 * EURO })
  })

  test('if the shop was suspended a moment ago, although its session is still cached', async () => {
    const gare = await w.signIn('gare')
    const corner = await goods(w, { pins: 3 })
    await gare.calls.balance({})
    await w.owner.query('select set_customer_active(1, $1, $2, false)', [corner.owner_id, gare.customer_id])
    await expect(sell(corner.configuration_id, 1, gare)).rejects.toMatchObject({ code: 'customer_stopped' })
    await w.owner.query('select set_customer_active(1, $1, $2, true)', [corner.owner_id, gare.customer_id])
  })

  test('with another user’s key, or with an invented key', async () => {
    const gare = await w.signIn('gare')
    const { configuration_id } = await goods(w, { pins: 1 })
    for (const transaction_key of [await key(gare), 'AAAA', `${await key()}x`])
      await expect(seller.calls.sell({ transaction_key, configuration_id, quantity: 1 })).rejects.toMatchObject({ status: 400, code: 'key_invalid' })
  })

  test('while another request with its key is running, with a note to try again', async () => {
    const { configuration_id } = await goods(w, { pins: 1 })
    const blocker = await w.owner.connect()
    await blocker.query("begin; set local app.tenant = '1'")
    await blocker.query('select 1 from wallets where tenant_id = 1 and organisation_id = $1 for update', [seller.customer_id])
    try {
      const body = new URLSearchParams({ transaction_key: await key(), configuration_id, quantity: '1' })
      const answer = await w.fetch('/api/add_transaction_v3/', { method: 'POST', body, headers: seller.headers })
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([409, '1', { code: 'in_progress' }])
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})

describe('the list of goods on offer at the till', () => {
  test('has the price that a sale charges; a shop that may not see discounts gets neither price nor discount', async () => {
    const corner = await goods(w, { pins: 2, euro: 20, discount: 333 })
    const offer = (await seller.calls.sellerProductsV2({})).content.find((o) => o.configuration_id === corner.configuration_id)
    expect(offer).toMatchObject({ price: (await sell(corner.configuration_id)).price_unit, discount: 333, left: 2 })
    const masked = (await (await w.signIn('gare')).calls.sellerProducts({})).content.find((o) => o.configuration_id === corner.configuration_id)
    expect(masked).toMatchObject({ price: null, discount: null })
  })

  test('shows staff with only one of the till’s flags the goods of that flag, and lets them sell no others', async () => {
    const cashier = await w.signIn('kiosque-caisse')
    const all = (await seller.calls.sellerProductsV2({})).content
    const own = (await cashier.calls.sellerProductsV2({})).content
    expect(own.length).toBe(all.filter((offer) => offer.product_type !== 'gift_card').length)
    const gift = all.find((offer) => offer.product_type === 'gift_card' && offer.left !== 0)
    await expect(sell(gift?.configuration_id ?? '', 1, cashier)).rejects.toMatchObject({ code: 'not_on_offer' })
  })

  test('has favourites first, in their order, and on request only favourites', async () => {
    const some = (await seller.calls.sellerProductsV2({})).content.slice(3, 6).map((o) => o.configuration_id)
    await seller.calls.favouritesSet({ configuration_ids: [...some].reverse() })
    const only = (await seller.calls.sellerProductsV2({ favorite: true })).content
    expect(only.map((o) => [o.configuration_id, o.favorite])).toEqual([...some].reverse().map((id, i) => [id, i + 1]))
  })
})
