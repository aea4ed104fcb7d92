// Slips and documents on paper: the page that Chromium prints has the measured size, no PIN is wider than its paper, and A4 pages each have header, footer and
// page number.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { a4Page } from '../../../web/kit/base/sheet.ts'
import { enterToSell, shoot, test } from '../../kit/browser.ts'
import { pageTexts } from '../../kit/pdf.ts'
import { catchPrints, pageSizeOf, sheetOf } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { freshPin } from '../../kit/supplier-file.ts'

const LENGTHS = [10, 14, 16, 20]
const TOLERANCE_MM = 0.5

for (const width of [58, 80] as const)
  test(`on ${width} mm paper each card is printed whole on a page of its own, with PINs of ${LENGTHS.join(', ')} digits`, async ({ newPage }) => {
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

test('with the setting merge_receipts four cards are printed on one long slip with lines to cut along', async ({ newPage }) => {
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

const LINES = 58
const sheet = readFileSync(new URL('../../../web/kit/page/print.css', import.meta.url), 'utf8')

/** Lays out a document of many lines on A4 as PrintView does; returns the text of each page. `rule` is the CSS of its pages. */
async function documentOn(page: Page, rule: string): Promise<string[]> {
  const lines = Array.from({ length: LINES }, (_, i) => `<tr><td>line${i + 1};</td><td class="number">1,00 €</td></tr>`).join('')
  const table = `<table><thead><tr><th>Article</th><th class="number">Prix</th></tr></thead><tbody>${lines}</tbody></table>`
  await page.setContent(`<!doctype html><style>${sheet}${rule}</style><body class="paper-a4"><p>Facture</p>${table}<p class="whole">Total;</p></body>`)
  await shoot(page, 'document-a4')
  return pageTexts(await page.pdf({ preferCSSPageSize: true }))
}

test('a document of 58 lines on A4 repeats header, footer and page number on each page, and no line appears twice', async ({ newPage }) => {
  const margins = { head: ['Kiosque "Été" </style>', 'Facture 2026-00418'], foot: 'IBAN DE02\nTVA DE123' } as const
  const pages = await documentOn(await newPage(), a4Page(margins))
  expect(pages.length).toBeGreaterThan(1)
  for (const [i, text] of pages.entries()) {
    for (const part of ['Kiosque"Été"</style>', 'Facture2026-00418', 'IBANDE02TVADE123', 'ArticlePrix']) expect(text).toContain(part)
    expect(text).toContain(`${i + 1}/${pages.length}`)
  }
  const lines = [...pages.join('').matchAll(/line\d+;/g)].map(([line]) => line)
  expect(lines).toEqual(Array.from({ length: LINES }, (_, i) => `line${i + 1};`))
  expect(pages.at(-1)).toContain('Total;')
})

test('control: without its @page rule the document has neither header nor page number', async ({ newPage }) => {
  const [first = ''] = await documentOn(await newPage(), '@page { size: A4; }')
  expect(first).toContain('ArticlePrix')
  expect(first).not.toMatch(/Facture2026|1\/\d/)
})

/** Makes real sales, but replaces the PINs in the answers by PINs of lengths that the demo world lacks; returns these PINs. */
async function withPinsOfEveryLength(page: Page): Promise<string[]> {
  const pins = LENGTHS.map(freshPin)
  await page.route('**/api/add_transaction_v3/', async (route) => {
    const response = await fetched(route)
    const sale = (await response.json()) as { pins: object[] }
    await route.fulfill({ response, json: { ...sale, pins: sale.pins.map((pin, i) => ({ ...pin, pin: pins[i] })) } })
  })
  return pins
}

/** Sells four cards of favourite 2 by four keys; returns the printed document. */
async function sellFour(page: Page): Promise<string> {
  const prints = await catchPrints(page)
  await page.goto('/cashcards/')
  await page.getByRole('button', { name: /^Lebara/ }).waitFor()
  for (const key of ['2', 'Enter', '4']) await page.keyboard.press(key)
  await enterToSell(page)
  await expect.poll(() => prints.length).toBe(1)
  return prints[0] ?? ''
}
