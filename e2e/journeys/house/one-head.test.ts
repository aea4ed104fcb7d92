// The head of every screen: title and main action in one row, filters in one row that folds, the other actions in one menu, star and help in the top bar. Nothing
// floats over the content, and a text below a short list says what to do next.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { suppliersList } from '../../../contract/goods/suppliers.ts'
import { shoot, test } from '../../kit/browser.ts'
import { go, ready } from '../../kit/open-page.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 360, height: 780 }
const KEPT = { kept: { language: 'fr' }, account: { preferences: {} } }

test('a list has its title and main action in one row, its filters in the next one, and one menu with export, columns, views and print', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord', ...KEPT, viewport: DESK })
  await go(page, '/customers/view')
  await page.getByRole('row').nth(1).waitFor()
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  const action = main.getByRole('link', { name: t('house.screens.customer_add') })
  expect(await rowsOf([heading, action])).toBe(1)
  const filters = page.getByRole('search')
  expect(await rowsOf([filters.getByRole('searchbox'), filters.locator('[data-list-tools]')])).toBe(1)
  await filters.locator('[data-list-tools]').click()
  const entries = page.locator('[popover]:popover-open').getByRole('button')
  await entries.first().waitFor()
  const names = (await entries.allTextContents()).map((text) => text.replace(/\s*\(?\d[\d.\s]*\)?.*/, ''))
  expect(names.slice(1)).toEqual([t('fields.columns'), t('pages.list.save_view'), t('house.words.print')])
  expect(names).toHaveLength(4)
  await page.keyboard.press('Escape')
  const bar = page.getByRole('banner')
  await bar.getByRole('button', { name: t('house.shell.help'), exact: true }).waitFor()
  await bar.getByRole('button', { name: t('house.shell.star'), exact: true }).waitFor()
  await shoot(page, 'one head')
})

test('the reseller’s support contact is in the top bar of a shop, and nothing floats over any content, at a desk or on a phone', async ({ newPage }) => {
  const { username } = await newShop()
  const page = await newPage({ as: username, ...KEPT, viewport: DESK })
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport)
    for (const path of ['/dashboard', '/seller/sales', '/cashcards/', '/seller/zreport']) {
      await go(page, path)
      await ready(page)
      expect(await floating(page), `${path} at ${viewport.width}`).toEqual([])
      expect(await page.getByRole('banner').locator('[popovertarget=support]').count(), path).toBe(1)
    }
  }
  await page.setViewportSize(DESK)
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('house.shell.support') })
    .click()
  await page.locator('#support').getByText('Comptoir Nord').waitFor()
  // Control: the check finds a button that floats over the content.
  await page.evaluate(() => {
    const pill = document.createElement('button')
    pill.style.cssText = 'position: fixed; right: 16px; bottom: 16px; width: 80px; height: 40px'
    document.body.append(pill)
  })
  expect(await floating(page)).toHaveLength(1)
})

test('a text below a list of few rows says what the screen is for and what to do next; the empty list of a new shop says how it gets its first row', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord', ...KEPT, viewport: DESK })
  // Other tests add suppliers, so the answer is cut to the first two, because the text is shown only below a short list.
  await page.route(`**${suppliersList.path}`, async (route) => {
    const response = await route.fetch()
    const { content, filters, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, content: content.slice(0, 2), filters: { ...filters, total_count: 2 } } })
  })
  await go(page, '/suppliers/view')
  await page.getByRole('row').nth(2).waitFor()
  const next = page.locator('[data-next-steps]')
  await next.scrollIntoViewIfNeeded()
  await next.getByRole('listitem').first().waitFor()
  await page.unrouteAll()
  await go(page, '/customers/view?q=nobody-has-this-name')
  await page.getByText(t('house.empty.no_match')).waitFor()
  await shoot(page, 'no match')

  const { username } = await newShop()
  const empty = await newPage({ as: username, ...KEPT, viewport: DESK })
  await go(empty, '/seller-reclaim-requests')
  await ready(empty)
  const said = empty.getByRole('main').getByRole('heading', { level: 2 }).first()
  await said.waitFor()
  await shoot(empty, 'empty list')
  expect(await empty.getByRole('row').count()).toBeLessThanOrEqual(1)
})

/** The number of lines on the screen in which these elements are laid out. */
async function rowsOf(elements: readonly Locator[]): Promise<number> {
  const boxes = await Promise.all(elements.map((element) => element.first().boundingBox()))
  const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN)).sort((a, b) => a - b)
  return middles.reduce((rows, middle, n) => rows + (n > 0 && middle - (middles[n - 1] ?? 0) > 20 ? 1 : 0), 1)
}

/** The visible elements that float over the content: fixed in the window, but neither the header, the menu nor an open dialog. */
const floating = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { width, height, right, left } = element.getBoundingClientRect()
      const isSeen = width > 1 && height > 1 && right > 0 && left < innerWidth && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      const isPlaced = element.closest('header, nav, [role=dialog], dialog, [popover]') !== null
      return isSeen && !isPlaced && getComputedStyle(element).position === 'fixed' ? [element.outerHTML.slice(0, 160)] : []
    }),
  )
