// Slips on paper: the page Chromium makes of them has the measured size, and no PIN is too long for its paper.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, shoot, test } from './browser.ts'
import { catchPrints, pageSizeOf, sheetOf } from './printing.ts'
import { freshPin } from './supplier-file.ts'

const LENGTHS = [10, 14, 16, 20]
const TOLERANCE_MM = 0.5

for (const width of [58, 80] as const)
  test(`on ${width} mm paper each card is a page of its own, whole, with PINs of ${LENGTHS.join(', ')} digits`, async ({ newPage }) => {
    const page = await newPage({ as: 'gare', kept: { language: 'fr' }, account: { preferences: { preview: 'no', paper: width } } })
    const pins = await withPinsOfEveryLength(page)
    const html = await sellFour(page)
    const asked = pageSizeOf(html)
    expect(asked.width).toBe(width)

    const sheet = await sheetOf(await newPage(), html)
    await shoot(sheet.page, `slip-${width}`)
    expect(sheet.sizes).toHaveLength(LENGTHS.length)
    for (const size of sheet.sizes) {
      expect(Math.abs(size.width - width)).toBeLessThan(TOLERANCE_MM)
      expect(Math.abs(size.height - asked.height)).toBeLessThan(TOLERANCE_MM)
    }
    expect(sheet.overflows).toEqual([])
    for (const pin of pins) expect(sheet.text).toContain(pin)
    expect(sheet.text).toContain('Carte4/4')
  })

test('with merge_receipts four cards come on one long slip with lines to cut along', async ({ newPage }) => {
  const page = await newPage({ as: 'gare', kept: { language: 'fr' }, account: { merge_receipts: 1, preferences: { preview: 'no' } } })
  const pins = await withPinsOfEveryLength(page)
  const html = await sellFour(page)
  const sheet = await sheetOf(await newPage(), html)
  await shoot(sheet.page, 'slip-merged')
  expect(sheet.sizes).toHaveLength(1)
  expect(Math.abs((sheet.sizes[0]?.height ?? 0) - pageSizeOf(html).height)).toBeLessThan(TOLERANCE_MM)
  expect(sheet.overflows).toEqual([])
  for (const pin of pins) expect(sheet.text).toContain(pin)
  expect(sheet.text.split('couperici')).toHaveLength(LENGTHS.length)
})

/** The sale is real; its PINs are given the lengths the demo world lacks on their way to the browser. */
async function withPinsOfEveryLength(page: Page): Promise<string[]> {
  const pins = LENGTHS.map(freshPin)
  await page.route('**/api/add_transaction_v3/', async (route) => {
    const response = await route.fetch()
    const sale = (await response.json()) as { pins: object[] }
    await route.fulfill({ response, json: { ...sale, pins: sale.pins.map((pin, i) => ({ ...pin, pin: pins[i] })) } })
  })
  return pins
}

/** Four of favourite 2, by four keys; answers the document that was printed. */
async function sellFour(page: Page): Promise<string> {
  const prints = await catchPrints(page)
  await page.goto('/cashcards/')
  await page.getByRole('button', { name: /^Lebara/ }).waitFor()
  for (const key of ['2', 'Enter', '4']) await page.keyboard.press(key)
  await enterToSell(page)
  await expect.poll(() => prints.length).toBe(1)
  return prints[0] ?? ''
}
