// The menu: groups fold and stay folded, related screens are tabs, and waiting work is counted beside its entry.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { languages } from '../../../contract/kit/languages.ts'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { newStaff } from '../../kit/people.ts'
import { sellBy } from '../../kit/shop.ts'
import { begins, t, textIn } from '../../kit/texts.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: t('house.shell.navigation') }).first()
const entry = (page: Page, name: string | RegExp) => menu(page).getByRole('link', { name, exact: typeof name === 'string' })

test('a folded group keeps the entry of the current page visible, and the user’s account remembers that it is folded', async ({ newPage }) => {
  const { username } = await newStaff({ flags: ['has_inventory', 'has_product', 'has_reports'] })
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
  // The narrow menu has no group names, so nothing can be folded.
  await page.setViewportSize({ width: 1024, height: 768 })
  await entry(page, t('house.screens.stock')).waitFor()
  await shoot(page, 'menu folded on a rail')
  await page.setViewportSize({ width: 1440, height: 900 })
  await group.click()
  await expect.poll(() => menu(page).getByRole('link').count()).toBe(all)
})

test('on a tablet the words of the rail never break, in any language', async ({ newPage }) => {
  for (const language of languages) {
    const page = await newPage({ as: 'nord', viewport: { width: 1024, height: 768 } })
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    await page.goto('/products/view')
    const rail = page.getByRole('navigation', { name: textIn(language, 'house.shell.navigation') }).first()
    await rail.getByRole('link', { name: textIn(language, 'house.screens.products'), exact: true }).waitFor()
    const brokenWords = () =>
      rail.evaluate((nav) => {
        const found: string[] = []
        for (const name of nav.querySelectorAll('a > span:last-child')) {
          const [text] = name.childNodes
          for (const { 0: word, index } of text?.textContent?.matchAll(/[^\s-]+/g) ?? []) {
            const range = document.createRange()
            range.setStart(text as Node, index)
            range.setEnd(text as Node, index + word.length)
            if (range.getClientRects().length > 1) found.push(word)
          }
        }
        return nav.scrollWidth > nav.clientWidth ? [...found, 'wider than the rail'] : found
      })
    expect(await brokenWords(), language).toEqual([])
    // Control: a narrow rail whose words may break.
    await page.addStyleTag({ content: 'nav a > span:last-child { width: 30px; overflow-wrap: anywhere !important; }' })
    expect((await brokenWords()).length, language).toBeGreaterThan(0)
    await page.close()
  }
})

test('the screens of credit are tabs of one entry, each at its own address', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: { language: 'fr' } })
  await page.goto('/dashboard')
  await entry(page, begins('house.screens.credit')).click()
  await page.waitForURL('**/customer/credit/add')
  const tabs = page.getByRole('main').getByRole('navigation', { name: t('house.screens.credit'), exact: true })
  const paths = ['add', 'multi', 'round', 'history', 'auto', 'requests'].map((name) => `/customer/credit/${name}`)
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

test('a waiting claim is counted beside its entry; a hidden browser tab sends no requests', async ({ newPage }) => {
  const shop = await callsAs('kiosque')
  const offer = (await shop.sellerProductsV2({})).content.find(({ left }) => left === null || left > 0)
  const { sale_id } = await sellBy(shop, offer?.configuration_id ?? '', 1)
  await shop.reclaimSubmit({ sale_id, reason: 'not_working', remarks: 'Le code est refusé' })
  const page = await newPage({ as: 'nord', kept: { language: 'fr' }, alone: true })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/waiting_counts/')) asked += 1
  })
  await page.clock.install()
  await page.goto('/dashboard')
  await menu(page).getByRole('link').first().waitFor()
  const count = (await callsOn(page).waitingCounts({})).counts.find(({ kind }) => kind === 'claims')?.count ?? 0
  expect(count).toBeGreaterThan(0)
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
