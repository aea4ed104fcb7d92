// A day at a shop: a sale, a copy and a claim at the till without a mouse, then the running shift on the screen, and its Z-report on paper. The manager then
// closes the cashier's till, and the next Z-report lists the claims that are still open.
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { enterToSell, pressInDialog, test } from '../../kit/browser.ts'
import { callsAs, callsOn } from '../../kit/calls.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, pageSizeOf, textOf } from '../../kit/prints.ts'
import { named, t } from '../../kit/texts.ts'

/** The open claims that a Z-report lists: the product and the number of cards of each claim. */
const openIn = (dialog: Locator) =>
  dialog
    .locator('section')
    .filter({ hasText: t('words.open_claims') })
    .locator('td')
    .allTextContents()

test('a day at a shop ends with a Z-report of sales and open claims, and the next shift begins at the moment of that report', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque', kept: { language: 'fr' }, account: { preferences: { preview: 'no', paper: 58 } } })
  const prints = await catchPrints(page)
  await go(page, '/cashcards/')
  await page.getByRole('button', { name: /^Lebara/ }).waitFor()
  for (const key of ['2', 'Enter', '3']) await page.keyboard.press(key)
  await enterToSell(page)
  await expect.poll(() => prints.length).toBe(1)
  await page.keyboard.press('F8')
  await expect.poll(() => prints.length).toBe(2)
  await page.keyboard.press('Shift+F8')
  await page.getByRole('dialog').getByText('Lebara').first().waitFor()
  await page.keyboard.press('c')
  const claims = page.getByRole('dialog', { name: t('house.screens.claim_new') }).getByRole('listitem')
  await claims.first().and(page.locator('[data-outcome=possible]')).waitFor()
  await page.keyboard.press('Enter')
  await claims.first().and(page.locator('[data-outcome=claimed]')).waitFor()
  expect(await claims.count()).toBe(3)
  await page.keyboard.press('Enter')
  await claims.first().waitFor({ state: 'detached' })

  // A cashier of the same shop sells at another device and leaves without closing the shift there.
  const caisse = await callsAs('kiosque-caisse')
  const [offer] = (await caisse.sellerProductsV2({})).content
  await caisse.sell({ ...(await caisse.transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(t('house.screens.z_reports'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/seller/zreport')
  await page.getByRole('button', { name: t('shifts.now.show_x') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('shifts.paper.x')).last().waitFor()
  await dialog.getByText(t('shifts.paper.copy', { number: '1' })).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: t('shifts.day.title') }).click()
  await pressInDialog(page, t('shifts.now.close'))
  await dialog.getByRole('button', { name: t('shifts.print', { paper: '58 mm' }) }).click()
  await expect.poll(() => prints.length).toBe(3)
  const { zReportsList } = callsOn(page)
  const [first] = (await zReportsList({})).content
  expect(pageSizeOf(prints[2] ?? '').width).toBe(58)
  expect(await textOf(await newPage(), prints[2] ?? '')).toContain(t('shifts.paper.z', { number: String(first?.number) }))
  expect(first).toMatchObject({ sales: 1, quantity: 3 })
  expect((await openIn(dialog)).slice(0, 2)).toEqual([expect.stringContaining('Lebara'), '3'])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: named(t('shifts.now.close'), 'kiosque-caisse') }).click()
  await pressInDialog(page, t('shifts.now.close'))
  await dialog.getByText(t('shifts.paper.closed_by')).waitFor()
  await page.keyboard.press('Escape')

  await go(page, '/cashcards/')
  await page.getByRole('button', { name: /^Lebara/ }).waitFor()
  for (const key of ['2', 'Enter', '1']) await page.keyboard.press(key)
  await enterToSell(page)
  await page.locator('footer').getByRole('link').click()
  await page.getByRole('button', { name: t('shifts.day.title') }).click()
  await pressInDialog(page, t('shifts.now.close'))
  await dialog.getByRole('button', { name: t('shifts.print', { paper: 'A4' }) }).waitFor()
  // The claims of the first day are still undecided, so this Z-report names them again, with links.
  expect((await openIn(dialog)).slice(0, 2)).toEqual([expect.stringContaining('Lebara'), '3'])
  const [next, handed] = (await zReportsList({})).content
  expect(handed).toMatchObject({ username: 'kiosque-caisse', sales: 1, number: (first?.number ?? 0) + 1 })
  expect(next).toMatchObject({ sales: 1, quantity: 1, opened_at: first?.closed_at, number: (first?.number ?? 0) + 2 })

  await dialog.getByRole('link').click()
  await page.getByRole('row').filter({ hasText: 'Lebara' }).first().getByRole('link').click()
  await page.getByText(t('reclamations.says.new')).waitFor()
  await page.getByRole('main').locator('dl').getByRole('link').click()
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('sales-reports.sale.showings') })
    .waitFor()
})
