// The shell around every screen: starred pages, notices, phones, ended sessions, and parts of the app that cannot be loaded.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test, typeSignIn } from '../../kit/browser.ts'
import { showAllNotices } from '../../kit/notices.ts'
import { option, palette } from '../../kit/palette.ts'
import { begins, named, t } from '../../kit/texts.ts'

const IDLE_MS = 10_800_000
const MINUTE_MS = 60_000
const PHONE = { viewport: { width: 360, height: 800 } }
const FRENCH = { language: 'fr' }

const pathOf = (page: Page) => new URL(page.url()).pathname
const amount = (page: Page) => page.getByRole('textbox', { name: t('fields.amount') })

/** Waits until the shell is shown, which means that the user is signed in. */
const inside = (page: Page) => page.getByRole('button', { name: begins('house.shell.notices') }).waitFor()

async function enter(page: Page, path: string) {
  await page.goto(path)
  await inside(page)
}

/** Makes the browser look as if nobody had used it for this long. */
const beIdle = (page: Page, ms: number) => page.evaluate((at) => localStorage.setItem('active', String(at)), Date.now() - ms)

test('pressing ? shows the keyboard shortcuts of a page, but not while the user types a question mark into a field', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customers/view')
  await page.getByRole('row').nth(2).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Backspace')
  await page.locator('main').click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: t('help.title', { screen: t('house.screens.customers') }) })
  await sheet.getByRole('heading', { name: t('shell.keys.places.list') }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  const first = await page.evaluate(() => document.activeElement?.textContent)
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe(first)
  await page.keyboard.type('gd')
  await page.waitForURL('**/dashboard')
})

test('a starred page appears in every browser of the user, and is removed again', async ({ newPage }) => {
  const page = await newPage({ as: 'sud' })
  await page.goto('/customers/view')
  const kept = page.waitForResponse('**/api/update_settings/')
  await page.getByRole('button', { name: t('house.shell.star') }).click()
  await kept
  const elsewhere = await newPage({ as: 'sud' })
  await elsewhere.goto('/dashboard')
  await elsewhere.getByRole('button', { name: begins('house.shell.account') }).click()
  await elsewhere
    .getByRole('list', { name: t('house.shell.starred') })
    .getByRole('link', { name: t('house.screens.customers') })
    .click()
  await elsewhere.waitForURL('**/customers/view')
  await elsewhere.getByRole('button', { name: t('house.shell.unstar') }).click()
  await elsewhere.getByRole('button', { name: t('house.shell.star') }).waitFor()
})

test('a shop is notified of a credit, and the notice no longer counts as new once it is marked as read', async ({ newPage }) => {
  // The credit goes to a shop whose balance no other journey checks.
  const [giver, shop] = [await newPage({ as: 'nord' }), await newPage({ as: 'sud' })]
  await giver.goto('/customers/view?q=sud')
  await giver.getByRole('link', { name: named(t('words.top_up_balance'), 'Sud Distribution') }).click()
  await amount(giver).fill('12,34')
  await giver.getByRole('button', { name: begins('words.top_up_amount') }).click()
  await giver.getByText('12,34 €').first().waitFor()

  await shop.goto('/dashboard')
  await shop.getByRole('button', { name: begins('house.shell.notices_unread') }).click()
  const panel = shop.getByRole('dialog', { name: t('house.shell.notices') })
  await showAllNotices(panel)
  await panel
    .getByRole('listitem')
    .filter({ hasText: begins('notices.kinds.credit_received', { amount: '12,34 €' }) })
    .locator('.badge')
    .waitFor()
  await panel.getByRole('button', { name: t('notices.all_read'), exact: true }).click()
  await panel.locator('.badge').first().waitFor({ state: 'detached' })
  await shop.keyboard.press('Escape')
  await shop.getByRole('button', { name: t('house.shell.notices'), exact: true }).waitFor()
})

test('four minutes before an idle session ends, a dialog warns the user, and Enter continues the session', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await enter(page, '/dashboard')
  await beIdle(page, IDLE_MS - 4 * MINUTE_MS)
  const asks = page.getByRole('dialog', { name: begins('shell.session.title') })
  await asks.getByText(t('shell.session.left', { minutes: 4 })).waitFor()
  await page.keyboard.press('Tab')
  await asks.waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await asks.waitFor({ state: 'detached' })
  expect(Date.now() - (await page.evaluate(() => Number(localStorage.getItem('active'))))).toBeLessThan(MINUTE_MS)
})

