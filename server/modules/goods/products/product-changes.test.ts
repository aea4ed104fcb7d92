// Adding and changing goods: what is refused, what is logged, and what cannot change.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld({ door: { places_times: 10 } })
const nord = await w.signIn('nord')

const NEW = { product_type: 'cash_card', product_name: 'Carte Azur' } as const
const euro = (n: number) => n * EURO
let counted = 0
/** Makes an EAN with a correct check digit that no test has used yet. */
function freshEan() {
  const digits = `40${String(++counted).padStart(10, '0')}`
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return digits + String((10 - (sum % 10)) % 10)
}
/** A denomination with default values. */
const card = (value: number, more: object = {}) =>
  ({ value: euro(value), info: '', ean: '', vat_treatment: 'multi_purpose_voucher', vat_rate: 0, vat_country: '', is_active: true, ...more }) as const
const percentSent = ({ vat_rate }: { vat_rate?: number | undefined }) => (vat_rate === undefined ? undefined : String(vat_rate / 100))
const one = async (product_id: string) => (await nord.calls.productsList({ view_type: 'single', product_id })).content[0]
const add = async (more: object = {}) => (await nord.calls.productAdd({ ...NEW, configurations: [card(10), card(25)], ...more })).product_id

describe('a new product', () => {
  test('lists its denominations in the order of value, and has its texts in every language', async () => {
    const [ten, twenty] = [freshEan(), freshEan()]
    const product_id = await add({
      configurations: [card(20, { ean: twenty, info: '2 Go' }), card(10, { ean: ten })],
      ...{ pin_length: 16, pin_letters: true, customer_care: '+33 1 99 00 00 00', instructions: { fr: 'Composez le 123', de: 'Die 123 wählen', nl: '' } },
    })
    expect(await one(product_id)).toMatchObject({
      ...{ ...NEW, pin_length: 16, pin_letters: true, customer_care: '+33 1 99 00 00 00', is_active: true, is_own: true, stock: 0 },
      ...{ instructions: 'Composez le 123', instructions_by_language: { fr: 'Composez le 123', de: 'Die 123 wählen' } },
      configurations: [
        { value: euro(10), ean: ten, is_used: false, stock: 0 },
        { value: euro(20), ean: twenty, info: '2 Go' },
      ],
    })
    const [row] = await rowsOf<{ after: { configurations: string[] } }>(w, `select after from audit where action = 'productAdd' order by id desc limit 1`)
    expect(row?.after).toMatchObject({ product_name: 'Carte Azur', product_type: 'cash_card', instructions: { fr: 'Composez le 123' } })
    expect(row?.after.configurations[0]).toContain('10.00')
  })

  test('may be added without denominations', async () => {
    expect((await one(await add({ configurations: [] })))?.configurations).toEqual([])
  })

  test.each([
    ['a value of zero', card(0), 'configurations.0.value', 'not_above_zero'],
    ['a value above the maximum', card(10_001), 'configurations.0.value', 'too_big'],
    ['an EAN whose check digit is wrong', card(10, { ean: '4006381333932' }), 'configurations.0.ean', 'not_an_ean'],
    ['an EAN of eleven digits', card(10, { ean: '40063813339' }), 'configurations.0.ean', 'not_an_ean'],
    [
      'a single-purpose voucher without a country',
      card(10, { vat_treatment: 'single_purpose_voucher', vat_rate: 1900 }),
      'configurations.0.vat_country',
      'required',
    ],
    [
      'a single-purpose voucher without a rate',
      card(10, { vat_treatment: 'single_purpose_voucher', vat_rate: undefined, vat_country: 'DE' }),
      'configurations.0.vat_rate',
      'required',
    ],
    ['telephone credit without a country', card(10, { vat_treatment: 'telecom_service' }), 'configurations.0.vat_country', 'required'],
    ['a multi-purpose voucher with a rate', card(10, { vat_rate: 1900 }), 'configurations.0.vat_rate', 'too_big'],
    ['an exempt denomination with a rate', card(10, { vat_treatment: 'exempt', vat_rate: 100 }), 'configurations.0.vat_rate', 'too_big'],
  ])('with %s is refused at that field', async (_, configuration, field, code) => {
    const sent = {
      product_name: 'X',
      product_type: 'cash_card',
      configurations: JSON.stringify([{ ...configuration, value: String(configuration.value / EURO), vat_rate: percentSent(configuration) }]),
    }
    const headers = { ...nord.headers, 'content-type': 'application/json' }
    const answer = await w.fetch('/api/add_product/', { method: 'POST', headers, body: JSON.stringify(sent) })
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', problems: [{ field, code }] })
  })

  test('may be added with its tax: rate and country are stored', async () => {
    const spv = card(10, { vat_treatment: 'single_purpose_voucher', vat_rate: 1900, vat_country: 'DE' })
    expect((await one(await add({ configurations: [spv] })))?.configurations).toMatchObject([
      { vat_treatment: 'single_purpose_voucher', vat_rate: 1900, vat_country: 'DE' },
    ])
  })

  test('sold as a single-purpose voucher may have the tax rate 0, if the rate is given explicitly', async () => {
    const free = card(10, { vat_treatment: 'single_purpose_voucher', vat_rate: 0, vat_country: 'IE' })
    const product_id = await add({ configurations: [free] })
    expect((await one(product_id))?.configurations).toMatchObject([{ vat_treatment: 'single_purpose_voucher', vat_rate: 0, vat_country: 'IE' }])
    expect(await rowsOf(w, `select distinct vat_category(vat_treatment, vat_rate) as c from configurations where product_id = $1`, [product_id])).toEqual([
      { c: 'Z' },
    ])
  })
})

