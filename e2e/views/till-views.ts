// The till in the states that a cashier sees, and a shop's other screens.
import type { Page } from 'playwright-core'
import { enterToSell } from '../kit/browser.ts'
import { callsOn } from '../kit/calls.ts'
import { go, onItsHost } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'
import { busViews } from './bus-views.ts'
import { at, firstRow, heading } from './shop-views.ts'
import type { View } from './views.ts'

const shop = { as: 'gare', kept: { language: 'fr' } }
/**
 * Options for a view in a browser context of its own. In a shared one, the till would report that another tab is selling, and a sale of unknown outcome would
 * be shown on every screen.
 */
const alone = { ...shop, together: false }

/** Options of a page whose slip printer was chosen before, but is not plugged in. */
const withPrinter = { ...shop, kept: { ...shop.kept, slip_printer: JSON.stringify({ way: 'usb', printer: { vendor: 1, product: 2 } }) } }

export const tillViews: readonly View[] = [
  { name: '/cashcards/', by: shop, open: at('/cashcards/', till) },
  { name: '/cashcards/ with a card chosen', by: shop, open: at('/cashcards/', chosen) },
  { name: '/cashcards/ with a search', by: shop, open: at('/cashcards/', searched) },
  { name: '/cashcards/ with a slip to look at', by: shop, open: at('/cashcards/', preview) },
  { name: '/cashcards/ sold', by: shop, open: at('/cashcards/', sold) },
  {
    name: '/cashcards/ with a slip that did not print',
    by: { ...withPrinter, together: false, account: { preferences: { preview: 'no' } } },
    open: at('/cashcards/', unprinted),
  },
  { name: '/settings printing with a slip printer', by: withPrinter, open: at('/settings?tab=printing', printers) },
  { name: '/cashcards/ PINs to send', by: shop, open: at('/cashcards/', sending) },
  { name: '/cashcards/ in another tab', by: alone, open: elsewhere },
  { name: '/cashcards/ with a sale in doubt', by: alone, open: inDoubt },
  { name: '/cashcards/ last sales', by: shop, open: at('/cashcards/', lastSales) },
  { name: '/settings opening hours', by: shop, open: at('/settings?tab=hours', hoursWithTroubles) },
  { name: '/settings cashiers', by: shop, open: at('/settings?tab=cashier', cashiers) },
  { name: '/cashcards/ locked', by: { ...alone, account: { is_locked: 1, is_paired: 1 } }, open: at('/cashcards/', heading(t('cashiers.locked'))) },
  { name: '/dashboard of a shop', by: { ...alone, account: { is_paired: 1 } }, open: at('/dashboard', heading(t('house.screens.dashboard'))) },
  { name: '/seller/sales', by: shop, open: at('/seller/sales?period=last_7_days', firstRow) },
  {
    name: '/seller/recharge-summary',
    by: shop,
    open: at('/seller/recharge-summary?period=last_7_days', heading(new RegExp(t('house.screens.sales_operators')))),
  },
  { name: '/seller/zreport', by: shop, open: zReports },
  { name: '/seller/zreport a Z-report', by: shop, open: zReport },
  ...busViews,
]

async function cashiers(page: Page) {
  await page.getByRole('region', { name: t('cashiers.settings.own_title') }).waitFor()
}

/** Opens the list with at least one Z-report, and with cash that has to be counted before the next report. */
async function zReports(page: Page) {
  await onItsHost(page)
  const { transactionKey, zReport } = callsOn(page)
  await zReport({ ...(await transactionKey({})), counted: 0 })
  await at('/seller/zreport', firstRow)(page)
  await page.getByRole('heading', { level: 2, name: t('shifts.now.title') }).waitFor()
}

async function zReport(page: Page) {
  await zReports(page)
  await page
    .getByRole('row')
    .getByRole('button', { name: begins('words.show') })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function hoursWithTroubles(page: Page) {
  const hours = page.getByRole('region', { name: t('settings.tabs.hours') })
  await hours.getByRole('button', { name: t('settings.hours.add') }).click()
  await hours
    .getByRole('group', { name: t('settings.hours.days.mon') })
    .getByLabel(t('settings.hours.start'), { exact: true })
    .fill('plus tard')
  await hours.getByRole('button', { name: t('house.words.save') }).click()
  await hours.getByText(t('house.form.summary')).waitFor()
}

export async function till(page: Page) {
  await page.getByRole('button', { name: /^Lycamobile/ }).waitFor()
}

async function chosen(page: Page) {
  await till(page)
  for (const key of ['1', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
}

async function searched(page: Page) {
  await till(page)
  await page.keyboard.type('leb')
  await page.getByRole('heading', { name: begins('selling.find.results') }).waitFor()
}

async function preview(page: Page) {
  await chosen(page)
  await enterToSell(page)
  await page
    .getByRole('dialog', { name: t('printers.slip.preview') })
    .getByText(t('printers.slip.pin'))
    .waitFor()
}

async function sold(page: Page) {
  await preview(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('region', { name: t('selling.sold.title') })
    .getByRole('listitem')
    .waitFor()
}

async function unprinted(page: Page) {
  await chosen(page)
  await enterToSell(page)
  await page.getByRole('region', { name: t('printers.question.label') }).waitFor()
}

async function printers(page: Page) {
  await page.getByRole('button', { name: t('printers.choose') }).waitFor()
}

async function sending(page: Page) {
  await sold(page)
  await page.getByRole('button', { name: t('house.words.send_by_message') }).click()
  await page.getByRole('dialog').getByText(t('sendings.consents.2')).waitFor()
}

async function elsewhere(page: Page) {
  const first = await page.context().newPage()
  await at('/cashcards/', till)(first)
  await go(page, '/cashcards/')
  await page.getByRole('button', { name: t('selling.elsewhere.take_over') }).waitFor()
}

async function inDoubt(page: Page) {
  await page.route('**/api/{add,settle}_transaction*/', (route) => route.abort('connectionrefused'))
  await at('/cashcards/', chosen)(page)
  await enterToSell(page)
  await page.getByRole('button', { name: t('counter.check.give_up') }).click()
  await page.getByText(t('counter.check.no_answer')).waitFor()
}

async function lastSales(page: Page) {
  await till(page)
  await page.keyboard.press('Shift+F8')
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}
