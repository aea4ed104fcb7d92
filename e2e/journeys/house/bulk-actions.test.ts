// Bulk actions: stock put on sale and taken off in a list filtered by supplier; products given a discount in a plan; and the explanation of a shop's price.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test, unique } from '../../kit/browser.ts'
import { beforeTheApp, callsOn } from '../../kit/calls.ts'
import { customerId, newCard, planId } from '../../kit/card.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { newShop, openTill, SELLER, sell } from '../../kit/shop.ts'
import { begins, holds, named, t } from '../../kit/texts.ts'

const LIST = '**/api/inventory_list/'
const KIOSQUE = 'Kiosque Nord'
const soldOut = { code: 'out_of_stock' }
const plain = (text: string | null) => (text ?? '').replaceAll(/\s/g, ' ')

const chooseAll = (page: Page) => page.getByRole('checkbox', { name: t('pages.list.choose_page') }).check()
/** Makes a product of two values with stock that is not on sale: one batch of the first value, two of the second. */
async function heldBack(office: Page) {
  const made = await newGoods(office, 'cash_card', { euros: [1, 2] })
  const [one = '', two = ''] = made.configuration_ids
  for (const configuration_id of [one, two, two]) await stocked(office, configuration_id, pinFile(3), false)
  return { ...made, one, two }
}

/** Reads the columns "Invendus" (unsold) and "Pas en vente" (not on sale) of the rows shown. */
const figures = (page: Page) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .evaluateAll(
      (rows, names) => rows.map((row) => names.map((name) => Number((row.querySelector(`[data-label="${name}"]`)?.textContent ?? '').replace(/^\D.*/, '0')))),
      [t('stock.unsold'), t('words.not_on_sale')],
    )

test('chosen stock goes on sale and comes off sale; the page names rows that failed, and they can be tried again', async ({ newPage }) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage(SELLER)]
  const { name, one, two } = await heldBack(office)
  await beforeTheApp(shop)
  await expect(sell(shop, two)).rejects.toMatchObject(soldOut)
  await go(office, `/inventory/view?q=${encodeURIComponent(name)}`)
  await expect
    .poll(() => figures(office))
    .toEqual([
      [0, 3],
      [0, 6],
    ])
  await chooseAll(office)
  await office.getByRole('button', { name: t('stock.picked.publish') }).click()
  const dialog = office.getByRole('dialog')
  const press = (action: string) => dialog.getByRole('button', { name: action }).click()
  await press(t('stock.picked.publish'))
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => figures(office))
    .toEqual([
      [3, 0],
      [6, 0],
    ])
  expect(await office.getByRole('button', { name: t('stock.picked.publish') }).count()).toBe(0)
  for (const configuration_id of [one, two]) await sell(shop, configuration_id)

  // The server refuses one of the two denominations.
  await office.route(LIST, async (route, request) => {
    const asked = request.postData() ?? ''
    const refused = { status: 409, json: { message_type: 0, code: 'batch_state', message: '', account_status: 1 } }
    await (asked.includes('action') && asked.includes(two) ? route.fulfill(refused) : route.continue())
  })
  await chooseAll(office)
  await office.getByRole('button', { name: t('stock.picked.unpublish') }).click()
  await press(t('stock.picked.unpublish'))
  await dialog.getByText(t('stock.picked.ready', { ready: 1, count: 2 })).waitFor()
  await dialog.getByText(`${name} 2,00 €`).waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(1)
  await shoot(office, 'stock that could not be taken off sale')
  await expect(sell(shop, one)).rejects.toMatchObject(soldOut)
  await sell(shop, two)

  // First the connection breaks during the action, then it works again.
  await office.unroute(LIST)
  await office.route(LIST, (route, request) => (request.postData()?.includes('action') ? route.abort() : route.continue()))
  await press(t('stock.picked.unpublish'))
  await dialog.getByText(t('errors.no_answer')).waitFor()
  await office.unroute(LIST)
  await press(t('stock.picked.unpublish'))
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => figures(office))
    .toEqual([
      [0, 2],
      [0, 4],
    ])
  await expect(sell(shop, two)).rejects.toMatchObject(soldOut)
})

test('a list filtered by supplier has the filter in its address, keeps it after a reload, and loses it with one press', async ({ newPage }) => {
  const office = await newPage({ as: 'nord' })
  const { name } = await heldBack(office)
  const company = `Grossiste ${unique()}`
  await callsOn(office).supplierAdd({ company })
  await go(office, `/inventory/view?q=${encodeURIComponent(name)}`)
  const rows = office.getByRole('row').filter({ hasText: name })
  const choice = office.getByRole('combobox', { name: t('fields.supplier') })
  await choice.selectOption('Telco Distribution SARL')
  await office.waitForURL((url) => url.searchParams.has('supplier_id'))
  await expect.poll(() => rows.count()).toBe(2)
  await expect.poll(() => office.locator('[data-list-export]').textContent()).toBe(t('pages.list.export', { n: 2 }))
  await choice.selectOption(company)
  await expect.poll(() => rows.count()).toBe(0)
  await office.reload()
  await expect.poll(() => choice.locator('option:checked').textContent()).toBe(company)
  expect(await rows.count()).toBe(0)
  await office
    .getByRole('button', { name: t('house.words.reset') })
    .first()
    .click()
  await office.waitForURL((url) => url.search === '')
  await go(office, '/inventory/view?supplier_id=nobody')
  await office.getByRole('row').nth(1).getByRole('cell').first().waitFor()
  expect(await choice.inputValue()).toBe('')
})

