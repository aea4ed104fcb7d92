// The first moments of a page: something is visible before the page's scripts have run.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { newStaff } from '../../kit/people.ts'
import { t } from '../../kit/texts.ts'

test('a page whose scripts are still on their way shows an empty header and an empty block instead of a blank window', async ({ newPage }) => {
  const page = await newPage({})
  let arrive = () => {}
  const late = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/*.js', async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const heights = () =>
    page.evaluate(() => ['::before', '::after'].map((part) => getComputedStyle(document.querySelector('#root') ?? document.body, part).height))
  await expect.poll(heights).toEqual(['56px', '160px'])
  arrive()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await heights()).not.toContain('160px')
})

const canvas = { light: 'rgb(244, 247, 251)', dark: 'rgb(7, 14, 21)' }
const colours = (page: Page) => page.evaluate(() => document.body && getComputedStyle(document.body).backgroundColor)

test('a page begins in the colours of the system, or in those chosen in this browser, before its scripts have arrived', async ({ newPage }) => {
  const page = await newPage({ alone: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.route('**/*.js', () => undefined)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => colours(page)).toBe(canvas.dark)
  await page.evaluate(() => localStorage.setItem('mode', 'light'))
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => colours(page)).toBe(canvas.light)
  // Control: without the inline scripts in its head, the page is light at first, although the system is dark.
  await page.evaluate(() => localStorage.removeItem('mode'))
  await page.route('**/login', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/<script>[\s\S]*?<\/script>/, '') })
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect.poll(() => colours(page)).toBe(canvas.light)
})

test('the app follows the colours of the system until the user chooses light or dark, and again once the user chooses the system; the account stores the choice', async ({
  newPage,
}) => {
  const { username } = await newStaff()
  const page = await newPage({ as: username, alone: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/settings?tab=look')
  const shown = () => page.getAttribute('html', 'data-mode')
  await expect.poll(shown).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(shown).toBe('light')
  const choose = async (name: 'system' | 'light' | 'dark') => {
    const kept = page.waitForResponse('**/api/update_settings/')
    await page.getByRole('radio', { name: t(`pages.mode.${name}`), exact: true }).click()
    await kept
  }
  await choose('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await shown()).toBe('light')
  await choose('system')
  await expect.poll(shown).toBe('dark')
  await page.evaluate(() => localStorage.setItem('mode', 'light'))
  await page.reload()
  await page.getByRole('radio', { name: t('pages.mode.system'), exact: true, checked: true }).waitFor()
  expect(await shown()).toBe('dark')
})
