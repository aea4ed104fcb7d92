// The palette finds pages, customers and products by keyboard alone, and understands lines that name an action, such as giving credit.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { find, option, palette } from '../../kit/palette.ts'
import { begins, t } from '../../kit/texts.ts'

const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens an address, and waits until the shell is shown, which means that the user is signed in. */
async function enter(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: begins('house.shell.notices') }).waitFor()
}

test('pages are found by a part of their name or by initials, customers by a part of their name, all by keyboard alone', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await enter(page, '/dashboard')
  await find(page, 'ads')
  await option(page, begins('house.screens.stock_add')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/inventory/add')
  await page.getByRole('heading', { name: t('house.screens.stock_add') }).waitFor()

  await find(page, 'kiosque n')
  await option(page, /^Kiosque Nord/).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const input = palette(page).getByRole('combobox')
  const marked = palette(page).locator('[aria-selected=true]')
  expect(await input.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'))
  // A cashier of this shop, whom another journey may have added, can be found before the shop, and then stays marked.
  for (let n = 0; n < 12 && !(await marked.textContent())?.startsWith('Kiosque Nord'); n++) await page.keyboard.press('ArrowDown')
  const opened = page.context().waitForEvent('page')
  await page.keyboard.press('Control+Enter')
  const tab = await opened
  await tab.waitForURL('**/customers/view?q=Kiosque+Nord')
  expect(pathOf(page)).toBe('/inventory/add')

  // A line about an action leads to the page where the user confirms it. Choosing the line neither books nor stops anything.
  await find(page, 'credit kiosque n 200')
  await option(page, /Kiosque Nord.*200,00/).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/credit/add?amount=200*')
  expect(await page.getByRole('textbox', { name: t('fields.amount') }).inputValue()).toBe('200,00')
  await find(page, 'suspendre kiosque n')
  await option(page, /^Suspendre Kiosque Nord/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: t('customers.status.stop_title', { name: 'Kiosque Nord' }) }).waitFor()
  await page.keyboard.press('Escape')
  // The palette does not send a searched code in an address (URL), where a log could store it.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await find(page, '99887766554433')
  await option(page, /99887766554433/).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(t('house.words.nothing_found'), { exact: true }).waitFor()
  expect([page.url(), ...asked].filter((url) => url.includes('99887766'))).toEqual([])
  // The palette also finds a batch of stock by its number.
  const { stockList } = callsOn(page)
  const { configuration_id = '' } = (await stockList({ search_text: 'lebara' })).content[0] ?? {}
  const { batch_no = 0 } = (await stockList({ configuration_id })).batches?.[0] ?? {}
  await enter(page, '/dashboard')
  await find(page, `lot ${batch_no}`)
  await option(page, new RegExp(`${batch_no}$`)).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/report/inventory-search')
  await page.getByRole('status').getByText(String(batch_no)).first().waitFor()
})

test('the palette sends no request that the user has no right to', async ({ newPage }) => {
  const page = await newPage({ as: 'nord-stock' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, '/dashboard')
  await find(page, 'lebara')
  await option(page, /^Lebara/).waitFor()
  expect(asked).toContain('/api/view_products/')
  expect(asked).not.toContain('/api/view_customers_list_with_less_data/')
  expect(asked).not.toContain('/api/view_internal_permission/')
  await page.keyboard.press('Escape')
  await find(page, 'clients')
  await palette(page).getByText(t('house.empty.no_match')).waitFor()
})
