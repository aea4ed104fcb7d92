// The till at each width in use: nothing is wider than the window, twelve favourites fit beside the sale on a tablet, every target is large enough for a
// finger, nothing covers the sale at 400 % zoom, and the customer's price is the largest figure.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { isReachable, salePanel as sale, saleControls } from '../../kit/in-sight.ts'
import { aMomentLater, still } from '../../kit/moments.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'
import { overflowsOf } from '../../views/screen-check.ts'
import { colour } from '../../views/sweep.ts'
import { till } from '../../views/till-views.ts'

const SHOP = { as: 'port', kept: { language: 'fr', mode: 'light' }, account: { preferences: { preview: 'no' } } }
const SIZES = [
  { width: 1440, height: 900, hasTouch: false },
  { width: 1024, height: 768, hasTouch: true },
  { width: 820, height: 1180, hasTouch: true },
  { width: 360, height: 800, hasTouch: true },
]

const own = (page: Page) => sale(page).getByText(t('selling.sale.own_price'))

test.for(SIZES)(
  'at $width the customer’s price of twelve cards is the largest figure and part of the confirm line; the shop’s price is small and can be hidden',
  async (size, { newPage }) => {
    const page = await newPage({ ...SHOP, viewport: size, hasTouch: size.hasTouch })
    await go(page, '/cashcards/')
    await till(page)
    await shoot(page, `till ${size.width} light`)
    await page
      .getByRole('button', { name: /^Lebara/ })
      .first()
      .click()
    await sale(page)
      .getByRole('textbox', { name: begins('selling.sale.quantity') })
      .fill('12')
    expect(await figuresBySize(page)).toEqual(['120,00 €'])
    await own(page).waitFor()
    await shoot(page, `till chosen ${size.width} light`)
    await colour(page, 'dark')
    await shoot(page, `till chosen ${size.width} dark`)
    await aMomentLater(page)
    await sale(page)
      .getByRole('button', { name: begins('selling.sale.sell_file') })
      .click()
    await sale(page)
      .getByRole('button', { name: t('selling.sale.confirm', { quantity: 12, value: '10,00 €', total: '120,00 €' }) })
      .waitFor()
    await sale(page)
      .getByRole('button', { name: t('selling.sale.hide_own') })
      .click()
    await own(page).waitFor({ state: 'detached' })
    expect(await amountsOf(page)).toEqual(['10,00', '120,00', '120,00', '10,00'].sort())
    expect(await overflowsOf(page)).toEqual([])
    await sale(page)
      .getByRole('button', { name: t('selling.sale.show_own') })
      .click()
  },
)

test('at widths from 768 to 900 pixels the till never scrolls sideways', async ({ newPage }) => {
  const page = await newPage({ ...SHOP, viewport: { width: 768, height: 1024 }, hasTouch: true })
  await go(page, '/cashcards/')
  await till(page)
  for (const chosen of [false, true]) {
    if (chosen)
      await page
        .getByRole('button', { name: /^Lebara/ })
        .first()
        .click()
    for (const width of [768, 790, 820, 860, 900]) {
      await page.setViewportSize({ width, height: 1024 })
      expect(await overflowsOf(page), `at ${width}`).toEqual([])
    }
  }
})

test.for([
  { width: 1024, height: 768 },
  { width: 820, height: 1180 },
])(
  'on a tablet of $width × $height at least twelve favourites are visible, also while one is chosen, and every button is as large as a finger',
  async (viewport, { newPage }) => {
    const page = await newPage({ ...SHOP, viewport, hasTouch: true })
    await go(page, '/cashcards/')
    await till(page)
    expect(await clearTiles(page)).toBeGreaterThanOrEqual(12)
    await page
      .getByRole('button', { name: /^Lebara/ })
      .first()
      .click()
    await sale(page).waitFor()
    expect(await clearTiles(page)).toBeGreaterThanOrEqual(12)
    expect(await smallTargets(page)).toEqual([])
    // The tabs of the kinds of goods are in one line, and the last of them can be scrolled into view.
    const kinds = page.getByRole('group', { name: t('selling.tabs.label') }).getByRole('button')
    const tops = await kinds.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(new Set(tops).size).toBe(1)
    await page.getByRole('button', { name: t('house.product_types.calling_card') }).click()
    await page.getByRole('button', { name: 'Lycamobile 20,00 €' }).waitFor()
    await still(page)
    await shoot(page, `till values ${viewport.width}`)
    expect(await smallTargets(page)).toEqual([])
    expect(await overflowsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Lycamobile 20,00 €' }).click()
    expect(await figuresBySize(page)).toEqual(['20,00 €'])
    await page.getByRole('button', { name: t('selling.favourites.edit') }).click()
    await shoot(page, `till editing ${viewport.width}`)
    expect(await smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: t('selling.tabs.favourites'), exact: true }).click()
    await dragsFirstOntoThird(page)
    // Control: the check finds a touch target that was made too small on purpose.
    await page.addStyleTag({ content: 'main button[aria-pressed] { min-height: 20px !important; height: 20px !important }' })
    expect((await smallTargets(page)).length).toBeGreaterThan(0)
  },
)

