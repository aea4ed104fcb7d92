// The menu: groups fold and stay folded, related screens are tabs, and waiting work is counted beside its entry.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Flag } from '../../../contract/kit/access.ts'
import { languages } from '../../../contract/kit/languages.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { menu, menuLines } from '../../kit/in-sight.ts'
import { find, option } from '../../kit/palette.ts'
import { newStaff } from '../../kit/people.ts'
import { sellBy } from '../../kit/shop.ts'
import { begins, t, textIn } from '../../kit/texts.ts'

const entry = (page: Page, name: string | RegExp) => menu(page).getByRole('link', { name, exact: typeof name === 'string' })

/** Rights that give a reseller's staff a long menu. */
const flags: Flag[] = [
  ...(['has_invoice', 'has_reports', 'has_product', 'has_supplier', 'has_inventory', 'has_customers', 'has_credit', 'has_assign_product'] as const),
  ...(['has_discount_slab', 'has_device', 'has_reclamation', 'has_transaction'] as const),
]

/** Preferences in which no group of the menu is folded or unfolded. Other journeys fold groups for the same user, and the account stores that. */
const NOTHING_CHOSEN = { preferences: {} }

test('at 1440 by 900 everybody’s menu has at most fourteen lines and need not be scrolled; a reseller who unfolds all groups sees more lines', async ({
  newPage,
}) => {
  const PLATFORM = 'platform.localhost'
  const accountant = await newStaff({ flags: ['has_invoice', 'has_reports'] })
  for (const [as, host] of [['nord'], [accountant.username], ['kiosque'], ['platform', PLATFORM]] as const) {
    const page = await newPage({ as, account: NOTHING_CHOSEN, kept: { language: 'fr' }, viewport: { width: 1440, height: 900 }, ...(host && { host }) })
    await page.goto('/dashboard')
    await menu(page).getByRole('link').first().waitFor()
    const { seen, scrolls } = await menuLines(page)
    expect(seen, as).toBeLessThanOrEqual(14)
    expect(seen, as).toBeGreaterThan(1)
    expect(scrolls, as).toBe(false)
    await shoot(page, `menu of ${as}`)
  }
  const { username } = await newStaff({ flags })
  const page = await newPage({ as: username, kept: { language: 'fr' }, viewport: { width: 1440, height: 900 } })
  await page.goto('/dashboard')
  await menu(page).getByRole('link').first().waitFor()
  const folded = menu(page).getByRole('button', { expanded: false })
  for (let left = await folded.count(); left > 0; left--) {
    await folded.first().click()
    // The menu is drawn a moment after the click.
    await expect.poll(() => folded.count()).toBe(left - 1)
  }
  expect((await menuLines(page)).seen).toBeGreaterThan(14)
})

test('an entry of a folded menu group is reached by keyboard alone, through the group’s name or through the search', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: NOTHING_CHOSEN, kept: { language: 'fr' } })
  await page.goto('/dashboard')
  const group = menu(page).getByRole('button', { name: begins('house.groups.billing'), expanded: false })
  await group.waitFor()
  expect(await entry(page, begins('house.screens.ledger')).count()).toBe(0)
  await group.press('Enter')
  const unfolded = menu(page).getByRole('button', { name: begins('house.groups.billing'), expanded: true })
  await unfolded.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/ledger')
  await unfolded.press('Enter')
  await page.goto('/dashboard')
  await group.waitFor()
  await find(page, t('house.screens.month_end'))
  await option(page, begins('house.screens.month_end')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/month-end')
})

