// Reports: the filters are folded away in a row above the report, and keyboard and pointer read the values of its chart.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { centsIn, test } from '../../kit/browser.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'

const REPORT = '/reports-sales-new?period=last_7_days'
const points = (page: Page) => page.getByRole('slider', { name: t('charts.points') })
const said = (page: Page) => page.locator('[data-chart]').getByRole('status')

test('arrow keys move along the days of a chart, and a screen reader announces each day with its amounts', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, REPORT)
  await points(page).waitFor()
  const sentence = await said(page).textContent()
  await points(page).focus()
  const first = await said(page).textContent()
  expect(first).toMatch(/^\d\d\.\d\d\.\d{4} · [\d.]+,\d\d\s€/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => said(page).textContent()).not.toBe(first)
  const second = (await said(page).textContent()) ?? ''
  expect(await points(page).getAttribute('aria-valuetext')).toBe(second.split(' · ')[0])
  // The legend shows the same amounts beside the names of the lines.
  expect(await page.locator('[data-chart] li').first().textContent()).toContain(second.split(' · ')[1])
  await page.keyboard.press('End')
  await expect.poll(async () => ((await said(page).textContent()) ?? '') > second).toBe(true)
  await points(page).blur()
  await expect.poll(() => said(page).textContent()).toBe(sentence)
})

test('a chart shows the amounts of the day under the pointer, until the pointer leaves it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, REPORT)
  await points(page).waitFor()
  const sentence = await said(page).textContent()
  const box = await page.locator('[data-chart] canvas').boundingBox()
  if (!box) throw new Error('the chart has no drawing')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(() => said(page).textContent()).toMatch(/^\d\d\.\d\d\.\d{4} · /)
  await page.mouse.move(box.x + box.width / 2, box.y - 200)
  await expect.poll(() => said(page).textContent()).toBe(sentence)
})

test('the period that a report is compared with has its own entry in the legend and its own column in the table', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, `${REPORT}&compare=before`)
  await points(page).waitFor()
  const lines = page.locator('[data-chart] li')
  await expect.poll(() => lines.count()).toBe(3)
  const before = (await lines.nth(1).textContent())?.trim() ?? ''
  expect(before).toMatch(new RegExp(`^${t('fields.sold_total')} \\d\\d\\.\\d\\d\\.\\d{4}–\\d\\d\\.\\d\\d\\.\\d{4}$`))
  await page
    .locator('[data-chart]')
    .getByRole('button', { name: t('words.show_table') })
    .click()
  await page.getByRole('columnheader', { name: before }).waitFor()
  await page
    .locator('[data-chart]')
    .getByRole('button', { name: t('words.show_chart') })
    .click()
  await page.getByRole('button', { name: t('charts.top_products'), pressed: false }).click()
  await page.getByRole('heading', { name: t('charts.top_products') }).waitFor()
  await page.waitForURL((url) => url.searchParams.get('chart') === 'product')
  expect(await page.getByRole('region', { name: t('charts.over_time') }).count()).toBe(0)
})

test('a comparison of two periods begins with the largest difference, whether it is a loss or a gain', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, '/reports-sales-comparison?period=last_7_days&group=product')
  const chart = page.getByRole('region', { name: t('charts.differences') })
  await chart.getByRole('button', { name: t('words.show_table') }).click()
  const cells = await chart.getByRole('row').evaluateAll((rows) => rows.slice(1).map((row) => row.lastElementChild?.textContent ?? ''))
  const sizes = cells.map((text) => Math.abs(centsIn(text)))
  expect(sizes.length).toBeGreaterThan(2)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
})

test('the filters of a report are folded away; active filters are shown as chips, and a chip removes its filter by keyboard', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, '/reports-sales?period=last_7_days')
  const fold = page.getByRole('button', { name: t('pages.list.filters'), exact: true })
  expect(await fold.getAttribute('aria-expanded')).toBe('false')
  const kind = page.getByRole('combobox', { name: t('fields.line') })
  expect(await kind.count()).toBe(0)
  await fold.press('Enter')
  await kind.selectOption({ label: t('sales.lines.sale') })
  await page.waitForURL((url) => url.searchParams.get('kind') === 'sale')
  const one = page.getByRole('button', { name: t('pages.list.filters_chosen', { n: 1, count: '1' }) })
  await one.press('Enter')
  expect(await kind.count()).toBe(0)
  await page.getByRole('button', { name: begins('pages.list.remove_filter') }).press('Enter')
  await page.waitForURL((url) => !url.searchParams.has('kind'))
  await expect.poll(() => fold.evaluate((element) => element === document.activeElement)).toBe(true)
})
