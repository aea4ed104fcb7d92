// The tax of goods sold live, from where it is chosen to the papers.
import { beforeAll, expect, test } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { rowsOf, wrongs } from '../../test/arrange.ts'
import { delivered, liveGoods } from '../../test/holding.ts'
import { catalogueProduct } from '../../test/online.ts'
import { fileWorld, type Person } from '../../test/world.ts'

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
/** What the platform hears when it sends a form past our own client. */
async function problemOf(path: string, form: Record<string, unknown>) {
  const body = JSON.stringify({ ...form, live_product_ids: JSON.stringify(form.live_product_ids) })
  const headers = { ...platform.headers, 'content-type': 'application/json' }
  const answer = await w.fetch(`/api${path}`, { method: 'POST', host: HOST, headers, body })
  return ((await answer.json()) as { problems?: unknown[] }).problems?.[0]
}
const update = (more: object, by = platform) => by.calls.liveProductsUpdate({ live_product_ids: ids(), ...more })
const row = async (by = platform) => (await by.calls.liveProductsList({ filters: { live_product_id: product.live_product_id } })).content[0]

test('the tax of a live sale is that of its product when it was held, and none that lacks its rate or country is taken', async () => {
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
  // Changed while it was held, for long: it is taxed as it was then.
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
  const taxedAs = async (vat_treatment: 'telecom_service' | 'exempt', by = platform) =>
    (await by.calls.liveProductsList({ filters: { vat_treatment, connection_id: product.connection_id } })).content.map(({ name }) => name)
  expect([await taxedAs('telecom_service'), await taxedAs('exempt'), await taxedAs('telecom_service', nord)]).toEqual([[product.name], [], []])
  await update({ vat_treatment: 'exempt' })
  await update({ vat_treatment: 'multi_purpose_voucher' })
  expect(await wrongs(w), 'a change that the log knows is none of the books’ matter').toEqual([])
  const path = '/update_dynamic_products/'
  const single = { live_product_ids: ids(), vat_treatment: 'single_purpose_voucher' }
  expect(await problemOf(path, { ...single, vat_country: 'DE' })).toMatchObject({ field: 'vat_rate', code: 'required' })
  expect(await problemOf(path, { ...single, vat_rate: '0' })).toMatchObject({ field: 'vat_country', code: 'required' })
  expect(await problemOf(path, { live_product_ids: ids(), vat_rate: '19' })).toMatchObject({ field: 'vat_rate', code: 'too_big' })
  const [said] = await rowsOf(w, `select before, after from audit where action = 'liveProductsUpdate' order by id desc limit 1`)
  expect(said).toEqual({ before: { vat_treatment: 'exempt' }, after: { vat_treatment: 'multi_purpose_voucher' } })
})
