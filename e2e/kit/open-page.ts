// Goes from screen to screen on a page that stays open, as a link does, because loading the app and checking the session again costs more than the test of a
// screen.
import type { Page } from 'playwright-core'
import { t } from './texts.ts'

/** The path of a nearly empty screen. It is opened between two screens, so that a test cannot mistake the first screen for the second. */
const BARE = '/version'
/** A path of the host that does not open the app. */
const NO_APP = '/icon.svg'

/** Whether the page shows the app with its header, and not a page before the login. */
export const isHouse = (page: Page) => page.evaluate(() => document.querySelector('header') !== null)
const push = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Makes sure that the page is on its host, from which calls can be sent; an open app stays open. */
export async function onItsHost(page: Page): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(NO_APP)
}

/** Opens an address: by navigating within the app if it is open, otherwise by loading the page. In both cases nothing that was read earlier is shown. */
export async function go(page: Page, path: string): Promise<void> {
  if (path === BARE || !(await isHouse(page))) return void (await page.goto(path))
  await toBare(page)
  await forgetWhatWasRead(page)
  await push(page, path)
  await page.waitForFunction((heading) => document.querySelector('h1')?.textContent !== heading, t('house.screens.version'))
}

/** Waits until the page is no longer loading, because a page that is still loading would pass every check. */
export async function ready(page: Page) {
  await page.getByRole('heading', { name: t('house.words.loading'), exact: true }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], main [data-waiting]:not([data-waiting="below"])') === null)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Opens the nearly empty screen. */
export async function toBare(page: Page) {
  if (new URL(page.url()).pathname === BARE) return
  await push(page, BARE)
  await page.getByRole('heading', { level: 1, name: t('house.screens.version') }).waitFor()
}

/** Parts of the internal data of React (one component) and of TanStack Query (the cache) that `forgetWhatWasRead` uses. */
type Fiber = { memoizedProps?: { client?: Cache } | null; child?: Fiber | null; sibling?: Fiber | null }
type Cache = { removeQueries: (which: object) => void; invalidateQueries: () => Promise<void> }

/**
 * Empties the app's cache of answers, as loading the app again would. Only React components have the cache, so it is looked up in their internal
 * data.
 */
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

/** Removes the data that the previous view left on the page and in its browser. An open app stays open, at a nearly empty screen. */
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
  // A dialog of the shell stays open when the screen changes, so the page leaves the app to close it.
  if ((await page.getByRole('dialog').count()) > 0) await page.goto(NO_APP)
}
