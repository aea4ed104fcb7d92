// The first sale in Firefox: a shop signs in and sells by keys and by a scanned code, its slip is printed, and its balance falls. Without an installed Firefox
// the journey is skipped and says why; CI installs one (.ci/run).
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ean13 } from '../../../server/seeds/demo-brands.ts'
import { DEMO_PASSWORD } from '../../../server/seeds/demo-world.ts'
import { centsIn, originOf } from '../../kit/browser.ts'
import { type Firefox, findFirefox, openFirefox, ROLL_MM, until } from '../../kit/firefox.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { begins, language, t } from '../../kit/texts.ts'

/** The card is the shop's fourth favourite and costs 20 €; the shop's plan gives 5 % discount. */
const CARD = { price_cents: 1900, ean: ean13('370012345020') }
const MM_PER_POINT = 25.4 / 72

const firefox = findFirefox()
if ('missing' in firefox) process.stderr.write(`\nSKIPPED: ${firefox.missing}; the journey in Firefox is not walked.\n\n`)

test('in Firefox a shop signs in, sells by keys, prints a slip on one sheet of its roll, and signs out', async ({ skip }) => {
  if ('missing' in firefox) return skip(firefox.missing)
  const shop = await newShopWithFavourites()
  const page = await openFirefox(firefox.path, language())
  try {
    await page.resize(1440, 900)
    await page.go(`${originOf('localhost')}/login`)
    await page.click(await page.named('input', t('auth.login.username')))
    await page.press(...shop.username, 'Tab', ...DEMO_PASSWORD, 'Enter')
    await page.named('input[type=search]', t('selling.find.label'))
    const before = await availableIn(page)

    const pins = [await soldBy(page, '4', 'Enter'), await soldBy(page, ...'ora 20', 'Enter'), await soldBy(page, ...CARD.ean, 'Enter')]
    expect(new Set(pins).size).toBe(3)
    await expect.poll(() => availableIn(page)).toBe(before - 3 * CARD.price_cents)

    await sheetOf(page)
    rmSync(page.printed)
    await shot(page, 'sold')
    await page.press('F8')
    await until('no copy is said', async () => (await sold(page)).text.includes(t('selling.sold.copy', { number: 1 })))
    const { pages, width } = await sheetOf(page)
    expect(pages).toBe(1)
    expect(width).toBeCloseTo(ROLL_MM, 0)

    await page.click(await page.named('button', begins('house.shell.account')))
    await page.click(await page.named('button, [role=menuitem]', t('auth.loading.logout')))
    await page.named('button', t('auth.login.submit'))
    expect(await page.thrown()).toEqual([])
  } finally {
    await page.close()
  }
})

/** Stores a screenshot in the folder E2E_SHOTS, for people to look at. */
async function shot(page: Firefox, name: string) {
  const { E2E_SHOTS } = process.env
  if (E2E_SHOTS) writeFileSync(join(E2E_SHOTS, `firefox ${name}.png`), await page.picture())
}

/** Returns the amount, in cents, that the header shows as available. */
const availableIn = async (page: Firefox) =>
  centsIn(await page.run<string>(`return [...document.querySelectorAll('header *')].findLast((one) => one.textContent.includes('€')).textContent`))

/** Reads the panel of the last sale: its text and its PINs. */
const sold = async (page: Firefox) =>
  page.run<{ text: string; pins: string[] }>(
    `return { text: arguments[0].textContent, pins: [...arguments[0].querySelectorAll('li')].map((one) => one.textContent.replace(/\\s/g, '')) }`,
    await page.named('section', t('selling.sold.title')),
  )

/** Sells with the given keys and one more Enter, after a pause as long as a person's. Returns the PIN on the screen once the slip is printed. */
async function soldBy(page: Firefox, ...keys: string[]): Promise<string> {
  const before = await page.run<string>(`return document.querySelector('section li')?.textContent ?? ''`)
  await page.named('input[type=search]', t('selling.find.label'))
  await page.press(...keys)
  await page.named('form', t('house.words.sale'))
  const since = await page.run<number>('return performance.now()')
  await until('the clock of the page stands', () => page.run<boolean>('return performance.now() - arguments[0] > 300', since))
  await page.press('Enter')
  const { pins } = await until(`nothing is sold by ${keys.join(' ')}`, async () => {
    const now = await sold(page)
    return now.pins[0] && now.pins[0] !== before.replace(/\s/g, '') && now.text.includes(t('selling.sold.printed')) ? now : undefined
  })
  return pins[0] ?? ''
}

/**
 * Returns the number of sheets in the file that Firefox printed, and their width in mm. Cairo, which writes the file, compresses the objects that describe
 * pages, so they are unpacked here.
 */
async function sheetOf({ printed }: Firefox) {
  const pdf = await until('nothing came out of the printer', () => {
    const bytes = existsSync(printed) ? readFileSync(printed, 'latin1') : ''
    return /%%EOF\s*$/.test(bytes) ? bytes : undefined
  })
  const objects = [...pdf.matchAll(/\/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)endstream/g)].map(([, packed = '']) =>
    inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'),
  )
  const boxes = [...[pdf, ...objects].join('').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)]
  return { pages: boxes.length, width: Number(boxes[0]?.[1]) * MM_PER_POINT }
}
