// Goods that a shop sees with a price can be bought: cards and recharges that suppliers make at the moment of sale, through their simulators.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EURO, moneyText } from '../../../../contract/kit/money.ts'
import { batch, giveWallet, goods, rowsOf, wrongs } from '../../../test/arrange.ts'
import { walletOf } from '../../../test/holds.ts'
import { onDemandThere } from '../../../test/on-demand.ts'
import { practice } from '../../../test/practice.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const there = await onDemandThere(w)
afterAll(() => there.close())
const shop = await w.signIn('kiosque')
const START = 5_000 * EURO
const NUMBER = '+49 151 234 56 100'

beforeEach(async () => {
  for (const each of [shop, await w.signIn('gare'), await w.signIn('nord')]) await giveWallet(w, each.customer_id, START)
})

const key = async (person: Person = shop) => (await person.calls.transactionKey({})).transaction_key
const balance = async () => (await walletOf(w, shop.customer_id)).balance
const listed = async (person: Person = shop) => [
  ...(await person.calls.softApiOffers({ limit: 100 })).content,
  ...(await person.calls.pjTelesoftOffers({ limit: 100 })).content,
]
const isSent = ({ needs }: { needs: readonly (readonly string[])[] }) => (needs[0]?.length ?? 0) > 0
/** The id of a code of this brand and value, from the list of offers. */
const code = async (brand: string, value: number, person: Person = shop) =>
  (await listed(person)).find((one) => one.product_name === brand && one.value === value && !isSent(one))?.configuration_id ?? ''
const to = { mobile_number: NUMBER, mobile_number_again: NUMBER }
const made = () => [there.soft, there.pj, there.cards].flatMap((sim) => sim.journal()).filter(({ event }) => event === 'delivered').length

test('everything that SoftAPI, PJ Telesoft and Pin-on-Demand offer a shop with a price is sold at that price', async () => {
  const all = await listed()
  expect(new Set(all.map(({ product_name }) => product_name)).size).toBeGreaterThan(5)
  for (const one of all) {
    await giveWallet(w, shop.customer_id, START)
    const asked = { transaction_key: await key(), configuration_id: one.configuration_id, price_seen: one.price ?? 0, once_more: true }
    const { sale } = await shop.calls.onDemandSell(isSent(one) ? { ...asked, ...to } : asked)
    const said = { product_name: one.product_name, price_unit: one.price, pins: isSent(one) ? [] : [{ pin: expect.stringMatching(/^\d{8,}$/) }] }
    // The supplier needs a moment for a recharge, so `sale` may still be null.
    if (sale || !isSent(one)) expect([one.name, sale]).toMatchObject([one.name, said])
    if (sale) expect(await balance()).toBe(START - (one.price ?? 0))
  }
  expect(await wrongs(w)).toEqual([])
})

test('a card made on demand is sold for its face value, unless the platform sets another price', async () => {
  for (const [brand, value] of [['paysafecard', 25], ['Sternnetz', 20]] as const) expect(await code(brand, value * EURO)).not.toBe('') // biome-ignore format: a table
})

