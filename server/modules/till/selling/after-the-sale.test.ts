import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { inTenant } from '../../../seeds/demo-people.ts'
import { giveWallet, goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person, world } from '../../../test/world.ts'

const w = await fileWorld()
const seller = await w.signIn('kiosque')
await giveWallet(w, seller.customer_id, 10_000 * EURO)

const key = async (person = seller) => (await person.calls.transactionKey({})).transaction_key
const sell = async (configuration_id: string, quantity = 1, person = seller) =>
  person.calls.sell({ transaction_key: await key(person), configuration_id, quantity })

describe('a bulk sale', () => {
  test('returns no PINs but a download that works once', async () => {
    const corner = await goods(w, { pins: 40, euro: 5 })
    const sale = await seller.calls.sellBulk({ transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 35 })
    expect(sale.pins).toEqual([])
    const file = await seller.calls.saleDownload({ download_id: sale.download_id })
    for (const pin of corner.pins.slice(0, 35)) expect(file.csv).toContain(pin)
    await expect(seller.calls.saleDownload({ download_id: sale.download_id })).rejects.toMatchObject({ status: 410, code: 'download_used' })
    await expect((await w.signIn('gare')).calls.saleDownload({ download_id: sale.download_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('has its file offered in the list of sales until the file is fetched, to the user who made the sale and to nobody else', async () => {
    const corner = await goods(w, { pins: 40, euro: 5 })
    const { sale_id, download_id } = await seller.calls.sellBulk({ transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 31 })
    const rowOf = async (person: Person) => (await person.calls.salesList({ limit: 100 })).content.find((row) => row.sale_id === sale_id)
    expect(await rowOf(seller)).toMatchObject({ quantity: 31, download_id })
    expect(await rowOf(await w.signIn('nord'))).toMatchObject({ quantity: 31, download_id: null })
    await seller.calls.saleDownload({ download_id })
    expect(await rowOf(seller)).toMatchObject({ download_id: null })
  })

  test('sells either all its cards or none', async () => {
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

describe('a transaction key whose answer was lost', () => {
  test('returns its sale with the PINs when it is settled', async () => {
    const corner = await goods(w, { pins: 2 })
    const transaction_key = await key()
    const sale = await seller.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'sold', sale: { ...sale, copy: 1 }, more: [] })
  })

  test('under which nothing was sold is settled as not sold, and nothing can be sold under it any more', async () => {
    const corner = await goods(w, { pins: 2 })
    const transaction_key = await key()
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'not_sold', sale: null, more: [] })
    await expect(seller.calls.sell({ transaction_key, configuration_id: corner.configuration_id, quantity: 1 })).rejects.toMatchObject({ code: 'key_void' })
    expect(await seller.calls.saleSettle({ transaction_key })).toEqual({ outcome: 'not_sold', sale: null, more: [] })
  })

  test('cannot be settled by a user of another shop', async () => {
    await expect((await w.signIn('gare')).calls.saleSettle({ transaction_key: await key() })).rejects.toMatchObject({ code: 'key_invalid' })
  })
})

describe('showing the PINs of a sale again in clear', () => {
  const shown = async (sale_id: string) => {
    const rows = await rowsOf<{ kind: string; copy: number }>(w, 'select kind, copy from reveals where tenant_id = 1 and sale_id = $1 order by copy', [sale_id])
    const [sale] = await rowsOf<{ copies: number }>(w, 'select copies from sales where tenant_id = 1 and id = $1', [sale_id])
    return [...rows.map(({ kind, copy }) => `${copy} ${kind}`), sale?.copies]
  }
  const bulkOf = async (person = seller) => {
    const corner = await goods(w, { pins: 31, euro: 5 })
    const asked = { transaction_key: await key(person), configuration_id: corner.configuration_id, quantity: 31 }
    return { corner, asked, sale: await person.calls.sellBulk(asked) }
  }

  test('is counted and logged, whichever call shows them; the sale’s own answer counts as the original', async () => {
    const corner = await goods(w, { pins: 2 })
    const asked = { transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 1 }
    const { sale_id, copy, pins } = await seller.calls.sell(asked)
    expect([copy, ...(await shown(sale_id))]).toEqual([0, 0])
    expect(await seller.calls.sell(asked)).toMatchObject({ copy: 1, pins })
    expect(await seller.calls.saleSettle(asked)).toMatchObject({ sale: { copy: 2, pins } })
    expect(await seller.calls.reprint({ sale_id })).toMatchObject({ copy: 3, pins })
    expect(await shown(sale_id)).toEqual(['1 repeated', '2 settled', '3 reprint', 3])
    const nord = await w.signIn('nord')
    const { trail } = (await nord.calls.inventorySearch({ search_text: pins[0]?.pin ?? '', kind: 'pin' })).pins[0] ?? { trail: [] }
    expect(trail.map(({ event }) => event)).toEqual(['imported', 'sold', 'repeated', 'settled', 'reprinted', 'looked_up'])
  })

  test('by a bulk sale’s download works once and counts like any other showing', async () => {
    for (const show of ['saleSettle', 'reprint'] as const) {
      const { asked, sale } = await bulkOf()
      await (show === 'reprint' ? seller.calls.reprint({ sale_id: sale.sale_id }) : seller.calls.saleSettle(asked))
      await expect(seller.calls.saleDownload({ download_id: sale.download_id })).rejects.toMatchObject({ code: 'download_used' })
    }
    const { asked, sale, corner } = await bulkOf()
    expect(await seller.calls.sellBulk(asked)).toMatchObject({ pins: [], copy: 0 })
    expect((await seller.calls.saleDownload({ download_id: sale.download_id })).csv).toContain(corner.pins[0])
    expect(await seller.calls.saleSettle(asked)).toMatchObject({ sale: { copy: 2 } })
    expect(await shown(sale.sale_id)).toEqual(['1 download', '2 settled', 2])
  })

  test('by ten simultaneous downloads counts once', async () => {
    const { sale } = await bulkOf()
    const files = await Promise.allSettled(Array.from({ length: 10 }, () => seller.calls.saleDownload({ download_id: sale.download_id })))
    expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shown(sale.sale_id)).toEqual(['1 download', 1])
  })

  test('in another session requires a reason, whichever call shows them; settling still says that the sale was made, but without PINs', async () => {
    const corner = await goods(w, { pins: 2 })
    const asked = { transaction_key: await key(), configuration_id: corner.configuration_id, quantity: 1 }
    const { sale_id } = await seller.calls.sell(asked)
    const bulk = await bulkOf()
    const anew = await w.signIn('kiosque')
    const refused = (id: string) => ({ code: 'reprint_refused', detail: { why: 'reason_needed', sale_id: id } })
    await expect(anew.calls.sell(asked)).rejects.toMatchObject(refused(sale_id))
    expect(await anew.calls.saleSettle(asked)).toMatchObject({ outcome: 'sold', sale: { sale_id, pins: [], copy: 0 } })
    await expect(anew.calls.saleDownload({ download_id: bulk.sale.download_id })).rejects.toMatchObject(refused(bulk.sale.sale_id))
    expect([await shown(sale_id), await shown(bulk.sale.sale_id)]).toEqual([[0], [0]])
    expect((await anew.calls.reprint({ sale_id, reason: 'answer lost' })).pins).toHaveLength(1)
    expect((await anew.calls.saleDownload({ download_id: bulk.sale.download_id, reason: 'closed too early' })).csv).toContain(bulk.corner.pins[30])
  })

  test('is refused to a user whose session ended on another server but is still cached on this one; control: without the check the PINs are shown', async () => {
    const clerk = await w.signIn('kiosque')
    const corner = await goods(w, { pins: 2 })
    const asked = { transaction_key: await key(clerk), configuration_id: corner.configuration_id, quantity: 1 }
    const { sale_id } = await clerk.calls.sell(asked)
    const bulk = await bulkOf(clerk)
    await clerk.calls.balance({})
    await rowsOf(w, 'update sessions set ended_at = $2 where tenant_id = 1 and id = $1', [clerk.session_id, w.clock.now()])
    const out = { code: 'signed_out' }
    await expect(clerk.calls.sell(asked)).rejects.toMatchObject(out)
    await expect(clerk.calls.sell({ ...asked, transaction_key: await key(clerk) })).rejects.toMatchObject(out)
    expect((await clerk.calls.balance({})).balance).toBeGreaterThan(0)
    await expect(clerk.calls.saleSettle(asked)).rejects.toMatchObject(out)
    await expect(clerk.calls.reprint({ sale_id })).rejects.toMatchObject(out)
    await expect(clerk.calls.saleDownload({ download_id: bulk.sale.download_id })).rejects.toMatchObject(out)
    expect([await shown(sale_id), await shown(bulk.sale.sale_id)]).toEqual([[0], [0]])
    const own = await world()
    try {
      await sabotage(own, 'reveal_sale', 'and s.ended_at is null', '')
      const person = await own.signIn('kiosque')
      const again = { transaction_key: await key(person), configuration_id: (await goods(own, { pins: 1 })).configuration_id, quantity: 1 }
      const { pins } = await person.calls.sell(again)
      await rowsOf(own, 'update sessions set ended_at = $2 where tenant_id = 1 and id = $1', [person.session_id, own.clock.now()])
      expect((await person.calls.sell(again)).pins).toEqual(pins)
    } finally {
      await own.end()
    }
  })
})

describe('a reprint of a slip', () => {
  test('is the same slip with the number of the copy; ten simultaneous reprints get ten numbers', async () => {
    const corner = await goods(w, { pins: 2 })
    const sale = await sell(corner.configuration_id)
    const copies = await Promise.all(Array.from({ length: 10 }, () => seller.calls.reprint({ sale_id: sale.sale_id })))
    expect(copies.map((slip) => slip.copy).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const copy of copies) expect({ ...copy, copy: 0 }).toEqual(sale)
    expect(await rowsOf(w, 'select copy from reveals where tenant_id = 1 and sale_id = $1', [sale.sale_id])).toHaveLength(10)
    expect((await seller.calls.reprint({})).sale_id).toBe(sale.sale_id)
  })

  test('requires a reason after ten minutes or in another session, and a manager after a day', async () => {
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

test('bulk sales of small quantities are allowed only with the setting pin_download', async () => {
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
