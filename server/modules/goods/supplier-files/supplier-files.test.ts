// Several files at once: their layouts are remembered, and all files are checked before any is added. No PIN is added twice even by simultaneous requests,
// and uploads can be cancelled together.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { LAYOUTS_MAX } from '../../../../contract/goods/supplier-files.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { checked, csv, fileOf, finished, fresh, settled } from '../stock/fixtures/upload.ts'
import { stopAll } from '../stock/runs.ts'

const w = await fileWorld({ door: { places_times: 10 } })
const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]
const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
const [supplier] = (await nord.calls.suppliersList({})).content
const supplier_id = supplier?.supplier_id ?? ''
let [first, second] = ['', '']
afterAll(stopAll)
beforeEach(async () => {
  const made = await Promise.all([goods(w, { pins: 0 }), goods(w, { pins: 0 })])
  ;[first, second] = [made[0].configuration_id, made[1].configuration_id]
})

const print = (n: number) => n.toString(16).padStart(16, '0')
const columns = { pin_sequence: 3, serial_sequence: 4, value_sequence: 2, name_sequence: 1 }
const known = async (person: Person, fingerprint: string) => (await person.calls.supplierFilesKnown({ fingerprints: [fingerprint] })).content

describe('the layout of a file', () => {
  test('is proposed for the next file with the same headings, to users of its organisation only', async () => {
    const layout = { fingerprint: print(1), supplier_id, ...columns, goods: [{ name: 'LYC10', value: '', configuration_id: first }] }
    await nord.calls.supplierFileKeep(layout)
    expect(await known(nord, print(1))).toMatchObject([{ ...layout, company: supplier?.company, batch_sequence: 0, kept_by: 'nord' }])
    for (const person of [sud, rhein]) expect(await known(person, print(1))).toEqual([])
    await nord.calls.supplierFileKeep({ ...layout, goods: [{ name: '', value: '', configuration_id: second }] })
    expect(await known(nord, print(1))).toMatchObject([{ goods: [{ name: '', value: '', configuration_id: second }] }])
  })

  test('is stored only with the organisation’s own supplier and goods, and never if another field is read from the PIN column', async () => {
    const keep = (person: Person, change: object) => person.calls.supplierFileKeep({ fingerprint: print(2), supplier_id, ...columns, goods: [], ...change })
    const { supplier_id: theirs } = await sud.calls.supplierAdd({ company: 'Supplier of sud' })
    const { configuration_id } = await goods(w, { pins: 0, owner: 'sud' })
    const refused = { code: 'not_found' }
    await expect(keep(nord, { supplier_id: theirs })).rejects.toMatchObject(refused)
    await expect(keep(sud, {})).rejects.toMatchObject(refused)
    await expect(keep(nord, { goods: [{ name: '', value: '', configuration_id }] })).rejects.toMatchObject(refused)
    for (const field of ['name_sequence', 'serial_sequence'])
      await expect(keep(nord, { [field]: 3 })).rejects.toMatchObject({ problems: [{ field, code: 'column_twice' }] })
    await expect(keep(nord, { fingerprint: 'PIN;Serial' })).rejects.toThrow(/not_an_id/)
    expect(await known(nord, print(2))).toEqual([])
  })

  test('never contains a text that may be a PIN, and proposes no goods that are switched off', async () => {
    const [pin = ''] = fresh(1)
    const names = [pin, `Card ${pin.slice(0, 8)}`, 'Card 10']
    await nord.calls.supplierFileKeep({
      fingerprint: print(3),
      supplier_id,
      ...columns,
      goods: names.map((name) => ({ name, value: '', configuration_id: first })),
    })
    expect((await known(nord, print(3)))[0]?.goods).toEqual([{ name: 'Card 10', value: '', configuration_id: first }])
    expect(JSON.stringify(await rowsOf(w, 'select * from file_layouts where tenant_id = 1'))).not.toContain(pin.slice(0, 8))
    await rowsOf(w, 'update configurations set is_active = false where tenant_id = 1 and id = $1', [first])
    expect((await known(nord, print(3)))[0]?.goods).toEqual([])
  })

  test('replaces the layout used longest ago once the maximum is reached; other organisations’ layouts stay', async () => {
    const { supplier_id: theirs } = await sud.calls.supplierAdd({ company: 'Another of sud' })
    await sud.calls.supplierFileKeep({ fingerprint: print(4), supplier_id: theirs, ...columns, goods: [] })
    await rowsOf(
      w,
      `insert into file_layouts (tenant_id, owner_id, fingerprint, supplier_id, sequences, goods, kept_by, used_at)
       select 1, $1, lpad(to_hex(n), 16, 'f'), $2, '{}', '[]', 'nord', timestamptz '2026-01-01' + n * interval '1 second' from generate_series(1, $3::int) n`,
      [nord.customer_id, supplier_id, LAYOUTS_MAX + 20],
    )
    await nord.calls.supplierFileKeep({ fingerprint: print(5), supplier_id, ...columns, goods: [] })
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from file_layouts where tenant_id = 1 and owner_id = $1', [
      nord.customer_id,
    ])
    expect(n).toBe(LAYOUTS_MAX)
    expect(await known(nord, print(5))).toHaveLength(1)
    expect(await known(sud, print(4))).toHaveLength(1)
  })
})

