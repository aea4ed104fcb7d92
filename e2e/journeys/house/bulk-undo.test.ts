// Undoing bulk actions: after an action on chosen rows a bar offers to undo it. Each row then gets its old value back, except rows that somebody changed since.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test, unique } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { pickFound } from '../../kit/pick.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { addShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const chooseAll = (page: Page) => page.getByRole('checkbox', { name: t('pages.list.choose_page') }).check()
/** The bar's button. The countdown pauses while the pointer is on it, so tests put the pointer there before they do anything else. */
const bar = (page: Page) => page.getByRole('button', { name: t('shell.undo.undo') })
const undone = (page: Page) => page.getByText(t('shell.undo.done'))
const rowsChanged = (n: number) => t('shell.undo.rows', { n, count: String(n) })

/** Presses a button for the chosen rows, and the button of the dialog that it opens. */
async function press(page: Page, name: string, dialogName = name) {
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: dialogName }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Adds products with a common name that no other test uses; returns their names and opens the list of them. */
async function products(page: Page, count: number) {
  const series = `Retour ${unique()}`
  const calls = callsOn(page)
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { product_id } = await newGoods(page, 'cash_card')
    await calls.productUpdate({ product_id, product_name: `${series} ${n}` })
    ids.push(product_id)
  }
  return { series, ids, names: ids.map((_, n) => `${series} ${n}`) }
}
const onSale = async (page: Page, ids: readonly string[]) =>
  Promise.all(ids.map(async (product_id) => (await callsOn(page).productsList({ view_type: 'single', product_id })).content[0]?.is_active))

test('one press reactivates customers just suspended, except one that somebody else meanwhile suspended for another reason; the page names that customer', async ({
  newPage,
}) => {
  const shops = [await addShop(), await addShop(), await addShop()]
  const [, second] = shops
  const [page, nord] = [await newPage({ as: 'nord' }), await callsAs('nord')]
  await go(page, '/customers/view')
  for (const { username } of shops) {
    await pickFound(page, username)
  }
  await page.getByRole('button', { name: t('customers.status.stop') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('fields.reason') }).fill('Inventaire')
  await dialog.getByRole('button', { name: t('customers.status.stop') }).click()
  await page.getByText(rowsChanged(3)).waitFor()
  await bar(page).hover()
  await shoot(page, 'a bulk action that can be undone')
  const customer_ids = [second?.customer_id ?? '']
  await nord.customerStatus({ customer_ids, is_active: true, reason: 'Payé' })
  await nord.customerStatus({ customer_ids, is_active: false, reason: 'Déménagé' })
  await bar(page).click()
  await page.getByText(t('shell.undo.kept')).waitFor()
  await page
    .getByText(second?.name ?? '', { exact: true })
    .last()
    .waitFor()
  await shoot(page, 'a row that was changed since is left alone')
  const reasons = await Promise.all(shops.map(async ({ customer_id }) => (await nord.customerDetails({ customer_id })).stopped_reason))
  expect(reasons).toEqual(['', 'Déménagé', ''])
  // The bar with the name of the skipped customer stays until the user closes it.
  await page
    .getByRole('status')
    .getByRole('button', { name: t('house.words.close') })
    .click()
  expect(await page.getByText(t('shell.undo.kept')).count()).toBe(0)
})

