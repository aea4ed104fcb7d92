// What the answer to a sale brings for the next one, when the till asks for it with the sale.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { type Corner, giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const seller = await w.signIn('kiosque')
await giveWallet(w, seller.customer_id, 10_000 * EURO)

const key = async () => (await seller.calls.transactionKey({})).transaction_key
const sell = async ({ configuration_id }: Corner, { quantity = 1, transaction_key = '', with_next = true } = {}) =>
  seller.calls.sell({ transaction_key: transaction_key || (await key()), configuration_id, quantity, with_next })
const inCatalogue = async (corner: Corner) =>
  (await seller.calls.sellerProductsV2({})).content.find(({ configuration_id }) => configuration_id === corner.configuration_id)?.left
const leftIn = (sale: Awaited<ReturnType<typeof sell>>) => sale.next?.offers.map(({ left }) => left)

describe('the answer to a sale', () => {
  test('brings a key that sells, the balance as its own call answers it, and how many cards are left as the catalogue says it', async () => {
    const [few, many] = [await goods(w, { pins: 5 }), await goods(w, { pins: 40 })]
    const sale = await sell(few)
    const { as_of, ...balance } = await seller.calls.balance({})
    expect(sale.next?.balance).toMatchObject(balance)
    expect(sale.next?.balance.balance).toBe(sale.balance_after)
    expect([leftIn(sale), await inCatalogue(few)]).toEqual([[4], 4])
    const next = await sell(many, { transaction_key: sale.next?.transaction_key ?? '' })
    expect([leftIn(next), await inCatalogue(many)]).toEqual([[null], null])
    expect(next.next?.transaction_key).not.toBe(sale.next?.transaction_key)
  })

  test('brings nothing for the next sale unless the request asks for it, as older tills and customers’ systems do not', async () => {
    expect((await sell(await goods(w, { pins: 1 }), { with_next: false })).next).toBeUndefined()
  })

  test('leaves goods out whose offer may have changed in other ways: those sold out, and those of a nearly empty pool', async () => {
    const [last, pool, first, second] = [await goods(w, { pins: 1 }), await goods(w, { pins: 33 }), await goods(w, { pins: 0 }), await goods(w, { pins: 0 })]
    expect(leftIn(await sell(last))).toEqual([])
    await inTenant(w.owner, 1, async (q) => {
      await q.query('update configurations set is_pool = true where tenant_id = 1 and id = $1', [pool.configuration_id])
      const drawing = [first, second].map(({ configuration_id }) => configuration_id)
      await q.query('update configurations set draws_on = $1 where tenant_id = 1 and id = any ($2)', [pool.configuration_id, drawing])
    })
    expect(leftIn(await sell(first))).toEqual([null])
    expect(await inCatalogue(second)).toBeNull()
    expect(leftIn(await sell(first, { quantity: 2 }))).toEqual([])
    expect([await inCatalogue(first), await inCatalogue(second)]).toEqual([30, 30])
  })

  test('brings it for all cards of a basket', async () => {
    const [one, other] = [await goods(w, { pins: 3 }), await goods(w, { pins: 9 })]
    const lines = [one, other].map(({ configuration_id }) => ({ configuration_id, quantity: 2 }))
    const { sales, next } = await seller.calls.sellBasket({ transaction_key: await key(), lines, with_next: true })
    expect(sales).toHaveLength(2)
    expect(new Map(next?.offers.map(({ configuration_id, left }) => [configuration_id, left]))).toEqual(
      new Map([
        [one.configuration_id, 1],
        [other.configuration_id, 7],
      ]),
    )
  })

  test('comes without it if it cannot be read, because the sale is made; control: when it can be read, it comes', async () => {
    const corner = await goods(w, { pins: 3 })
    const transaction_key = await key()
    await w.owner.query('revoke select on queue_heads from portal_app')
    const sale = await sell(corner, { transaction_key }).finally(() => w.owner.query('grant select on queue_heads to portal_app'))
    expect([sale.pins.length, sale.next]).toEqual([1, undefined])
    expect(await rowsOf(w, 'select id from sales where tenant_id = 1 and configuration_id = $1', [corner.configuration_id])).toEqual([{ id: sale.sale_id }])
    expect(leftIn(await sell(corner))).toEqual([1])
  })

  test('brings it again when the same sale is asked for again, because the first answer may be lost', async () => {
    const corner = await goods(w, { pins: 3 })
    const transaction_key = await key()
    const sale = await sell(corner, { transaction_key })
    const again = await sell(corner, { transaction_key })
    expect([again.sale_id, leftIn(again)]).toEqual([sale.sale_id, [2]])
  })
})
