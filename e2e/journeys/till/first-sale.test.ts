// The first sale: from a supplier's file to a slip at the till, done by the reseller and then by the shop as they would do it.
import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ean13 } from '../../../server/seeds/demo-brands.ts'
import { availableIn, centsIn, enterToSell, shoot, signIn, test } from '../../kit/browser.ts'
import { catchPrints, pageSizeOf, textOf } from '../../kit/prints.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { type SupplierFile, sendFile, supplierFile } from '../../kit/supplier-file.ts'
import { begins, holds, named, t } from '../../kit/texts.ts'

/** The card is the fourth favourite of the shop, whose plan gives 5 % discount. */
const CARD = { name: 'Orange Holiday', value: '20,00 €', pin_length: 14, price_cents: 1900, ean: ean13('370012345020') }

test('a supplier’s file becomes stock, the shop gets credit, and its till sells and prints the uploaded PINs', async ({ newPage }) => {
  const page = await newPage()
  const prints = await catchPrints(page)
  const shop = await newShopWithFavourites()
  const file = supplierFile(CARD.pin_length, 40)

  await signIn(page, 'nord')
  await addStock(page, file)
  await sellOnlyFrom(page, file)
  const available = await credit(page, shop.name, 100 + randomInt(100))
  await page.getByRole('button', { name: begins('house.shell.account') }).click()
  await page.getByRole('button', { name: t('auth.loading.logout') }).click()
  await page.getByRole('button', { name: t('auth.login.submit') }).waitFor()

  await signIn(page, shop.username)
  expect(new URL(page.url()).pathname).toBe('/cashcards/')
  expect(await availableIn(page)).toBe(available)

  const pins = [
    await soldBy(page, () => press(page, '4', 'Enter')),
    await soldBy(page, () => press(page, ...'ora 20', 'Enter')),
    await soldBy(page, () => press(page, ...CARD.ean, 'Enter')),
  ]
  for (const pin of pins) expect(file.pins).toContain(pin)
  expect(new Set(pins).size).toBe(3)
  await expect.poll(() => availableIn(page)).toBe(available - 3 * CARD.price_cents)

  expect(prints).toHaveLength(3)
  const slip = prints[2] ?? ''
  expect((await textOf(page, slip)).replace(/\s/g, '')).toContain(pins[2])
  expect(pageSizeOf(slip).width).toBe(80)
  expect(pageSizeOf(slip).height).toBeGreaterThan(60)
  await shoot(page, 'sold')

  await press(page, 'F8')
  await page
    .getByRole('region', { name: t('selling.sold.title') })
    .getByText(t('selling.sold.copy', { number: 1 }))
    .waitFor()
  await expect.poll(() => prints.length).toBe(4)
  const copy = await textOf(page, prints[3] ?? '')
  expect(copy).toContain(t('printers.slip.copy', { number: 1 }))
  expect(copy.replace(/\s/g, '')).toContain(pins[2])
  await page.reload()
  expect(await availableIn(page)).toBe(available - 3 * CARD.price_cents)
})

/** Takes a file through the wizard's three steps, leaving out the rows with errors, and puts the batch on sale. */
async function addStock(page: Page, { name, csv, pins, broken }: SupplierFile) {
  await sendFile(page, CARD, { name, csv })
  const found = page.getByRole('status').filter({ hasText: t('stock.import.errors_of', { n: broken, total: pins.length + broken }) })
  await found.waitFor()
  for (const kind of [
    holds(t('stock.finding_titles.pin_length'), t('words.rows', { n: 2 })),
    holds(t('stock.finding_titles.duplicate_in_file'), t('words.rows', { n: 1 })),
    holds(t('stock.finding_titles.expired'), t('words.rows', { n: 1 })),
  ])
    await found.getByRole('listitem').filter({ hasText: kind }).waitFor()
  await page.getByRole('cell', { name: t('stock.findings.pin_length', { found: 12, expected: 14 }) }).waitFor()
  for (const pin of pins) expect(await page.getByText(pin).count()).toBe(0)
  await shoot(page, 'findings')

  await page.getByRole('button', { name: t('stock.import.leave_out', { n: 4 }) }).click()
  await page.getByRole('combobox', { name: t('fields.supplier') }).click()
  await page.getByRole('option', { name: 'Telco Distribution SARL' }).click()
  await page.getByLabel(begins('fields.buying_discount')).fill('7,5')
  await page.getByRole('button', { name: t('stock.import.add', { n: 40 }) }).click()
  await page.getByText(t('stock.import.added', { n: 40, product: 'Orange Holiday 20,00 €' })).waitFor()
  await page.getByRole('button', { name: t('stock.import.publish', { n: 40 }) }).click()
  await page.getByText(t('stock.import.on_sale')).waitFor()
}

/** The till sells from the oldest batch first, so older batches are taken off sale and the till sells from the uploaded one. */
async function sellOnlyFrom(page: Page, { lot }: SupplierFile) {
  await page.getByRole('link', { name: begins('words.open_batch') }).click()
  await page.getByRole('row').filter({ hasText: lot }).waitFor()
  const older = page
    .getByRole('row')
    .filter({ hasNotText: lot })
    .getByRole('button', { name: begins('words.take_off_sale') })
  for (let left = await older.count(); left > 0; left--) {
    await older.first().click()
    await expect.poll(() => older.count()).toBe(left - 1)
  }
}

/** Gives the customer credit; returns the amount that it can spend afterwards, in cents. */
async function credit(page: Page, customer: string, euro: number): Promise<number> {
  await page.goto('/customers/view')
  await page.getByRole('searchbox').fill(customer)
  await page.getByRole('link', { name: named(t('words.top_up_balance'), customer) }).click()
  await page.waitForURL(/\/customer\/[^/]+\/credit\/add$/)
  const before = await third(page.getByRole('complementary'))
  await page.getByRole('textbox', { name: t('fields.amount') }).fill(String(euro))
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: `${euro},00 €` }) }).click()
  await page.getByText(t('sales.booking.done_top_up', { amount: `${euro},00 €`, customer })).waitFor()
  const after = await third(page.getByRole('main'))
  expect(after).toBe(before + euro * 100)
  return after
}

/** Reads the available amount, in cents: it is the third of the three figures balance, limit and available. */
const third = async (where: Locator) => centsIn((await where.getByRole('definition').nth(2).textContent()) ?? '')

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Sells with the given keys and one more Enter, starting in the till's search; returns the PIN on the screen. */
async function soldBy(page: Page, keys: () => Promise<void>): Promise<string> {
  const last = page.getByRole('region', { name: t('selling.sold.title') })
  const before = await last.getByRole('listitem').allTextContents()
  await expect.poll(() => page.getByRole('searchbox', { name: t('selling.find.label') }).evaluate((field) => field === document.activeElement)).toBe(true)
  await keys()
  await enterToSell(page)
  await expect.poll(async () => (await last.getByRole('listitem').allTextContents()).some((pin) => !before.includes(pin))).toBe(true)
  await last.getByText(t('selling.sold.printed')).waitFor()
  return ((await last.getByRole('listitem').first().textContent()) ?? '').replace(/\s/g, '')
}