test('a folded menu group keeps the entry of the current page visible, and the user’s account remembers that it is folded', async ({ newPage }) => {
  const { username } = await newStaff({ flags })
  const page = await newPage({ as: username, kept: { language: 'fr' } })
  await page.goto('/products/view')
  const group = menu(page).getByRole('button', { name: t('house.groups.catalogue') })
  await group.waitFor()
  const all = await menu(page).getByRole('link').count()
  const kept = page.waitForResponse('**/api/update_settings/')
  await group.click()
  await kept
  expect(await group.getAttribute('aria-expanded')).toBe('false')
  await entry(page, t('house.screens.stock')).waitFor({ state: 'hidden' })
  await entry(page, t('house.screens.products')).waitFor()
  await page.reload()
  await entry(page, t('house.screens.products')).waitFor()
  expect(await group.getAttribute('aria-expanded')).toBe('false')
  expect(await entry(page, t('house.screens.stock')).isVisible()).toBe(false)
  await shoot(page, 'menu folded')
  // A narrow window shows the menu as a rail of icons without group names, so entries of folded groups are behind "More".
  await page.setViewportSize({ width: 1024, height: 768 })
  await menu(page)
    .getByRole('button', { name: t('house.shell.more'), exact: true })
    .click()
  const drawer = page.getByRole('dialog', { name: t('house.shell.navigation') })
  await drawer.getByRole('button', { name: t('house.groups.catalogue'), expanded: false }).click()
  await drawer.getByRole('link', { name: t('house.screens.suppliers'), exact: true }).click()
  await page.waitForURL('**/suppliers/view')
  await drawer.waitFor({ state: 'hidden' })
  await entry(page, t('house.screens.suppliers')).waitFor()
  await shoot(page, 'menu on a rail')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => menu(page).getByRole('link').count()).toBe(all)
})

test('in a low window the menu is scrolled to the entry of the page; on a phone the tabs are scrolled to the page’s tab', async ({ newPage }) => {
  const { username } = await newStaff({ flags })
  const page = await newPage({ as: username, kept: { language: 'fr' }, viewport: { width: 1440, height: 200 } })
  await page.goto('/reclaim-requests')
  const current = menu(page).locator('[aria-current]')
  await current.waitFor()
  const offset = (locator: Locator, side: 'bottom' | 'left' | 'right') => locator.evaluate((element, side) => element.getBoundingClientRect()[side], side)
  const hidden = async () => (await offset(current, 'bottom')) - (await offset(menu(page), 'bottom'))
  await expect.poll(hidden).toBeLessThanOrEqual(1)
  expect(await menu(page).evaluate((nav) => nav.scrollTop)).toBeGreaterThan(0)
  const phone = await newPage({ as: 'nord', kept: { language: 'fr' }, viewport: { width: 360, height: 740 } })
  await phone.goto('/customer/credit/requests')
  const tab = phone.locator('[data-tabs] [aria-current]')
  await tab.waitFor()
  await expect.poll(async () => (await offset(tab, 'right')) - (await offset(phone.locator('[data-tabs]'), 'right'))).toBeLessThanOrEqual(1)
  expect(await offset(tab, 'left')).toBeGreaterThanOrEqual(0)
})

/** Finds the entries of the menu in which a word is broken over two lines. */
const brokenWords = (nav: Locator) =>
  nav.evaluate((element) => {
    const found: string[] = []
    for (const name of element.querySelectorAll(':is(a, button) > span:last-of-type, button:not(:has(span))')) {
      const [text] = name.childNodes
      for (const { 0: word, index } of text?.textContent?.matchAll(/[^\s-]+/g) ?? []) {
        const range = document.createRange()
        range.setStart(text as Node, index)
        range.setEnd(text as Node, index + word.length)
        if (range.getClientRects().length > 1) found.push(word)
      }
    }
    return element.scrollWidth > element.clientWidth ? [...found, 'wider than the menu'] : found
  })

/** Whether a language has the longest words. Only such languages, German and Turkish, are checked in every template. */
const isLong = (language: string) => language === 'de' || language === 'tr'

