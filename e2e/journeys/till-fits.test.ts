// The till at each width it is used at: nothing crosses the window, nine favourites fit unobstructed, and the largest figure is what the customer pays.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../kit/browser.ts'
import { begins, t } from '../kit/texts.ts'
import { overflowsOf } from '../views/screen-check.ts'
import { colour } from '../views/sweep.ts'
import { till } from '../views/till-views.ts'

const SHOP = { as: 'port', kept: { language: 'fr', mode: 'light' }, account: { preferences: { preview: 'no' } } }
const SIZES = [
  { width: 1440, height: 900, hasTouch: false },
  { width: 1024, height: 768, hasTouch: true },
  { width: 820, height: 1180, hasTouch: true },
  { width: 360, height: 800, hasTouch: true },
]

const sale = (page: Page) => page.getByRole('form', { name: t('selling.sale.title') })
const own = (page: Page) => sale(page).getByText(t('selling.sale.own_price'))

test.for(SIZES)(
  'at $width the customer’s twelve are the great figure and the confirm line; the shop’s price is small and can be hidden',
  async (size, { newPage }) => {
    const page = await newPage({ ...SHOP, viewport: size, hasTouch: size.hasTouch })
    await page.goto('/cashcards/')
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
    await page.waitForTimeout(300)
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

test('from 768 to 900 the till never scrolls sideways', async ({ newPage }) => {
  const page = await newPage({ ...SHOP, viewport: { width: 768, height: 1024 }, hasTouch: true })
  await page.goto('/cashcards/')
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

test('on a tablet of 1024 × 768 nine favourites and more lie clear', async ({ newPage }) => {
  const page = await newPage({ ...SHOP, viewport: { width: 1024, height: 768 }, hasTouch: true })
  await page.goto('/cashcards/')
  await till(page)
  expect(await clearTiles(page)).toBeGreaterThanOrEqual(9)
  await page
    .getByRole('button', { name: /^Lebara/ })
    .first()
    .click()
  await sale(page).waitFor()
  expect(await clearTiles(page)).toBeGreaterThanOrEqual(9)
})

/** Tiles whose every corner can be touched without scrolling. */
const clearTiles = (page: Page) =>
  page.getByRole('region', { name: t('selling.tabs.favourites') }).evaluate(
    (area) =>
      [...area.querySelectorAll('li > button')].filter((tile) => {
        const { left, right, top, bottom } = tile.getBoundingClientRect()
        const corners = [left + 14, right - 14].flatMap((x) => [top + 14, bottom - 14].map((y) => document.elementFromPoint(x, y)))
        return corners.every((at) => at !== null && tile.contains(at))
      }).length,
  )

/** The amounts in the largest type of the panel. */
const figuresBySize = (page: Page) =>
  sale(page).evaluate((form) => {
    const amounts = [...form.querySelectorAll('*')].filter((one) => one.childElementCount === 0 && /€/.test(one.textContent ?? ''))
    const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
    const most = Math.max(...amounts.map(sizeOf))
    return amounts.filter((one) => sizeOf(one) === most).map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '))
  })

const amountsOf = async (page: Page) => [...((await sale(page).textContent()) ?? '').matchAll(/[\d.]+,\d\d/g)].map(([amount]) => amount).sort()
