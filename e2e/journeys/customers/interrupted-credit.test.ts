// A credit whose answer is lost is sent again with the same key and booked once, as the balance shows.
import { randomInt } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { centsIn, test } from '../../kit/browser.ts'
import { fetched } from '../../kit/requests.ts'
import { begins, named, t } from '../../kit/texts.ts'

test('a booking whose answer was lost credits the customer once, and the receipt says so', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  const euro = 20 + randomInt(60)
  let asked = 0
  await page.route('**/api/process_wallet_history/', async (route) => {
    asked++
    if (asked > 1) return route.continue()
    await fetched(route)
    return route.abort('connectionreset')
  })
  await page.goto('/customers/view?q=sud')
  await page.getByRole('link', { name: named(t('words.top_up_balance'), 'Sud Distribution') }).click()
  const card = page.getByRole('complementary')
  const before = await availableOf(card)
  await page.getByRole('textbox', { name: t('fields.amount') }).fill(String(euro))
  await page.getByRole('button', { name: t('words.top_up_amount', { amount: `${euro},00 €` }) }).click()
  await page
    .getByRole('status')
    .filter({ hasText: begins('sales.booking.unknown') })
    .waitFor()

  await page.getByText(t('sales.booking.done_top_up', { amount: `${euro},00 €`, customer: 'Sud Distribution' })).waitFor()
  expect(await availableOf(page.getByRole('main'))).toBe(before + euro * 100)
  expect(asked).toBe(2)
  expect(await page.evaluate(() => localStorage.getItem('open_booking'))).toBeNull()
  await page.goto('/customers/view?q=sud')
  await page.getByRole('link', { name: named(t('words.top_up_balance'), 'Sud Distribution') }).click()
  await expect.poll(() => availableOf(card)).toBe(before + euro * 100)
})

/** Reads the available amount, in cents: it is the third of the three figures balance, limit and available. */
const availableOf = async (where: Locator) => centsIn((await where.getByRole('definition').nth(2).textContent()) ?? '')