describe('the till’s call for selling', () => {
  test('sells on-demand products, one at a time, once per key', async () => {
    const [configuration_id, transaction_key, before] = [await code('paysafecard', 25 * EURO), await key(), made()]
    const sale = await shop.calls.sell({ transaction_key, configuration_id, quantity: 1 })
    expect(sale).toMatchObject({ product_type: 'dynamic', value: 25 * EURO, copy: 0, pins: [{ pin: expect.stringMatching(/^\d+$/) }] })
    expect(await shop.calls.sell({ transaction_key, configuration_id, quantity: 1 })).toMatchObject({ sale_id: sale.sale_id, copy: 1, pins: sale.pins })
    expect(await shop.calls.saleSettle({ transaction_key })).toMatchObject({ outcome: 'sold', sale: { sale_id: sale.sale_id } })
    expect(await shop.calls.reprint({ sale_id: sale.sale_id })).toMatchObject({ pins: sale.pins })
    expect(made()).toBe(before + 1)
    const two = shop.calls.sell({ transaction_key: await key(), configuration_id, quantity: 2 })
    await expect(two).rejects.toMatchObject({ problems: [{ field: 'quantity', code: 'too_big', limit: 1 }] })
    await expect(shop.calls.sell({ transaction_key, configuration_id: await code('paysafecard', 50 * EURO), quantity: 1 })).rejects.toMatchObject({
      code: 'key_reused',
    })
    const [row] = (await shop.calls.salesList({})).content
    expect(row).toMatchObject({ sale_id: sale.sale_id, product_type: 'dynamic' })
    expect((await shop.calls.onDemandSold({})).content[0]).toMatchObject({ state: 'successful', sale_id: sale.sale_id, brand: 'paysafecard' })
    expect(await wrongs(w)).toEqual([])
  })

  test('has a sold-out card made by its supplier, and sells the card from stock once it is in stock again', async () => {
    const stock = await goods(w, { pins: 0, euro: 50 })
    await rowsOf(w, `update products set name = 'paysafecard', name_search = 'paysafecard' where tenant_id = 1 and id = $1`, [stock.product_id])
    const tile = async (person = shop) =>
      (await person.calls.sellerProductsV2({})).content.find(({ configuration_id }) => configuration_id === stock.configuration_id)
    const live = (await listed()).find((one) => one.product_name === 'paysafecard' && one.value === 50 * EURO)
    expect(await tile()).toMatchObject({ left: 1, on_demand: true, price: live?.price })
    const buy = async (price_seen?: number) =>
      shop.calls.sell({ transaction_key: await key(), configuration_id: stock.configuration_id, quantity: 1, ...(price_seen !== undefined && { price_seen }) })
    expect(await buy(live?.price ?? 0)).toMatchObject({ product_type: 'dynamic', price_unit: live?.price })
    await expect(buy(1)).rejects.toMatchObject({ code: 'price_changed', detail: { price: moneyText(live?.price ?? 0) } })
    expect(await buy()).toMatchObject({ product_type: 'dynamic', value: 50 * EURO })
    await batch(w, stock, { pins: 1 })
    expect(await tile()).toMatchObject({ left: 1 })
    expect(await tile()).not.toHaveProperty('on_demand')
    expect(await buy()).toMatchObject({ product_type: 'cash_card' })
    // Control: where no supplier may make the card, its tile shows it as sold out.
    await rowsOf(w, `update connections set is_active = false where tenant_id = 1 and adapter = 'paysafecard'`)
    expect(await tile()).toMatchObject({ left: 0 })
    await expect(buy()).rejects.toMatchObject({ code: expect.stringMatching(/^(out_of_stock|taken_a_moment_ago)$/) })
    await rowsOf(w, `update connections set is_active = true where tenant_id = 1 and adapter = 'paysafecard' and base_url = $1`, [there.cards.url])
  })

  test('sent again with the same key after a lost answer asks the supplier again, and only one card is made', async () => {
    const [configuration_id, transaction_key, before] = [await code('Sternnetz', 10 * EURO), await key(), made()]
    const asked = { transaction_key, configuration_id, quantity: 1 }
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => shop.calls.sell(asked)))
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(true)
    const sale = await shop.calls.sell(asked)
    expect([made() - before, await balance()]).toEqual([1, START - (sale.price_unit ?? 0)])
  })
})

test('an on-demand product that is sent to a telephone number requires a number of the product’s country, and is not sent twice without confirmation', async () => {
  const one = (await listed()).find((each) => each.product_name === 'Nordfunk' && isSent(each))
  const send = async (more: object) => shop.calls.onDemandSell({ transaction_key: await key(), configuration_id: one?.configuration_id ?? '', ...more })
  await expect(send({})).rejects.toMatchObject({ problems: [{ field: 'mobile_number', code: 'required' }] })
  await expect(send({ mobile_number: '+33 6 12 34 56 78' })).rejects.toMatchObject({ problems: [{ code: 'other_country', limit: 'DE' }] })
  await expect(send({ ...to, mobile_number_again: '+49 151 234 56 101' })).rejects.toMatchObject({ problems: [{ code: 'mobile_not_matched' }] })
  await send({ ...to, once_more: true })
  await expect(send(to)).rejects.toMatchObject({ code: 'sent_before' })
})

test('if the supplier refuses an on-demand product the shop pays nothing, and the answer says what the shop can do', async () => {
  there.soft.tune({ balance: '0.00' })
  const asked = { transaction_key: await key(), configuration_id: await code('Sternnetz', 10 * EURO) }
  await expect(shop.calls.onDemandSell(asked)).rejects.toMatchObject({ code: 'supplier_refused', detail: { failure: 'not_now' } })
  there.soft.tune({ balance: '5000.00' })
  expect(await balance()).toBe(START)
})

test('nothing can be sold on demand under another shop’s key or by a user of a reseller', async () => {
  const [other, nord] = [await w.signIn('gare'), await w.signIn('nord')]
  const configuration_id = await code('Sternnetz', 20 * EURO)
  const transaction_key = await key()
  await shop.calls.onDemandSell({ transaction_key, configuration_id })
  await expect(other.calls.onDemandSell({ transaction_key, configuration_id })).rejects.toMatchObject({ code: 'key_invalid' })
  await expect(nord.calls.onDemandSell({ transaction_key: await key(nord), configuration_id })).rejects.toMatchObject({ code: 'forbidden' })
})

test('in practice mode an on-demand sale is simulated, by its own call and by the till’s, and no supplier is asked', async () => {
  const player = await practice(w, 'kiosque')
  const [configuration_id, before] = [await code('paysafecard', 10 * EURO), made()]
  const { sale } = await player.calls.onDemandSell({ transaction_key: await key(player), configuration_id })
  expect(sale).toMatchObject({ training_no: expect.stringMatching(/^T-/), product_name: 'paysafecard', pins: [{ pin: expect.stringMatching(/^TRAINING/) }] })
  expect(await player.calls.sell({ transaction_key: await key(player), configuration_id, quantity: 1 })).toMatchObject({ training_no: expect.any(String) })
  expect([made(), await balance()]).toEqual([before, START])
})
