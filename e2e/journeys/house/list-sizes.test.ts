// The size of lists on a screen: twenty rows fit a phone's list, a desktop page has one scroll bar, and users who want low rows can choose them.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { listTool } from '../../kit/files.ts'
import { go } from '../../kit/open-page.ts'
import { newStaff } from '../../kit/people.ts'
import { fetched } from '../../kit/requests.ts'
import { t } from '../../kit/texts.ts'

const [ROWS, MOST] = [20, 2_500]
/**
 * The greatest heights, in pixels, of the two lists that may be higher than all other lists, because a product shows all its values, and rows of the audit log
 * depend on the names used by all other journeys.
 */
const more: Record<string, number> = { '/products/view': 3_000, '/audit': 2_700 }
/** The lists of a reseller that have many rows. */
const lists = ['/inventory/view', '/products/view', '/customers/view', '/reports-sales', '/customer/credit/history', '/staff/view', '/audit']

const frame = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region', { name: t('fields.rows') })
    .first()
const loaded = async (page: Page, path: string) => {
  // Early in the day there are no sales yet, so reports show the last seven days.
  await go(page, `${path}?per=${ROWS}${path.startsWith('/reports') ? '&period=last_7_days' : ''}`)
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null)
}

/** The headings of the columns that are visible without scrolling sideways. The column of buttons stays at the right and covers other columns. */
const headingsInSight = (page: Page) =>
  frame(page).evaluate((element) => {
    const { right } = element.getBoundingClientRect()
    const heads = [...element.querySelectorAll('thead th')]
    const end = element.querySelector('thead th[data-end]')
    const limit = Math.min(right, end?.getBoundingClientRect().left ?? right)
    return heads.filter((head) => head === end || head.getBoundingClientRect().right <= limit + 1).map((head) => head.textContent ?? '')
  })

test('on a phone twenty rows are at most 2,500 pixels high, and beside the search are only two buttons: filters and the list’s menu', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} }, kept: { language: 'fr' }, viewport: { width: 360, height: 800 } })
  const heights: Record<string, number> = {}
  for (const path of lists) {
    await loaded(page, path)
    const { height, rows } = await frame(page).evaluate((element) => ({
      height: element.getBoundingClientRect().height,
      rows: element.querySelectorAll('tbody tr').length,
    }))
    expect(rows, path).toBeGreaterThan(0)
    heights[path] = Math.round((height / rows) * ROWS)
    await shoot(page, `list ${path} 360`)
  }
  expect(Object.entries(heights).filter(([path, height]) => height > (more[path] ?? MOST))).toEqual([])
  await loaded(page, '/inventory/view')
  const controls = page.getByRole('search').getByRole('button')
  expect(await controls.count()).toBe(2)
  // Control: with all details open, the same rows are higher.
  await frame(page).evaluate((element) => {
    for (const row of element.querySelectorAll('tbody tr')) row.setAttribute('data-unfolded', 'true')
  })
  const { height, rows } = await frame(page).evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    rows: element.querySelectorAll('tbody tr').length,
  }))
  expect((height / rows) * ROWS).toBeGreaterThan(MOST)
  console.info('rows at 360', JSON.stringify(heights), `open ${Math.round((height / rows) * ROWS)}`)
})

test('at a desk the columns of states and amounts are visible without scrolling sideways, even if no cell of the list wraps', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} }, kept: { language: 'fr' }, viewport: { width: 1440, height: 900 } })
  for (const [path, headings] of [
    ['/customers/view', [t('fields.state'), t('fields.available')]],
    ['/reclaim-requests', [t('fields.value'), t('fields.state')]],
    ['/invoices-all', [t('fields.stage'), t('fields.open')]],
  ] as const) {
    await loaded(page, path)
    await frame(page).evaluate((element) => {
      for (const cell of element.querySelectorAll('tbody td')) {
        if (cell instanceof HTMLElement) cell.style.whiteSpace = 'nowrap'
        if (/€$/.test(cell.textContent ?? '')) cell.textContent = '1\u202f234\u202f567,89\u00a0€'
      }
    })
    const inSight = await headingsInSight(page)
    expect(
      headings.filter((heading) => !inSight.some((text) => text.includes(heading))),
      path,
    ).toEqual([])
    // Control: if every cell is wider, these columns are out of sight.
    await frame(page).evaluate((element) => {
      for (const head of element.querySelectorAll('thead th')) if (head instanceof HTMLElement) head.style.minWidth = '400px'
    })
    const few = await headingsInSight(page)
    expect(
      headings.filter((heading) => !few.some((text) => text.includes(heading))),
      path,
    ).not.toEqual([])
  }
})