const timesInStock = async (pins: readonly string[]) =>
  (
    await rowsOf<{ n: number }>(w, 'select count(*)::int as n from pins where tenant_id = 1 and hash = any ($1)', [
      pins.map((pin) => w.services.keys.pinIndex(1, pin)),
    ])
  )[0]?.n ?? 0

describe('batches from several files that were uploaded together', () => {
  test('that contain the same PIN add it once; the second batch is checked again, and its findings name the row', async () => {
    const shared = fresh(3)
    const [one, other] = [await checked(nord, first, fileOf([...fresh(4), ...shared])), await checked(nord, second, fileOf([...shared, ...fresh(4)]))]
    expect([one.accepted, other.accepted]).toEqual([7, 7])
    const added = await Promise.all([one, other].map(({ upload_id }) => finished(nord, upload_id, { supplier_id })))
    expect(added.map(({ step }) => step).sort()).toEqual(['checked', 'imported'])
    const left = added.find(({ step }) => step === 'checked')
    expect(left).toMatchObject({ accepted: 4, errors: 3, batch_no: null, findings: [{ finding: 'duplicate_in_stock', rows: 3 }] })
    expect(await timesInStock(shared)).toBe(3)
    await finished(nord, left?.upload_id ?? '', { supplier_id, leave_out_errors: true })
    expect(await timesInStock(shared)).toBe(3)
  })

  test('added in two sessions at the same moment make one batch; the second session is told which batch it is', async () => {
    const colleague = await w.signIn('nord')
    const pins = fresh(6)
    const [one, other] = [await checked(nord, first, fileOf(pins)), await checked(colleague, first, fileOf(pins))]
    const said = await Promise.allSettled([
      nord.calls.stockUploadFinish({ upload_id: one.upload_id, supplier_id, buying_discount: 500 }),
      colleague.calls.stockUploadFinish({ upload_id: other.upload_id, supplier_id, buying_discount: 500 }),
    ])
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of said) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'file_known', detail: { configuration_id: first } })
    for (const { upload_id } of [one, other]) await settled(nord, upload_id)
    expect(await timesInStock(pins)).toBe(6)
    expect((await nord.calls.stockList({ configuration_id: first })).batches).toHaveLength(1)
  })

  test('requested again after a lost answer are refused while the first request runs and afterwards, and nothing is added again', async () => {
    const pins = fresh(5)
    const { upload_id } = await checked(nord, first, fileOf(pins))
    const finish = () => nord.calls.stockUploadFinish({ upload_id, supplier_id, buying_discount: 500 })
    // The first request's answer was lost, so the same request is sent again.
    const said = await Promise.allSettled([finish(), finish(), finish()])
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await settled(nord, upload_id)).toMatchObject({ step: 'imported', accepted: 5 })
    await expect(finish()).rejects.toMatchObject({ code: 'upload_state' })
    expect(await timesInStock(pins)).toBe(5)
  })
})

/** Gives a PIN exactly one leading zero: a spreadsheet removes all leading zeros, and the import restores only one. */
const withZero = (pin: string) => `07${pin.slice(2)}`

