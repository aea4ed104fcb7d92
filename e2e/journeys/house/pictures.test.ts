// The pictures of the README and of the help, taken from the demo world by `npm run pictures`; other runs do not change them.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { trafficOf } from '../../kit/moments.ts'
import { t } from '../../kit/texts.ts'
import { at, firstRow, settled } from '../../views/shop-views.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/pictures')
const BYTES_MAX = 150_000

/** Chooses a card without selling it, because a slip would show a PIN. */
async function chosen(page: Page) {
  await page.getByRole('button', { name: /^Lycamobile/ }).waitFor()
  for (const key of ['3', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('form', { name: 'Sale' }).waitFor()
}

/** Waits until the start page is complete. Its parts appear one after the other, and the chart of hours below the periods is the last. */
async function filled(page: Page) {
  await page.getByText('Sales by hour', { exact: true }).waitFor()
}

const pictures = [
  { name: 'till', as: 'kiosque', open: at('/cashcards/', chosen) },
  { name: 'dashboard', as: 'nord', open: at('/dashboard/', filled) },
]

test.skipIf(!process.env.PICTURES).for(pictures)('the picture of the $name is taken for the README', async ({ name, as, open }, { newPage }) => {
  const page = await newPage({ as, kept: { mode: 'light' }, account: { language: 'en' }, viewport: { width: 1280, height: 800 } })
  const traffic = trafficOf(page)
  await open(page)
  await traffic.calm()
  const { size } = await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(FOLDER, `${name}.png`))
  expect(size).toBeLessThan(BYTES_MAX)
})

const HELP = join(import.meta.dirname, '../../../web/public/help')
const HELP_BYTES_MAX = 40_000
const HELP_WIDTH = 640
/** The part of the window beside the menu and below the header, because menu and header are the same on every screen. */
const CONTENT = { x: 264, y: 56, width: 1016, height: 635 }

/** Pictures for help in French, the language of most users. No screen here shows a PIN. */
const helpPictures: { name: string; as: string; open: (page: Page) => Promise<unknown> }[] = [
  { name: 'till', as: 'kiosque', open: at('/cashcards/', tillChosen) },
  { name: 'z_reports', as: 'kiosque', open: at('/seller/zreport', settled) },
  { name: 'stock_add', as: 'nord', open: at('/inventory/add', settled) },
  { name: 'credit_add', as: 'nord', open: at('/customer/credit/add', settled) },
  { name: 'customers', as: 'nord', open: at('/customers/view', firstRow) },
  { name: 'plans', as: 'nord', open: at('/discount-slabs/', firstRow) },
  { name: 'invoices', as: 'nord', open: at('/invoices-all', settled) },
  { name: 'claims', as: 'nord', open: at('/reclaim-requests', settled) },
]

async function tillChosen(page: Page) {
  await page
    .getByRole('button', { name: /^Lycamobile/ })
    .first()
    .waitFor()
  for (const key of ['3', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('form', { name: t('house.words.sale') }).waitFor()
}

test.skipIf(!process.env.PICTURES).for(helpPictures)('the picture in the help of $name is taken', async ({ name, as, open }, { newPage }) => {
  const page = await newPage({ as, kept: { mode: 'light' }, viewport: { width: 1280, height: 691 } })
  const traffic = trafficOf(page)
  await open(page)
  await traffic.calm()
  const { size } = await sharp(await page.screenshot({ clip: CONTENT }))
    .resize({ width: HELP_WIDTH })
    .webp({ quality: 70 })
    .toFile(join(HELP, `${name}.webp`))
  expect(size).toBeLessThan(HELP_BYTES_MAX)
})
