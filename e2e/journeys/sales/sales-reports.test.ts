// Reports of sales by role: a reseller goes from sums to the sales behind them and into one sale; its shop sees only its own hop (step of the price chain); the
// platform sees the same sums.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { berlinDay } from '../../../web/kit/base/format.ts'
import { centsIn, test } from '../../kit/browser.ts'
import { callsAs, platformAtNord } from '../../kit/calls.ts'
import { t } from '../../kit/texts.ts'

const DAYS = 'period=last_7_days'
const rows = (page: Page) => page.getByRole('row')

async function openFirst(page: Page) {
  await rows(page).nth(1).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: t('sales-reports.sale.showings') }).waitFor()
  return dialog
}

test('pressing a sum of a report leads to the sales behind it and to a single sale, and each role sees its own figures', async ({ newPage }) => {
  const page = await newPage({ as: 'nord' })
  await page.goto(`/reports-sales-new?${DAYS}`)
  await rows(page).nth(1).getByRole('link').waitFor()
  const heads = await page.getByRole('columnheader').allInnerTexts()
  const at = heads.findIndex((head) => head.startsWith(t('fields.sold_total')))
  const sum = centsIn(await rows(page).nth(1).getByRole('cell').nth(at).innerText())
  await page.getByRole('heading', { name: t('charts.over_time') }).waitFor()
  // The link is opened by keyboard, because other journeys sell meanwhile, and a row drawn anew between pressing and releasing the mouse button would lose the
  // click.
  await rows(page).nth(1).getByRole('link').press('Enter')
  await page.waitForURL(/\/reports-sales\?.*customer_id=/)
  // The second figure above the list is the amount sold.
  await expect.poll(async () => centsIn(await page.getByRole('definition').nth(1).innerText())).toBe(sum)
  await page.getByText(t('charts.agrees')).waitFor()
  expect(await (await openFirst(page)).getByText('Comptoir Nord').count()).toBe(1)

  const shop = await newPage({ as: 'port', kept: { language: 'fr' } })
  await shop.goto(`/seller/sales?${DAYS}`)
  const dialog = await openFirst(shop)
  expect([await dialog.getByText('Épicerie du Port').count(), await dialog.getByText('Comptoir Nord').count()]).toEqual([2, 0])

  const [own, above] = [await callsAs('nord'), await platformAtNord()]
  // Only past days are compared, even if midnight passes during this test, because other journeys sell today.
  const asked = { group_by: ['product' as const], limit: 1, date_to: berlinDay(new Date(Date.now() - 2 * 86_400_000)) }
  const [seen, counted] = [await own.salesByGroup(asked), await above.salesByGroup(asked)]
  expect(seen.totals.quantity).toBeGreaterThan(0)
  expect([counted.totals.quantity, counted.filters.total_count]).toEqual([seen.totals.quantity, seen.filters.total_count])
})
