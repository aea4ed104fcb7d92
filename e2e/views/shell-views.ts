// Views of the shell: what opens over a page (search, help with the keyboard shortcuts, notices, the question before a session ends), and the page for
// something that does not exist.
import type { Page } from 'playwright-core'
import { go } from '../kit/open-page.ts'
import { begins, t } from '../kit/texts.ts'

const reseller = { as: 'nord' }

export const shellViews = [
  { name: '/customers/view with the palette open', by: reseller, open: (page: Page) => paletteFound(page, '/customers/view') },
  { name: '/customers/view with its help and keys', by: reseller, open: (page: Page) => keysShown(page, '/customers/view') },
  { name: '/dashboard with notices', by: reseller, open: (page: Page) => noticesShown(page, '/dashboard') },
  { name: '/product-discount-slabs/$discountSlabId that nobody has', by: reseller, open: (page: Page) => nothingThere(page, '/product-discount-slabs/abc') },
  { name: '/dashboard before the session ends', by: reseller, open: (page: Page) => askedToStay(page, '/dashboard') },
]

/** The button that opens the notices. It has one of two names, depending on whether there are unread notices. */
const bell = (page: Page) =>
  page.getByRole('button', { name: begins('house.shell.notices') }).or(page.getByRole('button', { name: begins('house.shell.notices_unread') }))

async function enter(page: Page, path: string) {
  await go(page, path)
  await bell(page).waitFor()
}

async function paletteFound(page: Page, path: string) {
  await enter(page, path)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('kio')
  await page.getByRole('option', { name: /^Kiosque Nord/ }).waitFor()
}

async function keysShown(page: Page, path: string) {
  await enter(page, path)
  await page.getByRole('row').nth(2).getByRole('cell').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('heading', { name: t('shell.keys.places.list') }).waitFor()
}

async function nothingThere(page: Page, path: string) {
  await go(page, path)
  await page.getByRole('heading', { level: 2, name: t('shell.nothing_there.plan') }).waitFor()
}

async function noticesShown(page: Page, path: string) {
  await enter(page, path)
  await bell(page).click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

const NEARLY_IDLE_MS = 10_800_000 - 4 * 60_000

async function askedToStay(page: Page, path: string) {
  await enter(page, path)
  await page.evaluate((at) => localStorage.setItem('active', String(at)), Date.now() - NEARLY_IDLE_MS)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.session.stay') })
    .waitFor()
}
