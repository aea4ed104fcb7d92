// The till on touch screens: a sale takes two taps on a phone, no action needs a keyboard, and a PIN is easy to read aloud at every width.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true }
const KEPT = { kept: { language: 'fr' }, account: { preferences: { preview: 'no' } } }

const tile = (page: Page, n: number) =>
  page
    .getByRole('region', { name: t('selling.tabs.favourites') })
    .getByRole('listitem')
    .nth(n)
    .getByRole('button')
const sellButton = (page: Page) => page.getByRole('form', { name: t('house.words.sale') }).getByRole('button', { name: begins('selling.sale.sell') })
const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })

/** The middle of an element if a tap there would hit the element; undefined if something else covers it. */
const touchable = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return element.contains(document.elementFromPoint(x, y)) ? { x, y } : undefined
  })

test('on a phone each sale takes two taps, because the last slip does not cover the next customer’s tile', async ({ newPage }) => {
  const shop = await newShopWithFavourites()
  const page = await newPage({ as: shop.username, ...KEPT, ...PHONE })
  const prints = await catchPrints(page)
  await go(page, '/cashcards/')
  await tile(page, 0).waitFor()
  let taps = 0
  async function tap(target: Locator) {
    const at = await touchable(target)
    if (!at) throw new Error(`tap ${taps + 1} would not reach its button`)
    await page.touchscreen.tap(at.x, at.y)
    taps++
  }
  for (const n of [0, 1, 0]) {
    await tap(tile(page, n))
    await sellButton(page).waitFor()
    await tap(sellButton(page))
    await last(page).getByText(t('selling.sold.printed')).waitFor()
    await expect.poll(() => prints.length).toBe(taps / 2)
  }
  expect(taps).toBe(6)
  expect((await (await callsAs(shop.username)).ownSalesList({})).content).toHaveLength(3)
  expect(await page.locator('main kbd:visible').count()).toBe(0)
  await shoot(page, 'sold on a phone')
  // Control: the check reports a tile as covered if a slip of full height lies over it.
  await page.addStyleTag({ content: 'div:has(> section[aria-label]) { height: 100dvh; max-height: none !important }' })
  expect(await touchable(tile(page, 0))).toBeUndefined()
})

test.for([
  { width: 360, height: 780, pin: '12345678901234567890', lines: 1 },
  { width: 820, height: 1180, pin: '12345678901234567890', lines: 1 },
  { width: 820, height: 1180, pin: 'ABCD-EFGH-IJKL-MNOP-QRST-UVWX', lines: 2 },
  { width: 1440, height: 900, pin: '12345678901234567890', lines: 1 },
])('at a width of $width the PIN $pin is shown in $lines lines and no group of digits is broken', async ({ pin, lines, ...viewport }, { newPage }) => {
  const page = await newPage({ as: 'gare', ...KEPT, viewport, hasTouch: true })
  await page.route('**/api/add_transaction_v3/', async (route) => {
    const response = await fetched(route)
    const answer = await response.text()
    await route.fulfill({ response, body: answer.replace(/("pin":")[^"]+/, `$1${pin}`) })
  })
  await catchPrints(page)
  await go(page, '/cashcards/')
  await tile(page, 0).click()
  await sellButton(page).click()
  const shown = last(page).getByRole('listitem')
  await shown.waitFor()
  expect((await shown.textContent())?.replaceAll(' ', '')).toBe(pin)
  const boxes = await shown.locator('span').evaluateAll((groups) => groups.map((group) => [...group.getClientRects()].map(({ top }) => Math.round(top))))
  expect(boxes.every((tops) => tops.length === 1)).toBe(true)
  expect(new Set(boxes.flat()).size).toBe(lines)
  await shoot(page, `PIN of ${pin.length} at ${viewport.width}`)
})

test('between two customers the till shows its last sale, and can print it again as a copy', async ({ newPage }) => {
  const shop = await newShopWithFavourites()
  const page = await newPage({ as: shop.username, ...KEPT })
  const prints = await catchPrints(page)
  await page.goto('/cashcards/')
  await page.getByText(t('counter.choose')).waitFor()
  await tile(page, 1).click()
  await sellButton(page).click()
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  // The last sale is also shown after a reload, because the browser stores it for this user.
  await page.goto('/cashcards/')
  await page.getByText(t('selling.sold.title')).waitFor()
  await page.getByText('1 × Lebara').waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: begins('house.words.reprint') })
    .first()
    .click()
  await last(page)
    .getByText(t('selling.sold.copy', { number: '1' }))
    .waitFor()
  await expect.poll(() => prints.length).toBe(2)
})
