// The tax of live goods, from the setting of a connection to the invoice.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '../../../../contract/goods/live-prices.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { delivered, liveGoods } from '../../../test/holds.ts'
import { catalogueProduct } from '../../../test/online.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { ticketGoods } from '../../till/buses/goods.sql.ts'
import { keepCatalogue } from './catalogue.ts'

const HOST = 'platform.localhost'
const w = await fileWorld()
let platform: Person
let [nord, port]: Person[] = []
let product: Awaited<ReturnType<typeof catalogueProduct>>

beforeAll(async () => {
  platform = await w.signIn('platform', { host: HOST })
  ;[nord, port] = [await w.signIn('nord'), await w.signIn('port')]
  product = await catalogueProduct(w)
})

const ids = () => [product.live_product_id]
/** The first problem in the answer to a form that is sent as a plain HTTP request, without our own client. */
async function problemOf(path: string, form: Record<string, unknown>) {
  const body = JSON.stringify({ ...form, live_product_ids: JSON.stringify(form.live_product_ids) })
  const headers = { ...platform.headers, 'content-type': 'application/json' }
  const answer = await w.fetch(`/api${path}`, { method: 'POST', host: HOST, headers, body })
  return ((await answer.json()) as { problems?: unknown[] }).problems?.[0]
}
const update = (more: object, by = platform) => by.calls.liveProductsUpdate({ live_product_ids: ids(), ...more })
const row = async (by = platform) => (await by.calls.liveProductsList({ filters: { live_product_id: product.live_product_id } })).content[0]

test('a live sale is taxed as its product was when the money was held, and incomplete tax settings are refused', async () => {
  await update({ is_on: true })
  const configuration_id = (await row())?.configuration_id ?? ''
  const live = await liveGoods(w, port as Person)
  const sold = async (whileHeld: () => Promise<unknown> = async () => undefined) => {
    const asked = live.asked({ configuration_id, supplier_id: product.connection_id, cost: 9 * EURO })
    expect(await w.services.money.hold(asked)).toMatchObject({ code: 'held' })
    await whileHeld()
    return w.services.money.post(1, asked.key, delivered(w, asked.key))
  }
  const sales: unknown[] = []
  const wanted: unknown[] = []
  for (const [tax, line] of [
    [{}, ['multi_purpose_voucher', 0, '', 'O']],
    [{ vat_treatment: 'single_purpose_voucher', vat_rate: 1_900, vat_country: 'DE' }, ['single_purpose_voucher', 1_900, 'DE', 'S']],
    [{ vat_rate: 0, vat_country: 'IE' }, ['single_purpose_voucher', 0, 'IE', 'Z']],
    [{ vat_treatment: 'telecom_service' }, ['telecom_service', 0, 'IE', 'AE']],
    [{ vat_treatment: 'exempt' }, ['exempt', 0, '', 'E']],
    [{ vat_treatment: 'multi_purpose_voucher' }, ['multi_purpose_voucher', 0, '', 'O']],
  ] as const) {
    await update(tax)
    const [vat_treatment, vat_rate, vat_country] = line
    expect(await row()).toMatchObject({ vat_treatment, vat_rate, vat_country })
    sales.push(await sold())
    wanted.push({ line })
  }
  // The tax is changed while the money is held: the sale is taxed as the product was when the hold was made.
  await update({ vat_treatment: 'exempt' })
  sales.push(
    await sold(async () => {
      await update({ vat_treatment: 'multi_purpose_voucher' })
      w.clock.advance(60 * 60_000)
    }),
  )
  wanted.push({ line: ['exempt', 0, '', 'E'] })
  const lines = `select jsonb_build_array(vat_treatment, vat_rate, vat_country, vat_category(vat_treatment, vat_rate)) as line
                   from sales where tenant_id = 1 and id = any ($1) order by array_position($1, id)`
  expect(await rowsOf(w, lines, [sales]), 'each keeps its own').toEqual(wanted)
  await update({ vat_treatment: 'single_purpose_voucher', vat_rate: 700, vat_country: 'DE' })
  await update({ vat_treatment: 'telecom_service', vat_rate: null })
  expect(await row(), 'a blank rate is none').toMatchObject({ vat_treatment: 'telecom_service', vat_rate: 0, vat_country: 'DE' })
  const asSingle = { live_product_ids: ids(), vat_treatment: 'single_purpose_voucher' }
  expect(await problemOf('/update_dynamic_products/', asSingle), 'and no rate 0').toMatchObject({ field: 'vat_rate', code: 'required' })
  const taxedAs = async (vat_treatment: 'telecom_service' | 'exempt', by = platform) =>
    (await by.calls.liveProductsList({ filters: { vat_treatment, connection_id: product.connection_id } })).content.map(({ name }) => name)
  expect([await taxedAs('telecom_service'), await taxedAs('exempt'), await taxedAs('telecom_service', nord)]).toEqual([[product.name], [], []])
  await update({ vat_treatment: 'exempt' })
  await update({ vat_treatment: 'multi_purpose_voucher' })
  expect(await wrongs(w), 'a change that the log knows is none of the books’ matter').toEqual([])
  const path = '/update_dynamic_products/'
  expect(await problemOf(path, { ...asSingle, vat_country: 'DE' })).toMatchObject({ field: 'vat_rate', code: 'required' })
  expect(await problemOf(path, { ...asSingle, vat_rate: '0' })).toMatchObject({ field: 'vat_country', code: 'required' })
  expect(await problemOf(path, { live_product_ids: ids(), vat_rate: '19' })).toMatchObject({ field: 'vat_rate', code: 'too_big' })
  const [said] = await rowsOf(w, `select before, after from audit where action = 'liveProductsUpdate' order by id desc limit 1`)
  expect(said).toEqual({ before: { vat_treatment: 'exempt' }, after: { vat_treatment: 'multi_purpose_voucher' } })
})

