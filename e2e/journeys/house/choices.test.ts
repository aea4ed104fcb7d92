// Fields in which the user chooses one of several values: in forms and filters, the choice can be cleared by keyboard and by pointer.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { go } from '../../kit/open-page.ts'
import { begins, t } from '../../kit/texts.ts'
import { wrongsOf } from '../../views/screen-check.ts'

const RESELLER = { as: 'nord', kept: { language: 'fr', mode: 'light' } }

const customer = (page: Page) => page.getByRole('combobox', { name: t('house.screens.customer') })
const cross = (page: Page) => page.getByRole('button', { name: t('house.form.clear', { field: t('house.screens.customer') }) })

async function choose(page: Page) {
  await customer(page).fill('Gare')
  await page.getByRole('option', { name: /Gare/ }).first().click()
  await expect.poll(() => customer(page).inputValue()).toContain('Gare')
}

test('a customer chosen by typing is cleared by Tab to the field’s cross, by a press on the cross, or by emptying the text', async ({ newPage }) => {
  const page = await newPage(RESELLER)
  await go(page, '/customer/credit/add')
  await choose(page)
  await shoot(page, 'choice with its cross')
  expect(await wrongsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  expect(await cross(page).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => customer(page).inputValue()).toBe('')
  expect(await customer(page).evaluate((element) => element === document.activeElement)).toBe(true)

  await choose(page)
  await cross(page).click()
  await expect.poll(() => customer(page).inputValue()).toBe('')

  await choose(page)
  await customer(page).press('ControlOrMeta+a')
  await customer(page).press('Backspace')
  await cross(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  expect(await customer(page).inputValue()).toBe('')
})

test('the Delete key clears a filter and an optional choice', async ({ newPage }) => {
  const page = await newPage(RESELLER)
  await go(page, '/products/view')
  const kind = page.getByRole('combobox', { name: t('fields.product_type') })
  await kind.selectOption(t('house.product_types.gift_card'))
  await page.waitForURL('**/products/view?product_type=gift_card')
  await kind.press('Delete')
  await page.waitForURL('**/products/view')
  expect(await kind.inputValue()).toBe('')

  await go(page, '/customer/add')
  await page.getByText(t('customers.form.more')).click()
  const shop = page.getByLabel(begins('fields.shop_type'))
  await shop.selectOption('kiosk')
  await shop.press('Delete')
  expect(await shop.inputValue()).toBe('')
  await shop.selectOption('kiosk')
  await shop.selectOption({ label: t('house.form.none') })
  expect(await shop.inputValue()).toBe('')
})

test('the settings lead to the page on which this browser becomes a device of the shop', async ({ newPage }) => {
  const page = await newPage({ as: 'kiosque-caisse', kept: { language: 'fr', mode: 'light' } })
  await go(page, '/settings?tab=places')
  await page.getByRole('link', { name: t('house.screens.device_pair') }).click()
  await page.getByRole('heading', { level: 1, name: t('house.screens.device_pair') }).waitFor()
})
