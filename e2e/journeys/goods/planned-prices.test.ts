// A price that takes effect on a later day: entered for tomorrow in the dialog that shows its effect, announced at the shop's till, moved to another day, and
// withdrawn.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { EURO } from '../../../contract/kit/money.ts'
import { shoot, test } from '../../kit/browser.ts'
import { beforeTheApp, callsAs } from '../../kit/calls.ts'
import { newGoods } from '../../kit/goods.ts'
import { go } from '../../kit/open-page.ts'
import { newShop, openTill } from '../../kit/shop.ts'
import { begins, t } from '../../kit/texts.ts'

const DAY_MS = 86_400_000
const berlin = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date(at))
const inDays = (days: number) => berlin(Date.now() + days * DAY_MS)
const shown = (day: string) => day.split('-').reverse().join('.')

const banner = (page: Page, day: string) => page.getByRole('button', { name: t('counter.coming.title', { day: shown(day) }), exact: true })

test('a price entered for a future day is shown as planned, announced at the till, moved to another day, and withdrawn', async ({ newPage }) => {
  const shop = await newShop()
  const page = await newPage({ as: 'nord' })
  await beforeTheApp(page)
  const { name, configuration_ids } = await newGoods(page, 'gift_card', { customer_id: shop.customer_id })
  const tomorrow = inDays(1)

  await go(page, `/customer/${shop.customer_id}/pad?q=${encodeURIComponent(name)}`)
  const cell = page.getByRole('textbox', { name: begins('prices.own_discount') }).first()
  await cell.fill('6')
  await page.getByRole('button', { name: t('prices.review') }).click()
  const dialog = page.getByRole('dialog', { name: t('prices.effect') })
  await dialog.getByText(t('prices.planned.day'), { exact: true }).click()
  expect(await dialog.getByLabel(t('fields.day'), { exact: true }).inputValue()).toBe(tomorrow)
  await shoot(page, 'a price for a day')
  await dialog.getByRole('button', { name: t('prices.planned.keep') }).click()
  const kept = page.getByRole('dialog', { name: t('prices.planned.kept') })
  await kept.getByText(t('prices.planned.kept_text')).waitFor()
  await kept.getByRole('link', { name: t('fields.planned_id') }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  // The previous page has a row with the same name, so the test waits for the heading of the new page first.
  await page.getByRole('heading', { level: 1, name: t('house.screens.planned_prices') }).waitFor()
  await expect.poll(async () => (await row.textContent())?.replaceAll(/\s/g, ' ')).toContain('6,00 %')
  expect(await row.textContent()).toContain(shown(tomorrow))
  await shoot(page, 'coming prices')

  // The price has not changed yet, so the till sells at the old price and announces the new one.
  const till = await newPage({ kept: { language: 'fr' }, viewport: { width: 1024, height: 768 } })
  await openTill(till, shop)
  await banner(till, tomorrow).waitFor()
  const price = async () =>
    (await (await callsAs(shop.username)).sellerProductsV2({})).content.find((one) => one.configuration_id === configuration_ids[0])?.price
  expect(await price()).toBe(9.5 * EURO)
  await banner(till, tomorrow).click()
  const list = till.getByRole('dialog')
  const line = list.getByRole('row').filter({ hasText: name })
  expect((await line.textContent())?.replaceAll(/\s/g, ' ')).toContain('9,50 €9,40 €')
  await shoot(till, 'coming prices at the till')
  await till.keyboard.press('Escape')

  // The reseller opens its view of this shop's till, which shows today's price.
  await go(page, `/customer/details/${shop.customer_id}`)
  await page.getByRole('button', { name: t('customers.shop_view.open') }).click()
  const look = page.getByRole('dialog').getByRole('row').filter({ hasText: name })
  expect((await look.textContent())?.replaceAll(/\s/g, ' ')).toContain('9,50 €')
  await shoot(page, 'a shop’s till looked at')
  await go(page, '/coming-prices')

  await row.getByRole('button', { name: begins('prices.planned.move') }).click()
  const move = page.getByRole('dialog', { name: t('prices.planned.move') })
  await move.getByLabel(t('fields.day'), { exact: true }).fill(inDays(5))
  await move.getByRole('button', { name: t('prices.planned.keep') }).click()
  await row.filter({ hasText: shown(inDays(5)) }).waitFor()
  await till.reload()
  await banner(till, inDays(5)).waitFor()

  await row.getByRole('button', { name: begins('prices.planned.back') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('prices.planned.back') })
    .click()
  await row.filter({ hasText: t('prices.planned.states.taken_back') }).waitFor()
  await till.reload()
  await till.getByRole('searchbox', { name: t('selling.find.label') }).waitFor()
  await till.getByText(t('counter.status.online')).waitFor()
  expect(await banner(till, inDays(5)).count()).toBe(0)
  expect(await price()).toBe(9.5 * EURO)
})

test('a user compares what the sales of a period would have cost under two plans', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await go(page, '/compare-plans?period=last_30_days')
  await page.getByText(t('prices.two.choose')).waitFor()
  for (const [label, plan] of [
    [t('prices.two.first'), 'Gold'],
    [t('prices.two.second'), 'Silver'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(plan.toLowerCase())
    await page.getByRole('option', { name: plan, exact: true }).click()
  }
  await page.getByText(t('fields.difference')).first().waitFor()
  await page.getByRole('region', { name: t('prices.two.goods') }).waitFor()
  await shoot(page, 'two plans compared')
})