test('each customer gets back the plan it had; undoing a discount of many products restores what each of them had in the plan', async ({ newPage }) => {
  const shops = [await addShop({ plan: 'Gold' }), await addShop({ plan: 'Silver' })]
  const page = await newPage({ as: 'nord' })
  const plan_name = `Retour ${unique()}`
  const { series, ids } = await products(page, 2)
  const calls = callsOn(page)
  const { discount_plan_id } = await calls.planAdd({ plan_name, entries: [{ product_id: ids[0] ?? '', configuration_id: null, discount: 300 }] })
  const plans = async () => Promise.all(shops.map(async ({ customer_id }) => (await calls.customerDetails({ customer_id })).plan_id))
  const before = await plans()
  await go(page, '/customers/view')
  for (const { username } of shops) {
    await pickFound(page, username)
  }
  await page.getByRole('button', { name: t('customers.list.plan_give') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('fields.plan')).selectOption({ label: plan_name })
  await dialog.getByRole('button', { name: t('customers.list.plan_give') }).click()
  await dialog.waitFor({ state: 'detached' })
  await bar(page).hover()
  expect(await plans()).toEqual([discount_plan_id, discount_plan_id])
  await bar(page).click()
  await undone(page).waitFor()
  expect(await plans()).toEqual(before)

  const discounts = async () => {
    const { entries } = await calls.plansList({ discount_plan_id })
    return ids.map((id) => entries.find(({ product_id }) => product_id === id)?.discount_product)
  }
  await go(page, `/products/view?q=${encodeURIComponent(series)}`)
  await page.getByRole('row').filter({ hasText: series }).nth(1).waitFor()
  await chooseAll(page)
  await page.getByRole('button', { name: t('goods.products.to_plan') }).click()
  const form = page.getByRole('dialog', { name: t('prices.plan_many', { n: 2 }) })
  await form.getByRole('combobox', { name: t('fields.plan_name') }).fill(plan_name.toLowerCase())
  await page.getByRole('option', { name: plan_name, exact: true }).click()
  await form.getByLabel(t('fields.discount'), { exact: true }).fill('4')
  await form.getByRole('button', { name: t('prices.review') }).click()
  await page
    .getByRole('dialog', { name: t('prices.effect') })
    .getByRole('button', { name: t('house.words.save') })
    .click()
  await page.getByText(rowsChanged(2)).waitFor()
  await bar(page).hover()
  expect(await discounts()).toEqual([400, 400])
  await bar(page).click()
  await undone(page).waitFor()
  expect(await discounts()).toEqual([300, null])
})

test('products taken off sale in one tab and partly put on sale in another are all on sale after the first tab undoes its action', async ({ newPage }) => {
  const [first, other] = [await newPage({ as: 'nord' }), await newPage({ as: 'nord' })]
  const { series, ids, names } = await products(first, 3)
  for (const page of [first, other]) await go(page, `/products/view?q=${encodeURIComponent(series)}`)
  await first.getByRole('row').filter({ hasText: series }).nth(2).waitFor()
  await chooseAll(first)
  await press(first, t('words.take_off_sale'))
  await bar(first).hover()
  expect(await onSale(first, ids)).toEqual([false, false, false])
  await other.getByRole('row').filter({ hasText: names[1] }).getByRole('checkbox').check()
  await press(other, t('words.put_on_sale'))
  await bar(other).hover()
  await bar(first).click()
  await undone(first).waitFor()
  expect(await onSale(first, ids)).toEqual([true, true, true])
  // Each tab undoes its own action. The other tab had put one product on sale, so its undoing takes that product off sale.
  await bar(other).click()
  await undone(other).waitFor()
  expect(await onSale(first, ids)).toEqual([true, false, true])
})

test('if an answer is lost, undoing stops with a message; a second press continues, and each batch of stock is then on or off sale as it was at first', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  const { name, configuration_ids } = await newGoods(page, 'cash_card', { euros: [1, 2] })
  const [one = '', two = ''] = configuration_ids
  await stocked(page, one, pinFile(3), false)
  for (const publish of [true, false, false]) await stocked(page, two, pinFile(3), publish)
  const published = async () => {
    const lists = await Promise.all([one, two].map((configuration_id) => callsOn(page).stockList({ configuration_id })))
    return lists.flatMap(({ batches }) => batches.map(({ is_published }) => is_published))
  }
  const before = await published()
  await go(page, `/inventory/view?q=${encodeURIComponent(name)}`)
  await page.getByRole('row').filter({ hasText: name }).nth(1).waitFor()
  await chooseAll(page)
  await press(page, t('stock.picked.publish'))
  await bar(page).hover()
  expect(await published()).toEqual([true, true, true, true])
  // The server takes the second batch off sale, but its answer never arrives.
  let asked = 0
  await page.route('**/api/inventory_list/', async (route, request) => {
    if (!request.postData()?.includes('unpublish')) return route.continue()
    asked++
    if (asked !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await bar(page).click()
  await page.getByText(t('errors.no_answer')).waitFor()
  await page.getByText(t('words.done_of_all', { done: '1', all: '3' })).waitFor()
  await shoot(page, 'an answer lost while undoing')
  expect(asked, 'what comes after a lost answer is not tried').toBe(2)
  await bar(page).click()
  await undone(page).waitFor()
  expect(asked, 'the call without an answer is made again').toBe(4)
  expect(await published()).toEqual(before)
})

test('a clerk who loses the right after a bulk action is told that undoing is refused, and nothing changes', async ({ newPage }) => {
  const clerk = await newStaff({ flags: ['has_product'] })
  const [office, page, nord] = [await newPage({ as: 'nord' }), await newPage({ as: clerk.username }), await callsAs('nord')]
  const { series, ids, names } = await products(office, 2)
  await go(page, `/products/view?q=${encodeURIComponent(series)}`)
  await page.getByRole('row').filter({ hasText: series }).nth(1).waitFor()
  await chooseAll(page)
  await press(page, t('words.take_off_sale'))
  await bar(page).hover()
  await nord.staffUpdate({ user_id: clerk.user_id, flags: ['has_inventory'] })
  await bar(page).click()
  await page.getByText(t('errors.refusals.forbidden')).waitFor()
  for (const name of names) await page.getByRole('status').getByText(name).first().waitFor()
  expect(await onSale(office, ids)).toEqual([false, false])
  // Control: once the clerk has the right again, the same button undoes the action.
  await nord.staffUpdate({ user_id: clerk.user_id, flags: ['has_product'] })
  await bar(page).click()
  await undone(page).waitFor()
  expect(await onSale(office, ids)).toEqual([true, true])
})
