// A reseller adds a product with a picture and two denominations, a till sells it, and finally the reseller takes it off sale.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { shoot, signIn, test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { newShop, openTill, sellAtTill } from '../../kit/shop.ts'
import { sendFile, supplierFile } from '../../kit/supplier-file.ts'
import { begins, holds, t } from '../../kit/texts.ts'

const blue = () => sharp({ create: { width: 300, height: 300, channels: 3, background: '#00a1f1' } })
const widthOf = (place: ReturnType<Page['getByRole']>) => place.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))

test('a product with a picture and two denominations is added, with its slip shown beside the form, and is then in the list', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const name = `Azur ${unique()}`
  await go(page, '/products/add')
  await page.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await page.getByLabel(t('fields.value'), { exact: true }).fill('10')
  await page.getByLabel(t('fields.value'), { exact: true }).press('Enter')
  await page.getByLabel(t('fields.value'), { exact: true }).nth(1).fill('25')
  await page.getByLabel(t('words.choose_a_picture')).setInputFiles({ name: 'azur.png', mimeType: 'image/png', buffer: await blue().png().toBuffer() })
  const slip = page.getByRole('complementary', { name: t('goods.products.slip.title') })
  expect(await slip.textContent()).toContain(name)
  expect(await slip.textContent()).toContain('10,00')
  await page.getByRole('button', { name: t('goods.products.submit_add') }).click()
  await page.waitForURL(/\/products\/view\/[0-9a-f-]{36}/)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await go(page, `/products/view?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  expect(await row.textContent()).toMatch(/10,00.*25,00/)
  await expect.poll(() => widthOf(row)).toBe(300)
})

test('errors of a denomination are shown beside it: an EAN with a wrong check digit, an EAN that is taken, a missing rate', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const name = `Mistral ${unique()}`
  await go(page, '/products/add')
  await page.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await page.getByLabel(t('fields.value'), { exact: true }).fill('15')
  const ean = page.getByLabel(begins('goods.products.row.ean'))
  await ean.fill('4006381333932')
  await ean.blur()
  await page.getByText(t('errors.problems.not_an_ean')).first().waitFor()
  await ean.fill('')
  await page.getByLabel(t('fields.vat_treatment')).selectOption({ label: t('pages.tax.treatments.single_purpose_voucher') })
  await page.getByLabel(t('fields.vat_country')).selectOption('FR')
  await page.getByRole('button', { name: t('goods.products.submit_add') }).click()
  await page.getByRole('link', { name: holds(t('errors.problems.required')) }).click()
  const rate = page.getByLabel(t('fields.vat_rate'))
  expect(await rate.evaluate((field) => field === document.activeElement)).toBe(true)
  await rate.fill('20')
  const [taken] = (await callsOn(page).productsList({ search_text: 'paysafecard' })).content
  await ean.fill(taken?.configurations[0]?.ean ?? '')
  await page.getByRole('button', { name: t('goods.products.submit_add') }).click()
  await page.getByRole('link', { name: 'paysafecard' }).waitFor()
  await shoot(page, 'ean taken')
  await ean.fill('')
  await page.getByRole('button', { name: t('goods.products.submit_add') }).click()
  await page.waitForURL(/\/products\/view\/[0-9a-f-]{36}/)
})

test('a picture that contains a program is refused with a message; a good picture is shown at the till until it is removed', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const calls = callsOn(page)
  const shop = await newShop({ plan: null })
  const goods = await newGoods(page, 'cash_card', shop)
  await go(page, `/products/view/${goods.product_id}`)
  const choose = page.getByLabel(new RegExp(`${t('words.choose_a_picture')}|${t('words.choose_another_picture')}`))
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
  await page.getByText(t('errors.refusals.image_unreadable')).waitFor()
  await shoot(page, 'picture refused')
  await choose.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(1_000_001) })
  await page.getByText(t('goods.products.picture.too_large')).waitFor()
  const polyglot = Buffer.concat([await blue().jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')])
  await choose.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: polyglot })
  await page.getByRole('button', { name: t('goods.products.picture.remove') }).waitFor()
  const [product] = (await calls.productsList({ view_type: 'single', product_id: goods.product_id })).content
  const served = await page.request.get(product?.product_image ?? '')
  expect(served.headers()['content-type']).toBe('image/webp')
  expect((await served.body()).includes('script')).toBe(false)

  const till = await newPage()
  await openTill(till, shop)
  const tile = till.getByRole('button', { name: new RegExp(`^${goods.name}`) })
  await till.getByRole('searchbox', { name: t('selling.find.label') }).fill(goods.name)
  await expect.poll(() => widthOf(tile)).toBe(300)
  await shoot(till, 'picture at the till')
  await page.getByRole('button', { name: t('goods.products.picture.remove') }).click()
  await expect.poll(async () => (await calls.productsList({ view_type: 'single', product_id: goods.product_id })).content[0]?.product_image).toBeNull()
})

for (const [product_type, tab] of [
  ['soft_pin', t('house.product_types.soft_pin')],
  ['calling_card', t('house.product_types.calling_card')],
] as const)
  test(`a ${product_type} is sold and printed at a till until its reseller takes it off sale, which first warns about unsold stock`, async ({ newPage }) => {
    const page = await newPage({ as: 'nord' })
    await beforeTheApp(page)
    const shop = await newShop({ plan: null })
    const goods = await newGoods(page, product_type, shop)
    const file = supplierFile(14, 6)
    await addStock(page, goods.name, file)

    const till = await newPage()
    const prints = await catchPrints(till)
    await openTill(till, shop)
    await till
      .getByRole('group', { name: t('selling.tabs.label') })
      .getByRole('button', { name: tab })
      .click()
    await till.getByRole('button', { name: new RegExp(`^${goods.name}`) }).waitFor()
    const pin = await sellAtTill(till, goods.name)
    expect(file.pins).toContain(pin)
    await expect.poll(() => prints.length).toBe(1)
    expect((await textOf(till, prints[0] ?? '')).replace(/\s/g, '')).toContain(pin)

    await go(page, `/products/view/${goods.product_id}`)
    await page.getByRole('button', { name: t('words.take_off_sale') }).click()
    const ask = page.getByRole('dialog', { name: t('goods.products.stop.ask', { product: goods.name }) })
    await ask.getByText(t('goods.products.stop.lost', { n: 5 })).waitFor()
    await shoot(page, 'off sale')
    await ask.getByRole('button', { name: t('words.take_off_sale') }).click()
    await page.getByRole('button', { name: t('words.put_on_sale') }).waitFor()
    await till.reload()
    await till.getByText(t('selling.nothing.title')).waitFor()
  })

test('staff whose only right is the one for products can change products, and see nothing of suppliers, stock or gift cards', async ({ newPage }) => {
  const { username } = await newStaff({ flags: ['has_product'] })
  const manager = await newPage({ as: 'nord' })
  await beforeTheApp(manager)
  const product_name = `Staff ${unique()}`
  const { product_id } = await callsOn(manager).productAdd({ product_name, product_type: 'cash_card', configurations: [] })
  const page = await newPage()
  await signIn(page, username)
  await go(page, `/products/view/${product_id}`)
  await page.getByLabel(t('fields.customer_care')).fill('3631')
  await page.getByRole('button', { name: t('house.words.save') }).click()
  await page.getByText(t('house.words.saved'), { exact: true }).waitFor()
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: t('house.screens.products') }).waitFor()
  for (const name of [t('house.screens.suppliers'), t('house.screens.stock'), t('house.screens.gift_cards')])
    expect(await menu.getByRole('link', { name }).count()).toBe(0)
  for (const path of ['/suppliers/view', '/supplier/add', '/gift-cards/view', '/gift-cards/add']) {
    await go(page, path)
    await page.waitForURL('**/pages/not-authorized?*')
  }
})

test('the platform corrects a reseller’s product, and the product’s history tells the reseller who changed it', async ({ newPage }) => {
  const nord = await newPage({ as: 'nord' })
  await beforeTheApp(nord)
  const { product_id } = await callsOn(nord).productAdd({ product_name: `Avant ${unique()}`, product_type: 'cash_card', configurations: [] })
  const platform = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await beforeTheApp(platform)
  await callsOn(platform).tenantChoose({ tenant_id: 1 })
  await go(platform, `/products/view/${product_id}`)
  const name = `Après ${unique()}`
  await platform.getByLabel(t('fields.name'), { exact: true }).fill(name)
  await platform.getByRole('button', { name: t('house.words.save') }).click()
  await platform.getByRole('heading', { level: 1, name }).waitFor()
  await go(nord, `/products/view/${product_id}`)
  await nord.getByRole('heading', { level: 1, name }).waitFor()
  await nord.getByRole('link', { name: t('words.history'), exact: true }).click()
  await nord.waitForURL('**/audit?*')
  await nord.getByRole('row').filter({ hasText: name }).first().waitFor()
  expect(await nord.getByRole('main').textContent()).toContain('Petra Platz · Prepaid Platform')
})

test('several products are taken off sale with one action, and then put on sale again with one action', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const series = `Série ${unique()}`
  for (const name of ['un', 'deux', 'trois'])
    await callsOn(page).productAdd({ product_name: `${series} ${name}`, product_type: 'cash_card', configurations: [] })
  await go(page, `/products/view?q=${encodeURIComponent(series)}`)
  const shown = page.getByRole('row').filter({ hasText: series })
  await expect.poll(() => shown.count()).toBe(3)
  const stopped = shown.filter({ hasText: t('words.not_on_sale') })
  for (const [button, question, left] of [
    [t('words.take_off_sale'), t('goods.products.stop.ask_picked', { n: 3 }), 3],
    [t('words.put_on_sale'), t('goods.products.stop.start_picked', { n: 3 }), 0],
  ] as const) {
    await page.getByRole('checkbox', { name: t('pages.list.choose_page') }).check()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: button }).click()
    await expect.poll(() => stopped.count()).toBe(left)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
})

async function addStock(page: Page, name: string, file: ReturnType<typeof supplierFile>): Promise<void> {
  await sendFile(page, { name, value: '10,00 €' }, file)
  await page.getByRole('button', { name: t('stock.import.leave_out', { n: file.broken }) }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await page.getByLabel(begins('fields.buying_discount')).fill('8')
  await page.getByRole('button', { name: t('stock.import.add', { n: file.pins.length }) }).click()
  await page.getByRole('button', { name: t('stock.import.publish', { n: file.pins.length }) }).click()
  await page.getByText(t('stock.import.on_sale')).waitFor()
}
