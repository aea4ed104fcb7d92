// Help inside the app opens with F1, the question mark and the palette, without leaving the page; at the till, help reacts to no key that a sale needs.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../kit/browser.ts'
import { find, option } from '../../kit/palette.ts'
import { t } from '../../kit/texts.ts'
import { till } from '../../views/till-views.ts'

const helpOf = (page: Page, screen: string) => page.getByRole('dialog', { name: t('help.title', { screen }) })

test('F1 opens the help of the screen, also from a field; help lists the screen’s keyboard shortcuts and names its buttons as they are labelled', async ({
  newPage,
}) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/inventory/view')
  await page.getByRole('row').nth(2).waitFor()
  await page.getByRole('searchbox').first().fill('lyca')
  await page.waitForURL('**q=lyca*')
  await page.keyboard.press('F1')
  const help = helpOf(page, t('house.screens.stock'))
  await help.getByText(t('help.topics.stock.what')).waitFor()
  await help
    .getByRole('listitem')
    .filter({ hasText: t('words.put_on_sale') })
    .first()
    .waitFor()
  await help.getByRole('heading', { name: t('shell.keys.places.list') }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('lyca')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
})

test('the question mark beside the title opens help, with a picture and a warning about what cannot be undone', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customer/credit/add')
  await page.getByRole('button', { name: t('house.shell.help') }).click()
  const help = helpOf(page, t('house.screens.credit_add'))
  await help.getByRole('heading', { name: t('help.final') }).waitFor()
  await help.getByText(t('words.top_up_balance')).first().waitFor()
  const picture = help.getByRole('img', { name: t('help.picture', { screen: t('house.screens.credit_add') }) })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300)
})

test('the palette finds help by name and by text, and opens it over the page', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto('/customers/view')
  await page.getByRole('row').nth(2).waitFor()
  await find(page, 'help grille')
  const plans = t('house.screens.plans')
  await option(page, t('shell.palette.help', { name: plans })).click()
  const help = helpOf(page, plans)
  await help.getByText(t('help.topics.plans.what')).waitFor()
  // The help names a button of another screen, so the texts of that screen were loaded too.
  await help.getByText(t('prices.review')).waitFor()
  expect(new URL(page.url()).pathname).toBe('/customers/view')
  await page.keyboard.press('Escape')
  // The palette offers help only if the search begins with the word "help" in the user's language.
  await find(page, 'grille')
  expect(await option(page, t('shell.palette.help', { name: plans })).count()).toBe(0)
})

test('at the till F1 keeps the chosen card and its quantity, and the keys of the sale do nothing while help is open', async ({ newPage }) => {
  const page = await newPage({ as: 'port' })
  const sold: string[] = []
  page.on('request', (request) => request.url().includes('/add_transaction_v3') && sold.push(request.url()))
  await page.goto('/cashcards/')
  await till(page)
  await page
    .getByRole('button', { name: /^Lebara/ })
    .first()
    .click()
  const sale = page.getByRole('form', { name: t('house.words.sale') })
  await sale.waitFor()
  await page.keyboard.press('F1')
  const help = helpOf(page, t('house.screens.till'))
  await help.getByText(t('help.topics.till.what')).waitFor()
  await help.getByRole('heading', { name: t('shell.keys.places.till') }).waitFor()
  await page.keyboard.press('F8')
  await page.keyboard.press('7')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await sale.waitFor()
  expect(sold).toEqual([])
})
