// The screens of prices and exports, each with content, and the dialogs that open over them.
import type { Page } from 'playwright-core'
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { callsOn } from '../kit/calls.ts'
import { newCard, planId } from '../kit/card.ts'
import { listTool } from '../kit/files.ts'
import { someLiveGoods } from '../kit/live-goods.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { at, atOne, firstRow, heading, settled, someCustomer } from './shop-views.ts'

type CallsClient = Client<Calls>
const reseller = { as: 'nord' }
const platform = { as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } }

const somePlan = async ({ plansList }: CallsClient) => (await plansList({ search_text: 'gold' })).content[0]?.discount_plan_id

/** Exports a list; the export is shared by the checks in all colour modes. */
const someExport = async ({ exportStart }: CallsClient) =>
  (await exportStart({ list: 'suppliersList', input: {}, columns: [{ key: 'company', header: 'Société' }], title: 'Fournisseurs' })).download_id

/** Gives a customer a discount of its own on a new card, and opens the list of such discounts. */
async function ownPrices(page: Page) {
  const card = await newCard(page, [10])
  const calls = callsOn(page)
  const customer_ids = [(await someCustomer(calls)) ?? '']
  await calls.assignedChange({ action: 'add', customer_ids, pad_list: [{ product_id: card.product_id, discount: 450 }] })
  await at('/customers/pad', firstRow)(page)
}

async function assignMany(page: Page) {
  await at('/customers/pad', heading(t('house.screens.pad')))(page)
  await page
    .getByRole('button', { name: t('prices.assign_many') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel(t('fields.discount'), { exact: true }).fill('4')
  await dialog.getByRole('combobox', { name: t('fields.product') }).fill('lebara')
  await page.getByRole('option', { name: 'Lebara' }).click()
  await dialog.getByText(t('prices.margin_after')).waitFor()
}

const openedPlan = atOne(
  (id) => `/product-discount-slabs/${id}`,
  somePlan,
  (page) => page.getByRole('region', { name: t('prices.grid') }).waitFor(),
)

/** Types a discount with which some prices fall below cost, and opens the view of its effect. */
async function reviewed(page: Page) {
  await openedPlan(page)
  await page.getByRole('textbox', { name: t('prices.cell', { product: 'Lebara', value: t('prices.all_values') }) }).fill('30')
  await page.getByRole('button', { name: t('prices.review') }).click()
  await page.getByRole('dialog').getByText(t('prices.margin_after')).waitFor()
}

async function addedWrong(page: Page) {
  await at('/discount-slabs/add', (it) => it.getByRole('region', { name: t('prices.grid') }).waitFor())(page)
  await page.getByLabel(t('fields.name'), { exact: true }).fill('Automne')
  await page.getByRole('textbox', { name: t('prices.cell', { product: 'Lebara', value: t('prices.all_values') }) }).fill('-5')
  await page.getByRole('alert').waitFor()
}

async function compared(page: Page) {
  await onItsHost(page)
  const [gold, silver] = [await planId(page, 'Gold'), await planId(page, 'Silver')]
  await at(`/product-discount-slabs/${gold}?with=${silver}`, (it) => it.getByRole('columnheader', { name: t('prices.compared') }).waitFor())(page)
  await page.getByRole('textbox', { name: t('prices.cell', { product: 'Lebara', value: t('prices.all_values') }) }).fill('beaucoup')
  await page.getByRole('alert').waitFor()
}

async function explained(page: Page) {
  await atOne((id) => `/customer/${id}/pad`, someCustomer)(page)
  await page
    .getByRole('button', { name: begins('house.words.why_this_price') })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('list').first().waitFor()
}

/** Opens the announced prices of a plan that no customer has. Their day is so far ahead that the list never becomes empty. */
async function coming(page: Page) {
  await onItsHost(page)
  const { planAdd, planUpdate, plannedPrices, productsList } = callsOn(page)
  if ((await plannedPrices({ filters: { state: 'coming' } })).content.length === 0) {
    const [{ discount_plan_id }, { content }] = [await planAdd({ plan_name: 'Printemps' }), await productsList({ search_text: 'lebara' })]
    const entries = content.slice(0, 1).flatMap(({ product_id }) => [{ product_id, discount: 450 }])
    await planUpdate({ discount_plan_id, entries, valid_from: '2999-01-01', tell_till: true })
  }
  await at('/coming-prices', firstRow)(page)
}

async function anotherDay(page: Page) {
  await coming(page)
  await at('/coming-prices?state=coming', firstRow)(page)
  await page
    .getByRole('button', { name: begins('prices.planned.move') })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel(t('fields.day'), { exact: true }).waitFor()
}

async function reviewedForDay(page: Page) {
  await reviewed(page)
  await page.getByRole('dialog').getByText(t('prices.planned.day'), { exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('fields.day'), { exact: true }).waitFor()
}

async function twoPlans(page: Page) {
  await onItsHost(page)
  const [gold, silver] = [await planId(page, 'Gold'), await planId(page, 'Silver')]
  await at(`/compare-plans?period=last_30_days&plan=${gold}&with=${silver}`, (it) => it.getByRole('region', { name: t('prices.two.goods') }).waitFor())(page)
}

const product = (page: Page) => page.getByRole('row').filter({ hasText: 'Lebara' })

async function planForMany(page: Page) {
  await at('/products/view?q=lebara', firstRow)(page)
  await product(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: t('goods.products.to_plan') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: t('fields.plan_name') }).fill('gold')
  await page.getByRole('option', { name: 'Gold', exact: true }).click()
  await dialog.getByText(begins('prices.plan_reach')).waitFor()
  await dialog.getByLabel(t('fields.discount'), { exact: true }).fill('101')
}

async function planForManyReviewed(page: Page) {
  await planForMany(page)
  await page.getByRole('dialog').getByLabel(t('fields.discount'), { exact: true }).fill('30')
  await page.getByRole('button', { name: t('prices.review') }).click()
  await page.getByRole('dialog').getByText(t('prices.margin_after')).waitFor()
}

/** Opens the explanation of the price of one value; this price comes from an entry for the whole product. */
async function assignedWhy(page: Page) {
  const card = await newCard(page, [10, 20])
  const calls = callsOn(page)
  const customer_ids = [(await someCustomer(calls)) ?? '']
  await calls.assignedChange({ action: 'add', customer_ids, pad_list: [{ product_id: card.product_id, discount: 450 }] })
  await at(`/products/view/${card.product_id}?tab=assigned`, firstRow)(page)
  await page.getByRole('button', { name: begins('house.words.why_this_price') }).click()
  await page.getByRole('dialog').getByRole('list').first().waitFor()
}

async function ownWhy(page: Page) {
  await go(page, '/cashcards/')
  await page.getByRole('searchbox', { name: t('selling.find.label') }).fill('lebara 10')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: begins('house.words.why_this_price') }).click()
  await page.getByRole('dialog').getByRole('list').waitFor()
}

