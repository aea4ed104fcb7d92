// The calls and files that a page needs first are requested once, and before its scripts have arrived: index.html requests them, and the scripts use those
// answers.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { newStaff } from '../../kit/people.ts'
import { t } from '../../kit/texts.ts'

const TILL = { path: '/cashcards/', as: 'kiosque', seen: t('house.screens.till'), calls: ['auth_check', 'view_seller_products_v2', 'shell_parts'] }
const LIST = { path: '/customers/view', as: 'nord', seen: t('house.screens.customers'), calls: ['auth_check', 'shell_parts'] }
const START = { path: '/dashboard', as: 'nord', seen: t('house.screens.dashboard'), calls: [...LIST.calls, 'dashboard'] }
const kept = { language: 'fr' }

/** The paths of all requests that the page sends from now on, in order. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  return requests
}
const times = (requests: readonly string[], path: string) => requests.filter((one) => one === path).length
/** The files that index.html tells the browser to load in advance, at low priority. */
const filesAhead = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLLinkElement>('head > link[fetchpriority=low]')].map(({ href }) => new URL(href).pathname))

test.for([TILL, LIST, START])(
  'the page $path requests its first answers before its script has arrived, and requests no call or file twice',
  async (screen, { newPage }) => {
    const { path, as, seen, calls } = screen
    const page = await newPage({ as, kept })
    const requests = requestsOf(page)
    // The app's entry script is delayed until the calls were sent, which proves that index.html sent them.
    const sent = Promise.all(calls.map((call) => page.waitForRequest(`**/api/${call}/`)))
    await page.route(/\/assets\/index-/, async (route) => {
      await sent
      await route.continue()
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: seen }).waitFor()
    for (const call of calls) expect(times(requests, `/api/${call}/`), call).toBe(1)
    const files = await filesAhead(page)
    expect(files.length).toBeGreaterThan(4)
    for (const file of files) expect(times(requests, file), file).toBe(1)
  },
)

test('control: a page whose scripts ignore the early answers sends the same requests again', async ({ newPage }) => {
  const page = await newPage({ as: LIST.as, kept })
  await page.addInitScript(() => Object.defineProperty(window, 'early', { get: () => undefined, set: () => undefined }))
  const requests = requestsOf(page)
  await page.goto(LIST.path)
  await page.getByRole('heading', { level: 1, name: LIST.seen }).waitFor()
  for (const call of LIST.calls) expect(times(requests, `/api/${call}/`), call).toBe(2)
})

test('if an early answer is lost, the page sends its request again', async ({ newPage }) => {
  const page = await newPage({ as: LIST.as, kept })
  let lost = 0
  await page.route('**/api/auth_check/', (route) => (lost++ === 0 ? route.abort('connectionreset') : route.continue()))
  await page.goto(LIST.path)
  await page.getByRole('heading', { level: 1, name: LIST.seen }).waitFor()
  expect(lost).toBe(2)
})

const SUMS = '/api/get_sales_report_2_with_customer_id/'

test.for(['/reports-sales-new', '/reports-sales-new?period=last_month'])(
  'the summary of sales at %s requests its rows and the days of its chart once each, also if they are requested before it is drawn',
  async (path, { newPage }) => {
    const page = await newPage({ as: 'nord', kept })
    const inputs: (string | null)[] = []
    page.on('request', (request) => new URL(request.url()).pathname === SUMS && inputs.push(request.postData()))
    await page.goto(path)
    await page.locator('main table tbody tr:not([aria-hidden])').first().waitFor()
    await page.locator('[data-chart]:not([data-waiting]) [role=status]').waitFor()
    // The requests are compared without the boundary between their fields, because the browser chooses another one for each request.
    expect(new Set(inputs.map((form) => form?.replaceAll(/-+WebKitFormBoundary\w+/g, ''))).size).toBe(2)
    expect(inputs.length).toBe(2)
  },
)

test('a user who may not open the summary of sales does not request its figures', async ({ newPage }) => {
  const { username } = await newStaff({ flags: ['has_product'] })
  const page = await newPage({ as: username, kept })
  const requests = requestsOf(page)
  await page.goto('/reports-sales-new')
  await page.waitForURL('**/pages/not-authorized?*')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(times(requests, SUMS)).toBe(0)
})

/** The start page and the till, each with the calls whose answers are contained in the answer to the shell's first call. */
const SHELL = [
  { ...START, parts: ['dynamic_balance', 'view_notices', 'waiting_counts', 'guided_start'] },
  { ...TILL, parts: ['dynamic_balance', 'view_notices', 'view_shift', 'view_coming_prices'] },
]

test.for(SHELL)(
  'the page $path shows its first figures from one answer; if that answer is lost, each figure is requested by its own call, once',
  async ({ path, as, parts }, { newPage }) => {
    const page = await newPage({ as, kept })
    const balance = page.getByRole('banner').getByText('€')
    const requests = requestsOf(page)
    const counts = () => parts.map((call) => times(requests, `/api/${call}/`))
    await page.goto(path)
    await balance.waitFor()
    if (path === TILL.path) await page.getByRole('button', { name: t('counter.options.display') }).waitFor()
    expect(counts()).toEqual(parts.map(() => 0))
    await page.route('**/api/shell_parts/', (route) => route.abort('connectionreset'))
    requests.length = 0
    await page.reload()
    await balance.waitFor()
    await expect.poll(counts).toEqual(parts.map(() => 1))
  },
)

test('if the server does not answer a signed-in user, the app says so and opens once it answers again', async ({ newPage }) => {
  const page = await newPage({ as: LIST.as, kept })
  await page.goto('/version')
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.goto(LIST.path)
  await page.getByRole('heading', { name: t('auth.pages.no_answer') }).waitFor()
  await page.unroute('**/api/**')
  await page.getByRole('heading', { level: 1, name: LIST.seen }).waitFor()
})

test('a session that has ended leads to the login, even if the early answer is the one that reports the end', async ({ newPage }) => {
  const page = await newPage({ as: LIST.as })
  await page.goto('/version')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'another'))
  await page.goto(LIST.path)
  await page.waitForURL(/\/login\?ended=1/)
})

test('if nobody is signed in, the login asks the server only whose portal it is', async ({ newPage }) => {
  const page = await newPage()
  const requests = requestsOf(page)
  await page.goto('/login')
  await page.getByLabel(t('auth.login.username')).waitFor()
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual(['/api/p_check/'])
  expect(await filesAhead(page)).toEqual([])
})