describe('the tax of a connection’s products', () => {
  const sells = { dt_one: 'dt_one', direct_recharge: 'soft_api', softapi: 'soft_api', pj_telesoft: 'pj_telesoft', flixbus: 'flixbus' } as const
  const connect = async (provider: Provider, more: object = {}) => {
    const adapter = sells[provider]
    const signIn = { account: `portal ${newId()}`, secret: 'sandbox', token: adapter === 'flixbus' ? 'partner' : '' }
    const named = { company: `Taxed ${newId().slice(-6)}`, adapter, provider, base_url: 'http://127.0.0.1:9' } as const
    return (await platform.calls.connectionAdd({ ...named, ...signIn, ...more })).connection_id
  }
  const connectionOf = async (connection_id: string) => (await platform.calls.connectionsList({ filters: { connection_id } })).content[0]
  const known = { operator_id: '7', operator_name: 'Telsa', needs: [['number']], retail: null, cost: { from: 4 * EURO, to: 4 * EURO } }
  const unit = { kind: 'recharge', arrives: { from: '1', to: '1', unit: 'TRY' }, benefits: [], lasts: null, regions: [], promotions: [] } as const
  const read = async (
    connection_id: string,
    provider: Provider,
    products: readonly { product_id: string; country: string; kind?: 'payment'; needs?: string[][] }[],
  ) => {
    w.clock.advance(1_000)
    await rowsOf(w, `update catalogues set next_at = '-infinity' where tenant_id = 1`)
    const value = products.map((one) => ({ ...known, ...(one.kind && unit), name: `Tax ${one.product_id}`, ...one }))
    const ended = await keepCatalogue({ db: w.db, now: w.clock.now }, 1, { connection_id, provider, name: '' }, async () => ({ outcome: 'done', value }))
    expect(ended).toMatchObject({ outcome: 'done' })
  }
  const taxes = async (connection_id: string) =>
    (await platform.calls.liveProductsList({ filters: { connection_id }, sort: 'name' })).content.map((one) => [
      one.name,
      one.vat_treatment,
      one.vat_rate,
      one.vat_country,
    ])

  test('is by default the usual tax of the connection’s kind of goods; on connections from before this rule it stays that of a multi-purpose voucher', async () => {
    const treatments = await Promise.all(
      (Object.keys(sells) as Provider[]).map(async (name) => [name, (await connectionOf(await connect(name)))?.vat_treatment]),
    )
    expect(Object.fromEntries(treatments)).toEqual({
      ...{ dt_one: 'telecom_service', direct_recharge: 'telecom_service' },
      ...{ softapi: 'multi_purpose_voucher', pj_telesoft: 'multi_purpose_voucher', flixbus: 'multi_purpose_voucher' },
    })
    const chosen = await connect('dt_one', { vat_treatment: 'single_purpose_voucher', vat_rate: 1_900, vat_country: 'DE' })
    expect(await connectionOf(chosen)).toMatchObject({ vat_treatment: 'single_purpose_voucher', vat_rate: 1_900, vat_country: 'DE' })
    const rateless = { of: connect('dt_one', { vat_treatment: 'single_purpose_voucher', vat_country: 'DE' }), field: 'vat_rate' }
    const nowhere = { of: connect('flixbus', { vat_treatment: 'single_purpose_voucher', vat_rate: 1_900 }), field: 'vat_country' }
    for (const { of, field } of [rateless, nowhere]) await expect(of).rejects.toMatchObject({ problems: [{ field, code: 'required' }] })
    expect(await connectionOf(product.connection_id)).toMatchObject({ vat_treatment: 'multi_purpose_voucher', vat_rate: 0 })
  })

  test('uses each product’s own country unless the connection names one; products already on sale keep their country when the connection changes', async () => {
    const connection_id = await connect('dt_one')
    const [first, second, bill] = [
      { product_id: 'a', country: 'TR' },
      { product_id: 'b', country: 'DE' },
      { product_id: 'c', country: 'TR', kind: 'payment' as const },
    ]
    await read(connection_id, 'dt_one', [first, second, bill])
    const telephony = (name: string, country: string) => [name, 'telecom_service', 0, country]
    const before = [telephony('Tax a', 'TR'), telephony('Tax b', 'DE'), ['Tax c', 'multi_purpose_voucher', 0, '']]
    expect(await taxes(connection_id)).toEqual(before)
    const { content } = await platform.calls.liveProductsList({ filters: { connection_id }, sort: 'name' })
    const live_product_ids = content.map(({ live_product_id }) => live_product_id)
    await platform.calls.liveProductsUpdate({ live_product_ids: [live_product_ids[0] ?? '', live_product_ids[2] ?? ''], is_on: true })
    expect(await taxes(connection_id), 'on sale as it was shown').toEqual(before)
    await platform.calls.connectionUpdate({ connection_id, vat_treatment: 'single_purpose_voucher', vat_rate: 700, vat_country: 'FR' })
    await read(connection_id, 'dt_one', [first, second, bill, { product_id: 'd', country: 'TR' }])
    const single = (name: string) => [name, 'single_purpose_voucher', 700, 'FR']
    expect(await taxes(connection_id)).toEqual([before[0], single('Tax b'), before[2], single('Tax d')])
    const recharges = await connect('direct_recharge')
    await read(recharges, 'direct_recharge', [first, { product_id: 'e', country: 'DE', needs: [[]] }])
    expect(await taxes(recharges), 'nobody knows what a code buys').toEqual([before[0], ['Tax e', 'multi_purpose_voucher', 0, '']])
    const [said] = await rowsOf(w, `select before, after from audit where action = 'connectionUpdate' order by id desc limit 1`)
    expect(said).toMatchObject({
      before: { vat_treatment: 'telecom_service', vat_rate: '0.00', vat_country: '' },
      after: { vat_treatment: 'single_purpose_voucher', vat_rate: '7.00', vat_country: 'FR' },
    })
  })

  test('for a bus ticket is always the connection’s present tax, also after the connection is changed', async () => {
    await rowsOf(w, `update connections set is_active = false where tenant_id = 1 and adapter = 'flixbus'`)
    const connection_id = await connect('flixbus')
    await platform.calls.connectionUpdate({ connection_id, status: true })
    await w.db.write(1, (q) => ticketGoods(q, 1, w.clock.now()))
    const ticket = () =>
      rowsOf(
        w,
        `select c.vat_treatment as t, c.vat_rate as r, c.vat_country as c from configurations c join products p on p.id = c.product_id where p.type = 'bus_ticket'`,
      )
    expect(await ticket()).toEqual([{ t: 'multi_purpose_voucher', r: 0, c: '' }])
    const own = { vat_treatment: 'single_purpose_voucher', vat_rate: 1_900 } as const
    await expect(platform.calls.connectionUpdate({ connection_id, ...own })).rejects.toMatchObject({ problems: [{ field: 'vat_country', code: 'required' }] })
    await platform.calls.connectionUpdate({ connection_id, ...own, vat_country: 'DE' })
    expect(await ticket()).toEqual([{ t: 'single_purpose_voucher', r: 1_900, c: 'DE' }])
    await platform.calls.connectionUpdate({ connection_id, company: 'Renamed' })
    expect(await ticket(), 'another change leaves it').toEqual([{ t: 'single_purpose_voucher', r: 1_900, c: 'DE' }])
  })
})