test('at 400 % zoom the till shows the quantity and the button that sells above the bar at the bottom', async ({ newPage }) => {
  const page = await newPage({ ...SHOP, viewport: { width: 320, height: 256 }, hasTouch: true })
  await go(page, '/cashcards/')
  await till(page)
  await page
    .getByRole('button', { name: /^Lebara/ })
    .first()
    .click()
  const { quantity, sell } = saleControls(page)
  for (const control of [quantity, sell]) expect(await isReachable(control)).toBe(true)
  expect(await overflowsOf(page)).toEqual([])
  await shoot(page, 'till 400 percent')
  // Control: a bar that is laid over the lower half of the window covers the button.
  await page.evaluate(() => {
    const bar = document.createElement('div')
    bar.style.cssText = 'position: fixed; inset: 50% 0 0; z-index: 9999'
    document.body.append(bar)
  })
  expect(await isReachable(sell)).toBe(false)
})

/** Drags the first favourite onto the third; the page sends the new order, but it is not stored, because other journeys rely on this shop's favourites. */
async function dragsFirstOntoThird(page: Page) {
  const sent: string[] = []
  await page.route('**/api/update_favourites/', (route) => {
    sent.push(/name="configuration_ids"\s+(\[.*\])/.exec(route.request().postData() ?? '')?.[1] ?? '')
    return route.fulfill({ json: { message_type: 1, message: '', account_status: 1 } })
  })
  const places = page.locator('[data-place]')
  await places.nth(2).waitFor()
  const [first, second, third, ...others] = await places.evaluateAll((all) => all.map((one) => one.getAttribute('data-place')))
  const [from, to] = [await places.nth(0).boundingBox(), await places.nth(2).boundingBox()]
  if (!from || !to) throw new Error('there are no favourites to drag')
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => sent).toEqual([JSON.stringify([second, third, first, ...others])])
}

/** Returns the touch targets below 44 pixels in the till and the header, except links within a line of text. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, input, select), header :is(a, button, input, select)')].flatMap((target) => {
      const { width, height } = target.getBoundingClientRect()
      const isShown = width > 1 && target.checkVisibility({ visibilityProperty: true })
      return isShown && (width < 43.5 || height < 43.5) ? [`${Math.round(width)} × ${Math.round(height)}: ${target.outerHTML.slice(0, 120)}`] : []
    }),
  )

/** The number of tiles whose every corner can be touched without scrolling. */
const clearTiles = (page: Page) =>
  page.getByRole('region', { name: t('selling.tabs.favourites') }).evaluate(
    (area) =>
      [...area.querySelectorAll('li > button')].filter((tile) => {
        const { left, right, top, bottom } = tile.getBoundingClientRect()
        const corners = [left + 14, right - 14].flatMap((x) => [top + 14, bottom - 14].map((y) => document.elementFromPoint(x, y)))
        return corners.every((at) => at !== null && tile.contains(at))
      }).length,
  )

/** The amounts of the panel that are shown in its largest type size. */
const figuresBySize = (page: Page) =>
  sale(page).evaluate((form) => {
    const amounts = [...form.querySelectorAll('*')].filter((one) => one.childElementCount === 0 && /€/.test(one.textContent ?? ''))
    const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
    const most = Math.max(...amounts.map(sizeOf))
    return amounts.filter((one) => sizeOf(one) === most).map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '))
  })

const amountsOf = async (page: Page) => [...((await sale(page).textContent()) ?? '').matchAll(/[\d.]+,\d\d/g)].map(([amount]) => amount).sort()
