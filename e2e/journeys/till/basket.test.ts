// A basket at the till: several scans, one Enter, one slip; and the second window, which the customer sees.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { enterToSell, shoot, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, pageSizeOf, sheetOf, textOf } from '../../kit/prints.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'
import { overflowsOf, wrongsOf } from '../../views/screen-check.ts'

/** The greatest length in mm of one slip with thirty cards on paper 80 mm wide. */
const SLIP_MAX_MM = 1_200

const sale = (page: Page) => page.getByRole('form', { name: t('house.words.sale') })
const last = (page: Page) => page.getByRole('region', { name: t('selling.sold.title') })
const display = (page: Page, text: string) => page.getByRole('main').getByText(text)

/** Expects that on a phone and on a tablet nothing is wider than the window. */
async function narrow(page: Page, name: string) {
  const before = page.viewportSize()
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 800 })
    await shoot(page, `${name} ${width}`)
    expect(await overflowsOf(page)).toEqual([])
  }
  if (before) await page.setViewportSize(before)
}

async function scan(page: Page, ean: string) {
  await page.keyboard.type(ean)
  await page.keyboard.press('Enter')
}

test('three scans and Enter sell three cards; thirty cards make one slip shorter than 1.2 m; the customer’s window shows the total', async ({ newPage }) => {
  const shop = await newShop()
  const nord = await callsAs('nord')
  const { transaction_key } = await nord.transactionKey({})
  await nord.walletChange({ transaction_key, customer_id: shop.customer_id, type: 'credit_limit', amount: 500 * EURO })
  const page = await newPage({ as: shop.username, kept: { language: 'fr', mode: 'light' }, account: { preferences: { preview: 'no', paper: 80 } } })
  const prints = await catchPrints(page)
  await go(page, '/cashcards/')
  const { sellerProductsV2, salesList, zReport } = callsOn(page)
  const cards = (await sellerProductsV2({})).content.filter(({ ean, value, left }) => ean !== '' && value === 10 * EURO && left === null).slice(0, 3)
  expect(cards).toHaveLength(3)
  const [a, b, c] = cards.map(({ ean }) => ean) as [string, string, string]
  await page.getByRole('button', { name: t('counter.options.display') }).waitFor()

  const customer = await page.context().newPage()
  await customer.goto('/customer-display')
  await display(customer, t('counter.display.welcome')).waitFor()

  for (const ean of [a, b, c]) await scan(page, ean)
  await page.locator('[data-said]').getByText('30,00').waitFor()
  await shoot(page, 'basket')
  expect(await wrongsOf(page)).toEqual([])
  await narrow(page, 'basket')
  await enterToSell(page)
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  await expect.poll(() => prints.length).toBe(1)
  const slip = await textOf(page, prints[0] ?? '')
  expect(slip.split(shop.name)).toHaveLength(2)
  const sold = (await salesList({})).content
  expect(sold.map(({ product_name }) => product_name).sort()).toEqual(cards.map(({ product_name }) => product_name).sort())
  for (const { pin_last4 } of sold) expect(slip.replace(/\s/g, '')).toContain(pin_last4)
  await display(customer, t('counter.display.thanks')).waitFor()
  expect((await customer.textContent('main'))?.replace(/\s/g, '')).not.toMatch(/\d{8}/)
  await shoot(customer, 'customer display sold')

  await page.keyboard.press('F8')
  await last(page)
    .getByText(t('selling.sold.copy', { number: '1' }))
    .waitFor()
  await expect.poll(() => prints.length).toBe(2)
  await page.keyboard.press('Escape')

  // A basket of thirty cards, for which the customer pays with 400 €.
  await page.getByRole('button', { name: t('counter.options.collects') }).click()
  await page.keyboard.press('F2')
  await scan(page, a)
  await page.keyboard.type('10')
  await scan(page, b)
  await page.keyboard.type('10')
  await scan(page, c)
  await page.keyboard.type('10')
  await enterToSell(page)
  await sale(page).getByText(t('counter.collect.to_collect')).waitFor()
  await page.keyboard.type('400')
  await shoot(page, 'collect')
  expect(await wrongsOf(page)).toEqual([])
  await narrow(page, 'collect')
  await display(customer, '100,00').waitFor()
  await shoot(customer, 'customer display change')
  expect(await wrongsOf(customer)).toEqual([])
  await narrow(customer, 'customer display')
  await enterToSell(page)
  await last(page).getByText(t('selling.sold.printed')).waitFor()
  await expect.poll(() => prints.length).toBe(3)
  const html = prints[2] ?? ''
  const sheet = await sheetOf(await newPage(), html)
  await shoot(sheet.page, 'slip of thirty cards')
  console.info(`thirty cards on 80 mm paper: ${Math.round(pageSizeOf(html).height)} mm`)
  expect(sheet.sizes).toHaveLength(1)
  expect(sheet.sizes[0]?.height ?? Number.POSITIVE_INFINITY).toBeLessThan(SLIP_MAX_MM)
  expect(sheet.overflows).toEqual([])
  for (const number of [1, 30]) expect(sheet.text).toContain(t('printers.slip.card', { number: String(number), count: '30' }).replace(/\s/g, ''))
  const { report } = await zReport({})
  expect(report?.payments.map(({ kind, quantity }) => [kind, quantity])).toEqual([
    ['cash', 30],
    [null, 3],
  ])

  await customer.reload()
  await display(customer, t('counter.display.thanks')).waitFor()
  await go(page, '/settings')
  await display(customer, t('counter.display.not_connected')).waitFor()
})
