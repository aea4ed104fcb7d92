// The pictures of the README, made anew by `npm run pictures`; other runs leave them as they are.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '../kit/browser.ts'
import { at, heading } from '../views/shop-views.ts'

const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const BYTES_MAX = 150_000

/** Nothing is sold: a slip would show a PIN. */
async function chosen(page: Page) {
  await page.getByRole('button', { name: /^Lycamobile/ }).waitFor()
  for (const key of ['3', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('form', { name: 'Sale' }).waitFor()
}

const pictures = [
  { name: 'till', as: 'kiosque', open: at('/cashcards/', chosen) },
  { name: 'dashboard', as: 'nord', open: at('/dashboard', heading('Dashboard')) },
]

test.skipIf(!process.env.PICTURES).for(pictures)('the picture of the $name', async ({ name, as, open }, { newPage }) => {
  const page = await newPage({ as, kept: { mode: 'light' }, account: { language: 'en' }, viewport: { width: 1280, height: 800 } })
  await open(page)
  await page.waitForLoadState('networkidle')
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(FOLDER, `${name}.png`))
  expect(size).toBeLessThan(BYTES_MAX)
})
