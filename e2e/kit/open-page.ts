// From screen to screen on a page that stays open, as a link leads: loading the app and the check anew costs more than all that is looked at on a screen.
import type { Page } from 'playwright-core'
import { beforeTheApp } from './calls.ts'
import { t } from './texts.ts'

/** A screen of the house with nothing on it: what comes next cannot be taken for what was there before. */
const BARE = '/version'

const isHouse = (page: Page) => page.evaluate(() => document.querySelector('header') !== null)
const push = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** On its host, where calls can be sent from it: the app stays open where it is. */
export async function onItsHost(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await beforeTheApp(page)
}

/** Opens an address: within the app where it is open, otherwise by loading it. Either way nothing read before is shown. */
export async function go(page: Page, path: string): Promise<void> {
  if (path === BARE || !(await isHouse(page))) return void (await page.goto(path))
  await toBare(page)
  await forgetWhatWasRead(page)
  await push(page, path)
  await page.waitForFunction((heading) => document.querySelector('h1')?.textContent !== heading, t('house.screens.version'))
}

async function toBare(page: Page) {
  if (new URL(page.url()).pathname === BARE) return
  await push(page, BARE)
  await page.getByRole('heading', { level: 1, name: t('house.screens.version') }).waitFor()
}

/** What React keeps of a component, and TanStack Query of what was asked. */
type Fiber = { memoizedProps?: { client?: Cache } | null; child?: Fiber | null; sibling?: Fiber | null }
type Cache = { removeQueries: (which: object) => void; invalidateQueries: () => Promise<void> }

/** As if the app were loaded anew. It hands its cache to nobody but its components, so it is taken from there. */
const forgetWhatWasRead = (page: Page) =>
  page.evaluate(async () => {
    const root = document.getElementById('root') as unknown as Record<string, Fiber>
    const cacheOf = (fiber?: Fiber | null): Cache | undefined => {
      const client = fiber?.memoizedProps?.client
      return client?.removeQueries ? client : fiber ? (cacheOf(fiber.child) ?? cacheOf(fiber.sibling)) : undefined
    }
    const cache = cacheOf(root[Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? ''])
    if (!cache) throw new Error('the app has no cache where it was looked for')
    cache.removeQueries({ type: 'inactive' })
    await cache.invalidateQueries()
  })

/** Takes away what the view before left on the page and in its browser; where the app is open, it stays open, at its bare screen. */
export async function putBack(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return
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
  await toBare(page)
  // A dialog of the shell stays where its screen goes.
  if ((await page.getByRole('dialog').count()) > 0) await page.goto('/icon.svg')
}