test('chosen products get a discount in a plan after the dialog showed its effect; shop and reseller read the explanation of the price', async ({
  newPage,
}) => {
  const [office, shop] = [await newPage({ as: 'nord' }), await newPage({ kept: { language: 'fr' } })]
  const [first, second] = [await newCard(office, [10]), await newCard(office, [20, 50])]
  const { productUpdate, assignedChange, planAdd } = callsOn(office)
  const [series, plan] = [`Lot ${unique()}`, `Essai ${unique()}`]
  await planAdd({ plan_name: plan })
  // The shop is the only customer with this plan.
  const customer = await newShop({ plan })
  for (const [n, { product_id }] of [first, second].entries()) await productUpdate({ product_id, product_name: `${series} ${n}` })
  await go(office, `/products/view?q=${encodeURIComponent(series)}`)
  await office.getByRole('row').filter({ hasText: series }).nth(1).waitFor()
  await chooseAll(office)
  await office.getByRole('button', { name: t('goods.products.to_plan') }).click()
  const form = office.getByRole('dialog', { name: t('prices.plan_many', { n: 2 }) })
  const review = form.getByRole('button', { name: t('prices.review') })
  await form.getByRole('combobox', { name: t('fields.plan_name') }).fill(plan.toLowerCase())
  await office.getByRole('option', { name: plan, exact: true }).click()
  await form.getByLabel(t('fields.discount'), { exact: true }).fill('101')
  await form.getByText(t('errors.problems.too_big', { limit: 100 })).waitFor()
  expect(await review.isDisabled()).toBe(true)
  await form.getByLabel(t('fields.discount'), { exact: true }).fill('9')
  await review.click()
  const effect = office.getByRole('dialog', { name: t('prices.effect') })
  await effect.getByText(t('prices.below_cost')).waitFor()
  await effect.getByRole('button', { name: t('prices.not_yet') }).click()
  expect(await form.getByRole('combobox', { name: t('fields.plan_name') }).inputValue()).toBe(plan)
  await form.getByLabel(t('fields.discount'), { exact: true }).fill('4')
  await review.click()
  await effect.getByText(t('prices.diff.gained', { gained: 3 })).waitFor()
  expect(plain(await effect.textContent())).toMatch(holds(`${t('fields.customers')}1${t('prices.shops')}1`))
  await effect.getByRole('button', { name: t('house.words.save') }).click()
  await effect.waitFor({ state: 'detached' })
  expect(await office.getByRole('button', { name: t('goods.products.to_plan') }).count()).toBe(0)
  const entries = (await callsOn(office).plansList({ discount_plan_id: await planId(office, plan) })).entries
  expect(entries.filter(({ product_name }) => product_name.startsWith(series)).map((entry) => entry.discount_product)).toEqual([400, 400, 400])

  await openTill(shop, customer)
  const search = shop.getByRole('searchbox', { name: t('selling.find.label') })
  await search.fill(`${series} 0`)
  await shop.keyboard.press('Enter')
  await shop
    .getByRole('form', { name: t('house.words.sale') })
    .getByRole('button', { name: begins('house.words.why_this_price') })
    .click()
  const why = shop.getByRole('dialog', { name: t('house.words.why_this_price') })
  await why.getByText(t('prices.sources.plan_product')).waitFor()
  expect(plain(await why.textContent())).toMatch(/10,00 € − 4,00 % = 9,60 €/)
  expect(await why.textContent()).not.toMatch(new RegExp(`${plan}|paie`))
  await shop.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  await shop.getByRole('form', { name: t('house.words.sale') }).waitFor()

  const customer_ids = [await customerId(office, KIOSQUE)]
  await assignedChange({ action: 'add', customer_ids, pad_list: [{ product_id: second.product_id, discount: 300 }] })
  await go(office, `/products/view/${second.product_id}?tab=assigned`)
  await office.getByRole('button', { name: named(t('house.words.why_this_price'), KIOSQUE) }).click()
  const ladder = office.getByRole('dialog', { name: t('house.words.why_this_price') })
  await ladder.getByText(t('prices.pays', { name: KIOSQUE })).waitFor()
  await ladder.getByLabel(t('fields.value')).selectOption({ label: '50,00 €' })
  await ladder.getByText(/48,50/).first().waitFor()
})
