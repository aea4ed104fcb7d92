// The payment at the till: what is sold is above the amount due, banknotes are buttons, and the change is the largest figure.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { salePanel } from '../../kit/in-sight.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints } from '../../kit/prints.ts'
import { newShopWithFavourites } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })

test('two banknotes are entered by two presses; the change is the largest figure and is below what is sold', async ({ newPage }) => {
  const shop = await newShopWithFavourites()
  const page = await newPage({ as: shop.username, kept: { language: 'fr', mode: 'light' }, account: { preferences: { preview: 'no' } } })
  await catchPrints(page)
  await go(page, '/cashcards/')
  await page.getByRole('button', { name: t('counter.options.collects') }).click()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Lebara/ })
    .first()
    .click()
  await salePanel(page).waitFor()
  await enterToSell(page)
  await salePanel(page).getByText(t('counter.collect.to_collect')).waitFor()
  const notes = salePanel(page).getByRole('button', { name: /^\+ \d+\s€$/ })
  expect((await notes.allTextContents()).map((text) => text.replace(/\D/g, ''))).toEqual(['5', '10', '20', '50'])
  await notes.nth(0).click()
  await salePanel(page).getByText(t('counter.collect.missing')).waitFor()
  await notes.nth(2).click()
  const change = salePanel(page)
    .getByRole('status')
    .filter({ hasText: t('counter.change') })
  await expect.poll(() => change.textContent()).toMatch(/15,00\s€$/)
  expect(await isLargest(page, '15,00')).toBe(true)
  expect(await isLargest(page, '10,00')).toBe(false)
  const [sold, due] = [await salePanel(page).getByRole('listitem').first().boundingBox(), await change.boundingBox()]
  expect(sold?.y).toBeLessThan(due?.y ?? 0)
  await shoot(page, 'payment with notes')
  await enterToSell(page)
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  const { report } = await callsOn(page).zReport({})
  expect(report?.payments.map(({ kind, quantity }) => [kind, quantity])).toEqual([['cash', 1]])
  expect((await (await callsAs(shop.username)).ownSalesList({})).content).toHaveLength(1)
})

/** Whether every amount that the sale panel shows in its largest letters contains this text. */
const isLargest = (page: Page, text: string) =>
  salePanel(page).evaluate((form, amount) => {
    const amounts = [...form.querySelectorAll('*')].filter((one) => one.childElementCount === 0 && /\d,\d\d/.test(one.textContent ?? ''))
    const sizeOf = (one: Element) => Number.parseFloat(getComputedStyle(one).fontSize)
    const most = Math.max(...amounts.map(sizeOf))
    return amounts.filter((one) => sizeOf(one) === most).every((one) => one.textContent?.includes(amount))
  }, text)
