// From screen to screen on a page that stays open, as a link leads: loading the app and the check anew costs more than all that is looked at on a screen.
import type { Page } from 'playwright-core'
import { t } from './texts.ts'

/** A screen of the house with nothing on it: what comes next cannot be taken for what was there before. */
const BARE = '/version'

const isHouse = (page: Page) => page.evaluate(() => document.querySelector('header') !== null)
const push = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Opens an address: within the app from its bare screen, otherwise by loading it. What a view has done through calls beforehand, only loading shows. */
export async function go(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname !== BARE || path === BARE || !(await isHouse(page))) return void (await page.goto(path))
  await push(page, path)
  await page.waitForFunction((heading) => document.querySelector('h1')?.textContent !== heading, t('house.screens.version'))
}

/** Takes away what the view before left on the page and in its browser; where the app is open, it stays open, at its bare screen. */
export async function putBack(page: Page): Promise<void> {
  await page.unrouteAll()
  await page.evaluate(() => {
    const begun = sessionStorage.getItem('begun')
    localStorage.clear()
    sessionStorage.clear()
    if (!begun) return
    sessionStorage.setItem('begun', begun)
    for (const [name, value] of Object.entries(JSON.parse(begun))) localStorage.setItem(name, String(value))
  })
  if (!(await isHouse(page))) return
  await push(page, BARE)
  await page.getByRole('heading', { level: 1, name: t('house.screens.version') }).waitFor()
  // A dialog of the shell stays where its screen goes.
  if ((await page.getByRole('dialog').count()) > 0) await page.goto('/icon.svg')
}
