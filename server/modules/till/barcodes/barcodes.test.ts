// Unknown barcodes: the reseller sees them and assigns each to one card. A flood of scans takes only limited space.
import { describe, expect, test } from 'vitest'
import { UNKNOWN_MAX } from '../../../../contract/till/barcodes.ts'
import { ean13 } from '../../../seeds/demo-brands.ts'
import { goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld({ door: { places_times: 10 } })
const [nord, gare, port] = [await w.signIn('nord'), await w.signIn('gare'), await w.signIn('port')]
const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })

let made = 0
const freshEan = () => ean13(`41${String(++made).padStart(10, '0')}`)
const listed = async (ean: string, person = nord) => (await person.calls.barcodesList({ search_text: ean })).content
const offerOf = async (person: Person, id: string) => (await person.calls.sellerProductsV2({})).content.find(({ configuration_id }) => configuration_id === id)
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

describe('a barcode without a card', () => {
  test('is listed for the shop’s reseller with the shops that scanned it, each scan once, and for no other reseller', async () => {
    const ean = freshEan()
    for (const shop of [gare, gare, port]) expect(await shop.calls.barcodeNote({ ean })).toEqual({ is_noted: true })
    expect(await listed(ean)).toMatchObject([{ ean, state: 'unknown', product_name: null, value: null, shops: 2, times: 2 }])
    w.clock.advance(MINUTE_MS)
    await gare.calls.barcodeNote({ ean })
    expect(await listed(ean)).toMatchObject([{ shops: 2, times: 3 }])
    expect(await listed(ean, rhein)).toEqual([])
    await expect(rhein.calls.barcodeForget({ ean })).rejects.toMatchObject({ code: 'not_found' })
    expect(await listed(ean)).toHaveLength(1)
  })

  test('is listed with the name of a card if the reseller has a card with this EAN that the shop is not offered', async () => {
    const { product_id, configuration_id } = await goods(w, { pins: 0 })
    const ean = freshEan()
    await nord.calls.productUpdate({ product_id, configurations: [card(configuration_id, ean)] })
    await gare.calls.barcodeNote({ ean })
    expect(await listed(ean)).toMatchObject([{ state: 'unknown', product_name: expect.stringContaining('Test'), value: 100_000 }])
    await expect(nord.calls.barcodeTeach({ ean, configuration_id })).rejects.toMatchObject({ code: 'ean_taken', detail: { ean, product_id } })
  })

  test('of a card that the user has no right to sell, or that is not on offer to the shop, is answered with the card and why it cannot be sold', async () => {
    const [unoffered, gift] = [await goods(w, { pins: 0 }), await goods(w, { pins: 1 })]
    const [ean, offered] = [freshEan(), freshEan()]
    await rowsOf(w, 'delete from plan_entries where tenant_id = 1 and product_id = $1', [unoffered.product_id])
    await nord.calls.productUpdate({ product_id: unoffered.product_id, configurations: [card(unoffered.configuration_id, ean)] })
    const named = { product_name: expect.stringContaining('Test'), value: 100_000 }
    expect(await gare.calls.barcodeNote({ ean })).toEqual({ is_noted: true, card: { ...named, why: 'not_on_offer' } })

    await rowsOf(w, "update products set type = 'gift_card' where tenant_id = 1 and id = $1", [gift.product_id])
    await nord.calls.barcodeTeach({ ean: offered, configuration_id: gift.configuration_id })
    const [manager, cashier] = [await w.signIn('kiosque'), await w.signIn('kiosque-caisse')]
    expect(await offerOf(manager, gift.configuration_id)).toMatchObject({ eans: [offered] })
    expect(await offerOf(cashier, gift.configuration_id)).toBeUndefined()
    expect(await cashier.calls.barcodeNote({ ean: `0${offered}` })).toEqual({ is_noted: false, card: { ...named, why: 'no_right' } })
    expect(await listed(offered)).toMatchObject([{ state: 'taught' }])
    await rowsOf(w, 'update products set is_active = false where tenant_id = 1 and id = $1', [gift.product_id])
    expect(await cashier.calls.barcodeNote({ ean: offered })).toMatchObject({ is_noted: true, card: { why: 'not_on_offer' } })
  })

  test('of a card that another shop owns is unknown and does not say that such a card exists', async () => {
    const { configuration_id } = await goods(w, { pins: 0, owner: 'gare' })
    const ean = freshEan()
    await rowsOf(w, 'update configurations set ean = $2 where tenant_id = 1 and id = $1', [configuration_id, ean])
    expect(await port.calls.barcodeNote({ ean })).toEqual({ is_noted: true })
    expect(await gare.calls.barcodeNote({ ean })).toEqual({ is_noted: true })
    await rowsOf(w, 'update configurations set is_active = false where tenant_id = 1 and id = $1', [configuration_id])
    expect(await gare.calls.barcodeNote({ ean })).toMatchObject({ card: { why: 'not_on_offer' } })
    expect(await port.calls.barcodeNote({ ean })).toEqual({ is_noted: true })
  })

  test('is not listed if its check digit is wrong, because it was misread; a GTIN-14 that begins with 0 is listed as the EAN-13 after the 0', async () => {
    const ean = freshEan()
    const misread = `${ean.slice(0, -1)}${(Number(ean.at(-1)) + 1) % 10}`
    for (const wrong of [misread, '', '123', `${ean}00`]) await expect(gare.calls.barcodeNote({ ean: wrong })).rejects.toThrow(/not_an_ean|required/)
    await gare.calls.barcodeNote({ ean: `0${ean}` })
    expect(await listed(ean)).toMatchObject([{ ean }])
    const carton = gtin14(`1${ean.slice(0, -1)}`)
    await gare.calls.barcodeNote({ ean: carton })
    expect(await listed(carton)).toMatchObject([{ ean: carton }])
  })

  test('is in the list of its own shop only; once fifty are listed, another is listed only after one was removed or after 90 days', async () => {
    await rowsOf(w, 'delete from unknown_scans where tenant_id = 1')
    const flood = Array.from({ length: UNKNOWN_MAX }, freshEan)
    for (const ean of flood) expect(await port.calls.barcodeNote({ ean })).toEqual({ is_noted: true })
    const late = freshEan()
    expect(await port.calls.barcodeNote({ ean: late })).toEqual({ is_noted: false })
    expect(await port.calls.barcodeNote({ ean: flood[0] ?? '' })).toEqual({ is_noted: true })
    expect(await gare.calls.barcodeNote({ ean: late })).toEqual({ is_noted: true })
    await nord.calls.barcodeForget({ ean: flood[0] ?? '' })
    expect(await port.calls.barcodeNote({ ean: late })).toEqual({ is_noted: true })
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from unknown_scans where tenant_id = 1')
    expect(n).toBe(UNKNOWN_MAX + 1)
    w.clock.advance(91 * DAY_MS)
    const later = await w.signIn('port')
    expect(await later.calls.barcodeNote({ ean: freshEan() })).toEqual({ is_noted: true })
    w.clock.advance(-91 * DAY_MS)
  })
})

