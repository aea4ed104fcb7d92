// The router: the buttons back and forward, scroll positions, links that are followed quickly one after the other, and forms with unsent input.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { enter } from '../../kit/screens.ts'
import { SELLER } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const heading = (page: Page, screen: 'customers' | 'stock' | 'suppliers' | 'supplier_add' | 'settings') =>
  page.getByRole('heading', { level: 1, name: t(`house.screens.${screen}`), exact: true })
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const entries = (page: Page) => page.evaluate(() => history.length)
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Opens an address within the app without a link to it. */
const open = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

test('a page opens at its top; back and forward restore its scroll position, and the position is still stored after a reload', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', viewport: { width: 1024, height: 500 } })
  await page.goto('/inventory/view')
  await page.getByRole('row').nth(9).waitFor()
  const before = await entries(page)
  // The link is clicked by a script, because a mouse click would first scroll the link into view, and content that loads above the rows would move them.
  await page
    .getByRole('row')
    .nth(9)
    .getByRole('link')
    .first()
    .evaluate((link: HTMLElement) => {
      scrollTo(0, 300)
      link.click()
    })
  await page.waitForURL('**/inventory/details/*')
  await expect.poll(() => scrolled(page)).toBe(0)
  expect(await entries(page)).toBe(before + 1)
  await page.goBack()
  await heading(page, 'stock').waitFor()
  await expect.poll(() => scrolled(page)).toBe(300)
  await page.goForward()
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await heading(page, 'stock').waitFor()
  await page.evaluate(() => scrollTo(0, 120))
  await page.reload()
  await page.getByRole('row').nth(9).waitFor()
  expect(await page.evaluate(() => Object.values(JSON.parse(sessionStorage.getItem('scroll_positions') ?? '{}')))).toContain(120)
})

test('following the link to the page that is open adds nothing to the history', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/suppliers/view')
  const link = page.getByRole('navigation', { name: t('house.shell.navigation') }).getByRole('link', { name: t('house.screens.suppliers') })
  await heading(page, 'suppliers').waitFor()
  const before = await entries(page)
  await link.click()
  await link.click()
  expect(await entries(page)).toBe(before)
})

test('back and forward ask before typed input is lost: staying keeps page and input, leaving goes where the user wanted', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/suppliers/view')
  await heading(page, 'suppliers').waitFor()
  await open(page, '/supplier/add')
  await heading(page, 'supplier_add').waitFor()
  const name = page.getByRole('textbox', { name: t('fields.company') })
  await name.fill('Lieferant Süd')
  const question = page.getByRole('dialog', { name: t('house.form.leave') })
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: t('house.form.stay') }).click()
  expect(pathOf(page)).toBe('/supplier/add')
  expect(await name.inputValue()).toBe('Lieferant Süd')
  await page.evaluate(() => history.back())
  await question.getByRole('button', { name: t('house.form.leave_anyway') }).click()
  await heading(page, 'suppliers').waitFor()
  expect(pathOf(page)).toBe('/suppliers/view')
  // The questions added nothing to the history, so the forward button opens the form again.
  await page.evaluate(() => history.forward())
  await heading(page, 'supplier_add').waitFor()
})

/** Makes the code of the next screens wait until the returned function is called. */
async function holdCode(page: Page) {
  let let_go = () => {}
  const held = new Promise<void>((resolve) => {
    let_go = resolve
  })
  await page.route(/\/assets\/[\w-]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  return let_go
}

test('while the code of a page is loading, the previous page stays in view; of several requested pages the last is shown', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customers/view')
  await page.getByRole('row').nth(2).waitFor()
  const letGo = await holdCode(page)
  await open(page, '/suppliers/view')
  await open(page, '/settings')
  expect(pathOf(page)).toBe('/settings')
  await heading(page, 'customers').waitFor()
  letGo()
  await heading(page, 'settings').waitFor()
  await page.unrouteAll()
})

test('a user who has said that the input may be lost is not asked again while the code of the next page is loading', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/supplier/add')
  await page.getByRole('textbox', { name: t('fields.company') }).fill('Lieferant Nord')
  const letGo = await holdCode(page)
  await page
    .getByRole('link', { name: t('house.screens.products'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('house.form.leave_anyway') }).click()
  await page.waitForURL('**/products/view')
  await open(page, '/settings')
  // Control: the form is still in view, with its input.
  await heading(page, 'supplier_add').waitFor()
  expect(pathOf(page)).toBe('/settings')
  expect(await page.getByRole('dialog').count()).toBe(0)
  letGo()
  await heading(page, 'settings').waitFor()
  await page.unrouteAll()
})

test('going back before the code of a page has arrived keeps the page that is shown', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customers/view')
  await page.getByRole('row').nth(2).waitFor()
  const letGo = await holdCode(page)
  await open(page, '/suppliers/view')
  await page.evaluate(() => history.back())
  await page.waitForURL('**/customers/view')
  const arrived = page.waitForResponse(/\/assets\/[\w-]+\.js$/)
  letGo()
  await arrived
  // The page that the user went back to stays. Control: the code has arrived, so opening the same address again shows its page.
  await expect.poll(() => heading(page, 'customers').count()).toBe(1)
  expect(pathOf(page)).toBe('/customers/view')
  await open(page, '/suppliers/view')
  await heading(page, 'suppliers').waitFor()
  await page.unrouteAll()
})

test('an earlier address of a screen leads to the present one and adds nothing to the history', async ({ newPage }) => {
  const page = await newPage({ as: 'platform', host: 'platform.localhost', kept: { language: 'fr' } })
  await enter(page)
  const before = await entries(page)
  await open(page, '/live-cases?q=x')
  await page.waitForURL((url) => url.pathname === '/cases' && url.search.includes('q=x'))
  expect(await entries(page)).toBe(before + 1)
})

test('the first link of the breadcrumb above a page leads a shop to its till', async ({ newPage }) => {
  const page = await newPage(SELLER)
  await page.goto('/seller/zreport')
  await page
    .getByRole('navigation', { name: t('house.shell.breadcrumb') })
    .getByRole('link', { name: t('house.shell.home') })
    .click()
  await page.waitForURL('**/cashcards/')
  await page.getByRole('searchbox').waitFor()
})