test('on a tablet the words of the menu never break, in any language or template', async ({ newPage }) => {
  // All groups are unfolded, so that the rail shows every entry and each can be checked.
  const { username } = await newStaff({ flags })
  await (await callsAs(username)).settingsUpdate({ preferences: { unfolded: ['catalogue', 'customers', 'billing', 'reports', 'service'] } })
  for (const language of languages) {
    const page = await newPage({ as: username, viewport: { width: 820, height: 1180 } })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    let template = 0
    await page.route('**/api/auth_check/', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), language, template } })
    })
    for (template of isLong(language) ? [0, 1, 2, 3, 4, 5] : [0]) {
      await page.goto('/products/view')
      const nav = page.getByRole('navigation', { name: textIn(language, 'house.shell.navigation') }).first()
      const products = nav.getByRole('link', { name: textIn(language, 'house.screens.products'), exact: true })
      const isOnTop = template === 1 || template === 4
      await (isOnTop ? nav.getByRole('button', { name: textIn(language, 'house.groups.catalogue') }) : products).waitFor()
      expect(await page.getAttribute('html', 'data-template')).toBe(String(template))
      expect(await brokenWords(nav), `${language}, template ${template}`).toEqual([])
      await shoot(page, `menu at 820, template ${template}, ${language}`)
    }
    // Control: in a menu made too narrow on purpose, the check finds broken words.
    await page.addStyleTag({ content: 'nav :is(a > span:last-of-type, button) { width: 30px; overflow-wrap: anywhere !important; }' })
    expect((await brokenWords(page.getByRole('navigation').first())).length, language).toBeGreaterThan(0)
    await page.close()
  }
})

test('all screens about credit are tabs of one menu entry, each at its own address', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await page.goto('/dashboard')
  await entry(page, begins('house.screens.credit')).click()
  await page.waitForURL('**/customer/credit/add')
  const tabs = page.getByRole('main').getByRole('navigation', { name: t('house.screens.credit'), exact: true })
  const paths = ['add', 'multi', 'round', 'history', 'auto', 'reminders', 'requests'].map((name) => `/customer/credit/${name}`)
  await tabs.getByRole('link').first().waitFor()
  expect(await tabs.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(paths)
  for (const path of paths.slice(1)) {
    await tabs.locator(`a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await tabs.locator(`a[href="${path}"][aria-current=page]`).waitFor()
    expect(await entry(page, begins('house.screens.credit')).getAttribute('aria-current')).toBe('page')
  }
  await shoot(page, 'tabs of credit')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await shoot(page, 'tabs of credit 360')
})

test('the menu counts a waiting claim beside its entry; a hidden browser tab sends no requests', async ({ newPage }) => {
  const shop = await callsAs('kiosque')
  const offer = (await shop.sellerProductsV2({})).content.find(({ left }) => left === null || left > 0)
  const { sale_id } = await sellBy(shop, offer?.configuration_id ?? '', 1)
  await shop.reclaimSubmit({ sale_id, reason: 'not_working', remarks: 'Le code est refusé' })
  const page = await newPage({ as: 'nord', account: NOTHING_CHOSEN, kept: { language: 'fr' }, alone: true })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/waiting_counts/')) asked += 1
  })
  await page.clock.install()
  // The menu is compared with the count in this page's own answer, because other journeys make claims at the same time.
  const told = page.waitForResponse('**/api/shell_parts/')
  await page.goto('/dashboard')
  const { waiting } = (await (await told).json()) as { waiting: { counts: { kind: string; count: number }[] } }
  const count = waiting.counts.find(({ kind }) => kind === 'claims')?.count ?? 0
  expect(count).toBeGreaterThan(0)
  // The name of a folded group includes the count of the work that waits in it.
  await menu(page)
    .getByRole('button', { name: begins('house.groups.service'), expanded: false })
    .filter({ hasText: /[1-9]/ })
    .click()
  await entry(page, new RegExp(`^${t('house.screens.claims')} .*[^0-9]${count}$`)).waitFor()
  await shoot(page, 'menu with counts')
  const before = asked
  await page.clock.fastForward(61_000)
  await expect.poll(() => asked).toBe(before + 1)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  for (let i = 0; i < 3; i++) await page.clock.fastForward(61_000)
  expect(asked).toBe(before + 1)
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  await expect.poll(() => asked).toBe(before + 2)
})
