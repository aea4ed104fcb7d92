// Undoing an import, a batch's sold PINs, and looking up one PIN: counts stay exact, undoing and selling exclude each other, and other organisations find
// nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { createBatches } from '../../../money/batches.ts'
import { type Corner, giveWallet, goods, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person, type World, world } from '../../../test/world.ts'
import { checked, csv, finished } from '../stock/fixtures/upload.ts'
import { stopAll } from '../stock/runs.ts'
import { LOOK_UPS_MOST } from './batches.calls.ts'
import { finishUndone } from './batches.ts'

const w = await fileWorld()
const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
await giveWallet(w, till.customer_id, 1_000_000 * 10_000)
afterAll(stopAll)

const reason = 'the supplier sent the wrong file'
const buy = async (person: Person, configuration_id: string, quantity = 1) =>
  person.calls.sell({ transaction_key: (await person.calls.transactionKey({})).transaction_key, configuration_id, quantity })
const undo = (batch_no: number) => nord.calls.batchUndo({ batch_no, reason })
const countsOf = async (batch_no: number, of = w) =>
  (
    await rowsOf<Record<string, number>>(
      of,
      `select (select count(*)::int from pins where batch_no = $1) as pins, (select count(*)::int from pin_blocks where batch_no = $1) as blocks,
              (select count(*)::int from queue_heads where batch_no = $1) as heads, (select count(*)::int from batches where batch_no = $1) as batches`,
      [batch_no],
    )
  )[0]
const NOTHING = { pins: 0, blocks: 0, heads: 0, batches: 0 }

