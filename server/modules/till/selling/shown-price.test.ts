// A sale sends the price that the till has shown. If the price has changed in the meantime, nothing is sold.

import { expect, test } from 'vitest'
import type { CallError } from '../../../../contract/kit/client.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

/** The price of a card of 10.00 € at a discount of 5 percent, and at one of 10 percent. */
const [AT_5, AT_10] = [95_000, 90_000]
const WAVES = 20
const BUYERS = 5
const MOST = 100

const w = await fileWorld()
const shop = await w.signIn('kiosque')
const masked = await w.signIn('gare')
for (const name of ['kiosque', 'gare']) await giveWallet(w, await organisationId(w, name), 100_000 * EURO)

const keyOf = async (person: Person) => (await person.calls.transactionKey({})).transaction_key
const discount = ({ product_id }: Corner, hundredths: number) =>
  inTenant(w.owner, 1, (q) => q.query('update plan_entries set discount = $2 where tenant_id = 1 and product_id = $1', [product_id, hundredths]))
const salesOf = ({ configuration_id }: Corner) =>
  rowsOf<{ price_unit: Money }>(w, 'select price_unit from sales where tenant_id = 1 and configuration_id = $1', [configuration_id])

test('a sale at the seen price is made; a sale that does not send a seen price is made too', async () => {
  const { configuration_id } = await goods(w, { pins: 9 })
  const one = { configuration_id, quantity: 2 }
  expect(await shop.calls.sell({ ...one, transaction_key: await keyOf(shop), price_seen: AT_5 })).toMatchObject({ price_unit: AT_5, amount_total: 2 * AT_5 })
  expect(await shop.calls.sell({ ...one, transaction_key: await keyOf(shop) })).toMatchObject({ price_unit: AT_5 })
})

test('a sale at another price than the current one is refused with the current price; nothing is booked, and the same key sells at the current price', async () => {
  const corner = await goods(w, { pins: 9 })
  const { balance } = await shop.calls.balance({})
  const asked = { transaction_key: await keyOf(shop), configuration_id: corner.configuration_id, quantity: 2 }
  await discount(corner, 1000)
  await expect(shop.calls.sell({ ...asked, price_seen: AT_5 })).rejects.toMatchObject({ status: 409, code: 'price_changed', detail: { price: '9.00' } })
  expect((await shop.calls.balance({})).balance).toBe(balance)
  expect(await salesOf(corner)).toEqual([])
  const sale = await shop.calls.sell({ ...asked, price_seen: AT_10 })
  expect(sale.price_unit).toBe(AT_10)

  // Repeating a sale whose answer was lost is not a new sale, so the price is not compared.
  await discount(corner, 500)
  expect(await shop.calls.sell({ ...asked, price_seen: AT_10 })).toEqual({ ...sale, copy: 1 })
  expect(await salesOf(corner)).toHaveLength(1)
})

test('a bulk sale at another price than the shown one is refused as well', async () => {
  const { configuration_id } = await goods(w, { pins: 40 })
  const asked = { configuration_id, quantity: 35 }
  await expect(shop.calls.sellBulk({ ...asked, transaction_key: await keyOf(shop), price_seen: AT_10 })).rejects.toMatchObject({ detail: { price: '9.50' } })
  expect(await shop.calls.sellBulk({ ...asked, transaction_key: await keyOf(shop), price_seen: AT_5 })).toMatchObject({ quantity: 35 })
})

test('a shop that may not see its price sends the face value instead, and cannot learn its price by guessing', async () => {
  const { configuration_id } = await goods(w, { pins: 9 })
  const asked = { configuration_id, quantity: 1 }
  const guess = masked.calls.sell({ ...asked, transaction_key: await keyOf(masked), price_seen: AT_5 })
  await expect(guess).rejects.toMatchObject({ code: 'price_changed', detail: { price: '10.00' } })
  expect(await masked.calls.sell({ ...asked, transaction_key: await keyOf(masked), price_seen: 10 * EURO })).toMatchObject({ price_unit: null })
})

/**
 * Sells at 9.50 € in rounds while the price changes back and forth; returns the booked prices and the refusal codes. `more`: whether to start another round.
 */
async function whilePriceMoves(corner: Corner, more: (wave: number) => Promise<boolean>) {
  let isOver = false
  const moving = (async () => {
    for (let n = 0; !isOver; n++) await discount(corner, n % 2 ? 500 : 1000)
  })()
  const buy = async () => {
    const asked = { transaction_key: await keyOf(shop), configuration_id: corner.configuration_id, quantity: 1, price_seen: AT_5 }
    return shop.calls.sell(asked).then(
      () => 'sold',
      (error: CallError) => `${error.code} ${error.detail.price}`,
    )
  }
  const answers = new Set<string>()
  for (let wave = 0; await more(wave); wave++) for (const answer of await Promise.all(Array.from({ length: BUYERS }, buy))) answers.add(answer)
  isOver = true
  await moving
  return { prices: new Set((await salesOf(corner)).map(({ price_unit }) => price_unit)), answers }
}

test('while prices change, no sale is booked at a price that the shop has not seen', async () => {
  const { prices, answers } = await whilePriceMoves(await goods(w, { pins: WAVES * BUYERS }), async (wave) => wave < WAVES)
  expect([...prices].filter((price) => price !== AT_5)).toEqual([])
  expect([...answers].filter((answer) => answer !== 'sold' && answer !== 'price_changed 9.00')).toEqual([])
  expect(await wrongs(w)).toEqual([])
})

test('control: if the shown price is not compared with the booked line, sales at other prices are booked', async () => {
  await sabotage(w, 'sell', 'p_price_seen[v_line.ord] <> v_line.price_shown', 'false')
  const corner = await goods(w, { pins: MOST * BUYERS })
  // In half of the rounds the price has changed. The probability that a hundred rounds never meet a changed price is below one in a thousand million.
  const isSeen = async () => (await salesOf(corner)).some(({ price_unit }) => price_unit === AT_10)
  const { prices } = await whilePriceMoves(corner, async (wave) => wave < MOST && !(await isSeen()))
  expect(prices).toContain(AT_10)
})