describe('a change of a product', () => {
  test('affects only the sent fields, and the log shows exactly these', async () => {
    const product_id = await add({ instructions: { fr: 'Avant' } })
    await nord.calls.productUpdate({ product_id, product_name: 'Carte Mistral', is_active: false })
    expect(await one(product_id)).toMatchObject({ product_name: 'Carte Mistral', is_active: false, instructions: 'Avant' })
    expect((await nord.calls.productsList({ search_text: 'mistral' })).filters.total_count).toBe(1)
    const [row] = await rowsOf(w, `select before, after from audit where action = 'productUpdate' order by id desc limit 1`)
    expect(row).toEqual({ before: { product_name: 'Carte Azur', is_active: true }, after: { product_name: 'Carte Mistral', is_active: false } })
  })

  test('adds denominations, replaces them, and switches them off', async () => {
    const product_id = await add()
    const [ten, twentyFive] = (await one(product_id))?.configurations ?? []
    const ean = freshEan()
    await nord.calls.productUpdate({
      product_id,
      configurations: [
        card(12, { configuration_id: ten?.configuration_id, ean }),
        card(25, { configuration_id: twentyFive?.configuration_id, is_active: false }),
        card(50),
      ],
    })
    const after = (await one(product_id))?.configurations.map((c) => [c.value, c.ean, c.is_active])
    expect(after).toEqual([
      [euro(12), ean, true],
      [euro(25), '', false],
      [euro(50), '', true],
    ])
  })

  test('with two denominations of one value is refused, unless a note distinguishes them or one of them is not on sale', async () => {
    const { product_id } = await nord.calls.productAdd({ product_name: 'Twice', product_type: 'cash_card', configurations: [card(10), card(20)] })
    const put = (...configurations: ReturnType<typeof card>[]) => nord.calls.productUpdate({ product_id, configurations })
    const twice = (place: number) => ({ code: 'invalid_input', problems: [{ field: `configurations.${place}.value`, code: 'value_twice' }] })
    await expect(put(card(10))).rejects.toMatchObject(twice(0))
    await expect(put(card(30), card(30))).rejects.toMatchObject(twice(1))
    await put(card(10, { info: 'Abroad' }))
    await expect(put(card(10, { info: 'abroad' }))).rejects.toMatchObject(twice(0))
    const ten = (await one(product_id))?.configurations.find(({ value, info }) => value === euro(10) && info === '')
    await put(card(10, { configuration_id: ten?.configuration_id, is_active: false }), card(10))
    await expect(put(card(10, { configuration_id: ten?.configuration_id, is_active: true }))).rejects.toMatchObject(twice(0))
    expect((await one(product_id))?.configurations.filter(({ value, is_active }) => value === euro(10) && is_active)).toHaveLength(2)
  })

  test('cannot alter the value of a denomination that has stock, but can alter everything else about it', async () => {
    const { product_id, configuration_id } = await goods(w, { pins: 1 })
    const asked = nord.calls.productUpdate({ product_id, configurations: [card(30), card(11, { configuration_id })] })
    await expect(asked).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'configurations.1.value', code: 'value_used' }] })
    expect((await one(product_id))?.configurations).toHaveLength(1)
    await nord.calls.productUpdate({ product_id, configurations: [card(10, { configuration_id, info: '5 Go' })] })
    expect((await one(product_id))?.configurations).toMatchObject([{ info: '5 Go', value: euro(10) }])
  })

  test('with the id of another product’s denomination is refused as not found', async () => {
    const [mine, other] = [await add(), await add()]
    const strange = (await one(other))?.configurations[0]?.configuration_id
    for (const configuration_id of [strange, newId()])
      await expect(nord.calls.productUpdate({ product_id: mine, configurations: [card(10, { configuration_id })] })).rejects.toMatchObject({
        code: 'not_found',
      })
    const [twice] = (await one(mine))?.configurations ?? []
    const again = card(10, { configuration_id: twice?.configuration_id })
    await expect(nord.calls.productUpdate({ product_id: mine, configurations: [again, again] })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of another reseller’s product is refused as not found', async () => {
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    const product_id = await add()
    await expect(rhein.calls.productUpdate({ product_id, product_name: 'Theirs' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(nord.calls.productUpdate({ product_id: newId(), product_name: 'Nobody' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('an EAN', () => {
  test('belongs to one denomination; a second use is refused, and the refusal names the product that has the EAN', async () => {
    const ean = freshEan()
    const product_id = await add({ product_name: 'Carte Première', configurations: [card(10, { ean })] })
    await expect(add({ configurations: [card(10, { ean })] })).rejects.toMatchObject({
      code: 'ean_taken',
      detail: { ean, product_id, product_name: 'Carte Première' },
    })
    const twice = freshEan()
    await expect(add({ configurations: [card(10, { ean: twice }), card(20, { ean: twice })] })).rejects.toMatchObject({ code: 'ean_taken' })
  })

  test('that another organisation’s goods have is refused too, without naming the product', async () => {
    const sud = await w.signIn('sud')
    const ean = freshEan()
    await add({ configurations: [card(10, { ean })] })
    await rowsOf(w, `update organisations set flags = array_append(flags, 'has_product') where tenant_id = 1 and id = $1 and not 'has_product' = any (flags)`, [
      sud.customer_id,
    ])
    w.services.sessions.forgetOrganisation(sud.customer_id)
    const refused = sud.calls.productAdd({ ...NEW, configurations: [card(10, { ean })] })
    await expect(refused).rejects.toMatchObject({ code: 'ean_taken', detail: { ean } })
    await expect(refused).rejects.not.toHaveProperty('detail.product_name')
  })

  test('may be exchanged with that of another denomination in one change', async () => {
    const [a, b] = [freshEan(), freshEan()]
    const product_id = await add({ configurations: [card(10, { ean: a }), card(25, { ean: b })] })
    const [ten, twentyFive] = (await one(product_id))?.configurations ?? []
    await nord.calls.productUpdate({
      product_id,
      configurations: [card(10, { configuration_id: ten?.configuration_id, ean: b }), card(25, { configuration_id: twentyFive?.configuration_id, ean: a })],
    })
    expect((await one(product_id))?.configurations.map((c) => c.ean)).toEqual([b, a])
  })

  test('sent for six new products in simultaneous requests is given to one of them', async () => {
    const ean = freshEan()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => add({ configurations: [card(10, { ean })] })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'ean_taken' })
  })
})

test('slips have instructions in the shop’s language; if the product has no text in that language, in the language of the product’s owner', async () => {
  const shop = await w.signIn('kiosque')
  const { product_id, configuration_id } = await goods(w, { pins: 3 })
  await giveWallet(w, await organisationId(w, 'kiosque'), euro(100))
  const said = async () => (await shop.calls.sell({ ...(await shop.calls.transactionKey({})), configuration_id, quantity: 1 })).instructions
  const speaks = (language: string) => rowsOf(w, 'update organisations set default_language = $2 where tenant_id = 1 and id = $1', [shop.customer_id, language])
  await nord.calls.productUpdate({ product_id, instructions: { fr: 'Composez le 123', tr: '123’ü arayın' } })
  expect(await said()).toBe('Composez le 123')
  await speaks('tr')
  expect(await said()).toBe('123’ü arayın')
  await speaks('nl')
  expect(await said()).toBe('Composez le 123')
})
