// Visible parts of a page stay in place while it fills: the server's answers arrive one by one, as on a phone, and nothing that is already shown moves.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { trafficOf } from '../../kit/moments.ts'
import { openWatched, wrongMovesOf } from '../../kit/places.ts'
import { t } from '../../kit/texts.ts'

const MOST = 0.02
/**
 * The most requests that a first visit may send, counting every script, style, font and call. At the till, only requests sent before it can sell are counted.
 */
const MOST_REQUESTS = 25
const AT_THE_TILL = 26
/** A report may send more requests, because it also shows figures, and parts beside its rows, such as the shift and the other tills. */
const OF_A_REPORT = 31
const PHONE = { width: 360, height: 740 }
/** The size of a desktop window; it is so tall that the content of the first answer does not fill it. */
const DESK = { width: 1440, height: 900 }
const STEP_MS = 70
const SETTLED_MS = 300

const screens = [
  { path: '/dashboard', as: 'nord', seen: t('house.screens.dashboard') },
  { path: '/dashboard', as: 'nord', seen: t('house.screens.dashboard'), viewport: DESK },
  { path: '/dashboard', as: 'kiosque', seen: t('house.screens.dashboard') },
  { path: '/dashboard', as: 'platform', host: 'platform.localhost', seen: t('house.screens.dashboard') },
  { path: '/customers/view', as: 'nord', seen: t('house.screens.customers') },
  // This reseller has no bookings of its own, so its list is empty and lower than the placeholders of its rows, and a notice is below the list.
  { path: '/seller/credit', as: 'nord', seen: t('house.screens.own_credit'), most: OF_A_REPORT },
  { path: '/seller/zreport', as: 'kiosque', seen: t('house.screens.z_reports'), most: OF_A_REPORT },
  { path: '/inventory/view', as: 'nord', seen: t('house.screens.stock') },
  { path: '/cashcards/', as: 'kiosque', seen: t('house.screens.till'), most: AT_THE_TILL },
]

test.for(screens)(
  'the page $path, opened by $as, sends at most the allowed number of requests, and its parts stay in place while it fills',
  async (screen, { newPage }) => {
    const { path, as, host, seen, most = MOST_REQUESTS, viewport = PHONE } = screen
    const page = await newPage({ as, ...(host && { host }), kept: { language: 'fr' }, viewport, hasTouch: viewport === PHONE })
    const { asked, calm } = await watched(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: seen }).waitFor()
    const shifts = await settled(page, calm)
    expect(sum(shifts), JSON.stringify(shifts, null, 1)).toBeLessThan(MOST)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    expect(asked).toContain('/api/auth_check/')
    // Control: the check detects a page whose parts move.
    await page.evaluate(() => {
      const late = document.createElement('p')
      late.style.height = '200px'
      document.querySelector('main')?.prepend(late)
    })
    await expect.poll(async () => sum(await shiftsOf(page))).toBeGreaterThan(MOST)
  },
)

test('the till that is opened again keeps its status line in place while its tiles load', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque', kept: { language: 'fr' } })
  await page.goto('/settings')
  await page.getByRole('heading', { level: 1, name: t('house.screens.settings') }).waitFor()
  // The status line is loaded once the till has opened for the first time.
  for (const _ of ['first', 'again', 'and again']) {
    await openWatched(page, '/cashcards/', { width: 360, height: 900 })
    await page.getByRole('main').locator('footer').waitFor()
    expect(await wrongMovesOf(page)).toEqual([])
  }
})

test('the place of a balance that arrives last is reserved, so that no other part moves', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', kept: { language: 'fr' }, viewport: PHONE, hasTouch: true })
  let comes = () => {}
  const late = new Promise<void>((done) => {
    comes = done
  })
  await page.route(/shell_parts/, async (route) => {
    await late
    await route.continue()
  })
  await page.goto('/customers/view')
  const end = page.getByRole('banner').locator('> div').last()
  await end.waitFor()
  const before = await end.boundingBox()
  comes()
  await end.getByText('€').waitFor()
  const after = await end.boundingBox()
  expect([after?.y, after?.height]).toEqual([before?.y, before?.height])
  expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(24)
})

test('control: if the parts of the start page do not wait for each other, they move', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', viewport: DESK })
  const { calm } = await watched(page)
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('in-order', 'no-order') })
  })
  // The answer with the first figures and the list of what is to be done is delayed until the parts below are shown, so that they move when it arrives.
  const below = [page.getByRole('region', { name: t('house.second.list') }), page.getByRole('region', { name: t('charts.spans.title') })]
  await page.route('**/api/dashboard/', async (route) => {
    for (const part of below) await part.waitFor()
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await route.continue()
  })
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: t('house.screens.dashboard') }).waitFor()
  expect(sum(await settled(page, calm))).toBeGreaterThan(MOST)
})

test('a part that never arrives delays the parts below it for five seconds, not for ever', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const asked = page.waitForRequest('**/api/shell_parts/')
  await page.route('**/api/shell_parts/', () => undefined)
  await page.goto('/dashboard')
  await asked
  const since = Date.now()
  await page.getByRole('region', { name: t('sales.dashboard.sales_today') }).waitFor()
  expect(Date.now() - since).toBeGreaterThan(3_500)
})

test('content below the window is requested when the user scrolls near it', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', viewport: PHONE, hasTouch: true })
  const { calm } = trafficOf(page)
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1, name: t('house.screens.dashboard') }).waitFor()
  await calm()
  expect(calls.filter((path) => path.includes('/get_sales_report_2'))).toEqual([])
  // Scrolls to the end again and again, because each part that arrives makes the page longer.
  const below = async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return page.getByRole('heading', { name: t('charts.over_time') }).count()
  }
  await expect.poll(below).toBe(1)
})

/** Delays the answers of calls by different times, and records every move of a visible part. Returns the requests. */
async function watched(page: Page): Promise<{ asked: readonly string[]; calm: () => Promise<void> }> {
  const { calm } = trafficOf(page)
  let count = 0
  const asked: string[] = []
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    // The icon of the tab is not counted, because only some browsers request it, and nothing waits for it.
    if (pathname !== '/icon.svg') asked.push(pathname)
    const isCall = route.request().url().includes('/api/')
    await new Promise((resolve) => setTimeout(resolve, isCall ? 100 + (count++ % 9) * STEP_MS : 20))
    await route.continue().catch(() => undefined)
  })
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const html = node instanceof Element ? node.outerHTML : (node?.parentElement?.outerHTML ?? 'gone')
          return `${html.slice(0, 120)}: ${previousRect.x},${previousRect.y} → ${currentRect.x},${currentRect.y}`
        })
        shifts.push({ at: Math.round(entry.startTime), value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { asked, calm }
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}
type Shift = { at: number; value: number; moved: string[] }

const sum = (shifts: readonly Shift[]) => shifts.reduce((total, { value }) => total + value, 0)

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)

/** Waits until no request is running, and nothing was requested or moved for a while. */
async function settled(page: Page, calm: () => Promise<void>): Promise<Shift[]> {
  await calm()
  const lastMove = async () => Math.max(0, ...(await shiftsOf(page)).map(({ at }) => at))
  await page.waitForFunction(([at, ms]) => performance.now() - at > ms, [await lastMove(), SETTLED_MS] as const)
  return shiftsOf(page)
}
