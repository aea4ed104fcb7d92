// Exports: exactly the filtered rows, in CSV and as a workbook, with the columns shown and the words of the screen; and filters saved as a view.
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsOn } from '../../kit/calls.ts'
import { exportAs, listTool, settled, sheetRows, shown } from '../../kit/files.ts'
import { begins, named, t } from '../../kit/texts.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ').trim()
const number = (text: string) =>
  Number(
    text
      .replace(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', '.'),
  )

test('a filtered list becomes a file that has exactly its rows, in their order, with the words of the screen', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/products/view?product_type=gift_card&sort=-product_name')
  await settled(page)
  const table = await shown(page)
  const button = await page.locator('[data-list-export]').textContent()
  expect(button).toBe(`Exporter ${table.length - 1} lignes`)
  const { name, bytes } = await exportAs(page, 'CSV')
  expect(name).toMatch(/^Produits-\d{4}-\d\d-\d\d\.csv$/)
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const rows: string[][] = parse(bytes, { bom: true, delimiter: ';' })
  expect(rows.map((row) => row.slice(0, 2).map(plain))).toEqual(table.map((row) => row.slice(0, 2).map(plain)))
  expect(new Set(rows.slice(1).map((row) => row[1]))).toEqual(new Set([t('house.product_types.gift_card')]))
  await page
    .getByText(`${table.length - 1}`, { exact: true })
    .first()
    .waitFor()
  await shoot(page, 'a file to save')
})

test('a workbook has amounts as numbers and only the columns that are shown', async ({ newPage }) => {
  const page = await newPage({ as: 'gare', kept: { language: 'fr' } })
  // The list shows the sales of yesterday, which other journeys cannot change by selling at this till today.
  await page.goto('/seller/sales?period=yesterday')
  await settled(page)
  await listTool(page, t('fields.columns'))
  const dialog = page.getByRole('dialog', { name: t('fields.columns') })
  const copies = dialog.getByRole('checkbox', { name: t('sales.copies') })
  // The checkbox shows a setting stored with the account, so it changes only a moment after the click.
  if (await copies.isChecked()) await copies.click()
  await expect.poll(() => copies.isChecked()).toBe(false)
  await dialog.getByRole('button', { name: t('house.words.done') }).click()
  const table = await shown(page)
  const [headings = []] = table
  expect(headings).not.toContain(t('sales.copies'))
  expect(headings.length).toBeGreaterThan(5)
  const { name, bytes } = await exportAs(page, 'Excel')
  expect(name).toMatch(/\.xlsx$/)
  const rows = sheetRows(bytes)
  expect(rows[0]).toEqual(headings.filter((heading) => heading !== 'Action'))
  const value = headings.indexOf('Valeur')
  expect(table[1]?.[value]).toContain('€')
  expect(rows.slice(1, table.length).map((row) => Number(row[value]))).toEqual(table.slice(1).map((row) => number(row[value] ?? '')))
})

test('a saved view is a tab that brings its filters back, in another browser too, and can be removed', async ({ newPage }) => {
  const page = await newPage({ as: 'nord-stock' })
  const view = `Vue ${Math.random().toString(36).slice(2, 7)}`
  await page.goto('/products/view?product_type=gift_card')
  await settled(page)
  await listTool(page, t('pages.list.save_view'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(view)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const views = page.getByRole('navigation', { name: t('pages.list.views') })
  await expect.poll(() => views.getByRole('link', { name: view }).getAttribute('aria-current')).toBe('page')
  await views.getByRole('link', { name: t('pages.list.all'), exact: true }).click()
  await page.waitForURL((url) => url.search === '')
  await shoot(page, 'saved views')

  const other = await newPage({ as: 'nord-stock' })
  await other.goto('/products/view')
  await other.getByRole('link', { name: view }).click()
  await other.waitForURL('**/products/view?product_type=gift_card')
  await listTool(other, t('pages.list.save_view'))
  await other.getByRole('button', { name: named(t('house.words.remove'), view) }).click()
  await expect.poll(() => other.getByRole('link', { name: view }).count()).toBe(0)
})

test('an export belongs to the user who requested it: a colleague neither sees nor fetches its file', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/suppliers/view')
  await settled(page)
  await listTool(page, begins('pages.list.export'))
  await pressInDialog(page, begins('pages.list.export'))
  await page.waitForURL('**/download/*')
  await page.getByRole('button', { name: t('words.download') }).waitFor()
  const other = await newPage({ as: 'nord-stock' })
  await other.goto(new URL(page.url()).pathname)
  await other.getByText(t('shell.nothing_there.file')).waitFor()
  expect(await other.getByRole('button', { name: t('words.download') }).count()).toBe(0)
  await expect(callsOn(other).exportFetch({ download_id: page.url().split('/').at(-1) ?? '' })).rejects.toMatchObject({ status: 404 })
})
