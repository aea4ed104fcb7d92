// A day in the office: a wrong credit is reversed, a shop with nothing to sell is marked, unpublished stock is put on sale, several customers get a plan, a
// list is printed, and the version is shown.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { type PageOptions, pressInDialog, shoot, test, unique } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { newCustomer, nordOn } from '../../kit/credit.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { pinFile, stocked } from '../../kit/pins.ts'
import { begins, named, t } from '../../kit/texts.ts'
import { colour } from '../../views/sweep.ts'

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
  { width: 360, height: 740 },
]

/** Expects that the page does not scroll sideways, in each of the window sizes and in light and dark colours. */
async function fits(page: Page, name: string) {
  const usual = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const viewport of sizes)
    for (const mode of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await colour(page, mode)
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), { message: `${name} at ${viewport.width}` }).toBe(true)
      await shoot(page, `${name} ${viewport.width} ${mode}`)
    }
  await page.setViewportSize(usual)
}

async function credited(newPage: (options?: PageOptions) => Promise<Page>, amount: number, options: PageOptions) {
  const page = await nordOn(newPage, '/customer/credit/history', options)
  const customer = await newCustomer(page)
  const { transactionKey, walletChange } = callsOn(page)
  await walletChange({ ...(await transactionKey({})), customer_id: customer.customer_id, amount, remarks: 'deux zéros de trop' })
  await go(page, `/customer/credit/history?q=${customer.username}`)
  return { page, ...customer }
}

const hands: [string, PageOptions][] = [
  ['at a desk', { viewport: { width: 1440, height: 900 } }],
  ['on a tablet, by touch', { viewport: { width: 1024, height: 768 }, hasTouch: true }],
]
test.for(hands)(
  'when 1,500 € were credited instead of 15 €, the user takes the excess back with a reason, once, and the history shows the correction; the user works %s',
  async ([, options], { newPage }) => {
    const { page, customer_id } = await credited(newPage, 1_500 * EURO, options)
    await fits(page, 'history')
    await page.getByRole('button', { name: begins('credit.correct.action') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t('credit.correct.amount') }).fill('1485')
    await dialog.getByText(/après\s*15,00/).waitFor()
    await fits(page, 'correcting')
    await dialog.getByRole('button', { name: t('credit.correct.submit', { amount: '1.485,00 €' }) }).click()
    await dialog.getByText(t('errors.problems.required')).first().waitFor()
    await dialog.getByRole('textbox', { name: t('fields.reason') }).fill('15 € étaient voulus')
    await dialog.getByRole('button', { name: t('credit.correct.submit', { amount: '1.485,00 €' }) }).click()
    await page.getByText(t('credit.correct.booked', { amount: '1.485,00 €', balance: '15,00 €' })).waitFor()
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await rows
      .first()
      .getByText(begins('credit.correct.corrects', { amount: '1.500,00 €' }))
      .waitFor()
    await rows.nth(1).getByText(t('credit.correct.state.done'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: begins('credit.correct.action') }).count()).toBe(0)
    await fits(page, 'corrected')
    const { content } = await callsOn(page).walletHistory({ filters: { customer_id } })
    expect(content.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['correction', -1_485 * EURO],
      ['top_up', 1_500 * EURO],
    ])
  },
)

test('a shop with no goods on offer is marked in the customers’ list and on its page', async ({ newPage }) => {
  const page = await nordOn(newPage, '/customers/view')
  const { customer_id, username } = await newCustomer(page)
  await go(page, `/customers/view?q=${username}`)
  await page.getByRole('row').getByText(t('customers.sells_nothing')).waitFor()
  await go(page, `/customer/details/${customer_id}`)
  await page.getByText(t('customers.sells_nothing_why')).waitFor()
  await fits(page, 'sells nothing')
})

test('one press in the row of a denomination with nothing on sale puts its unpublished stock on sale', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const { name, configuration_ids } = await newGoods(page, 'cash_card', { euros: [3] })
  await stocked(page, configuration_ids[0] ?? '', pinFile(4), false)
  await go(page, `/inventory/view?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText(t('stock.waiting', { n: 4 })).waitFor()
  await fits(page, 'waiting')
  await row.getByRole('button', { name: named(t('words.put_on_sale'), name) }).click()
  await pressInDialog(page, t('words.put_on_sale'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => row.locator(`[data-label="${t('stock.unsold')}"]`).textContent()).toBe('4')
})

test('several customers get a discount plan with one action; a customer of another organisation gets no plan, and the page says that it was left out', async ({
  newPage,
}) => {
  const page = await nordOn(newPage, '/customers/view')
  const calls = callsOn(page)
  const { customer_id } = await newCustomer(page)
  await calls.customerUpdate({ customer_id, version: 0, name: `Épicerie du Port ${unique()}` })
  await go(page, `/customers/view?q=${encodeURIComponent('Épicerie du Port')}`)
  await page.getByRole('checkbox', { name: t('pages.list.choose_page') }).check()
  await page
    .getByRole('button', { name: t('customers.list.plan_give') })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').selectOption({ label: 'Gold' })
  await dialog.getByRole('button', { name: t('customers.list.plan_give') }).click()
  await page.getByText(t('pages.list.left_out', { n: 1 })).waitFor()
  await fits(page, 'left out')
  await page.getByRole('button', { name: t('house.words.understood') }).click()
  expect((await calls.customerDetails({ customer_id })).plan_name).toBe('Gold')
})

test('a printed list says which of its rows it shows, and the page /version shows the commit of the build', async ({ newPage }) => {
  const page = await nordOn(newPage, '/reports-sales?period=this_month&per=20')
  await page.getByRole('row').nth(20).waitFor()
  const note = page.getByText(begins('pages.list.printed', { from: 1, to: 20 }))
  expect(await note.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await note.isVisible()).toBe(true)
  await shoot(page, 'printed')
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/version')
  const said = await page.getByRole('definition').nth(1).textContent()
  expect(said).toMatch(/^([0-9a-f]{7,12}\+?|–)$/)
})