describe('assigning a barcode', () => {
  test('makes it known at every till that offers the card, takes it off the list of unknown barcodes, and is possible for one card only', async () => {
    const [one, other] = [await goods(w, { pins: 3 }), await goods(w, { pins: 3 })]
    const ean = freshEan()
    await gare.calls.barcodeNote({ ean })
    expect(await offerOf(gare, one.configuration_id)).not.toHaveProperty('eans')
    await nord.calls.barcodeTeach({ ean, configuration_id: one.configuration_id })
    for (const shop of [gare, port]) expect((await offerOf(shop, one.configuration_id))?.eans).toEqual([ean])
    expect(await listed(ean)).toMatchObject([{ state: 'taught', shops: 0, who: 'nord' }])
    for (const again of [ean, `0${ean}`])
      await expect(nord.calls.barcodeTeach({ ean: again, configuration_id: other.configuration_id })).rejects.toMatchObject({ code: 'ean_taken' })
    const own = nord.calls.productUpdate({ product_id: other.product_id, configurations: [card(other.configuration_id, ean)] })
    await expect(own).rejects.toMatchObject({ code: 'ean_taken', detail: { product_id: one.product_id } })
    await nord.calls.barcodeForget({ ean })
    expect(await offerOf(gare, one.configuration_id)).not.toHaveProperty('eans')
    await expect(nord.calls.barcodeForget({ ean })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('succeeds for one of several users who do so at the same time', async () => {
    const cards = await Promise.all([1, 2, 3, 4].map(() => goods(w, { pins: 0 })))
    const ean = freshEan()
    const said = await Promise.allSettled(cards.map(({ configuration_id }) => nord.calls.barcodeTeach({ ean, configuration_id })))
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of said) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ean_taken' })
    expect(await listed(ean)).toHaveLength(1)
  })

  test('to another reseller’s card is refused as not found; a shop may not assign barcodes', async () => {
    const { configuration_id } = await goods(w, { pins: 0 })
    const ean = freshEan()
    await expect(rhein.calls.barcodeTeach({ ean, configuration_id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(gare.calls.barcodeTeach({ ean, configuration_id })).rejects.toMatchObject({ code: 'forbidden' })
    await rhein.calls.barcodesList({})
    await nord.calls.barcodeTeach({ ean, configuration_id })
    expect(await listed(ean, rhein)).toEqual([])
    await expect(rhein.calls.barcodeForget({ ean })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('a product’s other names (aliases) are sent to the till; a product without aliases is sent without that field', async () => {
  const { product_id, configuration_id } = await goods(w, { pins: 1 })
  expect(await offerOf(gare, configuration_id)).not.toHaveProperty('aliases')
  await nord.calls.productUpdate({ product_id, aliases: ' psc 3ds ' })
  expect((await offerOf(gare, configuration_id))?.aliases).toBe('psc 3ds')
  expect((await nord.calls.productsList({ view_type: 'single', product_id })).content).toMatchObject([{ aliases: 'psc 3ds' }])
  const { product_id: plain } = await nord.calls.productAdd({ product_name: 'Plain', product_type: 'cash_card', configurations: [] })
  expect((await nord.calls.productsList({ view_type: 'single', product_id: plain })).content).toMatchObject([{ aliases: '' }])
})

test('the best sellers proposed to a shop are those of its own sales in thirty days, less refunds; other shops’ sales do not count', async () => {
  const [much, little, returned] = [await goods(w, { pins: 0 }), await goods(w, { pins: 0 }), await goods(w, { pins: 0 })]
  const at = (days: number) => new Date(w.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10)
  const tallied = (seller: string, id: string, days: number, quantity: number, sign = 1) =>
    rowsOf(
      w,
      `insert into figures_of_goods (tenant_id, organisation_id, span, since, configuration_id, supplier_id, sign, lines, quantity, face_total,
                                     sold_total, bought_total, parent_sold_total, parent_bought_total)
       values (1, $1, 'day', $2, $3, '00000000-0000-0000-0000-000000000000', $4, 1, $5, 0, 0, 0, 0, 0)`,
      [seller, at(days), id, sign, quantity],
    )
  await rowsOf(w, 'delete from figures_of_goods where tenant_id = 1')
  for (const days of [1, 2]) await tallied(gare.customer_id, much.configuration_id, days, 30)
  await tallied(gare.customer_id, little.configuration_id, 3, 40)
  await tallied(gare.customer_id, little.configuration_id, 40, 90)
  for (const sign of [1, -1]) await tallied(gare.customer_id, returned.configuration_id, 3, 5, sign)
  await tallied(port.customer_id, returned.configuration_id, 1, 99)
  expect(await gare.calls.bestSellers({})).toEqual({ configuration_ids: [much.configuration_id, little.configuration_id] })
})

const card = (configuration_id: string, ean: string) =>
  ({ configuration_id, value: 100_000, info: '', ean, vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true }) as const

function gtin14(thirteen: string): string {
  const sum = [...thirteen].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return thirteen + String((10 - (sum % 10)) % 10)
}