describe('undoing an import', () => {
  test('leaves nothing of the import, and the same file may be imported again', async () => {
    const { configuration_id } = await goods(w, { pins: 0 })
    const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id ?? ''
    const file = `Pin\n${Array.from({ length: 40 }, (_, i) => String(6_100_000_000_000_000 + i * 7919)).join('\n')}\n`
    const import_ = async () => finished(nord, (await checked(nord, configuration_id, file)).upload_id, { supplier_id, publish: true })
    const { batch_no } = await import_()
    expect(await nord.calls.batchUndo({ batch_no: batch_no ?? 0, reason })).toEqual({ pins: 40 })
    expect(await countsOf(batch_no ?? 0)).toEqual(NOTHING)
    const again = await import_()
    expect(again).toMatchObject({ step: 'imported', accepted: 40 })
    expect((await nord.calls.stockList({ configuration_id })).batches).toMatchObject([{ batch_no: again.batch_no, quantity: 40, unsold: 40 }])
    await expect(nord.calls.stockUpload({ configuration_id, csv_file: csv(file) })).rejects.toMatchObject({ code: 'file_known' })
  })

  test('is refused once one of its PINs was sold, and refused to all other organisations', async () => {
    const { configuration_id, batch_no } = await goods(w, { pins: 20 })
    const sud = await w.signIn('sud')
    await expect(sud.calls.batchUndo({ batch_no, reason })).rejects.toMatchObject({ code: 'not_found' })
    await buy(till, configuration_id)
    await expect(undo(batch_no)).rejects.toMatchObject({ code: 'batch_sold' })
    expect(await countsOf(batch_no)).toMatchObject({ pins: 20, batches: 1 })
    await expect(undo(999_999)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is completed if the server dies in the middle', async () => {
    const { batch_no, owner_id } = await goods(w, { pins: 40 })
    await createBatches((statement) => w.db.call(statement), 1).undo(w.clock.now(), owner_id, batch_no)
    expect(await countsOf(batch_no)).toEqual({ pins: 40, blocks: 3, heads: 0, batches: 1 })
    await expect(undo(batch_no)).rejects.toMatchObject({ code: 'batch_state' })
    await finishUndone(w.services)
    expect(await countsOf(batch_no)).toEqual(NOTHING)
  })
})

describe('undoing an import while its PINs are being sold', () => {
  async function race(of: World) {
    const [reseller, seller] = [await of.signIn('nord'), await of.signIn('kiosque')]
    await giveWallet(of, seller.customer_id, 1_000_000 * 10_000)
    const outcomes: string[] = []
    for (let round = 0; round < 12; round++) {
      const { configuration_id, batch_no } = await goods(of, { pins: 4 })
      const [sale, taken] = await Promise.allSettled([buy(seller, configuration_id), reseller.calls.batchUndo({ batch_no, reason })])
      outcomes.push(`${sale.status === 'fulfilled' ? 'sold' : 'not sold'}, ${taken.status === 'fulfilled' ? 'taken back' : 'kept'}`)
    }
    return { outcomes: new Set(outcomes), wrong: await wrongs(of) }
  }

  test('either succeeds, and the sale is refused, or is refused because a PIN was sold', async () => {
    const { outcomes, wrong } = await race(w)
    expect(wrong).toEqual([])
    for (const outcome of outcomes) expect(['sold, kept', 'not sold, taken back']).toContain(outcome)
  })

  test('control: without the check for sales, deletes a sold PIN', async () => {
    const other = await world()
    try {
      await sabotage(other, 'undo_batch', 'h.next_seq > h.first_seq)', 'h.next_seq < h.first_seq)')
      const { configuration_id, batch_no } = await goods(other, { pins: 4 })
      const [reseller, seller] = [await other.signIn('nord'), await other.signIn('kiosque')]
      await giveWallet(other, seller.customer_id, 1_000_000 * 10_000)
      await buy(seller, configuration_id)
      await reseller.calls.batchUndo({ batch_no, reason })
      expect(await wrongs(other)).toContain('sale_equals_its_pins')
    } finally {
      await other.end()
    }
  })
})

describe('the sold PINs of a batch', () => {
  test('are listed newest first, with their buyers and without the code', async () => {
    const corner = await goods(w, { pins: 10 })
    const first = await buy(till, corner.configuration_id, 2)
    const second = await buy(till, corner.configuration_id)
    const { content, filters } = await nord.calls.soldPins({ configuration_id: corner.configuration_id, batch_no: corner.batch_no })
    expect(filters.total_count).toBe(3)
    expect(content.map(({ sale_id }) => sale_id)).toEqual([second.sale_id, first.sale_id, first.sale_id])
    expect(content[0]).toMatchObject({ batch_no: corner.batch_no, username: 'kiosque', last4: second.pins[0]?.pin.slice(-4), serial: second.pins[0]?.serial })
    for (const pin of corner.pins) expect(JSON.stringify(content)).not.toContain(pin)
    const bySerial = await nord.calls.soldPins({ configuration_id: corner.configuration_id, search_text: first.pins[1]?.serial })
    expect(bySerial.content).toMatchObject([{ serial: first.pins[1]?.serial }])
    const sud = await w.signIn('sud')
    await expect(sud.calls.soldPins({ configuration_id: corner.configuration_id })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('looking a PIN up', () => {
  let corner: Corner
  beforeAll(async () => {
    corner = await goods(w, { pins: 6 })
  })

  test('finds the PIN with its history by its whole code or its serial, finds the batch by its number, and logs each look-up', async () => {
    const sale = await buy(till, corner.configuration_id)
    await till.calls.reprint({ sale_id: sale.sale_id })
    await nord.calls.stockList({ action: 'unpublish', batch_no: corner.batch_no })
    const [pin] = sale.pins
    const byCode = await nord.calls.inventorySearch({ search_text: pin?.pin ?? '' })
    expect(byCode.pins).toMatchObject([{ state: 'sold', serial: pin?.serial, sale_id: sale.sale_id, sold_to: expect.stringMatching(/Kiosque/) }])
    expect(byCode.pins[0]?.trail.map(({ event }) => event)).toEqual(['imported', 'sold', 'reprinted', 'unpublished', 'looked_up'])
    const bySerial = await nord.calls.inventorySearch({ search_text: pin?.serial ?? '', kind: 'serial' })
    expect(bySerial.pins[0]?.trail.at(-1)).toMatchObject({ event: 'looked_up', who: 'nord' })
    const byBatch = await nord.calls.inventorySearch({ search_text: String(corner.batch_no), kind: 'batch' })
    expect(byBatch).toMatchObject({ pins: [], batches: [{ batch_no: corner.batch_no, quantity: 6, sold: 1, available: 0, unpublished: 5 }] })
    expect(JSON.stringify([byCode, bySerial, byBatch])).not.toContain(pin?.pin)
    const looks = await rowsOf<{ n: number }>(w, `select count(*)::int as n from custody where batch_no = $1 and event = 'looked_up'`, [corner.batch_no])
    expect(looks[0]?.n).toBe(3)
    const audit = await rowsOf<{ row: string }>(w, `select a::text as row from audit a where action = 'inventorySearch'`)
    expect(audit.length).toBeGreaterThanOrEqual(3)
    for (const { row } of audit) expect(row).not.toContain(pin?.pin)
  })

  test('finds no PINs of other resellers', async () => {
    const sud = await w.signIn('sud')
    const of = [corner.pins[3] ?? '', `T${corner.batch_no}-3`, String(corner.batch_no)]
    for (const search_text of of) expect(await sud.calls.inventorySearch({ search_text })).toEqual({ pins: [], batches: [] })
  })

  test('accepts any search text without an error', async () => {
    const hostile = ["' or 1=1 --", '%', '_', '\\', '0', '-1', '99999999999999999999', '🂡', 'a'.repeat(100), '../../etc/passwd', '$1', '*']
    for (const search_text of hostile) expect(await nord.calls.inventorySearch({ search_text })).toEqual({ pins: [], batches: [] })
  })

  test('cannot be used to try codes: after sixty look-ups the user has to wait', async () => {
    const person = await w.signIn('nord-stock')
    await person.calls.inventorySearch({ search_text: newId(), kind: 'pin' })
    await rowsOf(w, `update login_attempts set n = $1 where tenant_id = 1 and n = 1 and subject like 'inventory_search %'`, [LOOK_UPS_MOST])
    await expect(person.calls.inventorySearch({ search_text: corner.pins[0] ?? '' })).rejects.toMatchObject({ code: 'too_many_requests' })
    w.clock.advance(16 * 60_000)
    expect((await person.calls.inventorySearch({ search_text: corner.pins[0] ?? '' })).pins).toHaveLength(1)
  })

  test('reads an index, and does not scan the stock', async () => {
    const client = await w.db.read(1, async (q) => {
      await q.query('set local enable_seqscan = off')
      const hash = await q.query<{ 'QUERY PLAN': string }>('explain select 1 from pins p where p.tenant_id = $1 and p.hash = $2', [1, Buffer.alloc(16)])
      const serial = await q.query<{ 'QUERY PLAN': string }>(`explain select 1 from pins p where p.tenant_id = $1 and p.serial = $2 and p.serial <> ''`, [
        1,
        'S1',
      ])
      return [hash, serial].map((rows) => rows.map((row) => row['QUERY PLAN']).join('\n'))
    })
    expect(client[0]).toMatch(/pins_hash[\s\S]*Index Cond: .*hash = /)
    expect(client[1]).toMatch(/pins_serial[\s\S]*Index Cond: .*serial = /)
  })
})
