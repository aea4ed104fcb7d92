// Lists keep their state in the address: back from a row, a reload and a pasted link show the same rows.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { newGoods } from '../../kit/goods.ts'
import { pageTexts } from '../../kit/pdf.ts'
import { begins, t } from '../../kit/texts.ts'

const rows = (page: Page) => page.getByRole('row').getByRole('link')
const namesOf = async (page: Page) => (await rows(page).allTextContents()).filter(Boolean)

/** Waits until the requested rows are shown; returns the names in them. */
async function settled(page: Page): Promise<string[]> {
  await expect.poll(() => page.getByRole('region', { name: t('fields.rows') }).getAttribute('aria-busy')).toBe('false')
  return namesOf(page)
}

/** Waits until the requested rows are shown; returns their first two columns: the product and its value. */
async function goodsShown(page: Page): Promise<string[]> {
  await settled(page)
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('td[data-label]')]
          .slice(0, 2)
          .map(({ textContent }) => textContent)
          .join(' '),
      ),
    )
}

test('a list keeps its search, page and page size after going back from a row, after a reload and in another browser', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  // Goods that only this test uses, because other tests change all other goods.
  const { name } = await newGoods(page, 'cash_card', { euros: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] })
  await page.goto('/inventory/view')
  await page.getByRole('combobox', { name: t('pages.list.per_page') }).selectOption('10')
  await page.getByRole('searchbox', { name: t('stock.search') }).fill(name)
  await page.waitForURL((url) => url.searchParams.get('q') === name && url.searchParams.get('per') === '10')
  await page.getByRole('button', { name: t('pages.list.page', { page: 2 }), exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('page') === '2')
  const shown = await goodsShown(page)
  const address = page.url()
  expect(new Set(shown).size).toBe(3)

  await rows(page).nth(1).click()
  await page.waitForURL('**/inventory/details/*')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  const check = async (where: Page) => {
    await where.getByRole('button', { name: t('pages.list.page', { page: 2 }), exact: true }).waitFor()
    expect(await goodsShown(where)).toEqual(shown)
    expect(await where.getByRole('searchbox', { name: t('stock.search') }).inputValue()).toBe(name)
    expect(await where.getByRole('combobox', { name: t('pages.list.per_page') }).inputValue()).toBe('10')
    expect(where.url()).toBe(address)
  }
  await check(page)
  await page.reload()
  await check(page)
  const other = await newPage({ as: 'nord' })
  await other.goto(address)
  await check(other)
})

test('a filter narrows the list, stays set while another page is opened, and is removed with one press', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/products/view')
  await settled(page)
  const all = await page.getByRole('row').count()
  await page.getByRole('combobox', { name: t('fields.product_type') }).selectOption(t('house.product_types.gift_card'))
  await page.waitForURL('**/products/view?product_type=gift_card')
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(all)
  const kinds = await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .getByRole('cell', { name: t('house.product_types.gift_card') })
    .count()
  expect(kinds).toBe((await page.getByRole('row').count()) - 1)

  await page.getByRole('button', { name: begins('house.groups.customers') }).click()
  await page
    .getByRole('link', { name: t('house.screens.customers'), exact: true })
    .first()
    .click()
  await page.waitForURL('**/customers/view')
  await page.goBack()
  expect(await page.getByRole('combobox', { name: t('fields.product_type') }).inputValue()).toBe('gift_card')
  await page.getByRole('button', { name: t('house.words.reset') }).click()
  await page.waitForURL('**/products/view')
  await expect.poll(() => page.getByRole('row').count()).toBe(all)
})

test('a list is sorted by the server, its column shows the order, and a reload keeps it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/inventory/view')
  const header = page.getByRole('columnheader', { name: t('stock.unsold') })
  await header.getByRole('button').click()
  await page.waitForURL('**/inventory/view?sort=unsold')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(async () => isRising(await columnOf(page, 'Invendus'))).toBe(true)
  await page.reload()
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(async () => isRising(await columnOf(page, 'Invendus'))).toBe(true)
})

test('the address of a page beyond the last page of a list leads to a page that exists', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/inventory/view?per=10&page=999')
  await expect.poll(async () => (await namesOf(page)).length).toBeGreaterThan(0)
  await page.waitForURL((url) => url.searchParams.get('page') !== '999')
})

const isRising = (numbers: readonly number[]) => numbers.length > 1 && numbers.every((number, i) => i === 0 || number >= (numbers[i - 1] ?? 0))

/** The number in a cell about stock. Where no stock is left, the cell shows a text instead, which counts as 0. */
const numberIn = (text: string) => (text.startsWith(t('sales.dashboard.sold_out')) ? 0 : Number(text.replaceAll('.', '')))

async function columnOf(page: Page, header: string): Promise<number[]> {
  const lines = await page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .all()
  return Promise.all(lines.map(async (line) => numberIn((await line.locator(`[data-label="${header}"]`).textContent()) ?? '')))
}

test('a report is compared with the period before, and prints every row that matches its filter, not only those on the screen', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printing'] = 'yes'
    }
  })
  const answered = page.waitForResponse('**/api/get_sales_report_list/')
  await page.goto('/reports-sales?period=last_7_days&per=10')
  const { filters } = (await (await answered).json()) as { filters: { total_count: number } }
  await settled(page)
  const lines = () => page.locator('tbody tr').count()
  expect([await lines(), filters.total_count > 10]).toEqual([10, true])

  await page.getByRole('combobox', { name: t('house.words.compare_with') }).selectOption(t('pages.period.before'))
  await page.waitForURL('**/reports-sales?period=last_7_days&per=10&compare=before')
  await expect.poll(() => page.getByText(begins('pages.period.then')).count()).toBeGreaterThan(1)

  await page.locator('[data-list-tools]').click()
  await page.getByRole('button', { name: t('house.words.print') }).click()
  await page.locator('[data-printing]').waitFor()
  expect(await lines()).toBe(filters.total_count)
  const sheets = pageTexts(await page.pdf({ preferCSSPageSize: true }))
  expect(sheets.length).toBeGreaterThan(1)
  for (const [i, text] of sheets.entries()) expect(text).toContain(`${i + 1}/${sheets.length}`)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(lines).toBe(10)
})
