import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kit/ids.ts'
import { inTenant } from '../../seeds/demo-people.ts'
import { giveWallet, goods, rowsOf, wrongs } from '../../test/arrange.ts'
import { type Person, type World, world } from '../../test/world.ts'

const EURO = 10_000
let w: World
let seller: Person
beforeAll(async () => {
  w = await world()
  seller = await w.signIn('kiosque')
  await giveWallet(w, seller.customer_id, 10_000 * EURO)
})
afterAll(() => w.end())

const key = async (person = seller) => (await person.calls.transactionKey({})).transaction_key
const sell = async (configuration_id: string, quantity = 1, person = seller) =>
  person.calls.sell({ transaction_key: await key(person), configuration_id, quantity })

describe('a bulk sale', () => {
  test('answers no PINs but a download that works once', async () => {
    const corner = await goods(w, { pins: 40, euro: 5 })
    const sale = await seller.calls.sellBulk({ transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 35 })
    expect(sale.pins).toEqual([])
    const file = await seller.calls.saleDownload({ download_id: sale.download_id })
    for (const pin of corner.pins.slice(0, 35)) expect(file.csv).toContain(pin)
    await expect(seller.calls.saleDownload({ download_id: sale.download_id })).rejects.toMatchObject({ status: 410, code: 'download_used' })
    await expect((await w.signIn('gare')).calls.saleDownload({ download_id: sale.download_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is offered in its row to whoever sold it until its file is fetched, and to nobody else', async () => {
    const corner = await goods(w, { pins: 40, euro: 5 })
    const { sale_id, download_id } = await seller.calls.sellBulk({ transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 31 })
    const rowOf = async (person: Person) => (await person.calls.salesList({ limit: 100 })).content.find((row) => row.sale_id === sale_id)
    expect(await rowOf(seller)).toMatchObject({ quantity: 31, download_id })
    expect(await rowOf(await w.signIn('nord'))).toMatchObject({ quantity: 31, download_id: null })
    await seller.calls.saleDownload({ download_id })
    expect(await rowOf(seller)).toMatchObject({ download_id: null })
  })

  test('is all or nothing', async () => {
    const corner = await goods(w, { pins: 33, euro: 5 })
    const before = await seller.calls.balance({})
    await expect(seller.calls.sellBulk({ transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 34 })).rejects.toMatchObject({
      code: 'out_of_stock',
      detail: { left_over: 33 },
    })
    expect((await seller.calls.balance({})).balance).toBe(before.balance)
    expect(await wrongs(w)).toEqual([])
  })
})

describe('a key whose answer was lost', () => {
  test('is settled by its sale, with its PINs', async () => {
    const corner = await goods(w, { pins: 2 })
    const transaction_key = await key()
    const sale = await seller.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'sold', sale })
  })

  test('or for ever: nothing can be sold under it afterwards', async () => {
    const corner = await goods(w, { pins: 2 })
    const transaction_key = await key()
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'not_sold', sale: null })
    await expect(seller.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })).rejects.toMatchObject({ code: 'key_void' })
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'not_sold', sale: null })
  })

  test('is not settled for others', async () => {
    await expect((await w.signIn('gare')).calls.saleSettle({ transaction_key: await key() })).rejects.toMatchObject({ code: 'key_invalid' })
  })
})

describe('a reprint', () => {
  test('is the same slip, numbered, ten at once get ten numbers', async () => {
    const corner = await goods(w, { pins: 2 })
    const sale = await sell(corner.configuration_id)
    const copies = await Promise.all(Array.from({ length: 10 }, () => seller.calls.reprint({ sale_id: sale.sale_id })))
    expect(copies.map((slip) => slip.copy).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const copy of copies) expect({ ...copy, copy: 0 }).toEqual(sale)
    expect(await rowsOf(w, 'select copy from reveals where tenant_id = 1 and sale_id = $1', [sale.sale_id])).toHaveLength(10)
    expect((await seller.calls.reprint({})).sale_id).toBe(sale.sale_id)
  })

  test('later, or in another session, asks for a reason; after a day for a manager', async () => {
    const [cashier, own] = [await w.signIn('kiosque-caisse'), await world()]
    try {
      const manager = await own.signIn('kiosque')
      const staff = await own.signIn('kiosque-caisse')
      const corner = await goods(own, { pins: 2 })
      const sale = await manager.calls.sell({ transaction_key: await key(manager), configuration_id: corner.configuration_id, quantity: 1 })
      const asked = { sale_id: sale.sale_id }
      await expect(staff.calls.reprint(asked)).rejects.toMatchObject({ code: 'reprint_refused', detail: { why: 'reason_needed' } })
      expect((await staff.calls.reprint({ ...asked, reason: 'paper jam' })).copy).toBe(1)
      own.clock.advance(11 * 60_000)
      await expect(manager.calls.reprint(asked)).rejects.toMatchObject({ detail: { why: 'reason_needed' } })
      await inTenant(own.owner, 1, (q) =>
        q.query("update sales set created_at = created_at - interval '2 days' where tenant_id = 1 and id = $1", [sale.sale_id]),
      )
      await expect(staff.calls.reprint({ ...asked, reason: 'lost' })).rejects.toMatchObject({ detail: { why: 'manager_needed' } })
      expect((await manager.calls.reprint({ ...asked, reason: 'lost' })).copy).toBe(2)
    } finally {
      await own.end()
    }
    await expect(cashier.calls.reprint({ sale_id: newId() })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('bulk sales need no more than the pin_download setting for small quantities', async () => {
  const own = await world()
  try {
    const corner = await goods(own, { pins: 3 })
    await inTenant(own.owner, 1, (q) => q.query("update organisations set pin_download = true where tenant_id = 1 and name = 'Kiosque Nord'"))
    const person = await own.signIn('kiosque')
    const sale = await person.calls.sellBulk({ transaction_key: await key(person), configuration_id: corner.configuration_id, quantity: 2 })
    expect((await person.calls.saleDownload({ download_id: sale.download_id })).csv).toContain(corner.pins[0])
  } finally {
    await own.end()
  }
})
