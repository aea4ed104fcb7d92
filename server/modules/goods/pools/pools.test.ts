// Pools: which denominations may draw on them, imports of files, and fifty tills that sell each card once.

import { afterAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { createMoney } from '../../../money/money.ts'
import { batch, type Corner, giveWallet, goods, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { meeting, PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld, type Person, type World, world } from '../../../test/world.ts'
import { csv, settled } from '../stock/fixtures/upload.ts'
import { stopAll } from '../stock/runs.ts'

const w = await fileWorld()
const [nord, till] = [await w.signIn('nord'), await w.signIn('kiosque')]
await giveWallet(w, till.customer_id, 1_000_000 * EURO)
afterAll(stopAll)

/** Makes a calling card with two denominations. */
async function callingCard(of: World, pins = 0): Promise<Corner & { other_id: string }> {
  const corner = await goods(of, { pins })
  const other_id = newId()
  await rowsOf(of, `update products set type = 'calling_card' where tenant_id = 1 and id = $1`, [corner.product_id])
  await rowsOf(of, 'insert into configurations (tenant_id, id, product_id, value, created_at) values (1, $1, $2, $3, now())', [
    other_id,
    corner.product_id,
    20 * EURO,
  ])
  return { ...corner, other_id }
}

let pools = 0
async function poolOf(of: World, person: Person, pins: number) {
  const card = await callingCard(of)
  const asked = { product_id: card.product_id, pool_name: `World ${++pools}`, configuration_ids: [card.configuration_id, card.other_id] }
  const { pool_id } = await person.calls.poolAdd(asked)
  const filled = pins > 0 ? await batch(of, { owner_id: card.owner_id, configuration_id: pool_id }, { pins }) : { batch_no: 0, pins: [] as string[] }
  return { ...card, ...filled, pool_id, pool_name: asked.pool_name }
}

const buy = async (person: Person, configuration_id: string, quantity = 1) =>
  person.calls.sell({ transaction_key: (await person.calls.transactionKey({})).transaction_key, configuration_id, quantity })
const listed = async (pool_id: string) => (await nord.calls.poolsList({ limit: 100 })).content.find((pool) => pool.pool_id === pool_id)

test('a pool is filled by a file, and each denomination that draws on it sells the pool’s cards at a price of its own', async () => {
  const { pool_id, configuration_id, other_id, product_id } = await poolOf(w, nord, 0)
  const supplier_id = (await nord.calls.suppliersList({})).content[0]?.supplier_id ?? ''
  expect(await nord.calls.poolDiscountPrevious({ pool_id, supplier_id })).toEqual({ buying_discount: null, given_at: null })
  const pins = Array.from({ length: 30 }, (_, i) => String(6_300_000_000_000_000 + i * 7919))
  const { upload_id, pool_name, ...guessed } = await nord.calls.poolUpload({ pool_id, csv_file: csv(`Pin\n${pins.join('\n')}\n`) })
  expect(pool_name).toMatch(/^World/)
  await nord.calls.poolUploadCheck({ upload_id, pin_sequence: guessed.pin_sequence })
  await settled(nord, upload_id)
  await nord.calls.poolUploadFinish({ upload_id, supplier_id, buying_discount: 1_000, publish: true })
  expect(await settled(nord, upload_id)).toMatchObject({ step: 'imported', accepted: 30 })
  expect(await nord.calls.poolDiscountPrevious({ pool_id, supplier_id })).toEqual({ buying_discount: 1_000, given_at: expect.any(String) })

  const offers = async () => (await till.calls.sellerProductsV2({})).content.filter((offer) => offer.product_id === product_id)
  expect((await offers()).map(({ configuration_id: id, left }) => [id, left])).toEqual([
    [configuration_id, 30],
    [other_id, 30],
  ])
  const slips = [await buy(till, configuration_id, 2), await buy(till, other_id, 3)]
  expect(slips.map(({ value, pins: cards }) => [value, cards.length])).toEqual([
    [10 * EURO, 2],
    [20 * EURO, 3],
  ])
  expect(slips.flatMap((slip) => slip.pins.map(({ pin }) => pin))).toEqual(pins.slice(0, 5))
  expect(await listed(pool_id)).toMatchObject({
    available: 25,
    sold: 5,
    sold_14_days: 5,
    days_left: 70,
    configurations: [
      { value: 10 * EURO, sold_14_days: 2 },
      { value: 20 * EURO, sold_14_days: 3 },
    ],
  })
  expect((await offers()).map(({ left }) => left)).toEqual([25, 25])
  const costs = await rowsOf<{ cost_total: number }>(w, 'select cost_total from sales where tenant_id = 1 and id = any ($1) order by id', [
    slips.map(({ sale_id }) => sale_id),
  ])
  expect(costs.map(({ cost_total }) => cost_total)).toEqual([18 * EURO, 54 * EURO])
  expect(await wrongs(w)).toEqual([])
})

test('a pool itself cannot be sold: it is in no list of goods, and a sale with its id is refused', async () => {
  const { pool_id, product_id } = await poolOf(w, nord, 5)
  const { content } = await nord.calls.productsList({ view_type: 'single', product_id })
  expect(content[0]?.configurations.map(({ configuration_id }) => configuration_id)).not.toContain(pool_id)
  expect((await till.calls.sellerProductsV2({})).content.map(({ configuration_id }) => configuration_id)).not.toContain(pool_id)
  expect((await nord.calls.stockList({ limit: 100 })).content.map(({ configuration_id }) => configuration_id)).not.toContain(pool_id)
  await expect(buy(till, pool_id)).rejects.toMatchObject({ code: 'not_on_offer' })
})

test('only calling cards without stock of their own can draw on a pool, and each draws on only one pool', async () => {
  const stocked = await callingCard(w, 3)
  const { product_id, configuration_id, other_id } = stocked
  await expect(nord.calls.poolAdd({ product_id, pool_name: 'Stocked', configuration_ids: [configuration_id] })).rejects.toMatchObject({
    code: 'configuration_used',
  })
  await nord.calls.poolAdd({ product_id, pool_name: 'First', configuration_ids: [other_id] })
  await expect(nord.calls.poolAdd({ product_id, pool_name: 'Second', configuration_ids: [other_id] })).rejects.toMatchObject({ code: 'configuration_used' })
  await expect(nord.calls.poolAdd({ product_id, pool_name: 'FIRST' })).rejects.toMatchObject({ code: 'name_taken' })
  const cash = await goods(w, { pins: 0 })
  await expect(nord.calls.poolAdd({ product_id: cash.product_id, pool_name: 'Cash' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.poolAdd({ product_id, pool_name: 'Third', configuration_ids: [cash.configuration_id] })).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.stockUpload({ configuration_id: other_id, csv_file: csv('Pin\n1234567890123456\n') })).rejects.toMatchObject({ code: 'not_found' })
  const names = await Promise.allSettled(Array.from({ length: 5 }, () => nord.calls.poolAdd({ product_id, pool_name: 'At once' })))
  expect(names.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a pool is renamed, closed and opened; while it is closed nothing is sold from it', async () => {
  const { pool_id, configuration_id, other_id } = await poolOf(w, nord, 5)
  await nord.calls.poolsList({ action: 'close', pool_id })
  await expect(buy(till, configuration_id)).rejects.toMatchObject({ code: 'not_on_offer' })
  expect((await till.calls.sellerProductsV2({})).content.map((offer) => offer.configuration_id)).not.toContain(configuration_id)
  await nord.calls.poolsList({ action: 'open', pool_id })
  expect((await buy(till, configuration_id)).pins).toHaveLength(1)
  await nord.calls.poolsList({ action: 'update', pool_id, pool_name: 'Renamed', configuration_ids: [other_id] })
  expect(await listed(pool_id)).toMatchObject({ pool_name: 'Renamed', is_active: true, configurations: [{ configuration_id: other_id }] })
  await expect(buy(till, configuration_id)).rejects.toMatchObject({ code: 'out_of_stock' })
  const audited = await rowsOf<{ after: object }>(w, `select after from audit where action = 'poolsList' and subject_id = $1 order by id`, [pool_id])
  expect(audited.map(({ after }) => after)).toEqual([{ is_active: false }, { is_active: true }, { pool_name: 'Renamed', denominations: ['20.00'] }])
})

test('other organisations’ pools are not found', async () => {
  const { pool_id, product_id } = await poolOf(w, nord, 1)
  const sud = await w.signIn('sud')
  const supplier_id = newId()
  for (const refused of [
    () => sud.calls.poolsList({ action: 'close', pool_id }),
    () => sud.calls.poolAdd({ product_id, pool_name: 'Mine' }),
    () => sud.calls.poolUpload({ pool_id, csv_file: csv('Pin\n1234567890123456\n') }),
    () => sud.calls.poolDiscountPrevious({ pool_id, supplier_id }),
  ])
    await expect(refused()).rejects.toMatchObject({ code: 'not_found' })
  expect((await sud.calls.poolsList({ search_text: "%' or 1=1 --" })).content).toEqual([])
  expect((await sud.calls.poolsList({})).content).toEqual([])
})

describe('fifty tills on one pool', () => {
  async function rush(of: World, doors: number) {
    const [reseller, seller, gare] = [await of.signIn('nord'), await of.signIn('kiosque'), await of.signIn('gare')]
    for (const name of ['kiosque', 'gare']) await giveWallet(of, await organisationId(of, name), 1_000_000 * EURO)
    const pool = await poolOf(of, reseller, 30)
    const people = await Promise.all(
      [seller, gare].map(async (person) => {
        const [session] = await rowsOf<{ user_id: string }>(of, 'select user_id from sessions where tenant_id = 1 and id = $1', [person.session_id])
        return { user_id: session?.user_id ?? '', session_id: person.session_id, seller_id: person.customer_id }
      }),
    )
    const through = Array.from({ length: doors }, () => createMoney(of.db, of.clock.now))
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const purchase = { tenant_id: 1, quantity: 1, download_id: null, key: newId(), sale_id: newId() }
        const who = people[i % 2] ?? { user_id: '', session_id: '', seller_id: '' }
        const configuration_id = i % 3 === 0 ? pool.other_id : pool.configuration_id
        return through[i % doors]?.sell({ ...purchase, ...who, configuration_id })
      }),
    )
    return { sold: outcomes.filter((outcome) => outcome?.code === 'sold').length, wrong: await wrongs(of) }
  }

  test('sell its thirty cards, each card once', async () => {
    expect(await rush(w, 5)).toEqual({ sold: 30, wrong: [] })
  })

  test('control: sell a card twice if the queue heads of the stock are not locked', async () => {
    const other = await world({ db: { deadlines: PATIENT } })
    const { stop, meet } = meeting(other)
    try {
      await sabotage(other, 'sell', 'limit 1 for update skip locked', 'limit 1')
      await sabotage(other, 'sell', 'and p.sale_id is null and not p.is_blocked', '')
      await sabotage(other, 'sell', 'update queue_heads h set next_seq = n.next_seq', `${stop}update queue_heads h set next_seq = n.next_seq`)
      expect((await meet({ at: 2 }, () => rush(other, 8))).wrong).toContain('sale_equals_its_pins')
    } finally {
      await other.end()
    }
  })
})