test('text that was typed when a session ended is restored after signing in, until it is discarded', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: FRENCH })
  await typedCredit(page)
  await beIdle(page, IDLE_MS + MINUTE_MS)
  await page.waitForURL('**/login?ended=1*')
  await typeSignIn(page, 'nord')
  await page.waitForURL('**/customer/credit/add')
  await page.getByText(t('house.form.kept')).waitFor()
  expect(await amount(page).inputValue()).toBe('77,50')
  await page.getByRole('button', { name: t('house.form.kept_discard') }).click()
  expect(await amount(page).inputValue()).toBe('')
  await page.reload()
  expect(await amount(page).inputValue()).toBe('')
  expect(await page.getByText(t('house.form.kept')).count()).toBe(0)
})

test('another user who signs in after the session ended finds nothing of the text that was typed', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: FRENCH })
  await typedCredit(page)
  await beIdle(page, IDLE_MS + MINUTE_MS)
  await page.waitForURL('**/login?ended=1*')
  expect(await draftsIn(page)).toBe(1)
  await typeSignIn(page, 'sud')
  await page.waitForURL('**/customer/credit/add')
  await amount(page).waitFor()
  expect(await amount(page).inputValue()).toBe('')
  expect(await draftsIn(page)).toBe(0)
})

test('a support user who views an organisation is told so, finds nothing to change, and ends the view', async ({ newPage }) => {
  const page = await newPage({ as: 'support', host: 'platform.localhost', kept: FRENCH })
  await page.goto('/support')
  await page.getByRole('row').filter({ hasText: 'Kiosque Nord' }).getByRole('button').click()
  await page.getByRole('dialog').getByRole('textbox').fill('Ticket 42')
  await page.keyboard.press('Enter')
  await page.getByText(begins('house.shell.view', { organisation: 'Kiosque Nord' })).waitFor()
  await page.goto('/cashcards/')
  await page.getByRole('button', { name: t('house.product_types.cash_card') }).waitFor()
  expect(await page.getByRole('button', { name: t('selling.favourites.edit') }).count()).toBe(0)
  expect(await page.getByRole('button', { name: t('house.shell.star') }).count()).toBe(0)
  await page.getByRole('button', { name: t('house.shell.view_end') }).click()
  await page.waitForURL('**/support')
  await page.getByRole('heading', { name: t('house.screens.support_views') }).waitFor()
  expect(await page.getByText(begins('house.shell.view')).count()).toBe(0)
})

test.for([
  ['nord', 'localhost', [t('house.screens.dashboard'), t('house.screens.customers'), t('house.screens.stock'), t('house.shell.more')]],
  ['kiosque', 'localhost', [t('house.screens.till'), t('house.screens.dashboard'), t('house.screens.sales'), t('house.shell.more')]],
  ['nord-stock', 'localhost', [t('house.screens.dashboard'), t('house.screens.stock'), t('house.screens.products'), t('house.shell.more')]],
  ['support', 'platform.localhost', [t('house.screens.dashboard'), t('house.screens.support_views'), t('house.screens.flixbus'), t('house.shell.more')]],
] as const)('on a phone the bar at the bottom has the most frequent actions of %s', async ([as, host, names], { newPage }) => {
  const page = await newPage({ as, host, kept: FRENCH, ...PHONE })
  await enter(page, '/')
  expect(pathOf(page)).not.toBe('/pages/not-authorized')
  const bar = page.getByRole('navigation', { name: t('house.shell.navigation') }).last()
  await expect.poll(() => bar.locator('a, button').allTextContents()).toEqual(names)
})

test('an address without a screen leads to a page that offers the search', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/no/such/page')
  await page.getByRole('button', { name: t('house.shell.find_page') }).click()
  await palette(page).getByRole('combobox').fill('clients')
  await option(page, begins('house.screens.customers')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customers/view')
})

test('a part of the app that cannot be loaded is named, and loads after a reload', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} } })
  await enter(page, '/dashboard')
  const part = `**/${fileOf('modules/goods/products/ProductList.tsx')}`
  await page.route(part, (route) => route.abort())
  await page.getByRole('button', { name: t('house.groups.catalogue') }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('house.screens.products'), exact: true })
    .click()
  await page.getByRole('heading', { name: begins('house.shell.chunk_failed') }).waitFor()
  await page.unroute(part)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('house.shell.reload') })
    .click()
  await page.getByRole('heading', { name: t('house.screens.products') }).waitFor()
})

/** Returns the name of the file that the build made for a part of the app. */
function fileOf(part: string): string {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(join(import.meta.dirname, '../../../web/dist/.vite/manifest.json'), 'utf8'))
  return manifest[part]?.file ?? 'nowhere'
}

async function typedCredit(page: Page) {
  await page.goto('/customer/credit/add')
  await amount(page).fill('77,50')
  await amount(page).blur()
}

const draftsIn = (page: Page) => page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')).length)
