// A sale is found by the short code on its slip, by users who may see the sale and by nobody else.
import { beforeAll, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { saleCode } from '../../../../contract/kit/sale-code.ts'
import { giveWallet, goods } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, port, kiosque] = (await Promise.all(['nord', 'port', 'kiosque'].map((name) => w.signIn(name)))) as [Person, Person, Person]
const sale_ids: string[] = []

beforeAll(async () => {
  await giveWallet(w, port.customer_id, 1_000 * EURO)
  const { configuration_id } = await goods(w, { pins: 10, euro: 10 })
  const line = { configuration_id, quantity: 1 }
  sale_ids.push((await port.calls.sell({ ...(await port.calls.transactionKey({})), ...line })).sale_id)
  const other = { configuration_id: (await goods(w, { pins: 10, euro: 10 })).configuration_id, quantity: 1 }
  const { sales } = await port.calls.sellBasket({ ...(await port.calls.transactionKey({})), lines: [line, other] })
  sale_ids.push(...sales.map(({ sale_id }) => sale_id))
})

const found = async (person: Person, search_text: string) => (await person.calls.salesList({ search_text })).content.map(({ sale_id }) => sale_id)

test('each sale of a basket has its own short code, and the code finds only that sale', async () => {
  const codes = sale_ids.map((sale_id) => saleCode(sale_id) ?? '')
  expect(new Set(codes).size).toBe(3)
  for (const [i, code] of codes.entries()) {
    for (const person of [port, nord]) expect(await found(person, code)).toEqual([sale_ids[i]])
    expect(await found(port, code.replaceAll(' ', ''))).toEqual([sale_ids[i]])
    expect((await port.calls.ownSalesList({ search_text: code })).content.map(({ sale_id }) => sale_id)).toEqual([sale_ids[i]])
  }
})

test('another shop cannot find a sale by its short code, and a code with one wrong character finds nothing', async () => {
  const code = saleCode(sale_ids[0] ?? '') ?? ''
  expect(await found(kiosque, code)).toEqual([])
  expect(await found(port, code.slice(0, -1) + (code.endsWith('3') ? '4' : '3'))).toEqual([])
})
