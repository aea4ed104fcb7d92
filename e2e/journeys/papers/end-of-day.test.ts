// The end of a day in one dialog: the drawer is counted, the shift closed, its Z-report printed. An interruption neither loses the Z-report nor makes a second
// one.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pressInDialog, shoot, test } from '../../kit/browser.ts'
import { callsAs } from '../../kit/calls.ts'
import { aMomentLater } from '../../kit/moments.ts'
import { go } from '../../kit/open-page.ts'
import { catchPrints, textOf } from '../../kit/prints.ts'
import { fetched } from '../../kit/requests.ts'
import { newShop, type Shop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'

const Z = '**/api/z_report/'
const KEPT = { kept: { language: 'fr' }, account: { preferences: { preview: 'no', paper: 80 } } }
const dialog = (page: Page) => page.getByRole('dialog', { name: t('shifts.day.title') })
const zOf = (n: number) => t('shifts.paper.z', { number: String(n) })
const end = (page: Page) => page.getByRole('main').getByRole('button', { name: t('shifts.day.title') })
const numbers = async ({ username }: Shop) => (await (await callsAs(username)).zReportsList({})).content.map(({ number }) => number)

test('the end-of-day dialog counts the drawer, closes the shift once even if the button is pressed twice, and prints the Z-report', async ({ newPage }) => {
  const shop = await newShop()
  await (await callsAs(shop.username)).shiftRulesUpdate({ counts_drawer: true })
  const page = await newPage({ as: shop.username, ...KEPT })
  const prints = await catchPrints(page)
  await go(page, '/seller/zreport')
  await end(page).click()
  await pressInDialog(page, t('house.words.next'))
  // Without the counted amount the dialog shows an error and does not continue.
  await dialog(page).getByRole('alert').first().waitFor()
  await dialog(page)
    .getByRole('textbox', { name: t('shifts.close.counted') })
    .fill('120,50')
  await shoot(page, 'end of day count')
  await pressInDialog(page, t('house.words.next'))
  await dialog(page).getByText('120,50 €').waitFor()
  await shoot(page, 'end of day close')
  await dialog(page)
    .getByRole('button', { name: t('shifts.now.close') })
    .dblclick()
  await dialog(page).getByText(zOf(1)).waitFor()
  await shoot(page, 'end of day print')
  await page.keyboard.press('Enter')
  await expect.poll(() => prints.length).toBe(1)
  expect(await textOf(page, prints[0] ?? '')).toContain(zOf(1))
  await pressInDialog(page, t('house.words.done'))
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: '120,50' }).or(page.getByRole('row').nth(1)).first().waitFor()
  expect(await numbers(shop)).toEqual([1])
  // The shift of today, with the only button for its end, is above the Z-reports of the month.
  expect(await end(page).count()).toBe(1)
  expect((await end(page).boundingBox())?.y).toBeLessThan((await page.getByRole('row').last().boundingBox())?.y ?? 0)
  // The end of the day is finished, so a reload does not continue it.
  await page.reload()
  await end(page).waitFor()
  await aMomentLater(page)
  expect(await dialog(page).count()).toBe(0)
})

test.for([{ isForgotten: false }, { isForgotten: true }])(
  'after a lost answer and a reload the end of day makes one Z-report; control: a browser that has forgotten the key makes two (forgotten: $isForgotten)',
  async ({ isForgotten }, { newPage }) => {
    const shop = await newShop()
    const page = await newPage({ as: shop.username, ...KEPT })
    await go(page, '/seller/zreport')
    await end(page).click()
    await page.route(Z, async (route) => {
      const isClosing = route.request().postData()?.includes('transaction_key')
      if (!isClosing) return route.continue()
      await fetched(route)
      await route.abort('connectionreset')
    })
    await pressInDialog(page, t('shifts.now.close'))
    await dialog(page)
      .getByRole('button', { name: t('words.continue') })
      .waitFor()
    expect(await dialog(page).getByText(zOf(1)).count()).toBe(0)
    await shoot(page, 'end of day interrupted')
    await page.unroute(Z)
    if (isForgotten)
      await page.evaluate(() => {
        for (const name of Object.keys(localStorage)) if (name.startsWith('day_end')) localStorage.removeItem(name)
      })
    await page.reload()
    if (isForgotten) {
      await end(page).click()
      await pressInDialog(page, t('shifts.now.close'))
    } else {
      await dialog(page).getByText(t('shifts.day.interrupted')).waitFor()
      await pressInDialog(page, t('words.continue'))
    }
    const made = isForgotten ? [2, 1] : [1]
    await dialog(page).getByText(zOf(made.length)).waitFor()
    expect(await numbers(shop)).toEqual(made)
  },
)