const tool = (name: string | RegExp) => async (page: Page) => {
  await at('/products/view', firstRow)(page)
  await listTool(page, name)
  await page.getByRole('dialog').waitFor()
}

async function livePrices(page: Page) {
  await someLiveGoods()
  await at('/dynamic-products-prices', firstRow)(page)
}

/** Opens the dialog in which a user has a list sent by mail. */
async function byMail(page: Page) {
  await tool(begins('pages.list.export'))(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('house.screens.report_schedules') })
    .click()
  await page.getByRole('button', { name: t('ledgers.by_mail.submit') }).waitFor()
}

async function scheduled(page: Page) {
  await onItsHost(page)
  const calls = callsOn(page)
  const { content } = await calls.reportRecipients({})
  const columns = [{ key: 'name', header: 'Nom' }]
  const recipients = content.map(({ user_id }) => user_id).slice(0, 2)
  if ((await calls.reportSchedules({})).content.length === 0)
    await calls.reportScheduleAdd({ list: 'customersList', input: {}, columns, title: 'Clients', rhythm: 'weekly', weekday: 1, hour: 7, recipients })
  await go(page, '/report-schedules')
  await page
    .getByRole('button', { name: begins('ledgers.by_mail.actions.pause') })
    .first()
    .waitFor()
}

export const priceViews = [
  { name: '/customers/pad', by: reseller, open: ownPrices },
  { name: '/customers/pad for many', by: reseller, open: assignMany },
  { name: '/customer/$customerId/pad', by: reseller, open: atOne((id) => `/customer/${id}/pad`, someCustomer, firstRow) },
  { name: '/customer/$customerId/pad why', by: reseller, open: explained },
  { name: '/discount-slabs/', by: reseller, open: at('/discount-slabs/', firstRow) },
  { name: '/discount-slabs/ of everybody', by: platform, open: at('/discount-slabs/', settled) },
  { name: '/discount-slabs/add', by: reseller, open: at('/discount-slabs/add', (page) => page.getByRole('region', { name: t('prices.grid') }).waitFor()) },
  { name: '/discount-slabs/add with a wrong discount', by: reseller, open: addedWrong },
  { name: '/product-discount-slabs/$discountSlabId', by: reseller, open: openedPlan },
  { name: '/product-discount-slabs/$discountSlabId compared', by: reseller, open: compared },
  { name: '/product-discount-slabs/$discountSlabId reviewed', by: reseller, open: reviewed },
  { name: '/product-discount-slabs/$discountSlabId for a day', by: reseller, open: reviewedForDay },
  { name: '/coming-prices', by: reseller, open: coming },
  { name: '/coming-prices another day', by: reseller, open: anotherDay },
  { name: '/compare-plans', by: reseller, open: twoPlans },
  { name: '/dynamic-products-discounts', by: reseller, open: at('/dynamic-products-discounts', firstRow) },
  { name: '/dynamic-products-prices', by: reseller, open: livePrices },
  { name: '/dynamic-products-prices of the platform', by: platform, open: livePrices },
  { name: '/customer/$customerId/dynamic/discount', by: reseller, open: atOne((id) => `/customer/${id}/dynamic/discount`, someCustomer) },
  { name: '/report/product-discounts-list', by: reseller, open: at('/report/product-discounts-list', settled) },
  {
    name: '/report/product-discounts-list of one',
    by: reseller,
    open: atOne((id) => `/report/product-discounts-list?customer=${id}`, someCustomer, firstRow),
  },
  {
    name: '/download/$downloadId',
    by: reseller,
    open: atOne(
      (id) => `/download/${id}`,
      someExport,
      (page) => page.getByRole('button', { name: t('words.download') }).waitFor(),
    ),
  },
  { name: '/products/view by mail', by: reseller, open: byMail },
  { name: '/report-schedules', by: reseller, open: scheduled },
  { name: '/products/view discount in a plan', by: reseller, open: planForMany },
  { name: '/products/view discount in a plan reviewed', by: reseller, open: planForManyReviewed },
  { name: '/products/view/$productId assigned why', by: reseller, open: assignedWhy },
  { name: '/cashcards/ why this price', by: { as: 'kiosque', kept: { language: 'fr' } }, open: ownWhy },
  { name: '/products/view export', by: reseller, open: tool(begins('pages.list.export')) },
  { name: '/products/view columns', by: reseller, open: tool(t('fields.columns')) },
  { name: '/products/view view', by: reseller, open: tool(t('pages.list.save_view')) },
]