describe('a zero lost in a spreadsheet', () => {
  const recordOf = async () => (await nord.calls.auditList({ filters: { action: 'stockUploadFinish' }, limit: 1 })).content[0]?.changes
  test('is reported with the number of PINs and restored only if the user asks for it, and the record of the batch notes the number', async () => {
    const pins = [...fresh(8), ...fresh(2).map(withZero)]
    const spoilt = fileOf(pins.map((pin) => pin.replace(/^0/, '')))
    const silent = await checked(nord, first, spoilt)
    expect(silent).toMatchObject({ accepted: 8, errors: 2, zeros: { rows: 2, length: 16 }, restored: 0 })
    const { upload_id, pin_sequence, serial_sequence } = silent
    await nord.calls.stockUploadCheck({ upload_id, pin_sequence, serial_sequence, add_leading_zero: true })
    expect(await settled(nord, upload_id)).toMatchObject({ accepted: 10, errors: 0, zeros: { rows: 2, length: 16 }, restored: 2 })
    await finished(nord, upload_id, { supplier_id })
    expect(await recordOf()).toContainEqual(expect.objectContaining({ field: 'zeros_restored', after: '2' }))
    expect(await timesInStock(pins)).toBe(10)
    // Control: the record of an upload without restored zeros mentions no zeros.
    const plain = await checked(nord, second, fileOf(fresh(3)))
    await finished(nord, plain.upload_id, { supplier_id })
    expect((await recordOf())?.map(({ field }) => field)).not.toContain('zeros_restored')
  })

  test('is reported, for a product that allows any length, if the file’s PINs have two lengths that differ by one; once restored, a PIN in stock is recognised', async () => {
    await rowsOf(
      w,
      'update products set pin_length = 0 where tenant_id = 1 and id in (select product_id from configurations where tenant_id = 1 and id = any ($1))',
      [[first, second]],
    )
    const whole = [...fresh(6), ...fresh(2).map(withZero)]
    const { upload_id } = await checked(nord, first, fileOf(whole))
    await finished(nord, upload_id, { supplier_id })
    const spoilt = await checked(nord, second, fileOf([...fresh(6), ...whole.slice(6).map((pin) => pin.slice(1))]))
    expect(spoilt).toMatchObject({ accepted: 8, errors: 0, zeros: { rows: 2, length: 16 } })
    const { pin_sequence, serial_sequence } = spoilt
    for (const again of [1, 2]) {
      await nord.calls.stockUploadCheck({ upload_id: spoilt.upload_id, pin_sequence, serial_sequence, add_leading_zero: true })
      expect([again, await settled(nord, spoilt.upload_id)]).toMatchObject([
        again,
        { accepted: 6, errors: 2, findings: [{ finding: 'duplicate_in_stock', rows: 2 }] },
      ])
    }
    for (const lengths of [
      [16, 14],
      [16, 15, 14],
      [15, 15, 15, 16],
    ]) {
      const uneven = await checked(nord, second, fileOf(fresh(lengths.length).map((pin, i) => pin.slice(0, lengths[i]))))
      expect([lengths, uneven.zeros]).toEqual([lengths, null])
    }
  })
})

describe('discarding unfinished uploads', () => {
  const open = async (person = nord) => (await person.calls.stockUploadsOpen({})).content.map(({ upload_id }) => upload_id)
  const begin = async (person = nord) => (await person.calls.stockUpload({ configuration_id: first, csv_file: csv(fileOf(fresh(2))) })).upload_id

  test('cancels all of them, each with its row in the log; discarding them again finds nothing left', async () => {
    const upload_ids = [await begin(), await begin(), (await checked(nord, first, fileOf(fresh(3)))).upload_id]
    expect(await nord.calls.stockUploadsDiscard({ upload_ids })).toEqual({ discarded: 3, kept: 0 })
    expect((await open()).filter((id) => upload_ids.includes(id))).toEqual([])
    expect((await nord.calls.auditList({ filters: { action: 'stockUploadsDiscard' }, limit: 10 })).content).toHaveLength(3)
    expect(await nord.calls.stockUploadsDiscard({ upload_ids })).toEqual({ discarded: 0, kept: 3 })
  })

  test('leaves alone uploads of other organisations, uploads that were imported, and uploads that are running', async () => {
    const done = await checked(nord, first, fileOf(fresh(3)))
    await finished(nord, done.upload_id, { supplier_id })
    const mine = await begin()
    await rowsOf(w, `update uploads set step = 'importing' where tenant_id = 1 and id = $1`, [mine])
    const waiting = await begin()
    expect(await sud.calls.stockUploadsDiscard({ upload_ids: [waiting] })).toEqual({ discarded: 0, kept: 1 })
    expect(await nord.calls.stockUploadsDiscard({ upload_ids: [done.upload_id, mine] })).toEqual({ discarded: 0, kept: 2 })
    expect(await open()).toEqual(expect.arrayContaining([mine, waiting]))
    expect((await nord.calls.stockList({ configuration_id: first })).batches).toMatchObject([{ quantity: 3 }])
    await rowsOf(w, `update uploads set step = 'uploaded' where tenant_id = 1 and id = $1`, [mine])
    await nord.calls.stockUploadsDiscard({ upload_ids: [mine, waiting] })
  })

  test('makes room again for a twenty-first upload, which is refused before that, with the number of open uploads and the limit', async () => {
    await nord.calls.stockUploadsDiscard({ upload_ids: await open() })
    for (let n = 0; n < 20; n++) await begin()
    await expect(begin()).rejects.toMatchObject({ code: 'uploads_open', detail: { open: 20, most: 20 } })
    expect(await nord.calls.stockUploadsDiscard({ upload_ids: await open() })).toEqual({ discarded: 20, kept: 0 })
    await begin()
  })
})

test('control: without the unique index over all PINs (pins_hash) the same PIN is added with both batches', async () => {
  await w.owner.query('drop index pins_hash')
  const shared = fresh(3)
  const [one, other] = [await checked(nord, first, fileOf([...fresh(4), ...shared])), await checked(nord, second, fileOf([...shared, ...fresh(4)]))]
  await Promise.all([one, other].map(({ upload_id }) => finished(nord, upload_id, { supplier_id })))
  expect(await timesInStock(shared)).toBe(6)
})