test('on a tablet of 820 pixels the states and the amounts due of customers, claims and invoices are visible without scrolling sideways', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} }, kept: { language: 'fr' }, viewport: { width: 820, height: 1180 } })
  for (const [path, headings] of [
    ['/customers/view', ['fields.state', 'fields.balance']],
    ['/reclaim-requests', ['fields.value', 'fields.state']],
    ['/invoices-all', ['fields.stage', 'fields.open']],
  ] as const) {
    await loaded(page, path)
    await shoot(page, `list ${path} 820`)
    const inSight = (await headingsInSight(page)).join()
    for (const key of headings) expect(inSight, path).toContain(t(key))
  }
})

test('at a desk the columns that say whether and when a message arrived are visible without scrolling sideways, in German too', async ({ newPage }) => {
  const row = {
    ...{ delivery_id: randomUUID(), webhook_id: randomUUID(), message_id: `msg_${randomUUID()}`, event: 'price.changed', body: '{}' },
    ...{
      state: 'delivered',
      attempts: 12,
      status: null,
      error: 'certificate has expired',
      created_at: '2026-11-28T20:15:00Z',
      delivered_at: '2026-11-28T20:15:01Z',
    },
    url: 'https://kasse.tabac-de-la-gare.example/portal/ereignisse-der-kasse',
  }
  const page = await newPage({ as: 'gare', account: { language: 'de', preferences: {} }, kept: { language: 'de' }, viewport: { width: 1440, height: 900 } })
  await page.route('**/api/view_webhook_deliveries/', async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: { ...(await response.json()), content: [row] } })
  })
  await loaded(page, '/webhook-deliveries')
  await shoot(page, 'webhook deliveries in German')
  const inSight = (await headingsInSight(page)).join()
  for (const key of ['fields.state', 'webhooks.arrived', 'webhooks.answer'] as const) expect(inSight).toContain(t(key))
})

test('at a desk only the page as a whole scrolls, and the headings of the list stay visible', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} }, kept: { language: 'fr' }, viewport: { width: 1440, height: 600 } })
  let scrolled = 0
  for (const path of lists) {
    await loaded(page, path)
    const seen = await frame(page).evaluate((element) => {
      const bars = [...document.querySelectorAll('main, main *')].filter(
        (one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY) && !one.matches('textarea, select'),
      )
      const isWide = element.hasAttribute('data-wide')
      const wanted = element.getBoundingClientRect().top + scrollY + 100
      scrollTo(0, wanted)
      const [head, header] = [element.querySelector('th'), document.querySelector('header')]
      return {
        isWide,
        bars: bars.length,
        gap: (head?.getBoundingClientRect().top ?? 0) - (header?.getBoundingClientRect().bottom ?? 0),
        isScrolled: Math.abs(scrollY - wanted) < 1,
      }
    })
    if (seen.isWide) continue
    expect(seen.bars, path).toBe(0)
    scrolled += Number(seen.isScrolled)
    if (seen.isScrolled) expect(Math.abs(seen.gap), path).toBeLessThanOrEqual(1)
  }
  expect(scrolled).toBeGreaterThan(0)
})

test('if a user chooses low rows in one list, all lists have low rows from then on', async ({ newPage }) => {
  const { username } = await newStaff({ flags: ['has_inventory', 'has_product'] })
  const page = await newPage({ as: username, kept: { language: 'fr' } })
  const rowHeight = () =>
    frame(page)
      .locator('tbody tr')
      .first()
      .evaluate((row) => row.getBoundingClientRect().height)
  await loaded(page, '/inventory/view')
  const usual = await rowHeight()
  await listTool(page, t('fields.columns'))
  const kept = page.waitForResponse('**/api/update_settings/')
  await page.getByRole('switch', { name: t('pages.list.compact') }).click({ force: true })
  await kept
  await page.getByRole('button', { name: t('house.words.done') }).click()
  expect(await rowHeight()).toBeLessThan(usual)
  await loaded(page, '/products/view')
  expect(await frame(page).getAttribute('data-density')).toBe('compact')
})

test('a list whose frame gets narrower changes once from the layout of a wide table to the narrow one, and never back', async ({ newPage }) => {
  const page = await newPage({ as: 'nord', account: { preferences: {} }, kept: { language: 'fr' }, viewport: { width: 1920, height: 900 } })
  // The style rules for a wide table break this name after its first word.
  await page.route('**/api/view_customers/', async (route) => {
    const response = await fetched(route)
    const list: { content: object[] } = await response.json()
    await route.fulfill({ response, json: { ...list, content: list.content.map((row) => ({ ...row, name: 'Boutique shop.04b3ihyc' })) } })
  })
  await loaded(page, '/customers/view')
  const changes = await frame(page).evaluate(async (element) => {
    const changesAt: [number, number][] = []
    let count = 0
    const observer = new MutationObserver((all) => {
      count += all.length
    })
    observer.observe(element, { attributeFilter: ['data-wide'] })
    for (let width = element.clientWidth; width > 800; width -= 2) {
      element.style.width = `${width}px`
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
      if (count > 0) changesAt.push([width, count])
      count = 0
    }
    return changesAt
  })
  await frame(page).waitFor()
  expect(changes.map(([, count]) => count)).toEqual([1])
})
