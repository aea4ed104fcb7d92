// The telephone numbers that a shop saves for top-ups: saved under a name, found by it at the next top-up, and removed.
import { expect } from 'vitest'
import { shoot, test } from '../../kit/browser.ts'
import { newShop } from '../../kit/shop.ts'
import { t } from '../../kit/texts.ts'
import { serveTopUps } from '../../kit/top-ups.ts'

const NUMBER = '+65 9512 3007'

test('a number saved under a name is found by a part of the name at the next top-up, written as before, until it is removed', {
  timeout: 600_000,
}, async ({ newPage, onTestFinished }) => {
  const there = await serveTopUps()
  onTestFinished(there.close)
  const { username } = await newShop()
  const page = await newPage({ as: username, kept: { language: 'fr' } })
  const number = page.getByLabel(t('fields.mobile_number'))
  const tiles = page.getByRole('list', { name: t('top_ups.products.label') }).getByRole('button')
  const saved = page.getByRole('region', { name: t('top_ups.saved.title') })
  await page.goto('/international-topup/')
  await number.fill(NUMBER)
  await page.keyboard.press('Enter')
  await tiles.first().click()
  await page.getByRole('button', { name: t('top_ups.saved.keep') }).click()
  await page.getByLabel(t('fields.name'), { exact: true }).fill('Tante Mei')
  await page.keyboard.press('Enter')
  await page.getByText(t('top_ups.saved.known', { name: 'Tante Mei' })).waitFor()

  await page.reload()
  await saved.getByRole('button', { name: /Tante Mei/ }).waitFor()
  // The country is written in letters, because not every system draws flags.
  expect(await saved.getByRole('button').first().textContent()).toBe(`Tante Mei${NUMBER}SG`)
  await number.fill('mei')
  await shoot(page, 'saved numbers')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tiles.first().waitFor()
  await tiles.first().click()
  await page.getByRole('button', { name: t('top_ups.saved.forget') }).click()
  await page.getByRole('button', { name: t('top_ups.saved.keep') }).waitFor()
  await page.reload()
  await number.waitFor()
  await expect.poll(() => saved.count()).toBe(0)
})
