// The screens of a reseller's business, each with content: goods, credit, prices, exports. Also contains helpers to reach a screen, which other files use.
import type { Page } from 'playwright-core'
import type { Calls } from '../../contract/index.ts'
import type { Client } from '../../contract/kit/client.ts'
import { callsAs, callsOn } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { creditViews } from './credit-views.ts'
import { stockViews } from './stock-views.ts'

export type CallsClient = Client<Calls>
export const reseller = { as: 'nord' }

export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Waits for the row with this number; row 0 has the headings. */
const row = (nth: number) => (page: Page) => page.getByRole('row').nth(nth).getByRole('cell').first().waitFor()
export const [firstRow, secondRow] = [row(1), row(2)]
export const at = (path: string, ready: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await go(page, path)
  await ready(page)
}

/** Opens an address with an id, which `find` looks up through the user's own calls. */
export const atOne =
  (path: (id: string) => string, find: (calls: CallsClient) => Promise<string | undefined>, ready: (page: Page) => Promise<unknown> = settled) =>
  async (page: Page) => {
    await onItsHost(page)
    const id = await find(callsOn(page))
    if (!id) throw new Error(`nothing to open at ${path('…')}`)
    await at(path(id), ready)(page)
  }

/** Waits until a page behind the login shows its heading and nothing on it is loading. */
export async function settled(page: Page) {
  await page.getByRole('banner').waitFor()
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

export const someCustomer = async ({ customerSearch }: CallsClient) => (await customerSearch({ search_text: 'kiosque' })).content[0]?.customer_id

function productPage(tab: string) {
  return async (page: Page) => {
    await page.getByRole('row').getByRole('link').first().click()
    await page
      .getByRole('navigation', { name: t('goods.products.tabs.label') })
      .getByRole('link', { name: tab })
      .click()
    await page.getByRole('button', { name: t('house.words.save') }).waitFor()
  }
}

async function supplierPage(page: Page) {
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('button', { name: t('goods.suppliers.stop.stop') }).waitFor()
}

async function supplierStopping(page: Page) {
  await supplierPage(page)
  await page.getByRole('button', { name: t('goods.suppliers.stop.stop') }).click()
  await page.getByRole('dialog').waitFor()
}

/** Opens a tab of a product, and waits for its rows. */
function productTab(tab: string) {
  return async (page: Page) => {
    await page.getByRole('row').getByRole('link').first().click()
    await page
      .getByRole('navigation', { name: t('goods.products.tabs.label') })
      .getByRole('link', { name: tab })
      .click()
    await page.waitForURL(/tab=/)
    await settled(page)
  }
}

async function productsPicked(page: Page) {
  await firstRow(page)
  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: t('pages.list.choose_row') })
      .nth(row)
      .check()
  await page.getByRole('button', { name: t('words.take_off_sale') }).click()
  await page.getByRole('dialog').waitFor()
}

async function cardOpen(page: Page) {
  await firstRow(page)
  await page
    .getByRole('button', { name: begins('goods.gift_cards.details') })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('list', { name: t('goods.batches.trail') })
    .waitFor()
}

async function cardsTyped(page: Page) {
  await heading(t('house.screens.gift_cards_add'))(page)
  await page.getByRole('combobox', { name: t('fields.product') }).fill('Steam')
  await page.getByRole('option', { name: 'Steam' }).click()
  await page.getByRole('textbox', { name: t('goods.gift_cards.code_of', { row: 1 }) }).fill('ABCDEFGH2345678')
  for (const row of [2, 3]) {
    await page.getByRole('button', { name: t('goods.gift_cards.add_row') }).click()
    await page.getByRole('textbox', { name: t('goods.gift_cards.code_of', { row }) }).fill(row === 2 ? '123' : 'WXYZEFGH2345679')
  }
  await page.getByRole('radio', { name: '10,00 €' }).check()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Gift & Play BV' }).click()
  await page.getByLabel(t('fields.buying_discount')).fill('5')
  await page.getByRole('button', { name: t('goods.gift_cards.add_submit', { n: 3 }) }).click()
  await page
    .getByText(t('errors.problems.pin_length', { limit: 15 }))
    .first()
    .waitFor()
}

/** Opens the list of unknown barcodes after a shop has scanned one. */
async function barcodes(page: Page) {
  await (await callsAs('gare')).barcodeNote({ ean: '4006381333931' })
  await at('/barcodes', firstRow)(page)
}

const goods = [
  { name: '/products/add', by: reseller, open: at('/products/add', (page) => page.getByLabel(t('fields.value'), { exact: true }).waitFor()) },
  { name: '/products/view/$productId', by: reseller, open: at('/products/view?q=lebara', productPage(t('goods.products.tabs.overview'))) },
  { name: '/products/view/$productId denominations', by: reseller, open: at('/products/view?q=lebara', productPage(t('fields.configurations'))) },
  { name: '/products/view/$productId stock', by: reseller, open: at('/products/view?q=lebara', productTab(t('goods.products.tabs.stock'))) },
  { name: '/products/view/$productId assigned', by: reseller, open: at('/products/view?q=lebara', productTab(t('goods.products.tabs.assigned'))) },
  { name: '/products/view picked', by: reseller, open: at('/products/view', productsPicked) },
  { name: '/barcodes', by: reseller, open: barcodes },
  { name: '/suppliers/view', by: reseller, open: at('/suppliers/view', firstRow) },
  { name: '/supplier/add', by: reseller, open: at('/supplier/add', (page) => page.getByLabel(t('fields.company')).waitFor()) },
  { name: '/supplier/edit/$supplierId', by: reseller, open: at('/suppliers/view', supplierPage) },
  { name: '/supplier/edit/$supplierId stopping', by: reseller, open: at('/suppliers/view', supplierStopping) },
  { name: '/gift-cards/view', by: reseller, open: at('/gift-cards/view', firstRow) },
  { name: '/gift-cards/view details', by: reseller, open: at('/gift-cards/view?state=available', cardOpen) },
  { name: '/gift-cards/add', by: reseller, open: at('/gift-cards/add', cardsTyped) },
]

export const shopViews = [...goods, ...stockViews, ...creditViews]
